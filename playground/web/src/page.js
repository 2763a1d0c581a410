// The page: editors on the left, what the description becomes on the right.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, defaultHighlightStyle, foldGutter, foldKeymap, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { MAIN, ask, revive, startClient } from "./client.js";
import { EXAMPLES } from "./examples.js";
import { fragmentOf, stateOf } from "./link.js";
import { bytesText, disassembledText, element, encodingPanel, errorList, fieldPanel, note, positionPanel, recordPanel, registerPanel } from "./panels.js";
import { tablegen } from "./tablegen.js";

const byId = (id) => document.getElementById(id);

/** The tabs, each with the function that fills its panel. */
const TABS = { output: showOutput, record: showRecord, explain: showExplanation, encodings: showEncodings, registers: showRegisters, assembly: showAssembly };
const TITLES = { output: "Output", record: "Record", explain: "Explain", encodings: "Encodings", registers: "Registers", assembly: "Assembly" };

/** The parts that are filled in panels with fields of their own. */
const PLACES = { output: "output", assembly: "assembly-messages" };

const page = { client: null, main: null, viewer: null, viewed: MAIN, files: new Map(), tab: "output", subject: null, isBytes: false, turn: 0, version: null, backends: "" };

function status(text) {
  byId("status").value = text;
}

// ---- editors

const APPEARANCE = [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  syntaxHighlighting(defaultHighlightStyle),
  tablegen(),
  EditorView.theme({ "&": { height: "100%" }, ".cm-scroller": { overflow: "auto" } }),
];

const EDITING = [
  history(),
  closeBrackets(),
  autocompletion(),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
];

/** A click, or another move of the cursor, changes what is explained. */
const followCursor = EditorView.updateListener.of((update) => {
  if (update.docChanged) revive();
  if (update.selectionSet && !update.docChanged && update.view.hasFocus) {
    page.subject = null;
    refresh(["record", "explain"]);
  }
});

function editor(uri, text, extensions) {
  const common = [keymap.of([...defaultKeymap, ...searchKeymap, ...foldKeymap]), APPEARANCE, followCursor];
  const state = EditorState.create({
    doc: text,
    extensions: [extensions, common, page.client.plugin(uri, "tablegen")],
  });
  return new EditorView({ state, parent: byId("editors") });
}

/** Shows a file, and returns its editor; null where there is none. */
function show(uri) {
  const path = decodeURIComponent(uri.replace("file://", ""));
  if (uri !== MAIN && !page.files.has(path)) return null;
  if (uri !== page.viewed) {
    page.viewer?.destroy();
    page.viewer = null;
    if (uri !== MAIN) {
      const readOnly = [EditorState.readOnly.of(true), EditorView.editable.of(true)];
      page.viewer = editor(uri, page.files.get(path), readOnly);
    }
    page.viewed = uri;
    page.main.dom.hidden = uri !== MAIN;
    byId("file").value = uri;
  }
  return current();
}

function current() {
  return page.viewer ?? page.main;
}

/** Puts the cursor to a position of the form `{ file, line, column }`. */
function go(at) {
  const view = show(`file://${at.file}`);
  if (!view) return;
  const line = view.state.doc.line(Math.min(at.line, view.state.doc.lines));
  // Columns count bytes. Names in descriptions are ASCII; beside them the cursor may be off by some characters.
  const pos = Math.min(line.from + at.column - 1, line.to);
  const effects = EditorView.scrollIntoView(pos, { y: "center" });
  view.dispatch({ selection: { anchor: pos }, effects });
  view.focus();
}

function setText(text) {
  show(MAIN);
  page.main.dispatch({ changes: { from: 0, to: page.main.state.doc.length, insert: text }, selection: { anchor: 0 } });
}

// ---- panels

const mainFile = () => ({ textDocument: { uri: MAIN } });

function explain(subject) {
  page.subject = subject;
  select("explain");
}

const ACTIONS = { go, explain };

