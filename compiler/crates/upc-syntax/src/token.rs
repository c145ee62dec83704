// SPDX-License-Identifier: Apache-2.0
//! Tokens (C 6.4) and their keywords.

use crate::Dialect;
use upc_source::{Span, Symbol};

/// One token of the preprocessed text.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// The spelling of an identifier or keyword (universal character names decoded); otherwise
    /// meaningless.
    pub symbol: Symbol,
}

/// When a spelling is a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum When {
    Always,
    /// Not in c89 and gnu89.
    C99,
    C23,
    /// In gnu modes, and in C23.
    GnuOrC23,
    Gnu,
    /// The regions in which UPC keywords are keywords (UPC 6.2).
    Upc,
}

impl When {
    pub(crate) fn holds(self, dialect: Dialect) -> bool {
        match self {
            When::Always => true,
            When::C99 => !dialect.c89,
            When::C23 => dialect.c23,
            When::GnuOrC23 => dialect.gnu || dialect.c23,
            When::Gnu => dialect.gnu,
            When::Upc => dialect.upc,
        }
    }
}

macro_rules! tokens {
    (plain { $($plain:ident $text:literal,)* }
     keywords { $($kw:ident { $($spelling:literal $when:ident),* },)* }) => {
        /// The kind of a token. Punctuators are named by their shape, keywords by their plain
        /// spelling; the alternative spellings (`__const`, digraphs) are the same kind.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum TokenKind { $($plain,)* $($kw,)* }

        impl TokenKind {
            /// How messages name the token kind.
            pub fn describe(self) -> &'static str {
                match self {
                    $(TokenKind::$plain => $text,)*
                    $(TokenKind::$kw => first(&[$($spelling),*]),)*
                }
            }
        }

        pub(crate) const KEYWORDS: &[(&str, TokenKind, When)] =
            &[$($(($spelling, TokenKind::$kw, When::$when),)*)*];
    };
}

const fn first(spellings: &'static [&'static str]) -> &'static str {
    spellings[0]
}

