//! Distribution of shared arrays over threads (UPC 6.5.2.1p5, 6.4.1): pure arithmetic.
//!
//! `n` counts elements of the ultimate element type, `block` is the block size in elements (0: indefinite), `threads`
//! is at least 1. Intermediate values are 128 bits wide, so no input overflows.

/// The largest permitted block size, the value of `UPC_MAX_BLOCK_SIZE` (UPC 6.3.3). A phase is 64 bits wide and an
/// address field 40, so a block of this many bytes already exceeds a thread's segment.
pub const MAX_BLOCK_SIZE: u64 = 1 << 40;

/// Thread that element `i` has affinity to.
pub fn thread_of(i: u64, block: u64, threads: u64) -> u64 {
    i.checked_div(block).map_or(0, |b| b % threads.max(1))
}

/// Phase of element `i`.
pub fn phase_of(i: u64, block: u64) -> u64 {
    if block == 0 {
        0
    } else {
        i % block
    }
}

/// Position of element `i` in its thread's contiguous slice, in elements.
pub fn local_index(i: u64, block: u64, threads: u64) -> u64 {
    if block == 0 {
        return i;
    }
    let row = u128::from(block) * u128::from(threads.max(1));
    let whole = u128::from(i) / row * u128::from(block);
    (whole + u128::from(i % block)) as u64
}

/// Number of elements with affinity to `thread`.
pub fn affinity_count(n: u64, block: u64, threads: u64, thread: u64) -> u64 {
    if block == 0 {
        return if thread == 0 { n } else { 0 };
    }
    let (n, b, t) = (u128::from(n), u128::from(block), u128::from(threads.max(1)));
    let rest = (n % (b * t)).saturating_sub(u128::from(thread) * b);
    (n / (b * t) * b + rest.min(b)) as u64
}

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

/// [`local_count`] of `k * THREADS` elements whatever THREADS is: `ceil(k / block) * block` bounds it for every count.
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

    /// Deals elements out one at a time and compares every formula with what was dealt.
    #[test]
    fn agrees_with_dealing_out() {
        for block in [0u64, 1, 2, 3, 4, 5, 7, 8] {
            for threads in 1..=6u64 {
                let mut counts = vec![0u64; threads as usize];
                let (mut thread, mut phase) = (0u64, 0u64);
                for i in 0..100u64 {
                    assert_eq!((thread_of(i, block, threads), phase_of(i, block)), (thread, phase));
                    assert_eq!(local_index(i, block, threads), counts[thread as usize]);
                    counts[thread as usize] += 1;
                    if block != 0 {
                        phase += 1;
                        if phase == block {
                            phase = 0;
                            thread = (thread + 1) % threads;
                        }
                    }
                    check_counts(i + 1, block, threads, &counts);
                }
            }
        }
    }

    fn check_counts(n: u64, block: u64, threads: u64, counts: &[u64]) {
        for (t, &c) in counts.iter().enumerate() {
            assert_eq!(affinity_count(n, block, threads, t as u64), c);
            assert!(u128::from(c) <= local_count(n, block, threads));
        }
        if n % threads == 0 && block != 0 {
            assert!(local_count(n, block, threads) <= local_count_any(n / threads, block));
        }
    }

    #[test]
    fn vectors_of_the_specification() {
        assert_eq!((thread_of(16, 3, 4), phase_of(16, 3), local_index(16, 3, 4)), (1, 1, 4));
        assert_eq!((thread_of(37, 3, 4), phase_of(37, 3), local_index(37, 3, 4)), (0, 1, 10));
        assert_eq!((0..4).map(|t| affinity_count(10, 3, 4, t)).collect::<Vec<_>>(), [3, 3, 3, 1]);
        assert_eq!(star_block(10, 4), 3);
    }

    #[test]
    fn extremes_do_not_overflow() {
        assert_eq!(local_index(u64::MAX, 1, u64::MAX), 1);
        assert!(local_count(u64::MAX, MAX_BLOCK_SIZE, 2) >= u128::from(u64::MAX / 2));
        assert_eq!(affinity_count(u64::MAX, 0, 3, 1), 0);
    }
}