/** Fills the panel of the selected tab, if it is one of these. */
function refresh(tabs = Object.keys(TABS)) {
  if (!tabs.includes(page.tab)) return;
  const turn = ++page.turn;
  // What a slower answer has to say about an older text is dropped.
  const put = (...children) => {
    if (turn !== page.turn) return;
    byId(PLACES[page.tab] ?? `panel-${page.tab}`).replaceChildren(...children);
  };
  TABS[page.tab](put).catch((error) => put(element("p", { class: "error" }, error.message ?? String(error))));
}

function select(tab) {
  page.tab = tab;
  for (const button of document.querySelectorAll("nav button")) {
    button.setAttribute("aria-selected", String(button.dataset.tab === tab));
  }
  for (const name of Object.keys(TABS)) byId(`panel-${name}`).hidden = name !== tab;
  refresh();
}

async function showOutput(put) {
  const [program, action] = byId("backend").value.split(" ");
  if (!action) return;
  const started = performance.now();
  const result = await ask(page.client, "tablewright/runBackend", { ...mainFile(), program, action });
  const files = result.sideFiles.map((file) => `\n---- ${file.name} ----\n${file.text}`);
  put(...(result.messages ? [element("span", { class: "error" }, result.messages)] : []), result.output + files.join(""));
  status(`${action}: ${Math.round(performance.now() - started)} ms`);
}

/** Where the cursor is, for the server. */
function cursor() {
  const view = current();
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const at = { line: line.number - 1, character: view.state.selection.main.head - line.from };
  return { textDocument: { uri: page.viewed }, position: at };
}

async function showRecord(put) {
  const found = await ask(page.client, "tablewright/evaluatedRecords", cursor());
  if (!found?.length) return put(note("Put the cursor into a def or defm, and its records are shown here."));
  const shown = await Promise.all(
    found.slice(0, 20).map((record) => ask(page.client, "tablewright/explain", { ...mainFile(), subject: record.name })),
  );
  put(...shown.map((one) => recordPanel(one.record, ACTIONS)));
}

async function showExplanation(put) {
  if (page.subject) {
    const found = await ask(page.client, "tablewright/explain", { ...mainFile(), subject: page.subject });
    return put(found.field ? fieldPanel(found.field, ACTIONS) : recordPanel(found.record, ACTIONS));
  }
  const found = await ask(page.client, "tablewright/explain", cursor());
  const panel = found?.position && positionPanel(found.position, ACTIONS);
  if (panel) return put(panel);
  put(note("Click a let or an argument in the text, or a field in a record, and what set it is shown here."));
}

async function showEncodings(put) {
  const diagrams = await ask(page.client, "tablewright/encodings", mainFile());
  put(...(diagrams.length ? encodingPanel(diagrams) : [note("The description has no instructions with encodings.")]));
}

async function showRegisters(put) {
  put(registerPanel(await ask(page.client, "tablewright/registers", mainFile()), ACTIONS));
}

/** Assembles the text, or prints the bytes, whichever was typed last. The result is shown in the other field. */
async function showAssembly(put) {
  const [from, to] = page.isBytes ? ["bytes", "assembly"] : ["assembly", "bytes"];
  const text = byId(from).value;
  if (!text.trim()) {
    byId(to).value = "";
    return put(note("Write assembly, and its bytes are shown beside it; or write bytes, as hexadecimal digits."));
  }
  const processor = byId("processor").value.trim() || null;
  const features = byId("features").value.split(",").map((name) => name.trim()).filter(Boolean);
  const method = page.isBytes ? "tablewright/disassemble" : "tablewright/assemble";
  const answer = await ask(page.client, method, { ...mainFile(), text, processor, features });
  if (text !== byId(from).value) return;
  if (answer.errors) return put(errorList(answer.errors));
  byId(to).value = page.isBytes ? disassembledText(answer.instructions) : bytesText(answer.lines, text);
  put();
}

// ---- choices

function option(value, text = value) {
  return element("option", { value }, text);
}

