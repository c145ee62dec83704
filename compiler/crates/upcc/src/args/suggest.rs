// SPDX-License-Identifier: Apache-2.0
//! "Did you mean" for options that do not exist.

/// The candidate nearest to `name`, if it is near enough to be a slip of the fingers.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (name.len() / 3).clamp(1, 3);
    candidates
        .filter(|c| c.len() > 1)
        .map(|c| (strsim::osa_distance(name, c), c))
        .filter(|&(d, _)| d <= limit)
        .min_by_key(|&(d, _)| d)
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips() {
        let names = ["shared-heap=", "pthreads", "save-temps", "T"];
        assert_eq!(nearest("share-heap=", names.into_iter()), Some("shared-heap="));
        assert_eq!(nearest("ptrheads", names.into_iter()), Some("pthreads"));
        assert_eq!(nearest("zzz", names.into_iter()), None);
    }
}
