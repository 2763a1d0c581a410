// The module driven as the worker drives it: the messages of a session, from initialize to an explanation.
// PLAYGROUND names the directory with the page. TABLEWRIGHT names the program whose outputs are compared.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { EXAMPLES, INCLUDE_DIRS } from "../src/examples.js";
import { fragmentOf, stateOf } from "../src/link.js";
import { FAILED, ServerLoop } from "../src/server-loop.js";

const here = dirname(fileURLToPath(import.meta.url));
const pageDir = process.env.PLAYGROUND ?? join(here, "../../dist");
const program = process.env.TABLEWRIGHT ?? join(here, "../../../target/debug/tablewright");
const examples = join(here, "../../../examples");
const toy = join(examples, "toy-target");
const MAIN = "file:///main.td";
const mainFile = { textDocument: { uri: MAIN } };
let module;

before(async () => {
  module = await WebAssembly.compile(readFileSync(join(pageDir, "tablewright.wasm")));
});

/** A client that waits for answers and notifications. */
class Client {
  constructor() {
    this.messages = [];
    this.waiting = [];
    this.id = 0;
    this.version = 0;
    this.loop = new ServerLoop(module, (text) => {
      this.messages.push(JSON.parse(text));
      for (const look of [...this.waiting]) look();
    });
  }

  next(isIt) {
    return new Promise((resolve) => {
      const look = () => {
        const index = this.messages.findIndex(isIt);
        if (index < 0) return;
        this.waiting = this.waiting.filter((other) => other !== look);
        resolve(this.messages.splice(index, 1)[0]);
      };
      this.waiting.push(look);
      look();
    });
  }

