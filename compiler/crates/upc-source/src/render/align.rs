// SPDX-License-Identifier: Apache-2.0
//! Words of a preprocessed line beside those of the user's line, with the macros between them
//! expanded.

/// Above this product of the numbers of words nothing is aligned: a column number is not worth a
/// table of that size.
const MOST_CELLS: usize = 4_000_000;

/// The index of the user's word that word `of` of the preprocessed line came from: itself where
/// both lines have it in one order (their longest common subsequence), else the nearest of the same
/// text, else the macro it came out of: the last name before it in its statement that the
/// preprocessed line does not have. `None` when the user's line has no word there.
pub(super) fn place_of(expanded: &[String], user: &[String], of: usize) -> Option<usize> {
    let wanted = expanded.get(of)?;
    let aligned = longest_common(expanded, user);
    if let Some(&(_, at)) = aligned.iter().find(|&&(e, _)| e == of) {
        return Some(at);
    }
    // The user's words between the neighbours that are aligned: the use of the macro.
    let gap = aligned.iter().rev().find(|&&(e, _)| e < of).map_or(0, |&(_, at)| at + 1);
    // A macro may repeat its argument: then the argument is meant. Punctuation is too frequent to
    // tell which one is meant.
    let is_operand =
        |word: &str| word.starts_with(|c: char| c.is_ascii_alphanumeric() || "_\"'".contains(c));
    let nearest = (0..user.len())
        .filter(|&i| is_operand(wanted) && &user[i] == wanted)
        .min_by_key(|&i| i.abs_diff(gap));
    let gap = gap.min(user.len().checked_sub(1)?);
    let is_aligned = |i: usize| aligned.iter().any(|&(_, at)| at == i);
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let ends_statement = |word: &str| [";", "{", "}"].contains(&word);
    let name = (0..=gap)
        .rev()
        .skip_while(|&i| i == gap && ends_statement(&user[i]))
        .take_while(|&i| !ends_statement(&user[i]))
        .find(|&i| is_name(&user[i]) && !is_aligned(i));
    Some(nearest.or(name).unwrap_or(gap))
}

/// Pairs of indices of a longest common subsequence of `a` and `b`, in order.
fn longest_common(a: &[String], b: &[String]) -> Vec<(usize, usize)> {
    if a.len() * b.len() > MOST_CELLS {
        return Vec::new();
    }
    let width = b.len() + 1;
    // longest[i * width + j]: how long that of a[i..] and b[j..] is.
    let mut longest = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            longest[i * width + j] = if a[i] == b[j] {
                longest[(i + 1) * width + j + 1] + 1
            } else {
                longest[(i + 1) * width + j].max(longest[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            i += 1;
            j += 1;
        } else if longest[(i + 1) * width + j] >= longest[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::place_of;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_string).collect()
    }

    #[test]
    fn between_two_macros_the_words_keep_their_order() {
        let expanded = words("( ( void * ) 0 ) ; f ( x ) ; g ( y , x ) ; ( ( void * ) 0 )");
        let user = words("NULL ; f ( x ) ; g ( y , x ) ; NULL");
        let at = |word: usize| place_of(&expanded, &user, word).unwrap();
        assert_eq!(expanded[10], "x");
        assert_eq!(at(10), 4);
        assert_eq!(expanded[17], "x");
        assert_eq!(at(17), 11);
    }

    #[test]
    fn a_macro_that_says_its_argument_twice_points_at_the_argument() {
        let expanded =
            words("r = A ; ( void ) sizeof ( r [ 1 ] ) ; if ( r [ 1 ] ) ; else no ( 7 ) ; r = B");
        let user = words("r = A ; assert ( r [ 1 ] ) ; r = B");
        for word in [9, 17] {
            assert_eq!(expanded[word], "r");
            assert_eq!(place_of(&expanded, &user, word), Some(6));
        }
    }

    #[test]
    fn punctuation_of_the_macro_is_the_macro() {
        let user = words("f ( b , NULL ) ; f ( NULL )");
        let expanded = words("f ( b , ( ( void * ) 0 ) ) ; f ( ( ( void * ) 0 ) )");
        assert_eq!(place_of(&expanded, &user, 5), Some(4));
    }

    #[test]
    fn an_argument_after_macros_in_two_calls() {
        let user =
            words("f ( d , 0 , ADD , & c , & one ) ; f ( NULL , d , ADD , c , 1 , 0 ) ; s ( d )");
        let expanded = words(
            "f ( d , 0 , 1 , & c , & one ) ; f ( ( ( void * ) 0 ) , d , 1 , c , 1 , 0 ) ; s ( d )",
        );
        assert_eq!(expanded[25], "d");
        assert_eq!(place_of(&expanded, &user, 25), Some(19));
    }

    #[test]
    fn a_word_behind_an_argument_is_the_macro() {
        let user = words("upc_barrier ; n = 1 + SHIFT ( n ) + a ;");
        let expanded = words("upc_barrier ; n = 1 + ( n << 40 ) + a ;");
        assert_eq!(expanded[8], "<<");
        assert_eq!(place_of(&expanded, &user, 8), Some(6));
        let user = words("upc_barrier ; CHECK ( n ) ;");
        let expanded = words("upc_barrier ; if ( ! ( n ) ) printf ( \"%d\" , n ) ;");
        assert_eq!(expanded[11], "\"%d\"");
        assert_eq!(place_of(&expanded, &user, 11), Some(2));
    }

    #[test]
    fn a_word_of_the_macro_alone_is_the_macro() {
        let user = words("a = NIL ; b = c ;");
        let expanded = words("a = zero ( 0 ) ; b = c ;");
        assert_eq!(place_of(&expanded, &user, 2), Some(2));
        assert_eq!(place_of(&expanded, &[], 2), None);
    }
}
