//! Operations without a pattern, `--missing`.

use super::{patterns, patterns_in};
use expect_test::expect;

/// Returns the declarations for a description.
fn missing(text: &str) -> Vec<String> {
    let json = patterns_in(text, "--missing --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let rows = json["missing"].as_array().unwrap().iter();
    rows.map(|row| row["declaration"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn operations_of_a_type_without_a_pattern_are_listed() {
    let text = patterns("--missing").ok();
    let shown: Vec<&str> = text.lines().filter(|line| !line.contains("Operation")).collect();
    expect![[r#"
        T: no pattern for 116 operations, 12 load extensions and 0 condition codes

        // i8
        setLoadExtAction(ISD::EXTLOAD, MVT::i8, MVT::i1, Promote);
        setLoadExtAction(ISD::SEXTLOAD, MVT::i8, MVT::i1, Promote);
        setLoadExtAction(ISD::ZEXTLOAD, MVT::i8, MVT::i1, Promote);
    "#]]
    .assert_eq(&(shown[..6].join("\n") + "\n"));
    let mut operations = text.lines().filter(|line| line.contains("Operation"));
    assert_eq!(operations.next(), Some("setOperationAction(ISD::ADD, MVT::i8, Expand);"));
}

#[test]
fn a_pattern_for_registers_is_enough() {
    let has = |text: &str, line: &str| missing(text).iter().any(|other| other == line);
    let sub = "setOperationAction(ISD::SUB, MVT::i32, Expand);";
    assert!(!has(super::TARGET, sub));
    // The second operand is a loaded value.
    let without = super::TARGET.replace("(op GPR:$a, GPR:$b)", "(op GPR:$a, (ld GPR:$b))");
    assert!(has(&without, sub));
}

#[test]
fn other_selections_are_refused() {
    let err = patterns("--missing --instr LD").failed();
    assert!(err.contains("do not go with"), "{err}");
    assert!(
        patterns("--missing --format csv").ok().starts_with("KIND,NAME,TYPE,MEMORY,DECLARATION\n")
    );
}
