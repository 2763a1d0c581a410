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
        expect![[r#"
            V_ReadA on *: V ReadA <A>
              on M if IsX: Fast_ReadA
              on M if NoSchedPred: Slow_ReadA
            Fast_ReadA on M: Fast ReadA
            Slow_ReadA on M: Slow ReadA
        "#]],
    );
}

#[test]
fn a_variant_may_select_several_writes_as_a_sequence() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast, Slow]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![[r#"
            V on *: V <A>
              on M if IsX: (Fast_Slow)
              on M if NoSchedPred: Slow
            (Fast_Slow) on M: (Fast_Slow)
            Slow on M: Slow
        "#]],
    );
}

#[test]
fn a_variadic_variant_selects_a_write_for_each_operand() {
    check(
        "let Variadic = true in
         def V : SchedWriteVariant<[SchedVar<IsX, [Fast, Slow]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![[r#"
            V on *: V <A>
              on M if IsX: Fast_Slow
              on M if NoSchedPred: Slow
            Fast_Slow on M: Fast Slow
            Slow on M: Slow
        "#]],
    );
}

#[test]
fn variants_of_variants_need_all_predicates() {
    check(
        "def In : SchedWriteVariant<[SchedVar<IsY, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def V : SchedWriteVariant<[SchedVar<IsX, [In]>, SchedVar<NoSchedPred, [WriteA]>]>;
         def A : I<[V]>;",
        expect![[r#"
            V on *: V <A>
              on M if IsX&IsY: Fast
              on M if IsX&NoSchedPred: Slow
              on M if NoSchedPred: WriteA
            Fast on M: Fast
            Slow on M: Slow
            WriteA on M: WriteA
        "#]],
    );
}

#[test]
fn predicates_of_the_same_list_exclude_each_other() {
    // Two operands ask the same: there are two classes, not four.
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def R : SchedReadVariant<[SchedVar<IsX, [Early]>, SchedVar<NoSchedPred, [ReadA]>]>;
         def A : I<[V, R]>;",
        expect![[r#"
            V_R on *: V R <A>
              on M if IsX: Fast_Early
              on M if NoSchedPred: Slow_ReadA
            Fast_Early on M: Fast Early
            Slow_ReadA on M: Slow ReadA
        "#]],
    );
}

#[test]
fn independent_predicates_combine() {
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def IsNotY : SchedPredicate<[{!y}]>;
         def R : SchedReadVariant<[SchedVar<IsY, [Early]>, SchedVar<IsNotY, [ReadA]>]>;
         def A : I<[V, R]>;",
        expect![[r#"
            V_R on *: V R <A>
              on M if IsX&IsY: Fast_Early
              on M if NoSchedPred&IsY: Slow_Early
              on M if IsX&IsNotY: Fast_ReadA
              on M if NoSchedPred&IsNotY: Slow_ReadA
            Fast_Early on M: Fast Early
            Slow_Early on M: Slow Early
            Fast_ReadA on M: Fast ReadA
            Slow_ReadA on M: Slow ReadA
        "#]],
    );
}

#[test]
fn variants_of_one_processor_leave_others_alone() {
    check(
        "def N : SchedMachineModel { let CompleteModel = false; } def : ProcessorModel<\"n\", N>;
         let SchedModel = N in
         def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         def A : I<[V]>;",
        expect![[r#"
            V on *: V <A>
              on N if IsX: Fast
              on N if NoSchedPred: Slow
            Fast on N: Fast
            Slow on N: Slow
        "#]],
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
        expect![[r#"
            WriteA on *: WriteA <A>
              on M if IsX: Fast
              on M if NoSchedPred: Slow
            Fast on M: Fast
            Slow on M: Slow
        "#]],
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
        expect![[r#"
            V on *: V
              on N if IsX: Fast
              on N if NoSchedPred: Slow
              on M if IsX: Fast
              on M if NoSchedPred: Slow
            A on *: V <A> OnN
              on N if IsY: WriteA
              on N if NoSchedPred: WriteB
              on M if IsX: Fast
              on M if NoSchedPred: Slow
            Fast on N M: Fast
            Slow on N M: Slow
            WriteA on N: WriteA
            WriteB on N: WriteB
        "#]],
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
        expect![[r#"
            error: Multiple variants defined for processor M Ensure only one SchedAlias exists per RW.
        "#]],
    );
}

#[test]
fn an_itin_rw_stands_for_an_itinerary_class() {
    check(
        "def Itin : InstrItinClass;
         def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>, SchedVar<NoSchedPred, [Slow]>]>;
         let SchedModel = M in def : ItinRW<[V], [Itin]>;
         let Itinerary = Itin in def A : Instruction;",
        expect![[r#"
            Itin on *: <A>
              on M if IsX: Fast
              on M if NoSchedPred: Slow
            Fast on M: Fast
            Slow on M: Slow
        "#]],
    );
    check(
        "def Itin : InstrItinClass; def A : Instruction;
         let SchedModel = M in { def : ItinRW<[Fast], [Itin]>; def : ItinRW<[Slow], [Itin]>; }",
        expect![[r#"
            error: Duplicate itinerary class Itin in ItinResources for M
        "#]],
    );
}

#[test]
fn variants_that_never_end_are_an_error() {
    // What the variant selects has an alias that is the variant again.
    check(
        "def V : SchedWriteVariant<[SchedVar<IsX, [Fast]>]>; def : SchedAlias<Fast, V>;
         def A : I<[V]>;",
        expect![[r#"
            error: variants are nested more than 64 levels deep
        "#]],
    );
}
