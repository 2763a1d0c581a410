// What the panels show: records, explanations, diagrams of encodings, registers, machine code. All of it is built of text nodes, so
// that no description can bring markup into the page.

/** An element with attributes and children; texts become text nodes. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A link to a position of the text: `{ file, line, column }`. */
function position(at, go) {
  const name = at.file.split("/").pop();
  return element("button", { class: "position", type: "button", onclick: () => go(at) }, `${name}:${at.line}`);
}

/** A note in place of something to show. */
export function note(text) {
  return element("p", { class: "note" }, text);
}

/** A record with its fields; a click on a field explains it. */
export function recordPanel(record, { go, explain }) {
  const parents = record.parents.map((parent) => parent.class).join(", ");
  const rows = record.fields.map((field) =>
    element(
      "tr",
      {},
      element("td", {}, element("button", { class: "field", type: "button", onclick: () => explain(`${record.record}.${field.name}`) }, field.name)),
      element("td", { class: "type" }, field.type),
      element("td", { class: "value" }, field.value),
      element("td", {}, position(field.at, go)),
    ),
  );
  return element(
    "section",
    {},
    element("h3", {}, "def ", record.record, " ", position(record.at, go)),
    parents ? element("p", {}, "inherits from ", parents) : null,
    element("table", { class: "fields" }, ...rows),
  );
}

function step(one, go) {
  const parameters = one.parameters.map((parameter) => `${parameter.name} = ${parameter.value}`).join(", ");
  return element(
    "li",
    {},
    element("div", {}, one.what, " ", position(one.at, go)),
    parameters ? element("div", { class: "parameters" }, parameters) : null,
    element("code", { class: "value" }, one.value),
    one.overriding.length ? element("ol", {}, ...one.overriding.map((inner) => step(inner, go))) : null,
  );
}

/** The history of a field. */
export function fieldPanel(field, { go, explain }) {
  return element(
    "section",
    {},
    element("h3", {}, element("button", { class: "field", type: "button", onclick: () => explain(field.record) }, field.record), `.${field.field}`),
    element("p", {}, `${field.type}, finally `, element("code", { class: "value" }, field.value)),
    element("ol", { class: "steps" }, ...field.steps.map((one) => step(one, go))),
  );
}

/** What stands at a position of the text. */
export function positionPanel(found, { go, explain }) {
  const parts = [];
  const records = (names) => names.slice(0, 50).flatMap((name) => [" ", element("button", { class: "field", type: "button", onclick: () => explain(name) }, name)]);
  if (found.let) {
    const binding = found.let;
    parts.push(element("h3", {}, binding.what, " ", position(binding.at, go)));
    if (binding.records.length) {
      const fields = binding.records.map((name) => `${name}.${binding.field}`);
      parts.push(element("p", {}, "It holds for", ...records(fields)));
    }
    if (binding.overridden.length) parts.push(element("p", {}, "Something else set it later for", ...records(binding.overridden)));
  }
  if (found.argument) {
    const argument = found.argument;
    parts.push(element("h3", {}, `The argument ${argument.parameter} of ${argument.of}`));
    const values = argument.values.map((value) => element("li", {}, element("code", {}, value.value), ...records(value.records)));
    parts.push(element("ul", {}, ...values));
  }
  if (found.name) {
    const { name, kind, owner, at, uses = [] } = found.name;
    parts.push(element("h3", {}, `${kind} ${name}${owner ? ` of ${owner}` : ""} `, at ? position(at, go) : null));
    const items = uses.slice(0, 100).map((use) => element("li", {}, `${use.kind} `, position(use.at, go)));
    if (items.length) parts.push(element("ul", {}, ...items));
  }
  return parts.length ? element("section", {}, ...parts) : null;
}

/** The diagrams of encodings. */
export function encodingPanel(diagrams) {
  return diagrams.map((diagram) =>
    element(
      "section",
      { class: "encoding" },
      element("h4", {}, diagram.title),
      element(
        "div",
        { class: "boxes" },
        ...diagram.cells.map((cell) => {
          const width = cell.bits ? cell.bits[0] - cell.bits[1] + 1 : 1;
          const bits = cell.bits ? [...new Set(cell.bits)].join("…") : "";
          return element("div", { class: /^[01-]+$/.test(cell.text) ? "box fixed" : "box", style: `flex-grow: ${width}` }, element("small", {}, bits), element("span", {}, cell.text));
        }),
      ),
    ),
  );
}

function registerItem(register, byName, explain) {
  const inner = register.sub_registers.map((sub) => {
    const name = sub.register;
    const found = byName.get(name);
    return element("li", {}, element("small", {}, `${sub.index} `), found ? registerItem(found, byName, explain) : name);
  });
  const name = element("button", { class: "field", type: "button", onclick: () => explain(register.name) }, register.name);
  return element("span", {}, name, inner.length ? element("ul", {}, ...inner) : null);
}

/** The registers as a tree of sub-registers, and the register classes. */
export function registerPanel(file, { explain }) {
  const byName = new Map(file.registers.map((register) => [register.name, register]));
  const tops = file.registers.filter((register) => register.super_registers.length === 0);
  const classes = file.classes.map((one) =>
    element("li", {}, element("b", {}, one.name), one.is_inferred ? " (inferred)" : "", ": ", one.registers.join(" ")),
  );
  return element(
    "section",
    {},
    element("h3", {}, "Registers"),
    element("ul", { class: "tree" }, ...tops.map((register) => element("li", {}, registerItem(register, byName, explain)))),
    element("h3", {}, "Register classes"),
    element("ul", {}, ...classes),
  );
}

/** The bytes of assembled lines. Each is in the line of its instruction. */
export function bytesText(lines, text) {
  const byLine = text.split("\n").map(() => []);
  for (const line of lines) byLine[line.line - 1]?.push(line.bytes);
  return byLine.map((bytes) => bytes.join(" ")).join("\n").trimEnd();
}

/** Decoded instructions as lines of assembly. */
export function disassembledText(instructions) {
  return instructions.map((one) => one.text?.replaceAll("\t", " ").trim() ?? `# ${one.bytes} is not an instruction`).join("\n");
}

/** Errors of assembly with their lines. */
export function errorList(errors) {
  const items = errors.map((error) => element("li", { class: "error" }, `Line ${error.line}, column ${error.column}: ${error.message}`));
  return element("ul", {}, ...items);
}
