// SPDX-License-Identifier: Apache-2.0
// Drives upc-lsp by the library that VS Code's extensions speak with: node test.js SERVER. The
// checks are of what the extension relies on; compiler/crates/upc-lsp/tests has each answer.
const assert = require("assert");
const { spawn } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const { pathToFileURL } = require("url");
const lsp = require("vscode-languageserver-protocol/node");

const TEXT = `#include <upc.h>
shared [4] int table[8 * THREADS];
static int half(int x) { return x / 2; }
int main(void) {
  table[0] = half(4);
  upc_memput(&table[0], &(int){1}, sizeof(int));
  return 0;
}
`;

async function main(server) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "upc-lsp-"));
  const file = path.join(folder, "a.upc");
  const uri = pathToFileURL(file).toString();
  fs.writeFileSync(file, TEXT);
  // A file that is never opened.
  const other = path.join(folder, "other.upc");
  const declaration = "extern shared [4] int table[8 * THREADS];\n";
  fs.writeFileSync(other, declaration + "int get(void) { return table[1]; }\n");
  const child = spawn(server, [], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  const client = lsp.createProtocolConnection(
    new lsp.StreamMessageReader(child.stdout),
    new lsp.StreamMessageWriter(child.stdin),
  );
  const waiting = [];
  const said = [];
  client.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
    const first = waiting.shift();
    if (first) first(params.diagnostics);
    else said.push(params.diagnostics);
  });
  const diagnostics = () =>
    said.length ? Promise.resolve(said.shift()) : new Promise((done) => waiting.push(done));
  client.listen();

  const { capabilities } = await client.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).toString(),
    capabilities: {},
    initializationOptions: { arguments: ["-T4"] },
  });
  await client.sendNotification(lsp.InitializedNotification.type, {});
  const names = ["hover", "definition", "references", "rename", "completion", "signatureHelp"];
  for (const name of [...names, "inlayHint", "codeAction"])
    assert(capabilities[`${name}Provider`], `no ${name}Provider`);

  const textDocument = { uri };
  await client.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "upc", version: 1, text: TEXT },
  });
  assert.deepStrictEqual(await diagnostics(), []);

  const at = (line, character) => ({ textDocument, position: { line, character } });
  const hover = await client.sendRequest(lsp.HoverRequest.type, at(4, 3));
  assert.match(hover.contents.value, /table\[i\] is on thread i \/ 4 % 4/);
  const definition = await client.sendRequest(lsp.DefinitionRequest.type, at(4, 14));
  assert.strictEqual(definition.range.start.line, 2);
  const references = await client.sendRequest(lsp.ReferencesRequest.type, {
    ...at(1, 16),
    context: { includeDeclaration: true },
  });
  const lines = (of) =>
    references.filter((place) => place.uri === of).map((place) => place.range.start.line).sort();
  assert.deepStrictEqual(lines(uri), [1, 4, 5]);
  assert.deepStrictEqual(lines(pathToFileURL(other).toString()), [0, 1]);
  const renamed = { ...at(2, 12), newName: "halved" };
  const edit = await client.sendRequest(lsp.RenameRequest.type, renamed);
  assert.strictEqual(edit.changes[uri].length, 2);
  const items = await client.sendRequest(lsp.CompletionRequest.type, at(4, 4));
  assert((items.items || items).some((item) => item.label === "table"));
  const help = await client.sendRequest(lsp.SignatureHelpRequest.type, at(5, 24));
  assert.strictEqual(help.activeParameter, 1);
  assert.match(help.signatures[0].documentation.value, /UPC 7\.2\.5/);
  const range = { start: { line: 0, character: 0 }, end: { line: 8, character: 0 } };
  const hints = await client.sendRequest(lsp.InlayHintRequest.type, { textDocument, range });
  assert.deepStrictEqual(hints.map((hint) => hint.position), [{ line: 4, character: 10 }]);

  await client.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: TEXT.replace("return 0", "return MYTHRAED") }],
  });
  const wrong = await diagnostics();
  assert.strictEqual(wrong.length, 1);
  const fixes = await client.sendRequest(lsp.CodeActionRequest.type, {
    textDocument,
    range: wrong[0].range,
    context: { diagnostics: wrong },
  });
  assert.strictEqual(fixes[0].edit.changes[uri][0].newText, "MYTHREAD");

  await client.sendRequest(lsp.ShutdownRequest.type);
  await client.sendNotification(lsp.ExitNotification.type);
  assert.strictEqual(await ended, 0);
  fs.rmSync(folder, { recursive: true });
}

main(process.argv[2]).catch((why) => {
  console.error(why);
  process.exit(1);
});
