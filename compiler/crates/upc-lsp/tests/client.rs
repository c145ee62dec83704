// SPDX-License-Identifier: Apache-2.0
//! A client over standard input and output: what an editor sees of the server.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{json, Value};

/// The server in a tree of its own, with one folder for documents.
struct Client {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    root: PathBuf,
    last: i64,
}

impl Client {
    fn new(arguments: &[&str]) -> Client {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let root =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("lsp-{}-{n}", std::process::id()));
        std::fs::create_dir_all(root.join("bin")).unwrap();
        let root = root.canonicalize().unwrap();
        let server = root.join("bin/upc-lsp");
        let own = Path::new(env!("CARGO_BIN_EXE_upc-lsp"));
        std::fs::hard_link(own, &server)
            .or_else(|_| std::fs::copy(own, &server).map(|_| ()))
            .unwrap();
        let headers = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../runtime/include")
            .canonicalize()
            .unwrap();
        std::os::unix::fs::symlink(headers, root.join("include")).unwrap();
        let mut process = Command::new(server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let (to, from) =
            (process.stdin.take().unwrap(), BufReader::new(process.stdout.take().unwrap()));
        let mut client = Client { process, to, from, root, last: 0 };
        let answer = client.ask(
            "initialize",
            json!({
                "capabilities": {},
                "rootUri": format!("file://{}", client.root.display()),
                "initializationOptions": {"arguments": arguments},
            }),
        );
        assert_eq!(answer["capabilities"]["hoverProvider"], true);
        client.tell("initialized", json!({}));
        client
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.root.join(name).display())
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "the server has ended");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(n) => length = n.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// The whole answer to a request.
    fn answer(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let message = self.receive();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn open(&mut self, name: &str, text: &str) -> Vec<Value> {
        let uri = self.uri(name);
        self.tell(
            "textDocument/didOpen",
            json!({"textDocument": {"uri": uri, "languageId": "upc", "version": 1, "text": text}}),
        );
        self.diagnostics(name)
    }

    fn change(&mut self, name: &str, text: &str) -> Vec<Value> {
        let uri = self.uri(name);
        self.tell(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}),
        );
        self.diagnostics(name)
    }

    /// The quick fixes where the first of these diagnostics is.
    fn fixes(&mut self, name: &str, found: &[Value]) -> Value {
        let uri = self.uri(name);
        self.ask(
            "textDocument/codeAction",
            json!({
                "textDocument": {"uri": uri},
                "range": found[0]["range"],
                "context": {"diagnostics": found}
            }),
        )
    }

    /// The next diagnostics that are published for a document.
    fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        loop {
            let message = self.receive();
            if message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri.as_str()
            {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// The parameters that name the place of the first `needle` of `text`, `skip` characters on.
    fn at(&self, name: &str, text: &str, needle: &str, skip: usize) -> Value {
        let at = text.find(needle).unwrap_or_else(|| panic!("no {needle}")) + skip;
        let line = text[..at].matches('\n').count();
        let column = text[..at].rsplit('\n').next().unwrap().encode_utf16().count();
        let position = json!({"line": line, "character": column});
        json!({"textDocument": {"uri": self.uri(name)}, "position": position})
    }

    fn hover(&mut self, text: &str, needle: &str) -> String {
        let at = self.at("a.upc", text, needle, 0);
        self.ask("textDocument/hover", at)["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_string()
    }

    fn leave(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        drop(self.to);
        assert!(self.process.wait().unwrap().success());
        std::fs::remove_dir_all(self.root).unwrap();
    }
}

/// `line:column` of the beginnings of ranges, sorted.
fn places(list: &Value) -> Vec<String> {
    let mut out: Vec<String> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|l| format!("{}:{}", l["range"]["start"]["line"], l["range"]["start"]["character"]))
        .collect();
    out.sort();
    out
}

const PROGRAM: &str = "\
#include <upc.h>
#define TWICE(x) ((x) + (x))
struct pair { int left; double right; };
shared [4] double grid[16 * THREADS];
shared struct pair *where;
static int count;
/* Größe */ int step(int by) { count += TWICE(by); return count; }
int main(void) {
    upc_forall (int i = 0; i < 16 * THREADS; i++; &grid[i]) grid[i] = step(i);
    struct pair p = { .left = count };
    where->left = p.left;
    upc_barrier;
    return MYTHREAD;
}
";

#[test]
fn diagnostics_follow_the_text() {
    let mut client = Client::new(&[]);
    assert_eq!(client.open("a.upc", PROGRAM), [Value::Null; 0]);
    let wrong = PROGRAM.replace("return MYTHREAD", "return MYTHRAED");
    let found = client.change("a.upc", &wrong);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0]["severity"].as_i64(), found[0]["source"].as_str()),
        (Some(1), Some("upcc"))
    );
    assert_eq!(found[0]["range"]["start"], json!({"line": 12, "character": 11}));
    let fixes = client.fixes("a.upc", &found);
    assert_eq!(
        fixes[0]["edit"]["changes"][client.uri("a.upc")][0]["newText"],
        "MYTHREAD",
        "{fixes}"
    );
    assert_eq!(client.change("a.upc", PROGRAM), [Value::Null; 0]);
    let found = client.change("a.upc", "#include \"no-such.h\"\nint a;\n");
    assert!(found[0]["message"].as_str().unwrap().contains("no-such.h"), "{found:?}");
    client.leave();
}

