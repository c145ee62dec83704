// SPDX-License-Identifier: Apache-2.0
//! The checksum of `cksum` (POSIX), which every host has, to compare the host's copy of the
//! program.

const POLYNOMIAL: u32 = 0x04c1_1db7;

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = (byte as u32) << 24;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 0x8000_0000 != 0 { sum << 1 ^ POLYNOMIAL } else { sum << 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

static TABLE: [u32; 256] = table();

/// The output of `cksum` for these bytes: checksum and size.
pub fn cksum(bytes: &[u8]) -> String {
    let step = |sum: u32, byte: u8| sum << 8 ^ TABLE[(sum >> 24) as usize ^ usize::from(byte)];
    let mut sum = bytes.iter().fold(0, |sum, &byte| step(sum, byte));
    let mut left = bytes.len();
    while left > 0 {
        sum = step(sum, left as u8);
        left >>= 8;
    }
    format!("{} {}", !sum, bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_cksum_prints() {
        assert_eq!(cksum(b""), "4294967295 0");
        assert_eq!(cksum(b"123456789"), "930766865 9");
        assert_eq!(cksum(&[0; 1000]), "2610763910 1000");
    }
}
