//! Patterns that are never selected, `--shadowed`.

use super::{CLASSES, patterns_in};

/// The patterns that are never selected, each with those that are.
fn shadowed(text: &str) -> String {
    let text = format!("include \"classes.td\"\n{text}");
    let json = patterns_in(&text, "--shadowed --format json").ok();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mut lines = Vec::new();
    for each in json["shadowed"].as_array().unwrap() {
        let by = each["by"].as_array().unwrap().iter();
        let by: Vec<&str> = by.map(|by| by["name"].as_str().unwrap()).collect();
        lines.push(format!("{} by {}", each["name"].as_str().unwrap(), by.join(" ")));
    }
    lines.join(", ")
}

/// Instructions that patterns of tests make.
const MADE: &str = r#"def A : I<(outs GPR:$d), (ins GPR:$a), []>;
def B : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def L : I<(outs GPR:$d), (ins GPR:$a, GPR:$b), []>;
def V : I<(outs VPR:$d), (ins VPR:$a, VPR:$b), []>;
def addr : ComplexPattern<i32, 1, "selectAddr">;
def other : ComplexPattern<i32, 1, "selectOther">;
def Feature : Predicate<"hasFeature()">;
def Optional : Predicate<"hasOptional()">;
"#;

#[test]
fn a_pattern_is_shadowed_by_one_that_matches_whenever_it_does() {
    let shadowed = |text: &str| shadowed(&[MADE, text].concat());
    assert_eq!(
        shadowed(
            "def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
             def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;"
        ),
        "P2 by P1"
    );
    assert_eq!(
        shadowed(
            "let AddedComplexity = 100 in def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
             def P2 : Pat<(i32 (sub GPR:$a, 1)), (A GPR:$a)>;
             def P3 : Pat<(i32 (sub (ld GPR:$a), GPR:$b)), (L GPR:$b, GPR:$a)>;
             def P4 : Pat<(sub GPR:$a, GPR:$a), (A GPR:$a)>;"
        ),
        "P2 by P1, P3 by P1, P4 by P1"
    );
    assert_eq!(
        shadowed(
            "def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
             let Predicates = [Feature] in
             def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;"
        ),
        "P2 by P1"
    );
}

#[test]
fn nothing_is_called_shadowed_that_could_be_selected() {
    let not_shadowed = [
        // Other conditions.
        "let Predicates = [Feature] in def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
         def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;",
        "let Predicates = [Feature, Optional] in
         def P1 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;
         let Predicates = [Feature] in def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;",
        // Another type.
        "def P1 : Pat<(v2i16 (and VPR:$a, VPR:$b)), (V VPR:$a, VPR:$b)>;
         def P2 : Pat<(v4i8 (and VPR:$a, VPR:$b)), (V VPR:$a, VPR:$b)>;",
        // A function may refuse.
        "let AddedComplexity = 100 in def P1 : Pat<(sub addr:$a, GPR:$b), (B addr:$a, GPR:$b)>;
         def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$a, GPR:$b)>;",
        "let AddedComplexity = 100 in def P1 : Pat<(sub addr:$a, GPR:$b), (B addr:$a, GPR:$b)>;
         def P2 : Pat<(sub other:$a, GPR:$b), (B other:$a, GPR:$b)>;",
        "let AddedComplexity = 100 in def P1 : Pat<(sub GPR:$a, simm8), (A GPR:$a)>;
         def P2 : Pat<(sub GPR:$a, (i32 imm)), (A GPR:$a)>;",
        // The same value twice.
        "let AddedComplexity = 100 in def P1 : Pat<(sub GPR:$a, GPR:$a), (A GPR:$a)>;
         def P2 : Pat<(sub GPR:$a, GPR:$b), (B GPR:$b, GPR:$a)>;",
        // Chains that cannot be joined: the later pattern folds one load less.
        "let AddedComplexity = 100 in
         def P1 : Pat<(i32 (sub (ld GPR:$a), GPR:$b)), (L GPR:$b, GPR:$a)>;
         def P2 : Pat<(i32 (sub GPR:$a, GPR:$b)), (B GPR:$b, GPR:$a)>;",
    ];
    for text in not_shadowed {
        assert_eq!(shadowed(&[MADE, text].concat()), "", "{text}");
    }
    let functions = "let AddedComplexity = 100 in
         def P1 : Pat<(sub addr:$a, GPR:$b), (B addr:$a, GPR:$b)>;
         def P2 : Pat<(i32 (sub addr:$a, 1)), (A addr:$a)>;";
    assert_eq!(shadowed(&[MADE, functions].concat()), "P2 by P1");
}

#[test]
fn modes_shadow_only_patterns_of_the_same_mode() {
    let modes = std::fs::read_to_string(format!("{CLASSES}/ok/modes.td")).unwrap();
    let modes = modes.replace("include \"classes.td\"\n", "");
    let shadowed = |text: &str| shadowed(&[&*modes, text].concat());
    // The default mode holds where the other does not.
    assert_eq!(
        shadowed(
            "def P1 : Pat<(i32 (sub XReg:$a, 5)), (SUB XReg:$a, XReg:$a)>;
             def P2 : Pat<(i64 (sub XReg:$a, 5)), (SUB XReg:$a, XReg:$a)>;"
        ),
        ""
    );
    assert_eq!(
        shadowed(
            "def P1 : Pat<(XLen (sub XReg:$a, 5)), (SUB XReg:$a, XReg:$a)>;
             def P2 : Pat<(i64 (sub XReg:$a, 5)), (SUBW XReg:$a)>;"
        ),
        "P2 by P1"
    );
}
