//! Scheduling classes, sequences, completeness.

use super::*;

#[test]
fn instructions_with_the_same_writes_and_reads_are_of_one_class() {
    check_classes(
        "def A1 : I<[WriteA, ReadA]>; def A2 : I<[WriteA, ReadA]>; def B : I<[WriteB]>;
         def AB : I<[WriteA, WriteB]>;",
        expect![[r#"
            WriteA_ReadA on *: WriteA ReadA <A1 A2>
            WriteA_WriteB on *: WriteA WriteB <AB>
            WriteB on *: WriteB <B>
        "#]],
    );
}

#[test]
fn the_itinerary_is_part_of_the_class() {
    check_classes(
        "def Slow : InstrItinClass;
         def A1 : I<[WriteA]>; let Itinerary = Slow in def A2 : I<[WriteA]>;
         let Itinerary = Slow in def A3 : Instruction;",
        expect![[r#"
            WriteA on *: WriteA <A1>
            Slow_WriteA on *: WriteA <A2>
            Slow on *: <A3>
        "#]],
    );
}

#[test]
fn a_sequence_is_a_write_of_its_own() {
    let text = "def Twice : WriteSequence<[WriteA, WriteB], 2>; def S : I<[Twice]>;";
    check_classes(
        text,
        expect![[r#"
        Twice on *: Twice <S>
    "#]],
    );
    let store = store_of(text);
    let models: &SchedModels = analysis(&store);
    let class = models.classes.get(class_of(&store, "S"));
    let mut expanded = Vec::new();
    models.rws.expand(&store, class.operands.writes[0], &mut expanded).expect("it is flat");
    let names = expanded.iter().map(|&write| &*models.rws.write(write).name);
    assert_eq!(names.collect::<Vec<_>>(), ["WriteA", "WriteB", "WriteA", "WriteB"]);
}

#[test]
fn a_complete_model_knows_every_instruction_that_is_scheduled() {
    let complete = "def Full : SchedMachineModel; def : ProcessorModel<\"full\", Full>;";
    let of = |text: &str| reports::<CompleteModels>(&format!("{complete}{text}"));
    expect![[r#"
        error: No schedule information for instruction 'A' in SchedMachineModel 'Full'
        error: Incomplete schedule model
    "#]]
    .assert_eq(&of("def A : Instruction;"));
    assert_eq!(of("let hasNoSchedulingInfo = true in def A : Instruction;"), "");
    assert_eq!(of("def A : I<[WriteA]>;"), "", "what the write takes is not asked");
    assert_eq!(of("def A : I<[]>;"), "", "an empty list says that nothing is modelled yet");
}

#[test]
fn a_complete_model_may_lack_instructions_of_unsupported_features() {
    let text = "def HasX : Predicate<\"x\">;
def Full : SchedMachineModel { let UnsupportedFeatures = [HasX]; }
def : ProcessorModel<\"full\", Full>;
let Predicates = [HasX] in def A : Instruction;";
    assert_eq!(reports::<CompleteModels>(text), "");
}

#[test]
fn a_complete_model_needs_an_inst_rw_of_its_own_processor() {
    let text = "def Full : SchedMachineModel; def : ProcessorModel<\"full\", Full>;
def W : InstrItinClass;
let Itinerary = W in def A : Instruction;
let SchedModel = M in def : InstRW<[WriteA], (instrs A)>;";
    expect![[r#"
        error: 'Full' lacks information for 'A'
        error: Incomplete schedule model
    "#]]
    .assert_eq(&reports::<CompleteModels>(text));
}

#[test]
fn an_alias_takes_the_place_of_a_write_of_its_own_class() {
    expect![[r#"
        error: SchedWrite Alias must be SchedWrite
    "#]]
    .assert_eq(&reports::<SchedModels>("def : SchedAlias<WriteA, ReadA>; def A : I<[WriteA]>;"));
    expect![[r#"
        error: Cannot Alias an Alias
    "#]].assert_eq(&reports::<SchedModels>(
        "def X : SchedAlias<WriteA, WriteB>; def Y : SchedAlias<WriteB, WriteA>; def A : I<[WriteA, WriteB]>;",
    ));
}