#[test]
fn a_missing_semicolon_is_inserted() {
    let mut client = Client::new(&[]);
    let text = "#include <upc.h>\nint main(void) {\n    upc_barrier\n    return 0;\n}\n";
    let found = client.open("a.upc", text);
    let fixes = client.fixes("a.upc", &found);
    let edit = &fixes[0]["edit"]["changes"][client.uri("a.upc")][0];
    let end = json!({"line": 2, "character": 15});
    assert_eq!(edit, &json!({"range": {"start": end, "end": end}, "newText": ";"}), "{found:?}");
    client.leave();
}

#[test]
fn directives_that_name_threads() {
    let mut client = Client::new(&["-DMYTHREAD=0"]);
    let text = "#define MANY (THREADS > 4)\n#if MANY\n#endif\n#define THREADS 4\n#undef __UPC__\n";
    let found = client.open("a.upc", text);
    let mut said: Vec<_> = found
        .iter()
        .map(|d| (d["range"]["start"]["line"].as_u64().unwrap(), d["code"].as_str().unwrap()))
        .collect();
    said.sort();
    let want = [
        (0, "upc-threads-macro"),
        (1, "upc-threads-condition"),
        (3, "upc-threads-macro"),
        (4, "upc-predefined"),
    ];
    assert_eq!(said, want, "{found:?}");
    assert_eq!(client.change("a.upc", "int a;\n").len(), 1, "the option remains");
    client.leave();
}

#[test]
fn the_editor_s_options_count() {
    let mut client = Client::new(&["-T4"]);
    client.open("a.upc", "shared int a[10];\nint main(void) { return a[0]; }\n");
    let text = "shared int a[10];\nint main(void) { return a[0]; }\n";
    assert!(client.hover(text, "a[0]").contains("a[i] is on thread i % 4"));
    assert_eq!(client.open("b.upc", "#error no\n").len(), 1);
    client.leave();
    let mut client = Client::new(&["-no-such-option-of-upcc="]);
    let found = client.open("a.upc", text);
    assert!(!found.is_empty(), "{found:?}");
    client.leave();
}

#[test]
fn a_new_file_in_a_new_folder() {
    let mut client = Client::new(&[]);
    let found = client.open("new/folder/a.upc", "#include <upc.h>\nint main(void) { return b; }\n");
    assert_eq!(found[0]["message"], "'b' is not declared");
    client.leave();
}

#[test]
fn a_text_with_a_byte_order_mark() {
    let mut client = Client::new(&[]);
    let found = client.open("mark.upc", "\u{feff}int a;\nint main(void) { return b + a; }\n");
    assert_eq!(found[0]["message"], "'b' is not declared");
    assert_eq!(found.len(), 1, "{found:?}");
    client.leave();
}

