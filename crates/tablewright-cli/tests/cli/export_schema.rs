//! The schema of `tablewright export` against what is printed.

use std::process::Command;

use serde_json::{Value, json};

use crate::corpus::corpus;
use crate::{Dir, Ran, program};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

const KINDS: [&str; 8] = [
    "instructions",
    "operands",
    "registers",
    "register-classes",
    "patterns",
    "schedules",
    "features",
    "processors",
];

fn export(args: &[&str]) -> Ran {
    let dir = Dir::new();
    let mut command: Command = dir.command(program());
    command.arg("export").args(args).current_dir(TOY);
    Ran::of(command.output().expect("it is started"))
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
}

/// A schema with what its references mean: as much of JSON Schema as ours has.
struct Schema {
    root: Value,
}

impl Schema {
    /// Why `value` is not what `schema` says; `None` if it is.
    fn problem(&self, schema: &Value, value: &Value, path: &str) -> Option<String> {
        let problem = |what: String| Some(format!("{path}: {what}"));
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            let found = match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" | "required" => None,
                "additionalProperties" | "maxItems" | "minItems" if !value.is_array() => None,
                "$ref" => {
                    let target = rule.as_str().and_then(|name| name.strip_prefix('#'));
                    let target = target.and_then(|pointer| self.root.pointer(pointer));
                    self.problem(target.expect("it is defined"), value, path)
                }
                "type" if rule.is_array() => {
                    let types = rule.as_array().expect("checked");
                    let is_one = types.iter().any(|ty| has_type(value, ty));
                    (!is_one).then(|| format!("{path}: no {rule}"))
                }
                "type" => (!has_type(value, rule)).then(|| format!("{path}: no {rule}")),
                "const" => (value != rule).then(|| format!("{path}: not {rule}")),
                "enum" => {
                    let is_one = rule.as_array().is_some_and(|values| values.contains(value));
                    (!is_one).then(|| format!("{path}: none of {rule}"))
                }
                "anyOf" | "oneOf" => self.alternatives(rule, value, path, keyword == "oneOf"),
                "items" => self.elements(value, path, |_| Some(rule)),
                "prefixItems" => self.elements(value, path, |index| rule.get(index)),
                "minItems" | "maxItems" => {
                    let count = value.as_array().map_or(0, Vec::len) as u64;
                    let limit = rule.as_u64().expect("a number");
                    let is_bad = if keyword == "minItems" { count < limit } else { count > limit };
                    is_bad.then(|| format!("{path}: {count} elements"))
                }
                "properties" => self.members(schema, rule, value, path),
                other => return problem(format!("unknown keyword {other}")),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn alternatives(
        &self,
        rule: &Value,
        value: &Value,
        path: &str,
        is_one: bool,
    ) -> Option<String> {
        let alternatives = rule.as_array().expect("a list");
        let problems: Vec<String> =
            alternatives.iter().filter_map(|schema| self.problem(schema, value, path)).collect();
        let count = alternatives.len() - problems.len();
        let is_right = if is_one { count == 1 } else { count > 0 };
        (!is_right).then(|| format!("{path}: {count} alternatives; {}", problems.join("; ")))
    }

    fn elements<'r>(
        &self,
        value: &Value,
        path: &str,
        rule: impl Fn(usize) -> Option<&'r Value>,
    ) -> Option<String> {
        value.as_array().into_iter().flatten().enumerate().find_map(|(index, element)| {
            self.problem(rule(index)?, element, &format!("{path}[{index}]"))
        })
    }

    /// Each member that is printed is declared, and each that is required is printed.
    fn members(&self, schema: &Value, rule: &Value, value: &Value, path: &str) -> Option<String> {
        let members = value.as_object()?;
        let required = schema["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Value::as_str) {
            if !members.contains_key(name) {
                return Some(format!("{path}: no member {name}"));
            }
        }
        members.iter().find_map(|(name, member)| match rule.get(name) {
            Some(schema) => self.problem(schema, member, &format!("{path}.{name}")),
            None => Some(format!("{path}: member {name} is not declared")),
        })
    }
}

fn has_type(value: &Value, ty: &Value) -> bool {
    match ty.as_str().expect("types are names") {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    }
}

#[test]
fn all_kinds_are_as_the_schema_says() {
    let schema = Schema { root: parsed(&export(&["--schema"]).ok()) };
    for file in ["Toy.td", "ToyDSP.td"] {
        for kind in KINDS {
            let printed = parsed(&export(&[kind, file, "-I", "prelude"]).ok());
            assert_eq!(schema.problem(&schema.root, &printed, kind), None, "{file}");
            // The kind alone selects the list.
            let alternatives = schema.root["oneOf"].as_array().expect("a list");
            let of_kind = |it: &&Value| it["properties"]["kind"]["const"] == kind;
            let of_kind = alternatives.iter().find(of_kind).expect("each kind is there");
            assert_eq!(schema.problem(of_kind, &printed, kind), None, "{file}");
            assert!(printed["list"].as_array().is_some_and(|list| !list.is_empty()), "{kind}");
        }
    }
}

/// The largest target, where LLVM's descriptions are in place. Its schedules are 190 MB.
#[test]
fn x86_is_as_the_schema_says() {
    let directories = ["llvm/lib/Target/X86", "llvm/include"];
    let directories = directories.map(|path| corpus().join(path).display().to_string());
    let target = format!("{}/X86.td", directories[0]);
    if !std::path::Path::new(&target).exists() {
        return;
    }
    let schema = Schema { root: parsed(&export(&["--schema"]).ok()) };
    let alternatives = schema.root["oneOf"].as_array().expect("a list");
    for kind in KINDS.into_iter().filter(|kind| *kind != "schedules") {
        let args = [kind, &target, "-I", &directories[0], "-I", &directories[1]];
        let printed = parsed(&export(&args).ok());
        let of_kind = |it: &&Value| it["properties"]["kind"]["const"] == kind;
        let of_kind = alternatives.iter().find(of_kind).expect("each kind is there");
        assert_eq!(schema.problem(of_kind, &printed, kind), None);
        let list = printed["list"].as_array().expect("a list");
        assert!(list.len() > 90, "{} {kind}", list.len());
    }
}

#[test]
fn the_schema_finds_what_is_wrong() {
    let root = parsed(&export(&["--schema"]).ok());
    let location = root["$defs"]["location"].clone();
    let schema = Schema { root };
    let problem = |value: Value| schema.problem(&location, &value, "at");
    assert_eq!(problem(json!({"file": "a", "line": 1, "column": 2})), None);
    let missing = problem(json!({"file": "a", "line": 1}));
    assert_eq!(missing.as_deref(), Some("at: no member column"));
    let extra = problem(json!({"file": "a", "line": 1, "column": 2, "end": 3}));
    assert_eq!(extra.as_deref(), Some("at: member end is not declared"));
    let text = problem(json!({"file": "a", "line": "1", "column": 2}));
    assert_eq!(text.as_deref(), Some("at.line: no \"integer\""));
}
