// SPDX-License-Identifier: Apache-2.0
use super::*;
use crate::token::TokenKind::*;

fn lex_with(text: &str, dialect: Dialect) -> (Lexed, Interner) {
    let mut interner = Interner::new();
    let lexed = lex(text, dialect, &mut interner);
    (lexed, interner)
}

fn kinds(text: &str) -> Vec<TokenKind> {
    let (lexed, _) = lex_with(text, Dialect::default());
    lexed.tokens.iter().map(|t| t.kind).filter(|&k| k != Eof).collect()
}

#[test]
fn punctuators_take_the_longest() {
    assert_eq!(
        kinds("a<<=b>>c...->--"),
        [Ident, LtLtEq, Ident, GtGt, Ident, Ellipsis, Arrow, MinusMinus]
    );
    assert_eq!(kinds("<: :> <% %>"), [LBracket, RBracket, LBrace, RBrace]);
}

#[test]
fn literals() {
    assert_eq!(
        kinds(r#"0x1.8p+3 .5 1e-3f L'x' u8"s\"t" U"" '\''"#),
        [Number, Number, Number, Char, Str, Str, Char]
    );
    assert_eq!(kinds("R\"(a\n\"b)\" + R\"x()\")x\""), [Str, Plus, Str]);
    let (lexed, _) = lex_with("1'000", Dialect { c23: true, ..Dialect::default() });
    assert_eq!(lexed.tokens.len(), 2);
    assert!(lexed.diagnostics.is_empty());
}

#[test]
fn comments_splices_and_extended_names() {
    assert_eq!(kinds("a/* x \n */b// c \\\n d\ne"), [Ident, Ident, Ident]);
    let (lexed, interner) =
        lex_with("na\\\nme gr\u{f6}\u{df}e gr\\u00f6\u{df}e", Dialect::default());
    assert_eq!(interner.name(lexed.tokens[0].symbol), "name");
    assert_eq!(lexed.tokens[1].symbol, lexed.tokens[2].symbol);
    assert!(lexed.diagnostics.is_empty());
}

#[test]
fn upc_keywords_are_names_in_system_headers() {
    let text = "shared\n# 1 \"/usr/include/x.h\" 1 3\nshared\n# 2 \"a.upc\" 2\nshared\n";
    assert_eq!(kinds(text), [Shared, Ident, Shared]);
    let text =
        "# 1 \"/usr/include/upc.h\" 1 3\n#pragma upc upc_code\nshared\n# 2 \"y.h\" 1 3\nshared\n\
                # 3 \"/usr/include/upc.h\" 2 3\nshared\n# 2 \"a.upc\" 2\nshared\n";
    assert_eq!(kinds(text), [Shared, Ident, Shared, Shared]);
}

#[test]
fn c_code_lasts_to_the_end_of_its_file() {
    let text = "# 1 \"m.h\" 1\n#pragma upc c_code\nstrict\n# 1 \"n.h\" 1\nstrict\n# 3 \"m.h\" 2\n\
        strict\n# 2 \"a.upc\" 2\nstrict\n";
    assert_eq!(kinds(text), [Ident, Ident, Ident, Strict]);
    let (lexed, _) = lex_with("shared THREADS", Dialect::plain_c());
    assert!(lexed.tokens.iter().all(|t| t.kind == Ident || t.kind == Eof));
}

#[test]
fn pragmas_stand_beside_the_tokens() {
    let (lexed, _) = lex_with(
        "a\n#pragma upc strict\nb\n  # pragma omp parallel\n#pragma upc what\n",
        Dialect::default(),
    );
    let found: Vec<_> = lexed.pragmas.iter().map(|p| (p.kind, p.token)).collect();
    assert_eq!(
        found,
        [(PragmaKind::Strict, 1), (PragmaKind::Other, 2), (PragmaKind::UnknownUpc, 2)]
    );
}

#[test]
fn complains_and_goes_on() {
    let text = "a @ b \u{201c} \"open\n'x\n#include <x>\n/* open";
    let (lexed, _) = lex_with(text, Dialect::default());
    let messages: Vec<_> = lexed.diagnostics.iter().map(|d| d.message.as_str()).collect();
    assert_eq!(messages.len(), 6, "{messages:?}");
    assert_eq!(messages[0], "stray '@' in the program");
}

#[test]
fn bytes_that_are_not_utf_8() {
    let text =
        format!("a {} b {} c", upc_source::from_raw_byte(0x93), upc_source::from_raw_byte(0xE9));
    let (lexed, _) = lex_with(&text, Dialect::default());
    let messages: Vec<_> =
        lexed.diagnostics.iter().map(|d| (d.message.as_str(), d.help.is_some())).collect();
    let stray = |byte: &str| format!("stray byte {byte} in the program, which is not UTF-8");
    assert_eq!(messages, [(stray("0x93").as_str(), true), (stray("0xE9").as_str(), false)]);
}
