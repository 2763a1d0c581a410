//! The contents of `tablewright export` for mnemonics, decoder tables and options.

use std::process::Command;

use serde_json::{Value, json};
use tablewright_test_support::json_schema::Schema;

use crate::corpus::corpus;
use crate::{Dir, Ran, program};

const TOY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/toy-target");

fn export(dir: &Dir, args: &[&str]) -> Ran {
    let mut command = dir.command(program());
    command.arg("export").args(args);
    Ran::from_output(command.output().expect("it is started"))
}

fn toy(args: &[&str]) -> Ran {
    let (file, prelude) = (format!("{TOY}/Toy.td"), format!("{TOY}/prelude"));
    let description = [args[0], &file, "-I", TOY, "-I", &prelude];
    export(&Dir::new(), &[&description, &args[1..]].concat())
}

fn list(text: &str) -> Vec<Value> {
    let mut printed: Value = serde_json::from_str(text).expect("it is JSON");
    serde_json::from_value(printed["list"].take()).expect("a list")
}

fn names<'a>(list: &'a [Value], member: &str) -> Vec<&'a str> {
    list.iter().filter_map(|element| element[member].as_str()).collect()
}

#[test]
fn mnemonics_depend_on_features() {
    let all = list(&toy(&["mnemonics"]).ok());
    let short = all.iter().find(|it| it["mnemonic"] == "c.addi").expect("it is there");
    let form = json!([{
        "instruction": "C_ADDI", "origin": "instruction",
        "predicates": ["HasShort"], "features": ["short"],
    }]);
    assert_eq!(short["forms"], form);
    let without = list(&toy(&["mnemonics", "--mattr=-short"]).ok());
    let without = names(&without, "mnemonic");
    assert!(without.contains(&"add") && !without.contains(&"c.addi"), "{without:?}");
    let with = list(&toy(&["mnemonics", "--mattr=+short"]).ok());
    assert!(names(&with, "mnemonic").contains(&"c.addi"));
}

#[test]
fn processors_are_only_for_mnemonics() {
    let error = toy(&["registers", "--mattr=+short"]);
    assert!(error.err.contains("apply only to the kind 'mnemonics'"), "{}", error.err);
    let error = toy(&["mnemonics", "--mcpu=none-such"]);
    assert!(error.err.contains("unknown processor 'none-such'"), "{}", error.err);
}

/// Walks through the decision tree; returns the index of the encoding that accepts the word.
fn decode(decisions: &[Value], bits: &str, index: usize) -> Option<usize> {
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let value = |range: &Value| {
        let (low, width) = (number(&range["low"]), number(&range["width"]));
        let end = bits.len().checked_sub(low)?;
        u64::from_str_radix(bits.get(end.checked_sub(width)?..end)?, 2).ok()
    };
    let decision = &decisions[index];
    let next = |decision: &Value| decode(decisions, bits, number(decision));
    let otherwise = || decision.get("otherwise").and_then(next);
    match decision["kind"].as_str().expect("a text") {
        "accept" | "try_first" => {
            let checks = decision["checks"].as_array().expect("a list");
            let is_match = checks.iter().all(|it| value(it) == it["value"].as_u64());
            if is_match { Some(number(&decision["encoding"])) } else { otherwise() }
        }
        "switch" => {
            let value = value(&decision["bits"]);
            let cases = decision["cases"].as_array().expect("a list");
            let case = cases.iter().find(|case| case["value"].as_u64() == value);
            case.and_then(|case| next(&case["decision"])).or_else(otherwise)
        }
        "conflict" => decision["encodings"][0].as_u64().map(|encoding| encoding as usize),
        other => panic!("unknown kind {other}"),
    }
}

/// Decodes a word for each encoding, with zeros as operands. The accepted encoding must have the
/// fixed bits of the word. Returns the number of encodings.
fn check_trees(tables: &[Value]) -> usize {
    let mut count = 0;
    for table in tables {
        let decisions = table["decisions"].as_array().expect("a list");
        let encodings = table["encodings"].as_array().expect("a list");
        for encoding in encodings {
            let word = encoding["bits"].as_str().expect("a text").replace('?', "0");
            let accepted = decode(decisions, &word, 0).expect("an encoding accepts it");
            let pattern = encodings[accepted]["bits"].as_str().expect("a text");
            let mut pairs = word.chars().zip(pattern.chars());
            assert!(pairs.all(|(bit, known)| known == '?' || known == bit), "{encoding} {pattern}");
            count += 1;
        }
    }
    count
}

#[test]
fn the_decision_tree_finds_each_encoding() {
    let tables = list(&toy(&["decoder"]).ok());
    assert_eq!(names(&tables, "table"), ["DecoderTableToy16", "DecoderTableToy32"]);
    assert_eq!(tables[0]["encodings"][0]["bits"], "00001???000?????");
    assert_eq!(tables[0]["encodings"][0]["predicates"], json!(["HasShort"]));
    assert!(check_trees(&tables) > 10);
}

