// SPDX-License-Identifier: Apache-2.0
//! The names of errors. They are stable: editors, scripts and readers of docs/errors.md rely on
//! them, as on the names of warnings.

macro_rules! names {
    ($($variant:ident = $name:literal, $finds:literal;)*) => {
        /// The name of a kind of error. Those about UPC begin with `upc-`.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub enum ErrorName {
            $(#[doc = $finds] $variant,)*
        }

        impl ErrorName {
            /// All names, in the order of the table.
            pub const ALL: &'static [ErrorName] = &[$(ErrorName::$variant,)*];

            /// The name as users see it, as in `upcc -explain upc-affinity`.
            pub fn text(self) -> &'static str {
                match self {
                    $(ErrorName::$variant => $name,)*
                }
            }

            /// The subject of such an error, as half a sentence.
            pub fn finds(self) -> &'static str {
                match self {
                    $(ErrorName::$variant => $finds,)*
                }
            }
        }
    };
}

names! {
    UpcAffinity = "upc-affinity",
        "the fourth part of upc_forall is neither an integer nor a pointer to shared data";
    UpcAssertType = "upc-assert-type", "bupc_assert_type was given an expression of another type";
    UpcBarrierValue = "upc-barrier-value",
        "the value of a barrier, upc_notify or upc_wait is not a number";
    UpcBlockSize = "upc-block-size",
        "a block size is not a constant, too large, given twice, or has no array to spread";
    UpcForallParts = "upc-forall-parts", "upc_forall has fewer or more than four parts";
    UpcIncompleteTarget = "upc-incomplete-target",
        "arithmetic, order or access through a pointer to an incomplete shared type";
    UpcKeyword = "upc-keyword", "a word of UPC is used as a name";
    UpcPointerConversion = "upc-pointer-conversion",
        "UPC has no conversion between a pointer to shared data and the other type";
    UpcPointerOperands = "upc-pointer-operands",
        "an operator or ?: has pointers to shared and to private data, or different block sizes";
    UpcPredefined = "upc-predefined", "#define or #undef of a name that UPC predefines";
    UpcPrivateOnly = "upc-private-only",
        "shared data are given to a builtin of the C compiler or asm, which know private memory";
    UpcQualifiers = "upc-qualifiers", "strict or relaxed without shared, or both";
    UpcSharedAutomatic = "upc-shared-automatic", "an object of a function is shared and not static";
    UpcSharedCast = "upc-shared-cast", "a cast to a type that is shared itself";
    UpcSharedFunction = "upc-shared-function", "a function, its result or a parameter is shared";
    UpcSharedMember = "upc-shared-member", "a member of a structure or union is shared";
    UpcSharedSize = "upc-shared-size", "a shared object is too large, or its size is not known";
    UpcSharedStorage = "upc-shared-storage",
        "a shared object is thread-local, constexpr or _Atomic";
    UpcSizeof = "upc-sizeof",
        "upc_localsizeof, upc_blocksizeof or upc_elemsizeof of something that is not shared";
    UpcStartupType = "upc-startup-type",
        "an object that is set at start-up has a type that its function declares";
    UpcStatement = "upc-statement",
        "upc_barrier, upc_notify, upc_wait or upc_fence is written as a function";
    UpcThreadValue = "upc-thread-value", "MYTHREAD or THREADS is assigned to, or its address taken";
    UpcThreadsBounds = "upc-threads-bounds",
        "the bounds of a shared array have no THREADS, or have it where it cannot be";
    UpcThreadsConstant = "upc-threads-constant",
        "THREADS stands where C asks for a constant, and is known at launch only";
    ArgumentCount = "argument-count", "a function is called with too many or too few arguments";
    ArraySize = "array-size",
        "the bound of an array is not an integer, is negative, too large or missing";
    Attribute = "attribute", "an attribute has an argument that it does not take";
    Brackets = "brackets", "a bracket or brace has no partner";
    Builtin = "builtin", "a builtin function of the C compiler, or offsetof, is used wrongly";
    Cast = "cast", "a cast between types that C does not convert";
    CompoundLiteral = "compound-literal",
        "a compound literal has a type or storage class that it cannot have";
    ConstantExpression = "constant-expression", "an integer constant is needed";
    Conversion = "conversion",
        "a value is assigned, passed or returned as a type that it does not convert to";
    FunctionType = "function-type",
        "a function returns an array or function, or something else is given a body";
    Generic = "generic", "_Generic has no fitting association, or two of a kind";
    IncompleteType = "incomplete-type", "an object or value of a type whose definition is missing";
    Initializer = "initializer",
        "an initializer does not fit what it initializes, or is not constant";
    Jump = "jump",
        "break, continue, case or default stands where it has nothing to leave or to select";
    Label = "label", "a label is missing or defined twice";
    Limit = "limit", "the program is larger, or nested deeper, than the compiler goes";
    Member = "member", "'.' or '->' names a member that the type does not have";
    NestedFunction = "nested-function", "a function is defined in a function";
    NoAddress = "no-address", "the address is taken of an expression that has none";
    NotAFunction = "not-a-function", "a call of something that is not a function";
    NotAssignable = "not-assignable",
        "an assignment to a value, an array, a function or a constant";
    OperandTypes = "operand-types",
        "an operator, condition or subscript has operands of types that it does not take";
    Redeclaration = "redeclaration", "two declarations or definitions contradict each other";
    Sizeof = "sizeof", "sizeof or alignof of a bit-field or of an incomplete type";
    StaticAssertion = "static-assertion", "a static assertion fails or is not constant";
    StorageClass = "storage-class", "static, extern and the like stand where they cannot, or twice";
    Structure = "structure", "a member of a structure or union cannot be what it is declared as";
    Syntax = "syntax", "something is missing, or stands where the grammar has no place for it";
    Token = "token", "a character, string, comment or number is not one of C";
    TypeSpecifiers = "type-specifiers", "the words of a declaration's type do not go together";
    Undeclared = "undeclared", "a name is used that nothing declares";
    UnknownType = "unknown-type", "a type's name is used that nothing declares";
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_differ_and_have_the_form_of_warnings() {
        let names: HashSet<&str> = ErrorName::ALL.iter().map(|n| n.text()).collect();
        assert_eq!(names.len(), ErrorName::ALL.len());
        let letters = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(names.iter().all(|n| n.chars().all(letters)), "{names:?}");
    }
}