  notify(method, params) {
    this.loop.receive(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  async answer(method, params) {
    const id = ++this.id;
    this.loop.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return this.next((message) => message.id === id);
  }

  async request(method, params) {
    const answer = await this.answer(method, params);
    assert.equal(answer.error, undefined, JSON.stringify(answer.error));
    return answer.result;
  }

  async diagnostics() {
    const isIt = (message) => message.method === "textDocument/publishDiagnostics" && message.params.version === this.version;
    return (await this.next(isIt)).params.diagnostics;
  }

  edit(text) {
    this.version += 1;
    this.notify("textDocument/didChange", { textDocument: { uri: MAIN, version: this.version }, contentChanges: [{ text }] });
    return this.diagnostics();
  }

  static async of(text) {
    const client = new Client();
    await client.start(text);
    return client;
  }

  /** Initializes the server and opens the main file; after a failure of the module once more. */
  async start(text) {
    this.initialized = await this.request("initialize", {
      processId: null,
      rootUri: "file:///",
      capabilities: {},
      initializationOptions: {
        roots: [{ main: "/main.td", includeDirs: INCLUDE_DIRS }],
        lints: false,
        debounceMilliseconds: 1,
      },
    });
    this.notify("initialized", {});
    this.version = 1;
    this.notify("textDocument/didOpen", { textDocument: { uri: MAIN, languageId: "tablegen", version: 1, text } });
    this.first = await this.diagnostics();
  }
}

const toyText = () => readFileSync(join(toy, "Toy.td"), "utf8");
const native = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
const hasProgram = existsSync(program);
const withoutProgram = hasProgram ? false : `there is no program at ${program}`;

test("the server says what it can", async () => {
  const client = await Client.of("def a;\n");
  assert.equal(client.initialized.serverInfo.name, "tablewright");
  assert.equal(client.initialized.capabilities.hoverProvider, true);
  assert.deepEqual(client.first, []);
});

test("a mistake is found, and its fix is taken", async () => {
  const text = "class Animal<int legs> { int Legs = legs; }\ndef dog : Animl<4>;\n";
  const client = await Client.of(text);
  assert.equal(client.first.length, 1);
  assert.match(client.first[0].message, /Couldn't find class 'Animl'/);
  assert.deepEqual(client.first[0].range, { start: { line: 1, character: 10 }, end: { line: 1, character: 15 } });
  const actions = await client.request("textDocument/codeAction", {
    ...mainFile,
    range: client.first[0].range,
    context: { diagnostics: client.first },
  });
  assert.equal(actions[0].title, "Write 'Animal'");
  const [edit] = actions[0].edit.changes[MAIN];
  assert.equal(edit.newText, "Animal");
  assert.deepEqual(await client.edit(text.replace("Animl", edit.newText)), []);
});

test("a file that is not built in is missing, and nothing else is said of it", async () => {
  const client = await Client.of('include "none.td"\n');
  assert.equal(client.first.length, 1);
  assert.match(client.first[0].message, /none\.td/);
  assert.doesNotMatch(client.first[0].message, /cannot be read/);
});

for (const action of ["gen-register-info", "gen-instr-info", "gen-asm-matcher", "gen-dag-isel", "print-records", "dump-json"]) {
  test(`${action} of the example target is what the program prints`, { skip: withoutProgram }, async () => {
    const client = await Client.of(toyText());
    const result = await client.request("tablewright/runBackend", { ...mainFile, program: "llvm-tblgen", action });
    assert.equal(result.isOk, true, result.messages);
    // Headers name the main file.
    const folder = mkdtempSync(join(tmpdir(), "playground-"));
    const main = join(folder, "main.td");
    writeFileSync(main, toyText());
    const printed = native("llvm-tblgen", `--${action}`, "-I", toy, "-I", join(toy, "prelude"), main);
    rmSync(folder, { recursive: true });
    const located = printed.replaceAll(main, "/main.td").replaceAll(`${toy}/`, "/toy-target/");
    assert.equal(result.output, located);
  });
}

test("a field is explained", async () => {
  const client = await Client.of(toyText());
  const found = await client.request("tablewright/explain", { ...mainFile, subject: "R3.HWEncoding" });
  assert.equal(found.field.record, "R3");
  assert.equal(found.field.value, "0b0000000000000011");
  assert.ok(found.field.steps.some((step) => step.at.file === "/toy-target/ToyRegisterInfo.td"));
  const missing = await client.answer("tablewright/explain", { ...mainFile, subject: "R3.Nothing" });
  assert.equal(missing.error.message, "'R3' lacks a field 'Nothing'");
});

test("registers and encodings are shown", async () => {
  const client = await Client.of(toyText());
  const registers = await client.request("tablewright/registers", mainFile);
  const pair = registers.registers.find((register) => register.name === "P0");
  assert.deepEqual(pair.sub_registers.map((sub) => sub.register), ["R0", "R1"]);
  const encodings = await client.request("tablewright/encodings", mainFile);
  assert.ok(encodings.length > 10);
  assert.ok(encodings.every((one) => one.cells.length > 0));
});

test("assembly has the bytes that the program prints, and they become assembly", { skip: withoutProgram }, async () => {
  const file = join(examples, "asm-syntax/ToyAsm.td");
  const client = await Client.of(readFileSync(file, "utf8"));
  const processor = "toy2";
  const text = "start: addi r1, r2, -5\nbeq r1, r2, start";
  const assembled = await client.request("tablewright/assemble", { ...mainFile, text, processor });
  const includes = ["-I", join(examples, "asm-syntax"), "-I", toy, "-I", join(toy, "prelude")];
  const printed = native("assemble", ...includes, file, "--mcpu", processor, "--filetype", "hex", ...text.split("\n").flatMap((line) => ["--line", line]));
  assert.equal(assembled.lines.map((line) => line.bytes.replaceAll(" ", "")).join(""), printed.trim());
  const bytes = assembled.lines[0].bytes;
  const found = await client.request("tablewright/disassemble", { ...mainFile, text: bytes, processor });
  assert.deepEqual(found.instructions.map((one) => one.text), ["addi\tr1, r2, -5"]);
  const refused = await client.request("tablewright/assemble", { ...mainFile, text: "addi r1, r2, 40000", processor });
  assert.deepEqual(refused.errors, [{ line: 1, column: 14, message: "operand 3: expected a number from -32768 to 32767" }]);
});

test("the release is chosen, and with it the actions", async () => {
  const client = await Client.of("def a;\n");
  const names = async (release) => {
    await client.request("workspace/executeCommand", { command: "tablewright.chooseRelease", arguments: [MAIN, release] });
    const listed = await client.request("tablewright/backends", mainFile);
    return listed.map((one) => one.name);
  };
  assert.ok((await names("23.1")).includes("gen-sd-node-info"));
  assert.ok(!(await names("19.1.7")).includes("gen-sd-node-info"));
  const status = await client.request("tablewright/status", { uri: MAIN });
  assert.equal(status.release, "19");
});

test("a description with errors has no output", async () => {
  const client = await Client.of("def a : Missing;\n");
  const answer = await client.answer("tablewright/runBackend", { ...mainFile, program: "llvm-tblgen", action: "print-records" });
  assert.equal(answer.error.message, "the description has errors");
});

test("deep nesting ends in a message", async () => {
  const depth = 100_000;
  const deep = await Client.of(`def a { int N = ${"!add(1, ".repeat(depth)}0${")".repeat(depth)}; }\n`);
  assert.match(deep.first[0].message, /Nested more than 500 levels deep/);
  const recursion = "class A<int n> { int N = n; A<!add(n, 1)> Next = A<!add(n, 1)>; }\ndef a : A<0>;\n";
  const endless = await Client.of(recursion);
  assert.ok(endless.first.length >= 1);
  assert.equal(endless.messages.filter((message) => message.method === FAILED).length, 0);
});

/** Calls `run` with an encoder that counts more bytes than a module can have: the module panics on that, and traps. */
function withLongMessage(run) {
  const { TextEncoder } = globalThis;
  globalThis.TextEncoder = class {
    encode() {
      return { length: 2 ** 32 - 1 };
    }
  };
  try {
    return run();
  } finally {
    globalThis.TextEncoder = TextEncoder;
  }
}

test("after the module traps another one takes its turn", async () => {
  const client = await Client.of("def a : Missing;\n");
  assert.equal(client.first.length, 1);
  for (const text of ["class A;\ndef a : A;\n", "def b;\n"]) {
    withLongMessage(() => client.notify("textDocument/didSave", mainFile));
    const failed = await client.next((message) => message.method === FAILED);
    assert.match(failed.params.reason, /capacity overflow/);
    // The new one knows of nothing that the old one was told.
    const early = await client.answer("tablewright/backends", mainFile);
    assert.equal(early.error.code, -32002);
    await client.start(text);
    assert.deepEqual(client.first, []);
    const printed = await client.request("tablewright/runBackend", { ...mainFile, program: "llvm-tblgen", action: "print-records" });
    assert.match(printed.output, /^def [ab] \{/m);
    assert.doesNotMatch(printed.output, /Missing/);
  }
  assert.equal(client.messages.filter((message) => message.method === FAILED).length, 0);
});

test("the examples have no errors, and their backends run", async () => {
  for (const example of EXAMPLES) {
    const client = await Client.of(example.text ?? readFileSync(join(examples, example.path), "utf8"));
    assert.deepEqual(client.first, [], example.name);
    const [program, action] = example.backend.split(" ");
    const result = await client.request("tablewright/runBackend", { ...mainFile, program, action });
    assert.equal(result.isOk, true, result.messages);
    assert.ok(result.output.length > 1000);
  }
});

test("a link holds the text", async () => {
  const state = { text: "def ü;\n".repeat(100), backend: "llvm-tblgen print-records", release: "23.1" };
  const fragment = await fragmentOf(state);
  assert.ok(fragment.length < 200, fragment);
  assert.deepEqual(await stateOf(`#${fragment}`), state);
  assert.equal(await stateOf(`#${fragment.slice(0, 40)}`), null);
  assert.equal(await stateOf("#elsewhere"), null);
});
