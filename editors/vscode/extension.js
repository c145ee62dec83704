// Starts upc-lsp for UPC documents.
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = function () {
  const settings = vscode.workspace.getConfiguration("upc");
  const server = { command: settings.get("server"), transport: TransportKind.stdio };
  client = new LanguageClient("upc", "UPC", server, {
    documentSelector: [{ scheme: "file", language: "upc" }],
    initializationOptions: { arguments: settings.get("arguments") },
  });
  return client.start();
};

exports.deactivate = function () {
  return client ? client.stop() : undefined;
};
