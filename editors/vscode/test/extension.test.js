// The client without the editor: modules of the editor's names, and the program itself where TABLEWRIGHT names it.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");
const rpc = require("vscode-jsonrpc/node");

const extensionPath = path.join(__dirname, "../extension.js");
const manifest = require("../package.json");

/** What the extension did. */
const editor = { commands: {}, providers: {}, shown: [], messages: [], picks: [], settings: {} };

class Uri {
  constructor(text) {
    this.text = text;
  }
  static parse(text) {
    return new Uri(text);
  }
  toString() {
    return this.text;
  }
}

class EventEmitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => this.listeners.push(listener);
  }
  fire(value) {
    for (const listener of this.listeners) listener(value);
  }
}

const vscode = {
  Uri,
  EventEmitter,
  ViewColumn: { Beside: -2 },
  commands: {
    registerCommand: (name, run) => {
      editor.commands[name] = run;
      return { dispose() {} };
    },
    executeCommand: async (...args) => editor.shown.push(args),
  },
  workspace: {
    getConfiguration: (section) => ({
      get: (key) => {
        const name = `${section}.${key}`;
        const declared = manifest.contributes.configuration.properties[name];
        assert.ok(declared, `the setting ${name} is in package.json`);
        return name in editor.settings ? editor.settings[name] : declared.default;
      },
    }),
    registerTextDocumentContentProvider: (scheme, provider) => {
      editor.providers[scheme] = provider;
      return { dispose() {} };
    },
    openTextDocument: async (uri) => {
      const scheme = uri.toString().split(":")[0];
      return { uri, text: await editor.providers[scheme].provideTextDocumentContent(uri) };
    },
  },
  window: {
    activeTextEditor: undefined,
    showTextDocument: async (document) => editor.shown.push(document),
    showInformationMessage: (message) => editor.messages.push(message),
    showQuickPick: async (items) => {
      editor.picks.push(items);
      return items[items.length - 1];
    },
  },
};

/** A client that speaks to the program, or answers by itself where there is none. */
class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, requests: [] });
    LanguageClient.last = this;
    this.code2ProtocolConverter = {
      asUri: (uri) => uri.toString(),
      asTextDocumentPositionParams: (document, position) => ({
        textDocument: { uri: document.uri.toString() },
        position,
      }),
    };
    this.protocol2CodeConverter = {
      asUri: Uri.parse,
      asPosition: (position) => position,
      asLocation: (location) => location,
    };
  }
  async start() {
    if (!process.env.TABLEWRIGHT) return;
    this.process = spawn(this.server.command, this.server.args);
    const { stdout, stdin } = this.process;
    const [reader, writer] = [new rpc.StreamMessageReader(stdout), new rpc.StreamMessageWriter(stdin)];
    this.connection = rpc.createMessageConnection(reader, writer);
    this.connection.listen();
    const initializationOptions = this.options.initializationOptions;
    const params = { processId: null, rootUri: null, capabilities: {}, initializationOptions };
    await this.connection.sendRequest("initialize", params);
    await this.connection.sendNotification("initialized", {});
  }
  onRequest(method, answer) {
    this.answers = { ...this.answers, [method]: answer };
  }
  async sendRequest(method, params) {
    this.requests.push([method, params]);
    if (this.connection) return this.connection.sendRequest(method, params);
    return LanguageClient.answers[method];
  }
  async stop() {
    if (!this.connection) return;
    await this.connection.sendRequest("shutdown");
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    await this.connection.sendNotification("exit");
    assert.strictEqual(await ended, 0, "the server ends as it should");
  }
}

LanguageClient.answers = {
  "tablewright/documents": [
    { title: "Evaluated record", uri: "tablewright:/evaluated/a.td?0" },
    { title: "Encoding of a", uri: "tablewright:/encoding/a.txt?0" },
  ],
  "workspace/textDocumentContent": { text: "the text" },
  "textDocument/references": [{ uri: "file:///a.td" }],
  "workspace/executeCommand": [{ main: "A.td", isActive: true }, { main: "B.td" }],
};

const resolve = Module._load;
Module._load = function (request, ...rest) {
  if (request === "vscode") return vscode;
  if (request === "vscode-languageclient/node") {
    return { LanguageClient, TransportKind: { stdio: 0 } };
  }
  return resolve.call(this, request, ...rest);
};
const extension = require(extensionPath);

