// Builds the page: build.mjs MODULE.wasm DIRECTORY. The module is optimised and put beside scripts, page and licences;
// then the sizes of what the page loads are printed, as JSON: bytes of the files, and of the files compressed as web
// servers do.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const [module, to] = process.argv.slice(2);

/** The licences of the packages in the scripts. */
function licences(packages) {
  const texts = packages.map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file ? readFileSync(join(folder, file), "utf8") : `${license}\n`;
    return `==== ${name} ${version} ====\n\n${text}`;
  });
  return texts.join("\n");
}

/** The names of the packages whose files went into a bundle, in order. */
function packagesOf(metafile) {
  const found = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(found.filter(Boolean))].sort();
}

rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const optimizer = join(here, "node_modules/.bin/wasm-opt");
const features = ["--enable-bulk-memory", "--enable-sign-ext", "--enable-mutable-globals", "--enable-nontrapping-float-to-int", "--enable-multivalue", "--enable-reference-types"];
execFileSync(optimizer, ["-Oz", ...features, module, "-o", join(to, "tablewright.wasm")], { stdio: "inherit" });
const bundle = await build({
  entryPoints: [join(here, "src/page.js"), join(here, "src/worker.js")],
  outdir: to,
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
for (const file of ["index.html", "style.css"]) cpSync(join(here, file), join(to, file));
const loaded = readdirSync(to).sort();
writeFileSync(join(to, "LICENSES.txt"), licences(packagesOf(bundle.metafile)));

const sizes = loaded.map((name) => {
  const bytes = readFileSync(join(to, name));
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 } });
  return { name, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, brotli: brotli.length };
});
console.log(JSON.stringify(sizes));
