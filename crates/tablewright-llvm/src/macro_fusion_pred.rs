//! `--gen-macro-fusion-pred`: predicates on instruction pairs that a processor fuses.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::mc_inst_predicate::McInstPredicate;
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line, text_block};

use crate::record_views::macro_fusion::{
    BothInstPredicateRecord, CodePredicateRecord, FirstSameRegRecord, FusionPredicateRecord,
    FusionRecord, InstPredicateRecord, OneUsePredRecord, SameRegRecord, SecondSameRegRecord,
    TieRegRecord, WildcardPredRecord,
};
use crate::support::mc_inst_predicate::McPredicateContext;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-macro-fusion-pred",
    help: "Generate macro fusion predicators.",
    options: &[],
    run,
};

struct Fusions<'s> {
    target: &'s str,
    /// Whether predicates may leave the variable for their instruction unused.
    may_ignore_inst: bool,
    /// Whether functions take the dependency, and statistics count the pairs.
    is_counted: bool,
    fusions: Vec<Fusion<'s>>,
}

struct Fusion<'s> {
    name: &'s str,
    /// Whether the operands of the second instruction can be swapped.
    is_commutable: bool,
    conditions: Vec<FusionCondition<'s>>,
}

/// A condition for fusing a pair.
enum FusionCondition<'s> {
    /// The result for calls without the first instruction.
    Wildcard { result: bool },
    /// Only the second instruction uses the result of the first.
    OneUse,
    /// On the first instruction.
    First(McInstPredicate<'s>),
    /// On the second instruction.
    Second(McInstPredicate<'s>),
    /// Two operands of the first instruction are the same register.
    FirstSameReg(i64, i64),
    /// Two operands of the second instruction are the same register.
    SecondSameReg(i64, i64),
    /// An operand in the first instruction and an operand in the second are the same register.
    TieReg(i64, i64),
    /// C++ that returns false if the predicate is false.
    Code(&'s str),
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(store: &RecordStore) -> Result<Fusions<'_>, Failure> {
    let target = target(store)?.name();
    let mut fusions = Vec::new();
    for fusion in FusionRecord::all(store)? {
        let mut conditions = Vec::new();
        for predicate in fusion.predicates()? {
            add_conditions(predicate, &mut conditions)?;
        }
        let is_commutable = fusion.is_commutable()?;
        fusions.push(Fusion { name: fusion.name(), is_commutable, conditions });
    }
    let may_ignore_inst = store.release().has(Feature::FusionPredicatesMayIgnoreInst);
    let is_counted = store.release().has(Feature::FusionsAreCounted);
    Ok(Fusions { target, may_ignore_inst, is_counted, fusions })
}

fn add_conditions<'s>(
    predicate: FusionPredicateRecord<'s>,
    conditions: &mut Vec<FusionCondition<'s>>,
) -> Result<(), FieldError> {
    let target = predicate.target()?;
    match target.name() {
        "first_fusion_target" => conditions.push(on_first(predicate)?),
        "second_fusion_target" => conditions.push(on_second(predicate)?),
        "both_fusion_target" => on_both(predicate, conditions)?,
        name => {
            let message = format!("Unsupported 'FusionTarget': {name}");
            return Err(FieldError::new(Code::MacroFusion, target, message));
        }
    }
    Ok(())
}

fn on_first(predicate: FusionPredicateRecord<'_>) -> Result<FusionCondition<'_>, FieldError> {
    if let Some(wildcard) = WildcardPredRecord::from_record(predicate) {
        Ok(FusionCondition::Wildcard { result: wildcard.return_value()? })
    } else if OneUsePredRecord::from_record(predicate).is_some() {
        Ok(FusionCondition::OneUse)
    } else if let Some(of_inst) = InstPredicateRecord::from_record(predicate) {
        Ok(FusionCondition::First(McInstPredicate::new(of_inst.predicate()?)?))
    } else if let Some(same) = FirstSameRegRecord::from_record(predicate) {
        Ok(FusionCondition::FirstSameReg(same.first_op_idx()?, same.second_op_idx()?))
    } else {
        Err(unsupported(predicate, "first"))
    }
}

fn on_second(predicate: FusionPredicateRecord<'_>) -> Result<FusionCondition<'_>, FieldError> {
    if let Some(of_inst) = InstPredicateRecord::from_record(predicate) {
        Ok(FusionCondition::Second(McInstPredicate::new(of_inst.predicate()?)?))
    } else if let Some(same) = SameRegRecord::from_record(predicate) {
        Ok(FusionCondition::SecondSameReg(same.first_op_idx()?, same.second_op_idx()?))
    } else if let Some(same) = SecondSameRegRecord::from_record(predicate) {
        Ok(FusionCondition::SecondSameReg(same.first_op_idx()?, same.second_op_idx()?))
    } else {
        Err(unsupported(predicate, "second"))
    }
}

fn on_both<'s>(
    predicate: FusionPredicateRecord<'s>,
    conditions: &mut Vec<FusionCondition<'s>>,
) -> Result<(), FieldError> {
    if let Some(in_code) = CodePredicateRecord::from_record(predicate) {
        conditions.push(FusionCondition::Code(in_code.code()?));
    } else if BothInstPredicateRecord::from_record(predicate).is_some() {
        conditions.push(on_first(predicate)?);
        conditions.push(on_second(predicate)?);
    } else if let Some(tied) = TieRegRecord::from_record(predicate) {
        conditions.push(FusionCondition::TieReg(tied.first_op_idx()?, tied.second_op_idx()?));
    } else {
        return Err(unsupported(predicate, "both"));
    }
    Ok(())
}

fn unsupported(predicate: FusionPredicateRecord<'_>, which: &str) -> FieldError {
    let ty = predicate.store().type_text(predicate.ty());
    FieldError::new(
        Code::MacroFusion,
        predicate,
        format!("Unsupported predicate for {which} instruction: {ty}"),
    )
}

fn emit(model: &Fusions<'_>, w: &mut CppWriter) {
    w.file_header("Macro Fusion Predicators", None);
    let is_spaced = model.may_ignore_inst;
    emit_part(&format!("GET_{}_MACRO_FUSION_PRED_DECL", model.target), is_spaced, w, |w| {
        for fusion in &model.fusions {
            write!(w, "bool is{}(const TargetInstrInfo &, ", fusion.name);
            write!(w, "const TargetSubtargetInfo &, ");
            let dependency = if model.is_counted { ", const SDep *" } else { "" };
            line!(w, "const MachineInstr *, const MachineInstr &{dependency});");
        }
    });
    emit_part(&format!("GET_{}_MACRO_FUSION_PRED_IMPL", model.target), is_spaced, w, |w| {
        for fusion in &model.fusions {
            emit_function(model, fusion, w);
        }
    });
}

/// Writes a part of the file that a macro enables, in LLVM's namespace.
fn emit_part(name: &str, is_spaced: bool, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    w.guarded(name, |w| {
        line!(w, "\nnamespace llvm {{");
        if is_spaced {
            line!(w);
            body(w);
            line!(w, "\n}} // namespace llvm\n");
        } else {
            body(w);
            line!(w, "}} // end namespace llvm\n");
        }
    });
}

fn emit_function(model: &Fusions<'_>, fusion: &Fusion<'_>, w: &mut CppWriter) {
    let name = fusion.name;
    if model.is_counted {
        emit_statistics(name, w);
    }
    let dependency = if model.is_counted { ", const SDep *Dep" } else { "" };
    text_block!(
        w,
        "
        bool is{name}(
            const TargetInstrInfo &TII,
            const TargetSubtargetInfo &STI,
            const MachineInstr *FirstMI,
            const MachineInstr &SecondMI{dependency}) {{
        "
    );
    w.indented(|w| {
        if model.is_counted {
            line!(w, "if (isNonDataDep(Dep))");
            line!(w, "  return false;");
        }
        line!(w, "[[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();");
        for each in &fusion.conditions {
            emit_condition(model, each, fusion.is_commutable, w);
        }
        if model.is_counted {
            line!(w, "if (SecondMI.getMF()->getProperties().hasNoVRegs())");
            line!(w, "  ++Num{name}PostRA;");
            line!(w, "else");
            line!(w, "  ++Num{name}PreRA;");
        }
        line!(w, "return true;");
    });
    line!(w, "}}");
}

/// Declares the numbers of fused pairs before and after register allocation.
fn emit_statistics(name: &str, w: &mut CppWriter) {
    for (suffix, phase) in [("PreRA", "pre-ra"), ("PostRA", "post-ra")] {
        line!(w, "STATISTIC(Num{name}{suffix}, \"Times {name} Triggered ({phase})\");");
    }
}

fn emit_condition(
    model: &Fusions<'_>,
    condition: &FusionCondition<'_>,
    is_commutable: bool,
    w: &mut CppWriter,
) {
    match condition {
        FusionCondition::Wildcard { result } => {
            line!(w, "if (!FirstMI)");
            line!(w, "  return {result};");
        }
        FusionCondition::OneUse => w.text_block(
            "
            {
              Register FirstDest = FirstMI->getOperand(0).getReg();
              if (FirstDest.isVirtual() && !MRI.hasOneNonDBGUse(FirstDest))
                return false;
            }
            ",
        ),
        FusionCondition::First(predicate) => emit_on_instruction("FirstMI", model, predicate, w),
        FusionCondition::Second(predicate) => emit_on_instruction("&SecondMI", model, predicate, w),
        FusionCondition::FirstSameReg(first, second) => {
            emit_same_reg(FusedInstruction::FIRST, [*first, *second], is_commutable, w);
        }
        FusionCondition::SecondSameReg(first, second) => {
            emit_same_reg(FusedInstruction::SECOND, [*first, *second], is_commutable, w);
        }
        FusionCondition::TieReg(first, second) => emit_tie_reg(*first, *second, is_commutable, w),
        FusionCondition::Code(code) => w.raw(code),
    }
}

fn emit_scope(w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w, "{{");
    w.indented(body);
    line!(w, "}}");
}

fn emit_on_instruction(
    mi: &str,
    model: &Fusions<'_>,
    predicate: &McInstPredicate<'_>,
    w: &mut CppWriter,
) {
    let context =
        McPredicateContext { target: model.target, is_mc_inst: false, is_reference: false };
    emit_scope(w, |w| {
        let attribute = if model.may_ignore_inst { "[[maybe_unused]] " } else { "" };
        line!(w, "{attribute}const MachineInstr *MI = {mi};");
        // The code returns if the predicate is false, hence the negation.
        line!(w, "if ({})", context.expression(predicate, true, 3));
        line!(w, "  return false;");
    });
}

/// An instruction in the generated functions.
#[derive(Clone, Copy)]
struct FusedInstruction {
    variable: &'static str,
    /// The operator before a member.
    access: &'static str,
}

impl FusedInstruction {
    const FIRST: FusedInstruction = FusedInstruction { variable: "FirstMI", access: "->" };
    const SECOND: FusedInstruction = FusedInstruction { variable: "SecondMI", access: "." };
}

/// Writes the check that two operands of an instruction are the same register.
fn emit_same_reg(
    instruction: FusedInstruction,
    [first, second]: [i64; 2],
    is_commutable: bool,
    w: &mut CppWriter,
) {
    let FusedInstruction { variable, access } = instruction;
    let reg = |operand: i64| format!("{variable}{access}getOperand({operand}).getReg()");
    w.block(format_args!("if (!{}.isVirtual())", reg(first)), "", |w| {
        let head = format!("if ({} != {})", reg(first), reg(second));
        let swapped = SwappedOperand { operand: second, expected: &reg(first) };
        emit_unless_commuted(instruction, &head, swapped, is_commutable, w);
    });
}

fn emit_tie_reg(first: i64, second: i64, is_commutable: bool, w: &mut CppWriter) {
    line!(w, "if (!(FirstMI->getOperand({first}).isReg() &&");
    line!(w, "      SecondMI.getOperand({second}).isReg() &&");
    let first = format!("FirstMI->getOperand({first}).getReg()");
    let head = format!("      {first} == SecondMI.getOperand({second}).getReg()))");
    let swapped = SwappedOperand { operand: second, expected: &first };
    emit_unless_commuted(FusedInstruction::SECOND, &head, swapped, is_commutable, w);
}

/// A second operand and the register that the operand swapped with it must be.
struct SwappedOperand<'a> {
    operand: i64,
    /// The C++ expression for the register.
    expected: &'a str,
}

/// Writes the return after the condition `head`. If the operands can be swapped, the pair is
/// refused only if the operand swapped with the second operand is not the expected register either.
///
/// `findCommutedOpIndices` takes a reference. The reference release passes it `FirstMI`, a pointer, too.
fn emit_unless_commuted(
    instruction: FusedInstruction,
    head: &str,
    swapped: SwappedOperand<'_>,
    is_commutable: bool,
    w: &mut CppWriter,
) {
    let FusedInstruction { variable: mi, access } = instruction;
    let SwappedOperand { operand: second, expected } = swapped;
    if !is_commutable {
        line!(w, "{head}");
        line!(w, "  return false;");
        return;
    }
    text_block!(
        w,
        "
        {head} {{
          if (!{mi}{access}getDesc().isCommutable())
            return false;
          unsigned SrcOpIdx1 = {second}, SrcOpIdx2 = TargetInstrInfo::CommuteAnyOperandIndex;
          if (TII.findCommutedOpIndices({mi}, SrcOpIdx1, SrcOpIdx2))
            if ({expected} != {mi}{access}getOperand(SrcOpIdx2).getReg())
              return false;
        }}
        "
    );
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_test_support::{Description, item, output_of};

    use super::BACKEND;

    const CLASSES: &str = include_str!("../../../tests/data/macro-fusion-pred/fusion.inc");

    fn output(predicates: &str, fields: &str) -> String {
        let text = format!(
            "{CLASSES}
def Toy : Target;
def ADD : Instruction;
def X0 : Register;
def Pair : Fusion<[{predicates}]> {{ {fields} }}"
        );
        output_of(&BACKEND, &Options::default(), &Description::new(text).store())
    }

    /// Checks the function for a pair.
    fn check(predicates: &str, fields: &str, expected: Expect) {
        let output = output(predicates, fields);
        let (_, definitions) = output.split_once("PRED_IMPL").expect("there are definitions");
        expected.assert_eq(&item(definitions, "bool isPair("));
    }

    /// Checks the condition of a predicate about the first instruction.
    fn check_condition(condition: &str, expected: Expect) {
        let predicates = format!("FirstFusionPredicateWithMCInstPredicate<{condition}>");
        let output = output(&predicates, "");
        let lines = output.lines().skip_while(|line| !line.contains("*MI = FirstMI;"));
        let lines = lines.skip(1).take_while(|line| !line.contains("return false;"));
        expected.assert_eq(&lines.map(|line| format!("{}\n", line.trim())).collect::<String>());
    }

    #[test]
    fn a_missing_first_instruction_ends_with_the_value_of_the_wildcard() {
        check(
            "WildcardPred<true>",
            "",
            expect![[r#"
            bool isPair(
                const TargetInstrInfo &TII,
                const TargetSubtargetInfo &STI,
                const MachineInstr *FirstMI,
                const MachineInstr &SecondMI) {
              [[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();
              if (!FirstMI)
                return true;
              return true;
            }
        "#]],
        );
    }

    #[test]
    fn a_commutable_pair_may_swap_the_operands_of_the_second() {
        check(
            "TieReg<0, 1>",
            "let IsCommutable = true;",
            expect![[r#"
            bool isPair(
                const TargetInstrInfo &TII,
                const TargetSubtargetInfo &STI,
                const MachineInstr *FirstMI,
                const MachineInstr &SecondMI) {
              [[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();
              if (!(FirstMI->getOperand(0).isReg() &&
                    SecondMI.getOperand(1).isReg() &&
                    FirstMI->getOperand(0).getReg() == SecondMI.getOperand(1).getReg())) {
                if (!SecondMI.getDesc().isCommutable())
                  return false;
                unsigned SrcOpIdx1 = 1, SrcOpIdx2 = TargetInstrInfo::CommuteAnyOperandIndex;
                if (TII.findCommutedOpIndices(SecondMI, SrcOpIdx1, SrcOpIdx2))
                  if (FirstMI->getOperand(0).getReg() != SecondMI.getOperand(SrcOpIdx2).getReg())
                    return false;
              }
              return true;
            }
        "#]],
        );
    }

    #[test]
    fn a_result_with_one_use_is_a_virtual_register() {
        check(
            "OneUsePred<>",
            "",
            expect![[r#"
            bool isPair(
                const TargetInstrInfo &TII,
                const TargetSubtargetInfo &STI,
                const MachineInstr *FirstMI,
                const MachineInstr &SecondMI) {
              [[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();
              {
                Register FirstDest = FirstMI->getOperand(0).getReg();
                if (FirstDest.isVirtual() && !MRI.hasOneNonDBGUse(FirstDest))
                  return false;
              }
              return true;
            }
        "#]],
        );
    }

    #[test]
    fn a_condition_is_tested_for_its_opposite() {
        check_condition(
            "CheckImmOperand<2, 12>",
            expect![[r#"
            if (MI->getOperand(2).getImm() != 12)
        "#]],
        );
        check_condition(
            "CheckNot<CheckImmOperand<2, 12>>",
            expect![[r#"
            if (MI->getOperand(2).getImm() == 12)
        "#]],
        );
        check_condition(
            "CheckImmOperandLT<2, 8>",
            expect![[r#"
            if (MI->getOperand(2).getImm() >= 8)
        "#]],
        );
    }

    #[test]
    fn the_opposite_of_a_conjunction_is_a_disjunction() {
        let both = "[CheckIsRegOperand<0>, CheckNumOperands<3>]";
        check_condition(
            &format!("CheckAll<{both}>"),
            expect![[r#"
            if (!(
            MI->getOperand(0).isReg()
            && MI->getNumOperands() == 3
            ))
        "#]],
        );
        check_condition(
            &format!("CheckNot<CheckAll<{both}>>"),
            expect![[r#"
            if ((
            MI->getOperand(0).isReg()
            && MI->getNumOperands() == 3
            ))
        "#]],
        );
        check_condition(
            &format!("CheckAny<{both}>"),
            expect![[r#"
            if (!(
            MI->getOperand(0).isReg()
            || MI->getNumOperands() == 3
            ))
        "#]],
        );
    }

    #[test]
    fn a_mapper_is_applied_to_the_value() {
        check_condition(
            "CheckRegOperand<0, X0, \"getWide\">",
            expect![[r#"
            if (getWide(MI->getOperand(0).getReg()) != Toy::X0)
        "#]],
        );
        check_condition(
            "CheckImmOperand<2, -1, \"getShift\">",
            expect![[r#"
            if (getShift(MI->getOperand(2).getImm()) != -1)
        "#]],
        );
    }
}