#[test]
fn hover_tells_the_distribution() {
    let mut client = Client::new(&[]);
    client.open("a.upc", PROGRAM);
    let grid = client.hover(PROGRAM, "grid[i])");
    for want in [
        "shared [4] double grid[16*THREADS]",
        "block size: 4 elements",
        "i / 4 % THREADS",
        "128 bytes × THREADS",
    ] {
        assert!(grid.contains(want), "no {want} in {grid}");
    }
    assert!(client.hover(PROGRAM, "where->").contains("pointer-to-shared"));
    assert!(client.hover(PROGRAM, "right;").contains("double right; // of struct pair, byte 8"));
    assert!(client.hover(PROGRAM, "upc_barrier").contains("UPC 6.6.1"));
    assert!(client.hover(PROGRAM, "step(i)").contains("int step(int by);"));
    client.leave();
}

const COMMENTED: &str = "\
#include <upc.h>
/* How often. */
#define TURNS 4
/* Turns once.
 * Twice is more. */
static int turn(int *restrict by, shared void *(*at)(void)) { return by[TURNS]; }
enum state { LATE, EARLY }; /* by the clock */
int main(void) { return turn(0, 0) + LATE + UPC_IN_MYSYNC; } // NULL
";

#[test]
fn hover_shows_comments_and_macros() {
    let mut client = Client::new(&[]);
    client.open("a.upc", COMMENTED);
    for (needle, wants) in [
        ("TURNS]", vec!["#define TURNS 4", "How often."]),
        ("turn(0", vec!["turn(int *restrict by, shared void *(*at)(void))", "Turns once.\nTwice"]),
        ("LATE +", vec!["LATE = 0", "by the clock"]),
        ("UPC_IN_MYSYNC", vec!["#define UPC_IN_MYSYNC"]),
    ] {
        let text = client.hover(COMMENTED, needle);
        for want in wants {
            assert!(text.contains(want), "no {want} in {text}");
        }
    }
    let at = client.at("a.upc", COMMENTED, "TURNS]", 0);
    let found = client.ask("textDocument/definition", at);
    assert_eq!(found["range"]["start"], json!({"line": 2, "character": 8}));
    let at = client.at("a.upc", COMMENTED, "UPC_IN_MYSYNC", 0);
    let found = client.ask("textDocument/definition", at)["uri"].to_string();
    assert!(found.contains("/include/upc"), "{found}");
    let at = client.at("a.upc", COMMENTED, "LATE +", 0);
    let found = client.ask("textDocument/documentHighlight", at);
    assert_eq!(places(&found), ["6:13", "7:37"]);
    client.leave();
}

#[test]
fn completion_knows_where_it_is() {
    let mut client = Client::new(&[]);
    let mut complete = |after: &str| -> Vec<String> {
        let text = format!("{COMMENTED}int last(void) {{\n    {after}");
        client.change("a.upc", &text);
        let lines = text.lines().count() - 1;
        let column = text.lines().last().unwrap().len();
        let list = client.ask(
            "textDocument/completion",
            json!({"textDocument": {"uri": client.uri("a.upc")},
                   "position": {"line": lines, "character": column}}),
        );
        let list = list.as_array().unwrap().clone();
        list.iter().map(|item| item["label"].as_str().unwrap().to_string()).collect()
    };
    let names = complete("return TU");
    for want in ["TURNS", "turn", "UPC_IN_MYSYNC", "MYTHREAD"] {
        assert!(names.iter().any(|name| name == want), "no {want}");
    }
    assert!(!names.iter().any(|name| name.starts_with("__")), "{names:?}");
    assert_eq!(complete("enum st"), ["state"]);
    let members = ["key", "next"];
    let node = "struct node { int key; shared struct node *next; };\n";
    let function = "void f(shared struct node *p) {\n  int count = 0;\n";
    for unfinished in [
        "p->",
        "if (p->",
        "count = p ? p->",
        "while (p->next) {\n upc_memget(&count, p->",
        "upc_forall (int i = 0; i < p->",
        "do { (*p).",
        "int x[] = { 1, p->",
    ] {
        assert_eq!(complete(&format!("}}\n{node}{function}{unfinished}")), members, "{unfinished}");
    }
    let names = complete(&format!("}}\n{node}{function}if (co"));
    assert_eq!(names[0], "count");
    for no_code in ["/* TU", "// TU", "\"TU"] {
        assert_eq!(complete(no_code), [""; 0], "{no_code}");
    }
    client.leave();
}