/** Lists the backends of the description's release. */
async function listBackends() {
  const listed = await ask(page.client, "tablewright/backends", mainFile()).catch(() => null);
  if (!listed) return;
  const names = listed.map((one) => `${one.program} ${one.name}`).join("\n");
  if (names === page.backends) return;
  page.backends = names;
  const chosen = byId("backend").value || byId("backend").dataset.chosen;
  const programs = [...new Set(listed.map((one) => one.program))];
  byId("backend").replaceChildren(
    ...programs.map((program) =>
      element(
        "optgroup",
        { label: program },
        ...listed.filter((one) => one.program === program).map((one) => element("option", { value: `${program} ${one.name}`, title: one.help }, one.name)),
      ),
    ),
  );
  choose("backend", chosen);
}

/** Chooses a value that is listed. */
function choose(id, value) {
  const list = byId(id);
  list.dataset.chosen = value;
  if ([...list.options].some((one) => one.value === value)) list.value = value;
}

async function setRelease() {
  const release = byId("release").value || null;
  await ask(page.client, "workspace/executeCommand", { command: "tablewright.chooseRelease", arguments: [MAIN, release] });
  await listBackends();
  refresh();
}

async function share() {
  const state = { text: page.main.state.doc.toString(), backend: byId("backend").value, release: byId("release").value };
  location.hash = await fragmentOf(state);
  const copied = navigator.clipboard?.writeText(location.href) ?? Promise.reject(new Error("no clipboard"));
  copied.then(() => status("The link is in the clipboard."), () => status("The link is in the address bar."));
}

function exampleText(example) {
  return example.text ?? page.files.get(example.path);
}

async function start() {
  const started = performance.now();
  page.client = startClient({
    show,
    evaluated: (params) => {
      // Lints report a version once more.
      if (params.uri !== MAIN || params.version === page.version) return;
      page.version = params.version;
      listBackends().then(() => refresh());
    },
    text: () => page.main?.state.doc.toString(),
    failed: (reason) => {
      page.version = null;
      status(`The server ended, and is started again: ${reason}`);
    },
    // The new server detects the release.
    restarted: () => {
      if (byId("release").value) setRelease().catch((error) => status(error.message));
    },
    notStarted: (reason) => status(`The server cannot be started: ${reason}`),
  });
  const linked = await stateOf(location.hash);
  const first = linked ?? { text: EXAMPLES[0].text, backend: EXAMPLES[0].backend, release: "" };
  byId("backend").dataset.chosen = first.backend ?? "";
  page.main = editor(MAIN, first.text, EDITING);

  byId("example").append(...(linked ? [option("", "…")] : []), ...EXAMPLES.map((one) => option(one.name)));
  document.querySelector("nav").append(
    ...Object.keys(TABS).map((tab) => element("button", { type: "button", role: "tab", "data-tab": tab, onclick: () => select(tab) }, TITLES[tab])),
  );
  byId("example").onchange = (event) => {
    const example = EXAMPLES.find((one) => one.name === event.target.value);
    if (!example) return;
    choose("backend", example.backend);
    setText(exampleText(example));
  };
  byId("file").onchange = (event) => show(event.target.value);
  byId("release").onchange = () => setRelease().catch((error) => status(error.message));
  byId("backend").onchange = () => refresh(["output"]);
  for (const id of ["assembly", "bytes"]) {
    byId(id).oninput = () => {
      page.isBytes = id === "bytes";
      refresh(["assembly"]);
    };
  }
  for (const id of ["processor", "features"]) byId(id).onchange = () => refresh(["assembly"]);
  byId("share").onclick = () => share().catch((error) => status(String(error)));
  select("output");

  const files = await ask(page.client, "playground/files", {});
  for (const file of files) page.files.set(file.path, file.text);
  byId("file").append(option(MAIN, "main.td"), ...files.map((file) => option(`file://${file.path}`, file.path.slice(1))));
  if (first.release) {
    byId("release").value = first.release;
    await setRelease();
  }
  status(`Ready after ${Math.round(performance.now() - started)} ms`);
}

start().catch((error) => status(String(error)));
