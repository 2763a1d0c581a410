//! `STIPredicate`: subtarget functions that classify instructions.

use super::*;

/// Checks the instruction groups of each function. Instructions are a group if they have the same predicates on the
/// same models.
fn check(text: &str, expected: Expect) {
    let store = store_of(&format!(
        "def A : I<[WriteA]>; def B : I<[WriteA]>; def C : I<[WriteA]>;
         def N : SchedMachineModel {{ let CompleteModel = false; }} def : ProcessorModel<\"n\", N>;
         def IsZero : STIPredicateDecl<\"isZero\">; def Other : MCInstPredicate;\n{text}"
    ));
    let reports = reports_of::<SchedModels>(&store);
    if !reports.is_empty() {
        return expected.assert_eq(&reports);
    }
    let models: &SchedModels = analysis(&store);
    let mut shown = String::new();
    for function in &models.sti_predicates {
        writeln!(shown, "{}", store.record(function.declaration).name())
            .expect("a string takes any text");
        for group in &function.groups {
            let opcodes = group.opcodes.iter().map(|&opcode| store.record(opcode).name());
            write!(shown, "  {}:", opcodes.collect::<Vec<_>>().join(" "))
                .expect("a string takes any text");
            for question in &group.questions {
                let on = question.models.iter().map(|&model| model_name(models, model));
                let on = on.collect::<Vec<_>>().join("|");
                let predicate = store.record(question.predicate).name();
                let operands = question.operands.signed();
                write!(shown, " {on} {predicate} {operands};").expect("a string takes any text");
            }
            shown.push('\n');
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn instructions_of_which_the_same_is_asked_are_a_group() {
    check(
        "let SchedModel = M in def : STIPredicate<IsZero, [
           InstructionEquivalenceClass<[A, B], TruePred, [0, 1]>,
           InstructionEquivalenceClass<[C], Other>
         ]>;",
        expect![[r#"
            IsZero
              A B: M TruePred -1;
              C: M Other 0;
        "#]],
    );
}

#[test]
fn the_same_question_on_several_processors_is_asked_once() {
    check(
        "foreach m = [M, N] in let SchedModel = m in
         def : STIPredicate<IsZero, [InstructionEquivalenceClass<[A], TruePred>]>;",
        expect![[r#"
            IsZero
              A: N|M TruePred 0;
        "#]],
    );
}

#[test]
fn instructions_of_few_processors_come_first() {
    check(
        "let SchedModel = M in def OnM : STIPredicate<IsZero, [
           InstructionEquivalenceClass<[A], TruePred>, InstructionEquivalenceClass<[B], TruePred>]>;
         let SchedModel = N in def OnN : STIPredicate<IsZero, [
           InstructionEquivalenceClass<[A], Other>]>;",
        expect![[r#"
            IsZero
              B: M TruePred 0;
              A: M TruePred 0; N Other 0;
        "#]],
    );
}

#[test]
fn an_instruction_is_in_one_class_of_a_processor() {
    check(
        "let SchedModel = M in def : STIPredicate<IsZero, [
           InstructionEquivalenceClass<[A], TruePred>, InstructionEquivalenceClass<[A], Other>]>;",
        expect![[r#"
            error: Opcode A used by multiple InstructionEquivalenceClass definitions.
        "#]],
    );
}

#[test]
fn declarations_have_names_of_their_own_and_classes_have_instructions() {
    check(
        "def Again : STIPredicateDecl<\"isZero\">;",
        expect![[r#"
        error: STIPredicate isZero multiply declared.
    "#]],
    );
    check(
        "def Empty : InstructionEquivalenceClass<[], TruePred>;",
        expect![[r#"
        error: Invalid InstructionEquivalenceClass defined with an empty opcode list.
    "#]],
    );
    check(
        "let SchedModel = M in def : STIPredicate<IsZero, [
           InstructionEquivalenceClass<[A], TruePred, [64]>]>;",
        expect![[r#"
            error: unknown operand 64 in a set of operands
        "#]],
    );
}
