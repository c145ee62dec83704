// SPDX-License-Identifier: Apache-2.0
//! Tokens stay on the lines of the user's file, whatever is generated around them.

use upc_source::{Diagnostics, Interner, LineMap};
use upc_syntax::Dialect;

const TEXT: &str = "# 1 \"a.upc\"
shared int a[THREADS], *p_1 =
   &a[0],
   x_3; static shared [2] int *q_3,
   *(*r_4)(shared int *,
           int p_5);
# 1 \"h.h\" 1
extern int h_1;

typedef shared int *h_3;
# 7 \"a.upc\" 2
int f_7(shared int *b_7,
      int c_8)
{
#pragma upc strict
    upc_forall (int i_11 = 0; i_11 < 3;
          i_11++; &a[
             i_11])
       b_7[
          i_11] += c_8 +
            MYTHREAD;
       upc_barrier c_8; return
          c_8;
}
int last_20;
";

#[test]
fn names_say_their_line() {
    let map = LineMap::new(TEXT, "a.upc");
    let (mut names, mut diags) = (Interner::new(), Diagnostics::new());
    let sema = upc_sema::Options::default();
    let analysis = upc_sema::analyze(TEXT, &map, Dialect::default(), &sema, &mut names, &mut diags);
    let options = upc_ir::Options::default();
    let facts = upc_ir::Facts::new(&analysis, TEXT, &names);
    let mut ir = upc_ir::build(&analysis, &facts, &map, &options, &mut diags);
    let said: Vec<_> = diags.iter().map(|d| &d.message).collect();
    assert!(!diags.has_errors(), "{said:?}");
    upc_ir::run_passes(&mut ir, &facts, &options, true, &mut |_, _| {});
    let out = upc_emit::write(&ir, &analysis.types, TEXT, &map, &names).text;
    let lines = LineMap::new(&out, "a.upc");
    for name in ["p_1", "q_3", "r_4", "p_5", "h_1", "h_3", "f_7", "b_7", "c_8", "i_11", "last_20"] {
        let at = out.match_indices(name).map(|(i, _)| i).find(|&i| !out[..i].ends_with("slot_"));
        let place = lines.locate(at.expect(name) as u32);
        let (_, line) = name.rsplit_once('_').unwrap();
        assert_eq!(place.line.to_string(), line, "{name} in\n{out}");
        assert_eq!(
            lines.file_name(place.file),
            if name.starts_with('h') { "h.h" } else { "a.upc" }
        );
    }
    assert!(!out.contains("#pragma"), "{out}");
}
