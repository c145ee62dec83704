// SPDX-License-Identifier: Apache-2.0
//! The contexts in which shared types are allowed, and the block size of `[*]` (UPC 6.5.1.1,
//! 6.5.2).

use upc_source::{Diagnostic, ErrorName, Span};
use upc_syntax::ast::{DeclSpecs, Storage, TypeSpec};

use crate::check::Check;
use crate::layout::Count;
use crate::shared_layout;
use crate::types::{ArrayLen, QualTy, Quals, Shared, Ty, TypeKind};

/// Bytes that the 40-bit address field of a pointer-to-shared reaches (docs/abi.md section 1).
const MAX_LOCAL_SIZE: u64 = 1 << 40;

/// The error about a shared object of more than `MAX_LOCAL_SIZE` bytes on each thread.
fn too_large(span: Span, bytes: &str) -> Diagnostic {
    let message =
        format!("this object has {bytes} bytes on each thread; the limit is {MAX_LOCAL_SIZE}");
    Diagnostic::error(ErrorName::UpcSharedSize, span, message)
        .help("spread the array over more threads, or allocate what a run needs with upc_all_alloc")
}

impl Check<'_> {
    /// Replaces `[*]` by the block size of the whole array (UPC 6.5.1.1p16); of another object by
    /// 1.
    pub fn resolve_star(&mut self, qt: QualTy, span: Span) -> QualTy {
        let Some(Shared { block: Shared::STAR }) = self.types.shared(qt) else { return qt };
        let block = match (self.types.element_count(qt.ty), self.options.static_threads) {
            (Some(Count::Const(n)), Some(t)) => shared_layout::star_block(n, u64::from(t)),
            // Without THREADS in its bounds the array is reported by the rule for declarations.
            (Some(Count::Const(_)), None) => 1,
            (Some(Count::Threads(k)), _) => k.max(1),
            (None, _) => {
                self.error_rule(
                    ErrorName::UpcBlockSize,
                    span,
                    "'shared [*]' needs an array of known length",
                    "UPC 6.5.1.1p16",
                );
                1
            }
        };
        let block = self.checked_block(u128::from(block), span);
        self.types.map_quals(qt, &|q| Quals { shared: Some(Shared { block }), ..q })
    }

    /// A typedef's type must not have `[*]` (UPC 6.5.1.1p7).
    pub fn check_typedef_star(&mut self, qt: QualTy, span: Span) -> QualTy {
        let Some(Shared { block: Shared::STAR }) = self.types.shared(qt) else { return qt };
        let help = "write 'shared [*]' where the array is declared";
        self.error_help(
            ErrorName::UpcBlockSize,
            span,
            "'shared [*]' in a typedef",
            "UPC 6.5.1.1p7",
            help,
        );
        self.types.map_quals(qt, &|q| Quals { shared: Some(Shared { block: 1 }), ..q })
    }

    /// The rules for declaring an object of shared type at this place. `in_for`: in the first
    /// clause of a loop.
    pub fn check_shared_object(&mut self, qt: QualTy, specs: &DeclSpecs, span: Span, in_for: bool) {
        let Some(shared) = self.types.shared(qt) else { return };
        let storage = specs.storage;
        let automatic =
            !self.scopes.at_file_scope() && !matches!(storage, Storage::Static | Storage::Extern);
        if automatic || matches!(storage, Storage::Auto | Storage::Register) {
            self.automatic_shared(qt, specs, span, in_for);
            return;
        }
        self.check_shared_size(qt, span);
        if self.options.static_threads.is_none()
            && shared.block != 0
            && self.types.array(qt.ty).is_some()
        {
            self.check_threads_dimension(qt, span);
        }
    }

    /// An object must fit the address field of a pointer-to-shared, and its size must be known
    /// here.
    fn check_shared_size(&mut self, qt: QualTy, span: Span) {
        let elem = self.types.ultimate(qt);
        if elem.quals.atomic {
            let message = "a shared object cannot be _Atomic";
            let help = "leave '_Atomic' out and use the operations of upc_atomic.h";
            self.report(Diagnostic::error(ErrorName::UpcSharedStorage, span, message).help(help));
        }
        if let TypeKind::Opaque(Some(_)) = self.types.kind(elem.ty) {
            let message = format!(
                "a shared object of type {}, whose size only the C compiler knows",
                self.show(elem)
            );
            self.error(ErrorName::UpcSharedSize, span, message);
            return;
        }
        let counted = !matches!(self.types.array(qt.ty), Some((_, ArrayLen::Incomplete)));
        let sized = self.types.is_complete(qt) && !self.types.is_unjudged(qt.ty) && counted;
        match self.types.local_size(qt) {
            Some(n) if n <= MAX_LOCAL_SIZE => {}
            None if !sized
                || self.types.element_count(qt.ty).is_none() && self.types.is_vla(qt.ty) => {}
            Some(n) => {
                self.report(too_large(span, &n.to_string()));
            }
            None => self.report(too_large(span, "2^64 or more")),
        }
    }

    fn automatic_shared(&mut self, qt: QualTy, specs: &DeclSpecs, span: Span, in_for: bool) {
        let message = match specs.storage {
            Storage::Register => "a register variable cannot be shared",
            _ if in_for => "a loop variable cannot be shared: it is automatic",
            _ if self.types.array(qt.ty).is_some() => {
                "an automatic array cannot have shared elements"
            }
            _ => "an automatic variable cannot be shared",
        };
        let help = match self.types.pointee(qt.ty) {
            Some(to) if !to.is_shared() => {
                "'T *shared p' is a shared pointer to private data; a private pointer to shared \
                 data is 'shared T *p'"
            }
            _ if takes_shared_of_typeof(specs) => {
                "'typeof' keeps the qualifiers: for private data write '__typeof_unqual__(...)'; \
                 for shared data 'static'"
            }
            _ => "declare it 'static shared', or at file scope",
        };
        self.error_help(ErrorName::UpcSharedAutomatic, span, message, "UPC 6.5.2p8", help);
    }

    /// Dynamic environment: a declared array of definite block size has THREADS once (UPC
    /// 6.5.2.1p2).
    fn check_threads_dimension(&mut self, qt: QualTy, span: Span) {
        if matches!(self.types.element_count(qt.ty), Some(Count::Const(_))) {
            let help = "put THREADS in one dimension, use 'shared []' to keep the array on one \
                thread, or fix THREADS with -T n";
            self.error_help(
                ErrorName::UpcThreadsBounds,
                span,
                "shared array without THREADS in its bounds",
                "UPC 6.5.2.1p2",
                help,
            );
        }
    }

    /// A member cannot be shared itself; its referent can (UPC 6.5.1.1p5).
    pub fn check_shared_member(&mut self, qt: QualTy, span: Span) -> QualTy {
        if self.types.shared(qt).is_none() {
            return qt;
        }
        // Types that only the library allocates, such as locks, get a message of their own.
        if self.allocator_of(qt).is_none() {
            let help = "make the structure's object shared, or the member a pointer: 'shared T *p'";
            self.error_help(
                ErrorName::UpcSharedMember,
                span,
                "a member of a structure or union cannot be shared",
                "UPC 6.5.1.1p5",
                help,
            );
        }
        self.types.map_quals(qt, &|q| Quals { shared: None, reference: None, ..q })
    }

    /// The type of `&` of a member of a shared structure, and of the member (UPC 6.4.4p1).
    pub fn member_of_shared(&mut self, member: QualTy, object: Quals) -> QualTy {
        self.types.map_quals(member, &|q| Quals {
            const_: q.const_ || object.const_,
            volatile: q.volatile || object.volatile,
            shared: if object.shared.is_some() { Some(Shared { block: 0 }) } else { q.shared },
            reference: object.reference.or(q.reference),
            ..q
        })
    }

    /// Whether the outermost dimension is left out.
    pub fn is_open_array(&self, ty: Ty) -> bool {
        matches!(self.types.array(ty), Some((_, ArrayLen::Incomplete)))
    }
}

/// Whether the specifiers name no `shared` themselves: it is that of the operand of `typeof`.
fn takes_shared_of_typeof(specs: &DeclSpecs) -> bool {
    specs.quals.shared.is_empty()
        && matches!(specs.type_spec, TypeSpec::TypeofExpr(_) | TypeSpec::TypeofType(_))
}
