//! `InstRW`: the named instructions, and their new scheduling classes.

use super::*;

#[test]
fn an_inst_rw_splits_a_class() {
    check_classes(
        "def A1 : I<[WriteA]>; def A2 : I<[WriteA]>; def A3 : I<[WriteA]>;
         let SchedModel = M in def Two : InstRW<[WriteB], (instrs A1, A3)>;",
        expect![[r#"
            WriteA on *: WriteA <A2>
            A1_A3 on *: WriteA <A1 A3> Two
        "#]],
    );
}

#[test]
fn an_inst_rw_for_a_whole_class_of_another_joins_it() {
    // The second names all that the first split off, for another processor.
    check_classes(
        "def N : SchedMachineModel { let CompleteModel = false; } def : ProcessorModel<\"n\", N>;
         def A1 : I<[WriteA]>; def A2 : I<[WriteA]>;
         let SchedModel = M in def OnM : InstRW<[WriteB], (instrs A1)>;
         let SchedModel = N in def OnN : InstRW<[WriteB], (instrs A1)>;",
        expect![[r#"
            WriteA on *: WriteA <A2>
            A1 on *: WriteA <A1> OnM OnN
        "#]],
    );
}

#[test]
fn two_inst_rws_of_a_model_may_not_name_the_same_instruction() {
    check_classes(
        "def A1 : I<[WriteA]>; def A2 : I<[WriteA]>;
         let SchedModel = M in {
           def First : InstRW<[WriteB], (instrs A1)>; def Second : InstRW<[WriteA], (instrs A1)>;
         }",
        expect![[r#"
            error: Overlapping InstRW definition for "A1" also matches previous "(instrs A1)".
        "#]],
    );
}

#[test]
fn a_model_without_the_full_check_lets_equal_sets_overlap() {
    check_classes(
        "def L : SchedMachineModel { let CompleteModel = false; let FullInstRWOverlapCheck = false; }
         def : ProcessorModel<\"l\", L>;
         def A1 : I<[WriteA]>; def A2 : I<[WriteA]>;
         let SchedModel = L in {
           def First : InstRW<[WriteB], (instrs A1)>; def Second : InstRW<[WriteA], (instrs A1)>;
         }",
        expect![[r#"
            WriteA on *: WriteA <A2>
            A1 on *: WriteA <A1> First Second
        "#]],
    );
}

/// The instructions that `pattern` matches, of some with names alike.
fn matching(pattern: &str) -> String {
    let store = store_of(&format!(
        "foreach name = [\"ADD\", \"ADD8\", \"ADD16rr\", \"ADDX\", \"SUB8\", \"XADD\"] in
         def name : I<[WriteA]>;
         let isPseudo = true in def ADDP : I<[WriteA]>;
         let SchedModel = M in def Matched : InstRW<[WriteB], (instregex \"{pattern}\")>;"
    ));
    let reports = reports_of::<SchedModels>(&store);
    if !reports.is_empty() {
        return reports;
    }
    let (models, instructions): (&SchedModels, &Instructions) =
        (analysis(&store), analysis(&store));
    let is_matched = |&(id, _): &(_, _)| {
        !models.classes.get(models.classes.by_instruction()[id]).inst_rws.is_empty()
    };
    let matched = instructions.iter().filter(is_matched);
    matched.map(|(_, record)| store.record(record).name()).collect::<Vec<_>>().join(" ")
}

#[test]
fn instregex_matches_at_the_start_of_a_name() {
    assert_eq!(matching("ADD"), "ADDP ADD ADD16rr ADD8 ADDX");
    assert_eq!(matching("^ADD"), "ADDP ADD ADD16rr ADD8 ADDX");
    assert_eq!(matching("DD"), "error: instregex has no matches: DD\n");
}

#[test]
fn instregex_matches_to_the_end_only_if_it_says_so() {
    assert_eq!(matching("ADD$"), "ADD");
    assert_eq!(matching("ADD[0-9]+$"), "ADD8");
    assert_eq!(matching("(ADD|SUB)8$"), "ADD8 SUB8");
}

#[test]
fn alternatives_of_an_anchored_pattern_match_anywhere() {
    assert_eq!(matching("SUB|DD8"), "SUB8", "without `^` all alternatives are at the start");
    assert_eq!(matching("^SUB|DD8"), "ADD8 SUB8", "`^` is part of the first alternative only");
}

#[test]
fn an_ill_formed_pattern_is_an_error() {
    expect![[r#"
        error: instregex has no matches: ADD(8 (unclosed group)
    "#]]
    .assert_eq(&matching("ADD(8"));
}

#[test]
fn an_inst_rw_needs_a_model_and_instructions() {
    let of = |text: &str| reports::<SchedModels>(&format!("def A : I<[WriteA]>;\n{text}"));
    expect![[r#"
        error: Record `Unbound', field `SchedModel' does not have a def initializer!
    "#]]
    .assert_eq(&of("def Unbound : InstRW<[WriteB], (instrs A)>;"));
    expect![[r#"
        error: No matching instruction opcodes
    "#]]
    .assert_eq(&of("let SchedModel = M in def None : InstRW<[WriteB], (instrs)>;"));
    expect![[r#"
        error: No sched class for instruction.
    "#]]
    .assert_eq(&of("let SchedModel = M in def Other : InstRW<[WriteB], (instrs WriteA)>;"));
    expect![[r#"
        error: Undefined SchedMachineModel Unused
    "#]].assert_eq(&of(
        "def Unused : SchedMachineModel; let SchedModel = Unused in def X : InstRW<[WriteB], (instrs A)>;",
    ));
}