#[test]
fn definition_references_and_rename() {
    let mut client = Client::new(&[]);
    client.open("a.upc", PROGRAM);
    let at = client.at("a.upc", PROGRAM, "step(i)", 1);
    let found = client.ask("textDocument/definition", at);
    assert_eq!(found["range"]["start"], json!({"line": 6, "character": 16}));
    let mut at = client.at("a.upc", PROGRAM, "count;", 0);
    at["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", at.clone());
    assert_eq!(places(&found), ["5:11", "6:31", "6:58", "9:30"]);
    at["newName"] = json!("total");
    let edits = client.ask("textDocument/rename", at.clone());
    assert_eq!(edits["changes"][client.uri("a.upc")].as_array().unwrap().len(), 4);
    // The argument of a macro that uses it twice stands in the text once.
    let mut by = client.at("a.upc", PROGRAM, "by)", 0);
    by["newName"] = json!("more");
    let edits = client.ask("textDocument/rename", by);
    assert_eq!(edits["changes"][client.uri("a.upc")].as_array().unwrap().len(), 2);
    let mut left = client.at("a.upc", PROGRAM, "left;", 0);
    left["newName"] = json!("first");
    let edits = client.ask("textDocument/rename", left);
    assert_eq!(edits["changes"][client.uri("a.upc")].as_array().unwrap().len(), 4, "{edits}");
    at["newName"] = json!("while");
    assert!(client.answer("textDocument/rename", at)["error"]["message"]
        .as_str()
        .unwrap()
        .contains("keyword"));
    client.leave();
}

#[test]
fn names_in_other_units_and_in_macros() {
    let mut client = Client::new(&[]);
    let (a, b) = ("int f(int);\nint main(void) { return f(1); }\n", "int f(int x) { return x; }\n");
    client.open("b.upc", b);
    client.open("a.upc", a);
    let at = client.at("a.upc", a, "f(1)", 0);
    let found = client.ask("textDocument/definition", at.clone());
    assert_eq!(found["uri"], client.uri("b.upc").as_str());
    let mut renamed = at;
    renamed["newName"] = json!("g");
    let edits = client.ask("textDocument/rename", renamed);
    assert_eq!(edits["changes"].as_object().unwrap().len(), 2);
    let hidden = "static int x;\n#define X x\nint main(void) { return X + x; }\n";
    client.open("c.upc", hidden);
    let mut at = client.at("c.upc", hidden, "x;\n#", 0);
    at["newName"] = json!("y");
    assert!(client.answer("textDocument/rename", at)["error"]["message"]
        .as_str()
        .unwrap()
        .contains("macro"));
    client.leave();
}

