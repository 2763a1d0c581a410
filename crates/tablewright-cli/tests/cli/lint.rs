//! `tablewright lint`: levels, comments, fixes and forms. What each lint finds is tested beside it.

use serde_json::Value;

use crate::Dir;

const TEXT: &str = "class Used;\nclass Unused;\ndef x : Used;\n";

fn dir() -> Dir {
    Dir::with(TEXT)
}

#[test]
fn findings_are_messages_with_a_summary() {
    let want = "a.td:2:7: warning: the class 'Unused' is never used [unused-class]\n\
                class Unused;\n      ^\n\
                note: no class, record or value in this description or another file of its directories names it\n\
                1 warning\n";
    assert_eq!(dir().run("lint a.td --diagnostic-format=compatible").ok(), want);
    let rich = dir().run("lint a.td").ok();
    assert!(rich.starts_with("warning[TW4002]: the class 'Unused' is never used"), "{rich}");
    assert_eq!(Dir::with("def x;\n").run("lint a.td").ok(), "");
}

#[test]
fn the_last_option_about_a_lint_holds() {
    let dir = dir();
    let code = |line: &str| dir.run(&format!("lint a.td {line}")).code;
    assert_eq!(code(""), Some(0));
    assert_eq!(code("--deny unused-class"), Some(1));
    assert_eq!(code("--deny warnings"), Some(1));
    assert_eq!(code("--deny TW4002 --allow language"), Some(0));
    assert_eq!(code("--allow all --deny unused-class"), Some(1));
    let ran = dir.run("lint a.td --deny unused-clas");
    let want = "error: unknown lint 'unused-clas'\nnote: did you mean 'unused-class'?\n";
    assert_eq!((ran.code, &*ran.err), (Some(1), want));
}

#[test]
fn levels_come_from_the_settings_above_the_input() {
    let dir = dir();
    dir.write("deep/down/b.td", TEXT);
    dir.write(".tablewright.toml", "[lint]\nunused-class = \"deny\"\nlanguage = \"allow\"\n");
    assert_eq!(dir.run("lint deep/down/b.td").code, Some(1));
    assert_eq!(dir.run("lint deep/down/b.td --warn unused-class").code, Some(0));
    dir.write("deep/.tablewright.toml", "[lint]\nunused-class = \"allow\"\n");
    assert_eq!(dir.run("lint deep/down/b.td").ok(), "");
    dir.write("deep/.tablewright.toml", "[lint]\nunused-class = \"loud\"\n");
    let err = dir.run("lint deep/down/b.td").failed();
    assert!(
        err.ends_with("'loud' is not a level for 'unused-class'; expected allow, warn or deny\n"),
        "{err}"
    );
    dir.write("deep/.tablewright.toml", "[lint\n");
    let err = dir.run("lint deep/down/b.td").failed();
    assert!(err.contains("deep/.tablewright.toml: TOML parse error at line 1"), "{err}");
}

#[test]
fn files_of_other_directories_are_checked_on_request() {
    let dir = Dir::new();
    dir.write("include/base.td", "class Base;\nclass Spare;\n");
    dir.write("target/a.td", "include \"base.td\"\ndef x : Base;\n");
    assert_eq!(dir.run("lint -I include target/a.td").ok(), "");
    let all = dir.run("lint -I include target/a.td --all-files -f csv").ok();
    let want = "CODE,LINT,LEVEL,FILE,LINE,COLUMN,MESSAGE\n\
                TW4002,unused-class,warn,include/base.td,2,7,the class 'Spare' is never used\n";
    assert_eq!(all, want);
}

#[test]
fn another_main_file_can_use_a_class() {
    let dir = Dir::new();
    dir.write("base.td", "class Base;\nclass Other;\nclass Third;\nclass Spare;\n");
    dir.write("a.td", "include \"base.td\"\ndef A : Base;\n");
    dir.write("b.td", "include \"base.td\"\ndef B : Other;\n");
    dir.write("other/c.td", "def C : Third;\n");
    dir.write("elsewhere/d.td", "def D : Spare;\n");
    let found = dir.run("lint a.td -I other -f csv").ok();
    let want = "CODE,LINT,LEVEL,FILE,LINE,COLUMN,MESSAGE\n\
                TW4002,unused-class,warn,base.td,4,7,the class 'Spare' is never used\n";
    // Directories below the main file's count, too.
    assert!(!found.contains("'Third'") && !found.contains("'Other'"), "{found}");
    dir.write("elsewhere/d.td", "def D;\n");
    assert_eq!(dir.run("lint a.td -I other -f csv").ok(), want);
}