async function withExtension(settings, run) {
  editor.settings = settings;
  Object.assign(editor, { commands: {}, providers: {}, shown: [], messages: [], picks: [] });
  await extension.activate({ subscriptions: [] });
  try {
    await run(LanguageClient.last);
  } finally {
    await extension.deactivate();
  }
}

const program = process.env.TABLEWRIGHT;
const settings = program ? { "tablewright.path": path.resolve(program) } : {};

test("the server is started with the settings of the editor", async () => {
  await withExtension({ ...settings, "tablewright.lints": false }, (client) => {
    assert.deepStrictEqual(client.server.args, ["lsp"]);
    const options = client.options.initializationOptions;
    assert.strictEqual(options.lints, false);
    assert.strictEqual(options.debounceMilliseconds, 150);
    assert.deepStrictEqual(options.inlayHints, { parameters: true, values: true });
  });
});

test("documents are read again when the server says so", async () => {
  await withExtension(settings, (client) => {
    assert.strictEqual(client.options.initializationOptions.refreshDocuments, true);
    const changed = [];
    editor.providers.tablewright.onDidChange((uri) => changed.push(uri.toString()));
    client.answers["workspace/textDocumentContent/refresh"]({ uri: "tablewright:/evaluated/a.td?0" });
    assert.deepStrictEqual(changed, ["tablewright:/evaluated/a.td?0"]);
  });
});

test("each command of the manifest is there", async () => {
  await withExtension(settings, () => {
    for (const { command } of manifest.contributes.commands) {
      assert.ok(editor.commands[command], command);
    }
    // Those that lenses and actions of the server name.
    assert.ok(editor.commands["tablewright.openDocument"]);
    assert.ok(editor.commands["tablewright.showReferences"]);
  });
});

test("commands ask the server and show its answers", { skip: program && "the program answers" }, async () => {
  await withExtension(settings, async (client) => {
    await editor.commands["tablewright.showDocument"]();
    assert.deepStrictEqual(editor.shown, [], "there is no editor");
    vscode.window.activeTextEditor = {
      document: { uri: new Uri("file:///a.td") },
      selection: { active: { line: 0, character: 0 } },
    };
    await editor.commands["tablewright.showDocument"]();
    assert.strictEqual(editor.shown[0].text, "the text");
    assert.strictEqual(editor.shown[0].uri.toString(), "tablewright:/encoding/a.txt?0");
    await editor.commands["tablewright.showReferences"]("file:///a.td", { line: 0, character: 0 });
    assert.strictEqual(editor.shown[1][0], "editor.action.showReferences");
    await editor.commands["tablewright.selectRoot"]();
    const chosen = client.requests[client.requests.length - 1][1];
    assert.deepStrictEqual(chosen, { command: "tablewright.chooseRoot", arguments: ["file:///a.td", 1] });
    vscode.window.activeTextEditor = undefined;
  });
});

test("documents of the example target are shown", { skip: !program && "TABLEWRIGHT is not set" }, async () => {
  // The include directories of the example are not those of a source tree of LLVM.
  const toy = fs.realpathSync(path.join(__dirname, "../../../examples/toy-target"));
  const database = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "tablewright-")), "database.yml");
  const entry = `--- !FileInfo:\n  filepath: "${toy}/Toy.td"\n  includes: "${toy};${toy}/prelude"\n`;
  fs.writeFileSync(database, entry);
  const own = { "tablewright.lints": false, "tablewright.databases": [database] };
  await withExtension({ ...settings, ...own }, async (client) => {
    const file = path.join(toy, "ToyInstrInfo.td");
    const uri = pathToFileURL(file).toString();
    const text = fs.readFileSync(file, "utf8");
    const textDocument = { uri, languageId: "tablegen", version: 1, text };
    await client.connection.sendNotification("textDocument/didOpen", { textDocument });
    const line = text.split("\n").findIndex((line) => line.startsWith("def SUB "));
    vscode.window.activeTextEditor = {
      document: { uri: new Uri(uri) },
      selection: { active: { line, character: 5 } },
    };
    await editor.commands["tablewright.showDocument"]();
    const titles = editor.picks[0].map((item) => item.label);
    assert.deepStrictEqual(titles, ["Evaluated record", "Encoding of SUB", "Patterns of SUB"]);
    assert.match(editor.shown[0].text, /^pattern SUB\n/);
    vscode.window.activeTextEditor = undefined;
  });
});