#[test]
fn names_in_files_that_are_not_open() {
    let mut client = Client::new(&[]);
    let header = "struct pair { int left, right; };\nint f(struct pair *p);\n";
    let a =
        "#include \"pair.h\"\nint main(void) { struct pair p = {1, 2}; return f(&p) + p.left; }\n";
    let b = "#include \"sub/../pair.h\"\nint f(struct pair *p) { return p->left; }\n";
    std::fs::create_dir_all(client.root.join("sub")).unwrap();
    for (name, text) in [("pair.h", header), ("a.upc", a), ("b.upc", b)] {
        std::fs::write(client.root.join(name), text).unwrap();
    }
    // Another f, and another left.
    let other = "struct pair { int left; };\nstatic int f(struct pair p) { return p.left; }\n\
                 int g(void) { struct pair p = {0}; return f(p); }\n";
    std::fs::write(client.root.join("other.c"), other).unwrap();
    client.open("a.upc", a);
    let mut f = client.at("a.upc", a, "f(&p)", 0);
    let found = client.ask("textDocument/definition", f.clone());
    assert_eq!(found["uri"], client.uri("b.upc").as_str());
    f["context"] = json!({"includeDeclaration": true});
    let found = client.ask("textDocument/references", f.clone());
    assert_eq!(places(&found), ["1:4", "1:4", "1:48"], "{found}");
    f["newName"] = json!("first");
    let edits = client.ask("textDocument/rename", f.clone());
    assert_eq!(edits["changes"].as_object().unwrap().len(), 3, "{edits}");
    let mut left = client.at("a.upc", a, "left", 0);
    left["newName"] = json!("first");
    let edits = client.ask("textDocument/rename", left);
    assert_eq!(edits["changes"].as_object().unwrap().len(), 3, "{edits}");
    assert!(edits["changes"].get(client.uri("other.c")).is_none());
    // A file that cannot be read by upcc keeps a rename from being whole.
    std::fs::write(client.root.join("compile_flags.txt"), "-no-such-option-of-upcc=\n").unwrap();
    let error = client.answer("textDocument/rename", f)["error"]["message"].to_string();
    assert!(error.contains("b.upc") && error.contains("no-such-option"), "{error}");
    client.leave();
}

#[test]
fn headers_that_are_not_saved() {
    let mut client = Client::new(&["-Iinc"]);
    std::fs::create_dir_all(client.root.join("inc")).unwrap();
    for (name, text) in [("inc/deep.h", "#define SIDE 4\n"), ("b.h", "#include <deep.h>\n")] {
        std::fs::write(client.root.join(name), text).unwrap();
    }
    let a = "#include \"b.h\"\nshared [] int grid[SIDE];\nint main(void) { return grid[5]; }\n";
    assert_eq!(client.open("a.upc", a).len(), 1);
    // Through a header that is stored, by <> and -I.
    client.open("inc/deep.h", "#define SIDE 4\n");
    client.change("inc/deep.h", "#define SIDE 6\n");
    let at = client.at("a.upc", a, "SIDE]", 0);
    let shown = client.ask("textDocument/hover", at.clone());
    assert!(shown.to_string().contains("#define SIDE 6"), "{shown}");
    let found = client.ask("textDocument/definition", at.clone());
    assert_eq!(found["uri"], client.uri("inc/deep.h").as_str());
    assert_eq!(client.change("a.upc", a), [Value::Null; 0]);
    // Without the editor's text the stored one counts.
    let uri = client.uri("inc/deep.h");
    client.tell("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    let shown = client.ask("textDocument/hover", at.clone());
    assert!(shown.to_string().contains("#define SIDE 4"), "{shown}");
    assert_eq!(client.change("a.upc", a).len(), 1);
    // One that no file has stored.
    let c = "#include \"new.h\"\nint main(void) { return NEW; }\n";
    assert!(!client.open("c.upc", c).is_empty());
    client.open("new.h", "#define NEW 0\n");
    let at = client.at("c.upc", c, "NEW;", 0);
    let shown = client.ask("textDocument/hover", at);
    assert!(shown.to_string().contains("#define NEW 0"), "{shown}");
    assert_eq!(client.change("c.upc", c), [Value::Null; 0]);
    assert!(!client.root.join("new.h").exists());
    // A wrapper of a system header, stored or not, next to one that is not stored.
    let wrapper = "#ifndef MAX\n#define MAX 1\n#include_next <limits.h>\n#endif\n";
    std::fs::write(client.root.join("inc/limits.h"), wrapper).unwrap();
    let d = "#include <limits.h>\nint main(void) { return INT_MAX - MAX; }\n";
    client.open("inc/deep.h", "#define SIDE 8\n");
    assert_eq!(client.open("d.upc", d), [Value::Null; 0]);
    client.open("inc/limits.h", &wrapper.replace("MAX 1", "MAX 2"));
    assert_eq!(client.change("d.upc", d), [Value::Null; 0]);
    let at = client.at("d.upc", d, "MAX;", 0);
    let shown = client.ask("textDocument/hover", at);
    assert!(shown.to_string().contains("#define MAX 2"), "{shown}");
    client.leave();
}

#[test]
fn outline_completion_and_signatures() {
    let mut client = Client::new(&[]);
    client.open("a.upc", PROGRAM);
    let symbols = client
        .ask("textDocument/documentSymbol", json!({"textDocument": {"uri": client.uri("a.upc")}}));
    let names: Vec<&str> =
        symbols.as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["pair", "grid", "where", "count", "step", "main"]);
    assert_eq!(symbols[0]["children"].as_array().unwrap().len(), 2);

    let labels = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|i| i["label"].as_str().unwrap().to_string()).collect()
    };
    let at = client.at("a.upc", PROGRAM, "where->left = p.left;", 9);
    assert_eq!(labels(&client.ask("textDocument/completion", at)), ["left", "right"]);
    let unfinished = PROGRAM.replace("where->left = p.left;", "where->");
    client.change("a.upc", &unfinished);
    let at = client.at("a.upc", &unfinished, "where->\n", 7);
    assert_eq!(labels(&client.ask("textDocument/completion", at)), ["left", "right"]);
    let at = client.at("a.upc", &unfinished, "upc_barrier;", 4);
    let names = labels(&client.ask("textDocument/completion", at));
    for want in ["grid", "step", "p", "upc_memcpy", "upc_forall", "MYTHREAD"] {
        assert!(names.iter().any(|n| n == want), "no {want}");
    }
    assert!(!names.iter().any(|n| n == "by" || n == "i"));

    let calling = PROGRAM.replace("    upc_barrier;", "    upc_memput(&grid[0], &p, ");
    client.change("a.upc", &calling);
    let inner = calling.replace("&p, ", "&p, sizeof(");
    client.change("a.upc", &inner);
    let at = client.at("a.upc", &inner, "sizeof(", 7);
    assert_eq!(client.ask("textDocument/signatureHelp", at)["activeParameter"], 2);
    client.change("a.upc", &calling);
    let at = client.at("a.upc", &calling, "&p, ", 4);
    let help = client.ask("textDocument/signatureHelp", at);
    assert_eq!(help["activeParameter"], 2);
    assert!(
        help["signatures"][0]["label"]
            .as_str()
            .unwrap()
            .starts_with("void upc_memput(shared void *"),
        "{help}"
    );
    assert!(help["signatures"][0]["documentation"]["value"]
        .as_str()
        .unwrap()
        .contains("UPC 7.2.5.3"));
    client.leave();
}

