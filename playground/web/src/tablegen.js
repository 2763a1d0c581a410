// The colours of TableGen. Names have theirs from the server's hover texts and diagnostics; a tokenizer suffices here.

import { LanguageSupport, StreamLanguage } from "@codemirror/language";

const KEYWORDS = new Set(
  "assert class code def defm defset deftype defvar dump else false field foreach if in include let multiclass then true append prepend".split(" "),
);
const TYPES = new Set("bit bits dag int list string".split(" "));

/** Reads the rest of a comment between slashes and stars, which may be nested. */
function comment(stream, state) {
  while (!stream.eol()) {
    if (stream.match("/*")) state.depth += 1;
    else if (stream.match("*/")) {
      state.depth -= 1;
      if (state.depth === 0) return "comment";
    } else stream.next();
  }
  return "comment";
}

/** Reads the rest of a text in `[{` and `}]`. */
function code(stream, state) {
  if (stream.skipTo("}]")) {
    stream.match("}]");
    state.inCode = false;
  } else stream.skipToEnd();
  return "string";
}

function token(stream, state) {
  if (state.depth > 0) return comment(stream, state);
  if (state.inCode) return code(stream, state);
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.depth = 1;
    return comment(stream, state);
  }
  if (stream.match("[{")) {
    state.inCode = true;
    return code(stream, state);
  }
  if (stream.sol() && stream.match(/#\s*(ifdef|ifndef|else|endif|define)\b/)) return "meta";
  if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return "string";
  if (stream.match(/[-+]?(?:0x[0-9a-fA-F]+|0b[01]+|[0-9]+(?![0-9]*[A-Za-z_]))/)) return "number";
  if (stream.match(/![a-zA-Z]+/)) return "operator";
  if (stream.match(/\$[A-Za-z_][A-Za-z0-9_]*/)) return "variableName.special";
  const name = stream.match(/[A-Za-z0-9_]+/);
  if (name) {
    if (KEYWORDS.has(name[0])) return "keyword";
    return TYPES.has(name[0]) ? "typeName" : "variableName";
  }
  stream.next();
  return null;
}

const language = StreamLanguage.define({
  name: "tablegen",
  startState: () => ({ depth: 0, inCode: false }),
  token,
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", "<", '"'] } },
});

/** The language of `.td` files. */
export function tablegen() {
  return new LanguageSupport(language);
}
