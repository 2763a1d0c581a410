// The grammar over texts: what scopes tokens get, and that no text leaves it in a comment, string or code literal.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const extension = path.join(__dirname, "..");
const repository = path.join(extension, "../..");

async function load() {
  const wasm = require.resolve("vscode-oniguruma").replace(/main\.js$/, "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => {
      const file = path.join(extension, "syntaxes/tablegen.tmLanguage.json");
      return textmate.parseRawGrammar(fs.readFileSync(file, "utf8"), file);
    },
  });
  return registry.loadGrammar("source.tablegen");
}

const grammar = load();

/** The tokens of a text with their innermost scopes, and the state after it. */
async function tokens(text) {
  let state = textmate.INITIAL;
  const found = [];
  for (const line of text.split("\n")) {
    const result = (await grammar).tokenizeLine(line, state);
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const word = line.slice(startIndex, endIndex).trim();
      if (word) found.push([word, scopes[scopes.length - 1].replace(/\.tablegen$/, "")]);
    }
    state = result.ruleStack;
  }
  return { found, depth: state.depth };
}

async function check(text, expected) {
  const { found } = await tokens(text);
  for (const [word, scope] of expected) {
    const has = found.some(([other, actual]) => other === word && actual === scope);
    assert.ok(has, `${word} is ${scope} in ${JSON.stringify(found)}`);
  }
}

test("definitions, keywords, types and operators have scopes", async () => {
  await check("class Reg<bits<4> n> : Base { let Size = !add(n, 0x1f); }", [
    ["class", "keyword.declaration"],
    ["Reg", "entity.name.type.class"],
    ["bits", "storage.type"],
    ["let", "keyword.control"],
    ["!add", "support.function.operator"],
    ["0x1f", "constant.numeric"],
  ]);
  await check("defm ADD : Arith<(ops $a), ?, true>;", [
    ["defm", "keyword.declaration"],
    ["ADD", "entity.name.function"],
    ["$a", "variable.other"],
    ["?", "constant.language"],
    ["true", "constant.language"],
  ]);
});

test("comments nest, and strings and code have their ends", async () => {
  const text = '/* a /* b */ c */ def x { string s = "q\\"/*"; code c = [{ "}]; } // def y\ndef z;';
  await check(text, [["x", "entity.name.function"], ["z", "entity.name.function"]]);
  const { found } = await tokens(text);
  assert.ok(!found.some(([word, scope]) => word === "y" && scope.startsWith("entity")));
});

test("directives have scopes", async () => {
  await check("#ifdef MACRO\n#define OTHER\n#endif", [
    ["#ifdef", "keyword.control.directive"],
    ["MACRO", "entity.name.function.preprocessor"],
    ["#endif", "keyword.control.directive"],
  ]);
});

/** The descriptions below a directory. */
function descriptions(dir) {
  return fs
    .readdirSync(dir, { recursive: true })
    .filter((name) => name.endsWith(".td"))
    .map((name) => path.join(dir, name));
}

test("no example leaves the grammar in a comment, string or code literal", async () => {
  const files = ["examples/toy-target", "examples/semantics"].flatMap((dir) =>
    descriptions(path.join(repository, dir)),
  );
  const initial = (await tokens("")).depth;
  assert.ok(files.length > 10, `${files.length} files`);
  for (const file of files) {
    const { depth } = await tokens(fs.readFileSync(file, "utf8"));
    assert.strictEqual(depth, initial, file);
  }
});

test("each keyword of the language is one for the grammar", async () => {
  const keywords = ["assert", "dump", "else", "foreach", "if", "in", "include", "let", "then"];
  for (const word of [...keywords, "field", "append", "prepend"]) {
    await check(`${word} x`, [[word, "keyword.control"]]);
  }
  for (const word of ["bit", "bits", "code", "dag", "int", "list", "string"]) {
    await check(`${word} x`, [[word, "storage.type"]]);
  }
});