#[test]
fn hints_at_accesses_that_may_be_far() {
    let text = "\
#include <upc.h>
shared [4] double a[4 * THREADS], b[4 * THREADS];
shared [4] double rows[THREADS][4];
shared int mine[THREADS], one;
#define FIRST one
int main(void) {
    upc_forall (int i = 0; i < 4 * THREADS; i++; &a[i]) a[i] = b[(i + 1) % THREADS];
    mine[MYTHREAD] = rows[MYTHREAD][2] + rows[0][MYTHREAD];
    upc_forall (int t = 0; t < THREADS; t++; &rows[t][0])
        for (int k = 0; k < 4; k++) rows[t][k] = k;
    return one + FIRST;
}
";
    let mut client = Client::new(&[]);
    assert_eq!(client.open("a.upc", text), [Value::Null; 0]);
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let document = json!({"uri": client.uri("a.upc")});
    let ask = json!({"textDocument": document, "range": whole});
    let hints = client.ask("textDocument/inlayHint", ask.clone());
    let position =
        |hint: &Value| (hint["position"]["line"].as_u64(), hint["position"]["character"].as_u64());
    let found: Vec<_> = hints.as_array().unwrap().iter().map(position).collect();
    let at = |line, character| (Some(line), Some(character));
    assert_eq!(found, [at(6, 83), at(7, 58), at(10, 14)], "{hints}");
    assert_eq!(hints[0]["label"], "far?");

    let part = json!({"start": {"line": 7, "character": 0}, "end": {"line": 8, "character": 0}});
    let hints =
        client.ask("textDocument/inlayHint", json!({"textDocument": document, "range": part}));
    assert_eq!(hints.as_array().unwrap().len(), 1);
    // While the text has errors, lines that stay keep their hints.
    client.change("a.upc", &text.replace("return one +", "int x\n    return on +"));
    let hints = client.ask("textDocument/inlayHint", ask.clone());
    let found: Vec<_> = hints.as_array().unwrap().iter().map(position).collect();
    assert_eq!(found, [at(6, 83), at(7, 58)], "{hints}");
    client.change("a.upc", &text.replace("int main", "int x = y;\n\nint main"));
    let hints = client.ask("textDocument/inlayHint", ask.clone());
    let found: Vec<_> = hints.as_array().unwrap().iter().map(position).collect();
    assert_eq!(found, [at(8, 83), at(9, 58), at(12, 14)], "{hints}");
    client.change("a.upc", text);
    assert_eq!(client.ask("textDocument/inlayHint", ask).as_array().unwrap().len(), 3);
    // So do the other lines of a file that is opened with an error.
    client.open("b.upc", &text.replace("return one +", "int x = ;\n    return one +"));
    let ask = json!({"textDocument": {"uri": client.uri("b.upc")}, "range": whole});
    let hints = client.ask("textDocument/inlayHint", ask);
    let found: Vec<_> = hints.as_array().unwrap().iter().map(position).collect();
    assert_eq!(found, [at(6, 83), at(7, 58), at(11, 14)], "{hints}");
    client.leave();
}