tokens! {
    plain {
        Eof "end of file",
        Ident "a name",
        Number "a number",
        Char "a character constant",
        Str "a string",
        LParen "(", RParen ")", LBracket "[", RBracket "]", LBrace "{", RBrace "}",
        Dot ".", Arrow "->", PlusPlus "++", MinusMinus "--",
        Amp "&", Star "*", Plus "+", Minus "-", Tilde "~", Bang "!",
        Slash "/", Percent "%", LtLt "<<", GtGt ">>", Lt "<", Gt ">", LtEq "<=", GtEq ">=",
        EqEq "==", BangEq "!=", Caret "^", Pipe "|", AmpAmp "&&", PipePipe "||",
        Question "?", Colon ":", ColonColon "::", Semi ";", Ellipsis "...", Comma ",",
        Eq "=", StarEq "*=", SlashEq "/=", PercentEq "%=", PlusEq "+=", MinusEq "-=",
        LtLtEq "<<=", GtGtEq ">>=", AmpEq "&=", CaretEq "^=", PipeEq "|=",
    }
    keywords {
        // Statements.
        Break { "break" Always }, Case { "case" Always }, Continue { "continue" Always },
        Default { "default" Always }, Do { "do" Always }, Else { "else" Always },
        For { "for" Always },
        Goto { "goto" Always }, If { "if" Always }, Return { "return" Always },
        Switch { "switch" Always },
        While { "while" Always },
        // Storage classes and function specifiers.
        Auto { "auto" Always }, Extern { "extern" Always }, Register { "register" Always },
        Static { "static" Always }, Typedef { "typedef" Always },
        ThreadLocal { "_Thread_local" Always, "__thread" Always, "thread_local" C23 },
        Inline { "inline" Always, "__inline" Always, "__inline__" Always },
        Noreturn { "_Noreturn" Always }, Constexpr { "constexpr" C23 },
        // Qualifiers.
        Const { "const" Always, "__const" Always, "__const__" Always },
        Volatile { "volatile" Always, "__volatile" Always, "__volatile__" Always },
        Restrict { "restrict" C99, "__restrict" Always, "__restrict__" Always },
        Atomic { "_Atomic" Always },
        // clang's `_Nonnull` and relatives: qualifiers without effect here.
        Nullability { "_Nonnull" Always, "_Nullable" Always, "_Null_unspecified" Always },
        // Type specifiers.
        Void { "void" Always }, CharType { "char" Always }, Short { "short" Always },
        Int { "int" Always },
        Long { "long" Always }, Float { "float" Always }, Double { "double" Always },
        Signed { "signed" Always, "__signed" Always, "__signed__" Always },
        Unsigned { "unsigned" Always },
        Bool { "_Bool" Always, "bool" C23 },
        Complex {
            "_Complex" Always, "__complex__" Always, "__complex" Always, "_Imaginary" Always
        },
        Int128 { "__int128" Always }, Int128Typedef { "__int128_t" Always },
        Uint128Typedef { "__uint128_t" Always },
        ExtendedFloat {
            "_Float16" Always, "_Float32" Always, "_Float64" Always, "_Float128" Always,
            "_Float32x" Always,
            "_Float64x" Always, "_Float128x" Always, "__float128" Always, "__float80" Always,
            "__ibm128" Always,
            "__ieee128" Always, "__bf16" Always, "__fp16" Always, "_Decimal32" Always,
            "_Decimal64" Always,
            "_Decimal128" Always
        },
        BuiltinType { "__builtin_va_list" Always, "__builtin_ms_va_list" Always },
        BitInt { "_BitInt" Always, "_ExtInt" Always },
        AutoType { "__auto_type" Always },
        Struct { "struct" Always }, Union { "union" Always }, Enum { "enum" Always },
        Typeof { "typeof" GnuOrC23, "__typeof" Always, "__typeof__" Always },
        TypeofUnqual { "typeof_unqual" C23, "__typeof_unqual" Always, "__typeof_unqual__" Always },
        Alignas { "_Alignas" Always, "alignas" C23 },
        StaticAssert { "_Static_assert" Always, "static_assert" C23 },
        // GNU.
        Attribute { "__attribute__" Always, "__attribute" Always },
        Asm { "asm" Gnu, "__asm" Always, "__asm__" Always },
        Extension { "__extension__" Always }, LabelDecl { "__label__" Always },
        // Expressions.
        Sizeof { "sizeof" Always },
        Alignof { "_Alignof" Always, "__alignof" Always, "__alignof__" Always, "alignof" C23 },
        Generic { "_Generic" Always },
        Real { "__real__" Always, "__real" Always }, Imag { "__imag__" Always, "__imag" Always },
        FuncName { "__func__" Always, "__FUNCTION__" Always, "__PRETTY_FUNCTION__" Always },
        VaArg { "__builtin_va_arg" Always }, Offsetof { "__builtin_offsetof" Always },
        TypesCompatible { "__builtin_types_compatible_p" Always },
        ChooseExpr { "__builtin_choose_expr" Always },
        // The expansion of the macro bupc_assert_type, which belongs to a system header.
        AssertType { "__upcr_assert_type" Always },
        True { "true" C23 }, False { "false" C23 }, Nullptr { "nullptr" C23 },
        // UPC 6.2.
        Threads { "THREADS" Upc }, MyThread { "MYTHREAD" Upc },
        MaxBlockSize { "UPC_MAX_BLOCK_SIZE" Upc },
        Shared { "shared" Upc }, Strict { "strict" Upc }, Relaxed { "relaxed" Upc },
        UpcBarrier { "upc_barrier" Upc }, UpcNotify { "upc_notify" Upc },
        UpcWait { "upc_wait" Upc },
        UpcFence { "upc_fence" Upc }, UpcForall { "upc_forall" Upc },
        UpcLocalsizeof { "upc_localsizeof" Upc }, UpcBlocksizeof { "upc_blocksizeof" Upc },
        UpcElemsizeof { "upc_elemsizeof" Upc },
    }
}

/// The spellings of UPC's keywords (UPC 6.2).
pub(crate) fn upc_keywords() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().filter(|k| k.1.is_upc()).map(|k| k.0)
}

impl TokenKind {
    /// Whether the kind is a keyword of UPC 6.2.
    pub fn is_upc(self) -> bool {
        self as u8 >= TokenKind::Threads as u8
    }

    /// Whether the kind is a keyword of any kind.
    pub fn is_keyword(self) -> bool {
        self as u8 >= TokenKind::Break as u8
    }
}

/// Every spelling that is a keyword in this dialect.
pub fn keywords(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().filter(move |(_, _, when)| when.holds(dialect)).map(|&(spelling, ..)| spelling)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_small() {
        assert_eq!(std::mem::size_of::<Token>(), 16);
    }

    #[test]
    fn upc_keywords_are_the_fourteen() {
        let upc: Vec<_> = KEYWORDS.iter().filter(|k| k.2 == When::Upc).collect();
        assert_eq!(upc.len(), 14);
        assert!(upc.iter().all(|k| k.1.is_upc()));
        assert!(KEYWORDS
            .iter()
            .filter(|k| k.2 != When::Upc)
            .all(|k| !k.1.is_upc() && k.1.is_keyword()));
    }
}