/// RISC-V, if LLVM's descriptions are in place.
#[test]
fn processors_of_riscv_have_their_mnemonics_and_decoders() {
    let file = corpus().join("llvm/lib/Target/RISCV/RISCV.td");
    if !file.exists() {
        return;
    }
    let directories = ["llvm/lib/Target/RISCV", "llvm/include"];
    let directories = directories.map(|path| corpus().join(path).display().to_string());
    let file = file.display().to_string();
    let description = [&file, "-I", &directories[0], "-I", &directories[1]];
    let export_riscv = |kind: &str, more: &[&str]| {
        list(&export(&Dir::new(), &[&[kind], &description[..], more].concat()).ok())
    };
    let with = |processor: &str| export_riscv("mnemonics", &[processor]);
    for (processor, has_double) in [("--mcpu=sifive-u74", true), ("--mcpu=sifive-e20", false)] {
        let mnemonics = with(processor);
        let mnemonics = names(&mnemonics, "mnemonic");
        assert!(mnemonics.contains(&"mul") && !mnemonics.contains(&"vadd.vv"), "{processor}");
        assert_eq!(mnemonics.contains(&"fadd.d"), has_double, "{processor}");
    }
    assert!(check_trees(&export_riscv("decoder", &[])) > 1000);
}

const OPTIONS: &str = r#"
class OptionKind<string name, int precedence = 0, bit sentinel = false> {
  string Name = name; int Precedence = precedence; bit Sentinel = sentinel;
}
def KIND_FLAG : OptionKind<"Flag">;
def KIND_JOINED : OptionKind<"Joined", 1>;
class OptionFlag; class OptionVisibility;
def HelpHidden : OptionFlag; def Quiet : OptionFlag;
def DefaultVis : OptionVisibility;
class OptionGroup<string name> {
  string EnumName = ?; string Name = name; string HelpText = ?; OptionGroup Group = ?;
  list<OptionFlag> Flags = []; list<OptionVisibility> Visibility = [];
}
class Option<list<string> prefixes, string name, OptionKind kind> {
  string EnumName = ?; list<string> Prefixes = prefixes; string Name = name;
  OptionKind Kind = kind; int NumArgs = 0; string HelpText = ?; string MetaVarName = ?;
  string Values = ?; code ValuesCode = ?; list<OptionFlag> Flags = [];
  list<OptionVisibility> Visibility = [DefaultVis]; OptionGroup Group = ?; Option Alias = ?;
  list<string> AliasArgs = [];
}
def outer : OptionGroup<"outer">;
def inner : OptionGroup<"inner"> { let Group = outer; let Flags = [HelpHidden, Quiet]; }
def level : Option<["-", "--"], "level=", KIND_JOINED> {
  let HelpText = "Set the level"; let MetaVarName = "<level>"; let Values = "low,high";
  let Group = inner; let Flags = [Quiet];
}
def high : Option<["-"], "high", KIND_FLAG> { let Alias = level; let AliasArgs = ["high"]; }
"#;

#[test]
fn options_have_the_flags_of_their_group() {
    let dir = Dir::new();
    dir.write("Options.td", OPTIONS);
    let text = export(&dir, &["options", "Options.td"]).ok();
    let schema = Schema {
        root: serde_json::from_str(&export(&dir, &["--schema"]).ok()).expect("it is JSON"),
    };
    let printed = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(schema.problem(&schema.root, &printed, "options"), None);
    let expected = json!([
        {
            "id": "high", "name": "high", "prefixes": ["-"], "kind": "FLAG", "groups": [],
            "flags": [], "visibility": ["DefaultVis"], "subcommands": [],
            "alias": {"id": "level", "arguments": ["high"]}, "values": [],
        },
        {
            "id": "level", "name": "level=", "prefixes": ["-", "--"], "kind": "JOINED",
            "groups": ["inner", "outer"], "flags": ["Quiet", "HelpHidden"],
            "visibility": ["DefaultVis"], "subcommands": [], "help": "Set the level",
            "meta_var": "<level>", "values": ["low", "high"],
        },
    ]);
    assert_eq!(printed["list"], expected);
}

#[test]
fn options_need_their_class() {
    let dir = Dir::new();
    dir.write("None.td", "class Other; def A : Other;");
    let error = export(&dir, &["options", "None.td"]);
    assert!(error.err.contains("Option"), "{}", error.err);
}