#[test]
fn fixes_change_the_file_and_say_so() {
    let dir = Dir::with("");
    // A file need not be UTF-8.
    let bytes = *b"class Spare; // tablewright: allow(unused-clas)\ndef x; // \xe9\n";
    dir.write("a.td", bytes);
    let ran = dir.run("lint a.td --fix");
    let err = "tablewright: note: fixed 1 finding in a.td\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "", err));
    let fixed = std::fs::read(dir.path("a.td")).unwrap();
    let want = [&b"class Spare; // tablewright: allow(unused-class)"[..], &bytes[47..]].concat();
    assert_eq!(fixed, want);
    let err = dir.run("lint - --fix").failed();
    assert_eq!(err, "tablewright: error: --fix changes files, and standard input is none\n");
}

/// Two removed definitions are kept at the same place.
#[test]
fn a_description_moves_to_another_release() {
    let dir = Dir::with("");
    let include = "class SDNodeXForm; class SDNode<string s>;\n\
                   def vector_insert_subvec : SDNode<\"i\">;\ndef vector_extract_subvec : SDNode<\"e\">;\n";
    dir.write("inc/llvm/Target/TargetSelectionDAG.td", include);
    let first = "include \"llvm/Target/TargetSelectionDAG.td\"\n";
    let unused = "class Unused;\n";
    let uses = "def x { list<SDNode> nodes = [vector_insert_subvec, vector_extract_subvec]; }\n";
    let own = format!("{first}{unused}def to_tframeindex : SDNodeXForm;\n{uses}");
    dir.write("own/a.td", &own);
    let ran = dir.run("lint own/a.td --for 23 -I inc");
    assert_eq!((ran.code, &*ran.out), (Some(0), ""));
    let ran = dir.run("lint own/a.td --for 24 --fix -I inc");
    let err = "tablewright: note: fixed 3 findings in own/a.td\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (Some(0), "", err));
    let fixed = std::fs::read_to_string(dir.path("own/a.td")).unwrap();
    let copies =
        "def vector_insert_subvec : SDNode<\"i\">;\ndef vector_extract_subvec : SDNode<\"e\">;\n";
    assert_eq!(fixed, format!("{first}{copies}{unused}{uses}"));
    let err = dir.run("lint own/a.td --for x").failed();
    assert!(err.contains("'x'"), "{err}");
}

#[test]
fn sarif_has_rules_results_and_fixes() {
    let dir = Dir::with("class U; // tablewright: allow(unused-clas)\ndef x;\n");
    dir.write("b.td", "/* \u{fc} */ class Unused;\ndef x;\n");
    let log: Value = serde_json::from_str(&dir.run("lint b.td -f sarif").ok()).unwrap();
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "TW4002");
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!((&rule["id"], &rule["name"]), (&"TW4002".into(), &"unused-class".into()));
    assert!(rule["help"]["markdown"].as_str().unwrap().contains("```tablegen"));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "b.td");
    // Characters are counted, not bytes.
    assert_eq!(
        (&place["region"]["startLine"], &place["region"]["startColumn"]),
        (&1.into(), &15.into())
    );
    let log: Value = serde_json::from_str(&dir.run("lint a.td -f sarif").ok()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fixes = results.iter().filter_map(|result| result["fixes"].as_array());
    let change = &fixes.flatten().next().unwrap()["artifactChanges"][0];
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "unused-class");
}