#[test]
fn hover_on_members_constants_and_opaque_types() {
    let text = "\
#include <upc.h>
#include <upc_collective.h>
struct node { shared [2] struct node *next; int value; };
shared struct node nodes[THREADS];
int main(void) {
    upc_lock_t *lock = upc_all_lock_alloc();
    nodes[0].value = UPC_IN_ALLSYNC | UPC_LOGOR;
    return nodes[0].next == 0 && lock;
}
";
    let mut client = Client::new(&[]);
    assert_eq!(client.open("a.upc", text), [Value::Null; 0]);
    // A member is where the object around it is: not private.
    let value = client.hover(text, "value =");
    assert!(value.contains("byte 16") && value.contains("- size: 4 bytes"), "{value}");
    let next = client.hover(text, "next ==");
    assert!(next.contains("block size of what it points to: 2 elements"), "{next}");
    assert!(!value.contains("private") && !next.contains("private"), "{value}{next}");
    let lock = client.hover(text, "upc_lock_t");
    assert!(lock.contains("upc_lock_t; // opaque") && lock.contains("UPC 7.2.4.1"), "{lock}");
    assert!(client.hover(text, "UPC_IN_ALLSYNC").contains("UPC 7.3.4"));
    assert!(client.hover(text, "UPC_LOGOR").contains("Logical or"));
    client.leave();
}

#[test]
fn hints_at_neighbours_of_own_elements() {
    let text = "\
#include <upc.h>
struct body { double x[3]; };
shared [4] struct body a[4 * THREADS], b[4 * THREADS];
shared int c[THREADS], d[THREADS], (*p)[4];
shared [4] int rows[THREADS][4];
int main(void) {
    upc_forall (int i = 0; i < 4 * THREADS - 1; i++; &a[i]) a[i].x[0] = b[i].x[1];
    upc_forall (int i = 0; i < 4 * THREADS - 1; i++; &a[i]) a[i] = b[i + 1];
    upc_forall (int i = 0; i < THREADS - 1; i++; i) c[i] = d[i] + d[i + 1];
    upc_forall (int i = 0; i < THREADS; i++; &rows[i][0])
        for (int k = 0; k < 3; k++) rows[i][k + 1] = rows[(i + 1) % THREADS][k];
    return 0;
}
";
    let mut client = Client::new(&[]);
    assert_eq!(client.open("a.upc", text), [Value::Null; 0]);
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let document = json!({"uri": client.uri("a.upc")});
    let hints =
        client.ask("textDocument/inlayHint", json!({"textDocument": document, "range": whole}));
    let before = |hint: &Value| {
        let line = text.lines().nth(hint["position"]["line"].as_u64().unwrap() as usize).unwrap();
        let line = &line[..hint["position"]["character"].as_u64().unwrap() as usize];
        line[line.rfind(' ').unwrap() + 1..].to_string() // from the last blank on
    };
    let found: Vec<_> = hints.as_array().unwrap().iter().map(before).collect();
    assert_eq!(found, ["1]", "1]", "THREADS][k]"], "{hints}");
    client.leave();
}