const CHECKERS: &str = r#"
class CmdLineOption<bits<2> type, string flag, string desc, string value, bits<1> stage> {
  bits<2> Type = type; string CmdFlag = flag; string Desc = desc; string DefaultVal = value;
  bits<1> DevelopmentStage = stage; bit Hidden = 0;
}
class Package<string name> {
  string PackageName = name; list<CmdLineOption> PackageOptions; Package ParentPackage; bit Hidden = 0;
}
class Checker<string name> {
  string CheckerName = name; string HelpText; list<CmdLineOption> CheckerOptions;
  list<Checker> Dependencies; list<Checker> WeakDependencies; bits<1> Documentation;
  Package ParentPackage; bit Hidden = 0;
}
def Alpha : Package<"alpha"> { let Hidden = 1; }
def AlphaUnix : Package<"unix"> {
  let ParentPackage = Alpha;
  let PackageOptions = [CmdLineOption<2, "Strict", "Report more", "false", 1>];
}
def Base : Checker<"Base"> { let HelpText = "Model streams"; let Documentation = 0; }
def Stream : Checker<"Stream"> {
  let HelpText = "Check streams"; let Documentation = 1; let ParentPackage = AlphaUnix;
  let Dependencies = [Base]; let WeakDependencies = [Base];
  let CheckerOptions = [CmdLineOption<0, "Depth", "Calls to follow", "3", 0>];
}
"#;

#[test]
fn checkers_have_full_names_and_the_options_of_their_packages() {
    let dir = Dir::new();
    dir.write("Checkers.td", CHECKERS);
    let text = export(&dir, &["checkers", "Checkers.td"]).ok();
    let schema = Schema {
        root: serde_json::from_str(&export(&dir, &["--schema"]).ok()).expect("it is JSON"),
    };
    let printed = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(schema.problem(&schema.root, &printed, "checkers"), None);
    let expected = json!([
        {
            "name": "Base", "class": "Base", "help": "Model streams", "is_alpha": false,
            "is_hidden": false, "dependencies": [], "weak_dependencies": [], "options": [],
        },
        {
            "name": "alpha.unix.Stream", "package": "alpha.unix", "class": "Stream",
            "help": "Check streams",
            "documentation": "https://clang.llvm.org/docs/analyzer/checkers.html#alpha-unix-stream",
            "is_alpha": true, "is_hidden": true, "dependencies": ["Base"],
            "weak_dependencies": ["Base"],
            "options": [
                {
                    "name": "alpha.unix.Stream:Depth", "type": "int", "default": "3",
                    "help": "Calls to follow", "stage": "alpha", "is_hidden": false,
                },
                {
                    "name": "alpha.unix:Strict", "type": "bool", "default": "false",
                    "help": "Report more", "stage": "released", "is_hidden": false,
                },
            ],
        },
    ]);
    assert_eq!(printed["list"], expected);
}

#[test]
fn checkers_need_their_class_and_no_processor() {
    let dir = Dir::new();
    dir.write("None.td", "class Other; def A : Other;");
    let error = export(&dir, &["checkers", "None.td"]);
    assert!(error.err.contains("Checker"), "{}", error.err);
    let error = export(&dir, &["checkers", "None.td", "--mcpu=any"]);
    assert!(error.err.contains("apply only to the kind 'mnemonics'"), "{}", error.err);
}

/// All checkers of Clang, if LLVM's descriptions are in place, against the macro calls of the backend.
#[test]
fn checkers_of_clang_are_those_of_the_backend() {
    let folder = corpus().join("clang/include/clang/StaticAnalyzer/Checkers");
    let file = folder.join("Checkers.td").display().to_string();
    if !std::path::Path::new(&file).exists() {
        return;
    }
    let folders = [folder, corpus().join("clang/include"), corpus().join("llvm/include")];
    let includes = folders.map(|folder| format!("-I{}", folder.display()));
    let includes = includes.each_ref().map(String::as_str);
    let dir = Dir::new();
    let exported = list(&export(&dir, &[&["checkers", &file], &includes[..]].concat()).ok());
    let mut command: Command = dir.command(program());
    command.args(["clang-tblgen", "--gen-clang-sa-checkers", &file]).args(includes);
    let printed = Ran::from_output(command.output().expect("it is started")).ok();
    let calls = |name: &str| {
        let lines = printed.lines().filter(|line| line.starts_with(&format!("{name}(\"")));
        lines.map(|line| line.split('"').nth(1).expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert!(exported.len() > 100, "{}", exported.len());
    assert_eq!(names(&exported, "name"), calls("CHECKER"));
    let count = |member: &str| {
        exported.iter().map(|it| it[member].as_array().map_or(0, Vec::len)).sum::<usize>()
    };
    assert_eq!(count("dependencies"), calls("CHECKER_DEPENDENCY").len());
    assert_eq!(count("weak_dependencies"), calls("CHECKER_WEAK_DEPENDENCY").len());
}
