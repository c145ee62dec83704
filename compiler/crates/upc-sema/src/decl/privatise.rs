// SPDX-License-Identifier: Apache-2.0
//! Which private objects are per UPC thread under -pthreads, and where they live (docs/abi.md
//! section 5).

use upc_source::Span;
use upc_syntax::ast::Storage;

use crate::check::Check;
use crate::types::TypeKind;
use crate::unit::{Decl, DeclId, DeclKind, Linkage, Privatised, PER_THREAD_OF_LIBC};

/// Objects of at most this many bytes are `_Thread_local`.
pub const TLS_LIMIT: u64 = 4096;

/// Objects of the C library that programs declare themselves.
const LIBC_NAMES: &[&str] = &[
    "environ",
    "__environ",
    "stdin",
    "stdout",
    "stderr",
    "errno",
    "timezone",
    "daylight",
    "tzname",
    "sys_errlist",
    "sys_nerr",
    "signgam",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "h_errno",
    "getdate_err",
    "re_syntax_options",
    "loc1",
    "loc2",
    "locs",
    "svc_fdset",
    "rpc_createerr",
    "obstack_alloc_failed_handler",
    "argp_program_version",
    "argp_program_bug_address",
    "argp_program_version_hook",
    "argp_err_exit_status",
    "error_message_count",
    "error_one_per_line",
    "error_print_progname",
    "mallwatch",
    "__malloc_hook",
    "__free_hook",
    "__realloc_hook",
    "__stack_chk_guard",
    "__dso_handle",
    "etext",
    "edata",
    "end",
    "_etext",
    "_edata",
    "_end",
    "__bss_start",
];

impl Check<'_> {
    /// Decides [`Decl::privatised`] of an object as far as its declaration at `span` determines it.
    pub fn privatise(&mut self, id: DeclId, span: Span) {
        if !self.options.pthreads {
            return;
        }
        if self.is_per_thread_of_libc(id) {
            return self.privatise_libc(id, span);
        }
        if !self.may_be_private(id) || self.is_plain_c(span) {
            return;
        }
        let initialised_here = self.unit.runtime_init.contains(&span);
        let choice = self.storage_of(&self.unit.decls[id], initialised_here);
        let ty = self.unit.decls[id].ty;
        if self.types.is_record(ty.ty) && !self.types.is_complete(ty) {
            self.unsettled.push(id);
        }
        let d = &mut self.unit.decls[id];
        // A constant that a later definition shows to hold a per-thread address becomes per-thread;
        // never the reverse.
        if choice != Privatised::No {
            d.privatised = choice;
        }
    }

    fn is_per_thread_of_libc(&self, id: DeclId) -> bool {
        let d = &self.unit.decls[id];
        d.kind == DeclKind::Object
            && d.linkage == Linkage::External
            && PER_THREAD_OF_LIBC.contains(&self.names.name(d.name))
    }

    /// The runtime has the object, unless the program defines it, as one with its own getopt does.
    fn privatise_libc(&mut self, id: DeclId, span: Span) {
        let in_header = self.map.is_system(span.start);
        if self.is_plain_c(span) && !in_header {
            return;
        }
        let d = &mut self.unit.decls[id];
        let defined_here = d.defined || d.storage != Storage::Extern;
        d.privatised = if defined_here { Privatised::Tls } else { Privatised::Getter };
    }

    /// Decides again about objects whose structure type has been completed since: a large one is
    /// not thread-local.
    pub fn settle_private(&mut self) {
        for id in std::mem::take(self.unsettled) {
            let span = self.unit.decls[id].span;
            self.privatise(id, span);
            self.taint(id);
        }
    }

    fn may_be_private(&self, id: DeclId) -> bool {
        let d = &self.unit.decls[id];
        let static_storage = d.linkage != Linkage::None || d.storage == Storage::Static;
        let name = self.names.name(d.name);
        d.kind == DeclKind::Object
            && static_storage
            && d.storage != Storage::Register
            && !d.thread_local
            && !d.system
            && d.asm_label.is_none()
            && self.types.shared(d.ty).is_none()
            && !(d.linkage == Linkage::External && LIBC_NAMES.contains(&name))
            && !self.options.private_names.iter().any(|n| n == name)
    }

    fn storage_of(&self, d: &Decl, per_thread_address: bool) -> Privatised {
        if self.types.object_quals(d.ty).const_ && !per_thread_address {
            return Privatised::No;
        }
        match self.types.fixed_size(d.ty.ty) {
            Some(n) if n > TLS_LIMIT => Privatised::Block,
            None if matches!(self.types.kind(d.ty.ty), TypeKind::Array { .. })
                && self.is_open_array(d.ty.ty) =>
            {
                Privatised::Getter
            }
            _ => Privatised::Tls,
        }
    }
}
