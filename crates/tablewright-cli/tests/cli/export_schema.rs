//! The schema of `tablewright export` against what is printed.

use std::process::Command;

use serde_json::{Value, json};
use tablewright_test_support::json_schema::Schema;

use crate::corpus::corpus;
use crate::{Dir, Ran, program};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

const KINDS: [&str; 10] = [
    "instructions",
    "operands",
    "registers",
    "register-classes",
    "patterns",
    "schedules",
    "features",
    "processors",
    "mnemonics",
    "decoder",
];

fn export(args: &[&str]) -> Ran {
    let dir = Dir::new();
    let mut command: Command = dir.command(program());
    command.arg("export").args(args).current_dir(TOY);
    Ran::from_output(command.output().expect("it is started"))
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("it is JSON")
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
    // X86 has no decoder table for words.
    let kinds = KINDS.into_iter().filter(|kind| !["schedules", "decoder"].contains(kind));
    for kind in kinds {
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
