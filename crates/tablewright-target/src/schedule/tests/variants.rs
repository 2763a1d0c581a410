//! Variants: which classes a class turns into, and when.

use super::*;

/// Predicates and writes that variants choose from.
const PARTS: &str = "
def IsX : SchedPredicate<[{x}]>; def IsY : SchedPredicate<[{y}]>;
def Fast : SchedWrite; def Slow : SchedWrite; def Early : SchedRead;
";

fn check(text: &str, expected: Expect) {
    check_classes(&format!("{PARTS}{text}"), expected);
}

#[test]
fn a_class_turns_into_one_class_for_each_variant() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V, ReadA]>;",
        expect![""],
    );
}

#[test]
fn a_variant_may_select_several_writes_as_a_sequence() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast, Slow]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![""],
    );
}

#[test]
fn a_variadic_variant_selects_a_write_for_each_operand() {
    check(
        "let Variadic = true in
         def V : SchedWriteVariant<[SchedVar<IsX, [Fast, Slow]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![""],
    );
}

#[test]
fn variants_of_variants_need_all_predicates() {
    check(
        "def In : SchedWriteVariant<[SchedVar<IsY, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def V : SchedWriteVariant<[SchedVar<IsX, [In]>, SchedVar<NoSchedPred, [WriteA]>]>;
         def A : I<[V]>;",
        expect![""],
    );
}

#[test]
fn predicates_of_the_same_list_exclude_each_other() {
    // Two operands ask the same: there are two classes, not four.
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def R : SchedReadVariant<[SchedVar<IsX, [Early]>, SchedVar<NoSchedPred, [ReadA]>]>;
         def A : I<[V, R]>;",
        expect![""],
    );
}

#[test]
fn independent_predicates_combine() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def IsNotY : SchedPredicate<[{!y}]>;
         def R : SchedReadVariant<[SchedVar<IsY, [Early]>, SchedVar<IsNotY, [ReadA]>]>;
         def A : I<[V, R]>;",
        expect![""],
    );
}

#[test]
fn variants_of_one_processor_leave_others_alone() {
    check(
        "def N : SchedMachineModel { let CompleteModel = false; } def : ProcessorModel<\"n\", N>;
         let SchedModel = N in
         def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![""],
    );
}

#[test]
fn an_alias_gives_a_write_the_variants_of_another_on_its_processor() {
    check(
        "let SchedModel = M in {
           def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
           def : SchedAlias<WriteA, V>;
         }
         def A : I<[WriteA]>;",
        expect![""],
    );
}

#[test]
fn an_inst_rw_turns_into_its_own_variants_instead() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def U : SchedWriteVariant<[SchedVar<IsY, [WriteA]>, SchedVar<NoSchedPred, [WriteB]>]>;
         def N : SchedMachineModel { let CompleteModel = false; } def : ProcessorModel<\"n\", N>;
         def A : I<[V]>;
         let SchedModel = N in def OnN : InstRW<[U], (instrs A)>;",
        expect![""],
    );
}

#[test]
fn a_write_has_variants_once_for_each_processor() {
    check(
        "let SchedModel = M in {
           def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
           def U : SchedWriteVariant<[SchedVar<IsY, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
           def : SchedAlias<WriteA, V>; def : SchedAlias<WriteA, U>;
         }
         def A : I<[WriteA]>;",
        expect![""],
    );
}

#[test]
fn an_itin_rw_stands_for_an_itinerary_class() {
    check(
        "def Itin : InstrItinClass;
         def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         let SchedModel = M in def : ItinRW<[V], [Itin]>;
         let Itinerary = Itin in def A : Instruction;",
        expect![""],
    );
    check(
        "def Itin : InstrItinClass; def A : Instruction;
         let SchedModel = M in { def : ItinRW<[Fast], [Itin]>; def : ItinRW<[Slow], [Itin]>; }",
        expect![""],
    );
}

#[test]
fn variants_that_never_end_are_an_error() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [!cast<SchedWrite>(\"V\")]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![""],
    );
}