#[test]
fn no_hints_where_arithmetic_shows_own_elements() {
    let text = "\
#include <upc.h>
#define B 8
shared [B] int x[B * THREADS], many[4 * B * THREADS];
shared int y[100 * THREADS];
shared [] int one[16];
shared int flag;
int main(int argc, char **argv) {
    int me = MYTHREAD;
    for (int i = 0; i < B; i++) x[MYTHREAD * B + i] = x[me * B + i] + x[i + B * me];
    for (int i = MYTHREAD * B; i < (MYTHREAD + 1) * B; i++) x[i] = i;
    for (int i = MYTHREAD; i < 100 * THREADS; i += THREADS) y[i] = y[i];
    for (int k = 0; k < 4; k++) many[(k * THREADS + MYTHREAD) * B + 7] = y[k * THREADS + MYTHREAD];
    if (MYTHREAD == 0 && argc > 1) one[3] = flag = x[B - 1] + y[argc * THREADS];
    if (me) argc = 2; else one[argc] = 1;
    if (me != 1) argc = 3; else x[B] = 1;
    // Those below may be far.
    for (int i = 0; i <= B; i++) x[MYTHREAD * B + i] = 0;
    for (int i = 0; i < argc; i++) x[MYTHREAD * B + i] = 0;
    for (int i = MYTHREAD; i < 100 * THREADS; i += 2) y[i] = 0;
    for (int i = me; i < 100 * THREADS; i += THREADS) y[i + 1] = 0;
    if (MYTHREAD == 0) x[B] = 0; else one[1] = 0;
    if (MYTHREAD == 1) one[2] = 0;
    if (MYTHREAD == 0 || argc) flag = 0;
    me = argc;
    return 0;
}
";
    let shown = |text: &str| {
        let mut client = Client::new(&[]);
        assert_eq!(client.open("a.upc", text), [Value::Null; 0]);
        let whole =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
        let ask = json!({"textDocument": {"uri": client.uri("a.upc")}, "range": whole});
        let hints = client.ask("textDocument/inlayHint", ask);
        client.leave();
        let line = |hint: &Value| hint["position"]["line"].as_u64().unwrap();
        hints.as_array().unwrap().iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(shown(&text.replace("    me = argc;\n", "")), [16, 17, 18, 19, 20, 20, 21, 22]);
    // With two values `me` may be any thread's number.
    assert_eq!(shown(text), [8, 8, 13, 14, 16, 17, 18, 19, 20, 20, 21, 22]);
}

#[test]
fn hints_at_elements_elsewhere_in_long_blocks() {
    let text = "\
#include <upc.h>
shared [4096] double a[4096 * THREADS], b[8192 * THREADS];
int main(void) {
    upc_forall (int i = 0; i < 4096 * THREADS; i++; &a[i])
        a[i] = b[2 * i];
    return 0;
}
";
    let mut client = Client::new(&[]);
    assert_eq!(client.open("a.upc", text), [Value::Null; 0]);
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}});
    let ask = json!({"textDocument": {"uri": client.uri("a.upc")}, "range": whole});
    let hints = client.ask("textDocument/inlayHint", ask);
    let hints = hints.as_array().unwrap();
    assert_eq!(hints.len(), 1, "{hints:?}");
    assert_eq!(hints[0]["position"], json!({"line": 4, "character": 23}));
    client.leave();
}

#[test]
fn one_thread_has_no_far_accesses() {
    let mut client = Client::new(&["-T1"]);
    client.open("a.upc", "shared int a[4];\nint main(void) { return a[2]; }\n");
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}});
    let ask = json!({"textDocument": {"uri": client.uri("a.upc")}, "range": whole});
    assert_eq!(client.ask("textDocument/inlayHint", ask), json!([]));
    client.leave();
}
