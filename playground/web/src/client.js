// The client of the language server: CodeMirror's, with the open files of the page, and fixes in its diagnostics.

import { setDiagnostics } from "@codemirror/lint";
import {
  LSPClient,
  LSPPlugin,
  Workspace,
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  renameKeymap,
  serverCompletion,
  serverDiagnostics,
  signatureHelp,
} from "@codemirror/lsp-client";
import { keymap } from "@codemirror/view";
import { INCLUDE_DIRS } from "./examples.js";
import { FAILED } from "./server-loop.js";

/** The file that people write. */
export const MAIN = "file:///main.td";

const INITIALIZATION_OPTIONS = {
  roots: [{ main: "/main.td", includeDirs: INCLUDE_DIRS }],
  debounceMilliseconds: 50,
};

/** An open file. Each has one editor. */
class OpenFile {
  constructor(uri, languageId, view) {
    Object.assign(this, { uri, languageId, view, version: 0, doc: view.state.doc });
  }

  getView() {
    return this.view;
  }
}

/** The open files: the main file, and the built-in one that is looked at. */
class PageWorkspace extends Workspace {
  files = [];
  #show;

  constructor(client, show) {
    super(client);
    this.#show = show;
  }

  syncFiles() {
    const updates = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      updates.push({ changes: plugin.unsyncedChanges, file, prevDoc: file.doc });
      file.doc = file.view.state.doc;
      file.version += 1;
      plugin.clear();
    }
    return updates;
  }

  openFile(uri, languageId, view) {
    const file = new OpenFile(uri, languageId, view);
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri) {
    if (!this.getFile(uri)) return;
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  /** A new server knows no file. */
  connected() {
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      file.doc = file.view.state.doc;
      plugin?.clear();
      this.client.didOpen(file);
    }
  }

  displayFile(uri) {
    return Promise.resolve(this.#show(uri));
  }
}

const SEVERITIES = ["info", "error", "warning", "info", "hint"];

/** The edits of a code action in a view, as changes. Edits of other files, which are read-only here, are left out. */
function changesOf(action, plugin) {
  const edits = action.edit?.changes?.[plugin.uri] ?? [];
  const offset = (position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  return edits.map((edit) => ({
    from: offset(edit.range.start),
    to: offset(edit.range.end),
    insert: edit.newText,
  }));
}

/** The fixes that the server has for a diagnostic, as buttons below its message. */
async function fixesOf(client, plugin, item) {
  const actions = await client.request("textDocument/codeAction", {
    textDocument: { uri: plugin.uri },
    range: item.range,
    context: { diagnostics: [item], only: ["quickfix"] },
  });
  const isAbout = (other) => JSON.stringify(other.range) === JSON.stringify(item.range);
  const about = (actions ?? []).filter((action) => action.diagnostics?.some(isAbout));
  return about.map((action) => ({
    name: action.title,
    apply: (view) => view.dispatch({ changes: changesOf(action, plugin), userEvent: "input.fix" }),
  }));
}

/** Shows the diagnostics of a file with their fixes. */
async function showDiagnostics(client, params, onShown) {
  const file = client.workspace.getFile(params.uri);
  const plugin = file && LSPPlugin.get(file.view);
  if (!plugin || (params.version != null && params.version !== file.version)) return;
  const version = file.version;
  const fixes = await Promise.all(params.diagnostics.map((item) => fixesOf(client, plugin, item).catch(() => [])));
  // An edit came in between: its own diagnostics follow.
  if (file.version !== version || !client.workspace.files.includes(file)) return;
  const offset = (position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
  const shown = params.diagnostics.map((item, index) => ({
    from: offset(item.range.start),
    to: offset(item.range.end),
    severity: SEVERITIES[item.severity ?? 1],
    source: item.code ? String(item.code) : undefined,
    message: item.message,
    actions: fixes[index],
  }));
  file.view.dispatch(setDiagnostics(file.view.state, shown));
  onShown(params);
}

/** The worker as a transport of the client. */
function transportOf(worker, events) {
  const handlers = new Set();
  worker.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.method === FAILED) events.failed(message.params.reason);
    else if (message.method === "playground/notStarted") events.notStarted(message.params.reason);
    else for (const handler of [...handlers]) handler(event.data);
  };
  return {
    send: (message) => worker.postMessage(message),
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  };
}

/** The text on which the server failed last, and what connects a client whose server failed on the same text twice. */
const failures = { text: null, connect: null };

/** Connects the client again, if it waits for another text or another request. */
export function revive() {
  const { connect } = failures;
  failures.connect = null;
  connect?.();
}

/**
 * Starts the server and connects a client to it. Where the module fails, there is another one, which gets the text
 * again. One that fails on the same text again is left alone until something is typed or asked for.
 * @param {{ show: (uri: string) => import("@codemirror/view").EditorView, evaluated: () => void, text: () => string,
 *   failed: (reason: string) => void, restarted: () => void, notStarted: (reason: string) => void }} page
 */
export function startClient(page) {
  const { notificationHandlers: _, ...synchronization } = serverDiagnostics();
  const client = new LSPClient({
    rootUri: "file:///",
    timeout: 60_000,
    initializationOptions: INITIALIZATION_OPTIONS,
    workspace: (client) => new PageWorkspace(client, page.show),
    notificationHandlers: {
      "textDocument/publishDiagnostics": (client, params) => {
        showDiagnostics(client, params, page.evaluated);
        return true;
      },
    },
    extensions: [
      synchronization,
      serverCompletion(),
      hoverTooltips(),
      signatureHelp(),
      keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    ],
  });
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const connect = () => {
    client.connect(transport);
    page.restarted();
  };
  const reconnect = (reason) => {
    const text = page.text();
    const isAgain = text === failures.text;
    failures.text = text;
    page.failed(reason);
    client.disconnect();
    if (isAgain) failures.connect = connect;
    else connect();
  };
  const transport = transportOf(worker, { failed: reconnect, notStarted: page.notStarted });
  client.connect(transport);
  return client;
}

/** Asks the server about a file, after what was typed. */
export async function ask(client, method, params) {
  revive();
  await client.initializing;
  client.sync();
  return client.request(method, params);
}
