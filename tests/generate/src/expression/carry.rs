// SPDX-License-Identifier: Apache-2.0
//! Pointers to shared that go through the constructs of C that hold or pass values.

use super::{Pointer, Writer};
use crate::world::Attempt;

/// Bodies of functions of `T p` that return it. `F` is the function's name.
const BODIES: [&str; 17] = [
    "T t[3] = {0, p}; return t[1];",
    "struct { char c; T p; int n; } s = {1, p, 2}, u; u = s; return u.p;",
    "struct { T p[2]; short n; } s = {{p, p + 1}, 5}, *q = &s; q->p[1]--; return s.p[1];",
    "union { T p; char c[32]; } u = {p}; return u.p;",
    "T t = p, *pp = &t, **ppp = &pp; (**ppp)++; return t - 1;",
    "static T t; t = p; __typeof__(t) u = t; return u;",
    "return ({ T t = p; t; });",
    "return ((T[]){0, p})[1];",
    "static T table[700]; table[650] = p; return *(table + 650);",
    "const T t = p; T *volatile q = (T *)&t; return *q;",
    "return _Generic(p, T: p, default: 0);",
    "T t; __builtin_memcpy(&t, &p, sizeof t); return t;",
    "static int depth; if (depth < 3) { depth++; T t = F(p + 1); depth--; return t - 1; } return \
     p;",
    "static T shared cell[THREADS]; cell[MYTHREAD] = p; return cell[MYTHREAD];",
    "static struct { char c; T p; } shared cell[THREADS]; cell[MYTHREAD].p = p; return \
     cell[MYTHREAD].p;",
    "T t = 0; for (int i = 0; i < 2; i++) t = t ? t : p; return !t ? 0 : t;",
    "T t; return t = p, t += 2, t -= 1, --t;",
];

/// A variadic function that takes and returns one.
const VARIADIC: &str =
    "static T F_in(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); \
    double d = \
__builtin_va_arg(l, double); T p = __builtin_va_arg(l, T); __builtin_va_end(l); return d == n / \
4.0 ? p : 0; }";

/// A function called through a pointer in an array.
const CALLED: &str = "static T F_in(T p, long n) { return p - n; }";

impl Writer<'_> {
    /// A call of a function that returns its argument after a detour.
    pub(super) fn carried(&mut self, depth: usize) -> Attempt<Pointer> {
        let p = self.pointer(depth)?;
        let (ty, name) = (self.world.name("T"), self.world.name("carry"));
        let typedef = self.world.pointer(&p.ty, &ty);
        let (before, body) = match self.world.random.below(BODIES.len() + 4) {
            0 | 1 => (VARIADIC, "return F_in(2, 0.5, p);"),
            2 => (CALLED, "T (*f[])(T, long) = {F_in, 0}; return f[0](p + 3, 3);"),
            3 => (CALLED, "T (*f)(T, long) = F_in; return (*f)(p, -1) - 1;"),
            n => ("", BODIES[n - 4]),
        };
        let named = |text: &str| renamed(text, &ty, &name);
        let text = format!(
            "typedef {typedef}; {} static {ty} {name}({ty} p) {{ {} }}",
            named(before),
            named(body)
        );
        self.world.functions.push(text);
        Ok(Pointer { text: format!("{name}({})", p.text), ..p })
    }
}

/// `text` with the names of the type T and the function F.
fn renamed(text: &str, ty: &str, name: &str) -> String {
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_');
    let rename =
        |word: &str| match word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_') {
            "T" => word.replacen('T', ty, 1),
            "F" | "F_in" => word.replacen('F', name, 1),
            _ => word.to_owned(),
        };
    words.map(rename).collect()
}
