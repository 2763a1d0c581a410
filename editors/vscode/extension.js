// The client: starts `tablewright lsp`, and adds what the protocol has no request for.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const SCHEME = "tablewright";

let client;

/** Says which documents of the server have another text now. */
const changed = new vscode.EventEmitter();

function settings() {
  const all = vscode.workspace.getConfiguration("tablewright");
  return {
    databases: all.get("databases"),
    debounceMilliseconds: all.get("debounceMilliseconds"),
    lints: all.get("lints"),
    inlayHints: {
      parameters: all.get("inlayHints.parameters"),
      values: all.get("inlayHints.values"),
    },
    codeLenses: all.get("codeLenses"),
    refreshDocuments: true,
  };
}

async function start() {
  const command = vscode.workspace.getConfiguration("tablewright").get("path");
  client = new LanguageClient(
    "tablewright",
    "Tablewright",
    { command, args: ["lsp"], transport: TransportKind.stdio },
    {
      documentSelector: [{ scheme: "file", language: "tablegen" }],
      initializationOptions: settings(),
    },
  );
  client.onRequest("workspace/textDocumentContent/refresh", ({ uri }) => {
    changed.fire(vscode.Uri.parse(uri));
  });
  await client.start();
}

/** Lets the user choose the main file under which the current file is evaluated. */
async function selectRoot() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) return;
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  const run = (command, ...args) =>
    client.sendRequest("workspace/executeCommand", { command, arguments: args });
  const roots = await run("tablewright.roots", uri);
  const items = roots.map((root, index) => ({
    label: root.main,
    description: root.isActive ? "in use" : undefined,
    index,
  }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: "Main file" });
  if (chosen) await run("tablewright.chooseRoot", uri, chosen.index);
}

/** Shows the references that a lens counts. */
async function showReferences(uri, position) {
  const target = client.protocol2CodeConverter.asUri(uri);
  const at = client.protocol2CodeConverter.asPosition(position);
  const found = await client.sendRequest("textDocument/references", {
    textDocument: { uri },
    position,
    context: { includeDeclaration: false },
  });
  const locations = (found || []).map((each) => client.protocol2CodeConverter.asLocation(each));
  await vscode.commands.executeCommand("editor.action.showReferences", target, at, locations);
}

/** The texts of documents that are no files, which the server has. */
const documents = {
  onDidChange: changed.event,
  async provideTextDocumentContent(uri) {
    if (!client) return "";
    const found = await client.sendRequest("workspace/textDocumentContent", { uri: uri.toString() });
    return found.text;
  },
};

/** Opens a document of the server beside the file. */
async function openDocument(uri) {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
}

/** Lets the user choose one of the documents about the `def` or `defm` at the cursor. */
async function showDocument() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) return;
  const params = client.code2ProtocolConverter.asTextDocumentPositionParams(
    editor.document,
    editor.selection.active,
  );
  const found = (await client.sendRequest("tablewright/documents", params)) || [];
  if (found.length === 0) {
    vscode.window.showInformationMessage("There is no record at the cursor.");
    return;
  }
  const items = found.map(({ title, uri }) => ({ label: title, uri }));
  const chosen = items.length > 1 ? await vscode.window.showQuickPick(items) : items[0];
  if (chosen) await openDocument(chosen.uri);
}

async function activate(context) {
  const command = (name, run) => vscode.commands.registerCommand(`tablewright.${name}`, run);
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    command("selectRoot", selectRoot),
    command("showReferences", showReferences),
    command("openDocument", openDocument),
    command("showDocument", showDocument),
    command("restart", async () => {
      if (client) await client.stop();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  if (client) await client.stop();
}

module.exports = { activate, deactivate };
