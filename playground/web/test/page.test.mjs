// The page in a browser: someone types, takes a fix, chooses a backend, explains a field, and follows a link.
// CHROMIUM names the browser; without one these tests are left out. SCREENSHOTS names a directory for pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const here = dirname(fileURLToPath(import.meta.url));
const pageDir = process.env.PLAYGROUND ?? join(here, "../../dist");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // The next one.
    }
  }
  return null;
}

const executablePath = findBrowser();
const skip = executablePath ? false : "there is no Chromium";
let server;
let browser;
let page;
let address;

before(async () => {
  if (!executablePath) return;
  server = createServer((request, response) => {
    const name = request.url.split("?")[0].slice(1) || "index.html";
    try {
      const bytes = readFileSync(join(pageDir, name.replaceAll("..", "")));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await puppeteer.launch({ executablePath, headless: true, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
});

after(async () => {
  await browser?.close();
  server?.close();
});

const problems = [];
const PATIENCE = { timeout: 60_000 };
const text = (selector) => page.$eval(selector, (found) => found.textContent);
const waitFor = (what, ...args) => page.waitForFunction(what, PATIENCE, ...args);
const shows = (selector, part) => waitFor((selector, part) => document.querySelector(selector)?.textContent.includes(part), selector, part);
const picture = async (name) => {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
};

/** Replaces the text of the editor, as someone who types. */
async function type(source) {
  await page.click("#editors .cm-content");
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  // The editor closes brackets by itself, which pasting does not.
  await page.evaluate((source) => document.execCommand("insertText", false, source), source);
}

test("the page is ready, and shows the output of a backend", { skip }, async () => {
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(address);
  await shows("#output", "namespace Small");
  const status = await text("#status");
  console.log(`# ${status}`);
  await picture("output");
  assert.deepEqual(problems, []);
});

test("a mistake is underlined, and its fix is taken on a click", { skip }, async () => {
  await type('include "llvm/Target/Target.td"\nclass Word<bits<16> n> : Register<"r" # n>;\ndef R0 : Wrod<0>;\n');
  await page.waitForSelector(".cm-lintRange-error", PATIENCE);
  assert.equal(await text(".cm-lintRange-error"), "Wrod");
  await page.hover(".cm-lintRange-error");
  await page.waitForSelector(".cm-diagnosticAction", PATIENCE);
  assert.equal(await text(".cm-diagnosticAction"), "Write 'Word'");
  await picture("fix");
  await page.click(".cm-diagnosticAction");
  await waitFor(() => document.querySelector(".cm-content").textContent.includes("def R0 : Word<0>;"));
  await waitFor(() => !document.querySelector(".cm-lintRange-error"));
});

test("the backend is chosen, on the example target", { skip }, async () => {
  await page.select("#example", "The example target");
  await page.select("#backend", "llvm-tblgen gen-register-info");
  await shows("#output", "GET_REGINFO_ENUM");
  await shows("#output", "sub_lo");
});

test("a field is explained from the record at the cursor", { skip }, async () => {
  await page.select("#example", "Registers and instructions");
  await shows("#editors .cm-content", "foreach i = 0...7");
  await page.click('nav button[data-tab="record"]');
  const line = await page.evaluateHandle(() => [...document.querySelectorAll(".cm-line")].find((line) => line.textContent.startsWith("def GPR")));
  await line.click({ offset: { x: 60, y: 5 } });
  await shows("#panel-record", "def GPR");
  await picture("record");
  const field = await page.evaluateHandle(() => [...document.querySelectorAll("#panel-record .field")].find((field) => field.textContent === "MemberList"));
  await field.click();
  await shows("#panel-explain", "finally");
  assert.match(await text("#panel-explain h3"), /GPR\.MemberList/);
  await picture("explain");
});

test("encodings and registers are drawn", { skip }, async () => {
  await page.click('nav button[data-tab="encodings"]');
  await page.waitForSelector("#panel-encodings .box", PATIENCE);
  assert.match(await text("#panel-encodings"), /ADD.*0001.*rd/s);
  await picture("encodings");
  await page.click('nav button[data-tab="registers"]');
  await shows("#panel-registers", "Register classes");
  assert.match(await text("#panel-registers"), /R0.*R7.*GPR: R0 R1/s);
  await picture("registers");
});

test("assembly and bytes are shown side by side", { skip }, async () => {
  await page.click('nav button[data-tab="assembly"]');
  await page.type("#assembly", "add r3, r5, r1");
  await waitFor(() => document.querySelector("#bytes").value === "48 17");
  await page.$eval("#bytes", (field) => { field.value = ""; });
  await page.type("#bytes", "48 27\nff ff");
  await waitFor(() => document.querySelector("#assembly").value === "sub r3, r5, r1\n# ff ff is not an instruction");
  await picture("assembly");
  await page.$eval("#assembly", (field) => { field.value = ""; });
  await page.type("#assembly", "add r3, r9, r1");
  await shows("#assembly-messages", "Line 1, column 9");
});

test("the release is chosen", { skip }, async () => {
  await page.select("#release", "23.1");
  await waitFor(() => [...document.querySelectorAll("#backend option")].some((one) => one.textContent === "gen-sd-node-info"));
  await page.select("#release", "19.1.7");
  await waitFor(() => ![...document.querySelectorAll("#backend option")].some((one) => one.textContent === "gen-sd-node-info"));
});

/** Lets the module trap at the next message: it is told of more bytes than a module can have. */
function breakModule() {
  return page.workers()[0].evaluate(() => {
    const { TextEncoder } = self;
    self.TextEncoder = class {
      encode() {
        self.TextEncoder = TextEncoder;
        self.hasTrapped = true;
        return { length: 2 ** 32 - 1 };
      }
    };
  });
}

test("after the module traps the page starts another one, with text and release", { skip }, async () => {
  await page.select("#release", "23.1");
  await page.select("#backend", "llvm-tblgen print-records");
  await breakModule();
  await type("def BeforeTheTrap;\n");
  await page.click('nav button[data-tab="output"]');
  // The old module was never told of this text.
  await shows("#output", "def BeforeTheTrap");
  assert.equal(await page.workers()[0].evaluate(() => self.hasTrapped), true);
  await waitFor(() => [...document.querySelectorAll("#backend option")].some((one) => one.textContent === "gen-sd-node-info"));
  await type("def AfterTheTrap;\n");
  await shows("#output", "def AfterTheTrap");
  await page.select("#release", "19.1.7");
  await waitFor(() => ![...document.querySelectorAll("#backend option")].some((one) => one.textContent === "gen-sd-node-info"));
});

test("a link holds the text", { skip }, async () => {
  await type("def Linked;\n");
  await page.click("#share");
  await waitFor(() => location.hash.length > 20);
  const link = await page.evaluate(() => location.href);
  const other = await browser.newPage();
  await other.goto(link);
  await other.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("def Linked;"), PATIENCE);
  await other.waitForFunction(() => document.querySelector("#release").value === "19.1.7", PATIENCE);
  await other.close();
  assert.deepEqual(problems, []);
});