/// The name of an object, its required members, and all members with what they are.
type SarifObject = (&'static str, &'static [&'static str], &'static [(&'static str, &'static str)]);

/// Objects of SARIF 2.1.0 as far as findings have them (OASIS, "Static Analysis Results Interchange Format", section
/// 3): the name of each, its required members, and all members with what they are. `[]` marks lists; what is no object
/// is a name of a JSON type.
const SARIF: &[SarifObject] = &[
    (
        "sarifLog",
        &["version", "runs"],
        &[("$schema", "string"), ("version", "string"), ("runs", "run[]")],
    ),
    ("run", &["tool"], &[("tool", "tool"), ("columnKind", "string"), ("results", "result[]")]),
    ("tool", &["driver"], &[("driver", "toolComponent")]),
    (
        "toolComponent",
        &["name"],
        &[("name", "string"), ("semanticVersion", "string"), ("rules", "reportingDescriptor[]")],
    ),
    (
        "reportingDescriptor",
        &["id"],
        &[
            ("id", "string"),
            ("name", "string"),
            ("shortDescription", "multiformatMessageString"),
            ("fullDescription", "multiformatMessageString"),
            ("help", "multiformatMessageString"),
            ("defaultConfiguration", "reportingConfiguration"),
            ("properties", "propertyBag"),
        ],
    ),
    ("multiformatMessageString", &["text"], &[("text", "string"), ("markdown", "string")]),
    ("reportingConfiguration", &[], &[("enabled", "boolean"), ("level", "level")]),
    ("propertyBag", &[], &[("tags", "string[]")]),
    (
        "result",
        &["message"],
        &[
            ("ruleId", "string"),
            ("ruleIndex", "integer"),
            ("level", "level"),
            ("message", "message"),
            ("locations", "location[]"),
            ("relatedLocations", "location[]"),
            ("fixes", "fix[]"),
        ],
    ),
    ("message", &["text"], &[("text", "string")]),
    (
        "location",
        &[],
        &[("id", "integer"), ("message", "message"), ("physicalLocation", "physicalLocation")],
    ),
    (
        "physicalLocation",
        &["artifactLocation"],
        &[("artifactLocation", "artifactLocation"), ("region", "region")],
    ),
    ("artifactLocation", &[], &[("uri", "string"), ("uriBaseId", "string")]),
    (
        "region",
        &[],
        &[
            ("startLine", "positive"),
            ("startColumn", "positive"),
            ("endLine", "positive"),
            ("endColumn", "positive"),
        ],
    ),
    (
        "fix",
        &["artifactChanges"],
        &[("description", "message"), ("artifactChanges", "artifactChange[]")],
    ),
    (
        "artifactChange",
        &["artifactLocation", "replacements"],
        &[("artifactLocation", "artifactLocation"), ("replacements", "replacement[]")],
    ),
    (
        "replacement",
        &["deletedRegion"],
        &[("deletedRegion", "region"), ("insertedContent", "artifactContent")],
    ),
    ("artifactContent", &[], &[("text", "string")]),
];

/// Checks that a value is what SARIF calls `kind`.
fn check_sarif(value: &Value, kind: &str, path: &str) {
    if let Some(kind) = kind.strip_suffix("[]") {
        let list = value.as_array().unwrap_or_else(|| panic!("{path} is no list"));
        list.iter().enumerate().for_each(|(i, it)| check_sarif(it, kind, &format!("{path}[{i}]")));
        return;
    }
    let is_right = match kind {
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64(),
        "positive" => value.as_u64().is_some_and(|number| number > 0),
        "level" => ["none", "note", "warning", "error"].contains(&value.as_str().unwrap_or("")),
        _ => value.is_object(),
    };
    assert!(is_right, "{path} is no {kind}: {value}");
    let Some(object) = value.as_object() else { return };
    let (_, required, members) = SARIF.iter().find(|(name, ..)| *name == kind).expect(kind);
    for name in *required {
        assert!(object.contains_key(*name), "{path} has no {name}");
    }
    for (name, member) in object {
        let found = members.iter().find(|(other, _)| other == name);
        let (_, kind) = found.unwrap_or_else(|| panic!("{path} has an unexpected {name}"));
        check_sarif(member, kind, &format!("{path}.{name}"));
    }
}

#[test]
fn sarif_is_as_its_standard_says() {
    let text = "class U; // tablewright: allow(unused-clas)\nclass A { int X = 1; }\n\
                def x : A { let X = 2; let X = 3; }\n";
    let log: Value = serde_json::from_str(&Dir::with(text).run("lint a.td -f sarif").ok()).unwrap();
    check_sarif(&log, "sarifLog", "log");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert!(results.iter().any(|result| result["relatedLocations"].is_array()), "{log}");
    assert!(results.iter().any(|result| result["fixes"].is_array()), "{log}");
}

#[test]
fn lints_are_listed_with_their_levels() {
    let list = dir().run("lint --list --deny unused-class").ok();
    assert!(list.contains("\nTW4002  unused-class "), "{list}");
    let json: Value =
        serde_json::from_str(&dir().run("lint --list -f json --deny TW4002").ok()).unwrap();
    let lints = json["lints"].as_array().unwrap();
    let lint = lints.iter().find(|lint| lint["code"] == "TW4002").unwrap();
    assert_eq!((&lint["level"], &lint["default"]), (&"deny".into(), &"warn".into()));
}

#[test]
fn an_input_with_errors_has_no_findings() {
    let dir = Dir::with("class Unused;\ndef x : Missing;\n");
    let ran = dir.run("lint a.td");
    assert_eq!((ran.code, &*ran.out), (Some(1), ""));
    assert!(ran.err.contains("Couldn't find class 'Missing'"), "{}", ran.err);
}

#[test]
fn a_file_that_includes_itself_is_one_error() {
    let dir = Dir::new();
    dir.write("a.td", "include \"b.td\"\n");
    dir.write("b.td", "class C { int x = 1; }\ninclude \"c.td\"\n");
    dir.write("c.td", "def d : C;\ninclude \"b.td\"\n");
    let err = dir.run("lint a.td --diagnostic-format=rich").failed();
    assert_eq!(err.matches("error").count(), 1, "{err}");
    assert!(err.starts_with("error[TW1023]: The file 'b.td' includes itself\n"), "{err}");
    assert!(err.contains("note: 'b.td' includes 'c.td'"), "{err}");
    assert!(err.contains("note: 'c.td' includes 'b.td'"), "{err}");
}
