// SPDX-License-Identifier: Apache-2.0
//! Distribution of shared arrays over threads (UPC 6.5.2.1p5, 6.4.1): pure arithmetic.
//!
//! `n` counts elements of the ultimate element type, `block` is the block size in elements (0:
//! indefinite), `threads` is at least 1. Intermediate values are 128 bits wide, so no input
//! overflows.

/// The largest permitted block size, the value of `UPC_MAX_BLOCK_SIZE` (UPC 6.3.3). A phase is 64
/// bits wide and an address field 40, so a block of this many bytes already exceeds a thread's
/// segment.
pub const MAX_BLOCK_SIZE: u64 = 1 << 40;

/// Elements of the slice each thread reserves: whole blocks, an upper bound of every thread's count
/// (`upc_localsizeof` divided by the element size, UPC 6.4.1.2).
pub fn local_count(n: u64, block: u64, threads: u64) -> u128 {
    if block == 0 {
        return u128::from(n);
    }
    let blocks = n / block + u64::from(n % block != 0);
    let rows = blocks / threads.max(1) + u64::from(blocks % threads.max(1) != 0);
    u128::from(rows) * u128::from(block)
}

/// [`local_count`] of `k * THREADS` elements whatever THREADS is: `ceil(k / block) * block` bounds
/// it for every count.
pub fn local_count_any(k: u64, block: u64) -> u128 {
    local_count(k, block, 1)
}

/// Block size of `shared [*]` for an array of `n` elements: one block a thread (UPC 6.5.1.1p16).
pub fn star_block(n: u64, threads: u64) -> u64 {
    let t = threads.max(1);
    (n / t + u64::from(n % t != 0)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of `n` elements each thread has, distributed cyclically by blocks.
    fn dealt_out(n: u64, block: u64, threads: u64) -> Vec<u64> {
        let mut counts = vec![0; threads as usize];
        for element in 0..n {
            let thread = u64::checked_div(element, block).map_or(0, |block| block % threads);
            counts[thread as usize] += 1;
        }
        counts
    }

    #[test]
    fn every_thread_reserves_the_whole_blocks_of_the_first() {
        for block in [0u64, 1, 2, 3, 4, 5, 7, 8] {
            for threads in 1..=6u64 {
                for n in 0..100u64 {
                    let counts = dealt_out(n, block, threads);
                    let most = counts[0];
                    assert!(counts.iter().all(|&count| count <= most));
                    let whole = if block == 0 { most } else { most.div_ceil(block) * block };
                    assert_eq!(local_count(n, block, threads), u128::from(whole));
                    if n % threads == 0 && block != 0 {
                        assert!(u128::from(whole) <= local_count_any(n / threads, block));
                    }
                }
            }
        }
    }

    #[test]
    fn a_star_gives_each_thread_one_block() {
        assert_eq!(star_block(10, 4), 3);
        assert_eq!(dealt_out(10, 3, 4), [3, 3, 3, 1]);
        assert_eq!(star_block(0, 4), 1);
    }

    #[test]
    fn extremes_do_not_overflow() {
        assert!(local_count(u64::MAX, MAX_BLOCK_SIZE, 2) >= u128::from(u64::MAX / 2));
        assert_eq!(local_count(u64::MAX, 0, 3), u128::from(u64::MAX));
    }
}
