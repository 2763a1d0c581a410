//! `--gen-pseudo-lowering`: a function that prints a pseudo-instruction as its replacement instruction
//! (`PseudoInstExpansion` in `Target.td`).

use tablewright_backend::{Backend, Failure, Job};
use tablewright_records::{
    Dag, DagArg, Feature, FieldError, Record, RecordStore, RecordView, Value,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::instructions::operands::{Operand, OperandLists, Operands};
use tablewright_target::qualified_name::QualifiedName;
use tablewright_target::record_views::instruction::InstructionRecord;
use tablewright_target::record_views::register::{RegisterByHwModeRecord, RegisterRecord};
use tablewright_target::target::target;
use tablewright_text::{CppWriter, line};

use crate::support::qualified_name::Scoped;
use crate::support::register_by_hw_mode::{chooser, mode_of};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-pseudo-lowering",
    help: "Generate pseudo instruction lowering",
    options: &[],
    run,
};

/// The record for the zero register.
const ZERO_REG: &str = "zero_reg";
/// Field with the instruction that replaces a pseudo-instruction.
const RESULT: &str = "ResultInst";

struct PseudoLowering<'s> {
    target: &'s str,
    form: PseudoLoweringForm,
    expansions: Vec<PseudoLoweringExpansion<'s>>,
}

/// The function's interface.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PseudoLoweringForm {
    /// The function prints the instruction.
    Prints,
    /// The function creates the instruction, and the caller prints it.
    Makes,
}

impl PseudoLoweringForm {
    /// Returns the C++ variable for the instruction.
    fn variable(self) -> &'static str {
        match self {
            PseudoLoweringForm::Prints => "TmpInst",
            PseudoLoweringForm::Makes => "Inst",
        }
    }
}

struct PseudoLoweringExpansion<'s> {
    /// The pseudo-instruction, with its namespace.
    source: String,
    /// Replacement instruction with its namespace.
    result: String,
    operands: Vec<PseudoLoweringResultOperand<'s>>,
    /// Index of the pseudo-instruction's first variable operand. `None` if the instruction is not variadic.
    variable_from: Option<usize>,
}

/// A replacement instruction's operand.
struct PseudoLoweringResultOperand<'s> {
    name: &'s str,
    /// Value for each machine operand.
    parts: Vec<PseudoLoweringPart>,
}

enum PseudoLoweringPart {
    /// A machine operand in the pseudo-instruction.
    Source(u32),
    Immediate(i64),
    /// A register, with its namespace, or zero for none.
    Register(String),
    /// A register that depends on the hardware mode, by the function that chooses it.
    RegisterByHwMode(String),
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let model = collect(job.store)?;
    job.write_cpp(|w| emit(&model, w))
}

fn collect(store: &RecordStore) -> Result<PseudoLowering<'_>, Failure> {
    let target = target(store)?.name();
    // The reference reports the missing class even without pseudo-instructions.
    store.expect_class("Instruction")?;
    let mut lists = OperandLists::default();
    let mut expansions = Vec::new();
    // Records in the class that are not instructions are ignored, not reported.
    for pseudo in store.derived_from_name("PseudoInstExpansion")? {
        if pseudo.inherits("Instruction") {
            expansions.push(expansion(pseudo, &mut lists)?);
        }
    }
    let makes = store.release().has(Feature::PseudosAreLowered);
    let form = if makes { PseudoLoweringForm::Makes } else { PseudoLoweringForm::Prints };
    Ok(PseudoLowering { target, form, expansions })
}

/// Builds an error about a pseudo-instruction's expansion.
fn error(pseudo: Record<'_>, message: &str) -> Diagnostic {
    let message = format!("In pseudo instruction '{}', {message}", pseudo.name());
    let mut diagnostic = Diagnostic::from(FieldError::new(Code::PseudoExpansions, pseudo, message));
    let pos = pseudo.field(RESULT).map(|field| field.pos);
    diagnostic.note(pos, "the result is given here");
    diagnostic
}

fn expansion<'s>(
    pseudo: Record<'s>,
    lists: &mut OperandLists,
) -> Result<PseudoLoweringExpansion<'s>, Failure> {
    let store = pseudo.store();
    let dag = pseudo.dag(RESULT)?;
    let Value::Def(operator) = store.value(dag.operator) else {
        return Err(error(pseudo, "result operator is not a record").into());
    };
    let result = store.record(operator);
    let operator_fault =
        |what: &str| error(pseudo, &format!("result operator '{}' {what}", result.name()));
    if !result.inherits("Instruction") {
        return Err(operator_fault("is not an instruction").into());
    }
    let result_list = lists.add(result)?;
    let instruction = InstructionRecord::new(result);
    if instruction.is_code_gen_only()? || instruction.is_pseudo()? {
        return Err(operator_fault("cannot be a pseudo instruction").into());
    }
    if lists.get(result_list).list().len() != dag.args.len() {
        return Err(operator_fault("has the wrong number of operands").into());
    }
    let source_list = lists.add(pseudo)?;
    let (operands, source) = (lists.get(result_list), lists.get(source_list));
    let arguments = operands.list().iter().zip(dag.args);
    let result_operands = arguments
        .map(|(operand, arg)| result_operand(pseudo, operands, source, operand, arg))
        .collect::<Result<Vec<_>, Failure>>()?;
    Ok(PseudoLoweringExpansion {
        source: qualified(pseudo)?,
        result: qualified(result)?,
        operands: result_operands,
        // The reference begins at the second variable operand, so the first is left out.
        variable_from: operands.is_variadic().then(|| source.list().len() + 1),
    })
}

fn qualified(record: Record<'_>) -> Result<String, FieldError> {
    Ok(Scoped(QualifiedName::from_record(record)?).to_string())
}

/// Returns the result `operand` for the dag argument `arg`.
fn result_operand<'s>(
    pseudo: Record<'s>,
    operands: Operands<'_>,
    source: Operands<'_>,
    operand: &Operand,
    arg: &DagArg,
) -> Result<PseudoLoweringResultOperand<'s>, Failure> {
    let store = pseudo.store();
    let count = operand.mi_operand_count;
    let name = store.str(operand.name);
    let mut parts = Vec::with_capacity(count as usize);
    match store.value(arg.value).as_dag() {
        Some(dag) => constants(pseudo, dag, &mut parts)?,
        None => match constant(pseudo, arg)? {
            Some(part) => parts.push(part),
            None => {
                let first = source_operand(pseudo, operands, source, operand, arg)?;
                // An operand with several parts is copied part by part.
                parts.extend((first..first + count).map(PseudoLoweringPart::Source));
            }
        },
    }
    if parts.len() != count as usize {
        let found = parts.len();
        let what = format!("the result operand '{name}' has {count} parts, but {found} values");
        return Err(error(pseudo, &what).into());
    }
    Ok(PseudoLoweringResultOperand { name, parts })
}

/// Adds the constants in a dag. They are the parts of an operand.
fn constants(
    pseudo: Record<'_>,
    dag: Dag<'_>,
    parts: &mut Vec<PseudoLoweringPart>,
) -> Result<(), Failure> {
    for arg in dag.args {
        match pseudo.store().value(arg.value).as_dag() {
            Some(inner) => constants(pseudo, inner, parts)?,
            None => match constant(pseudo, arg)? {
                Some(part) => parts.push(part),
                None => return Err(error(pseudo, "a part of an operand is not a constant").into()),
            },
        }
    }
    Ok(())
}

/// Returns the part for a constant argument. `None` if the argument is not constant.
fn constant(pseudo: Record<'_>, arg: &DagArg) -> Result<Option<PseudoLoweringPart>, Failure> {
    let store = pseudo.store();
    let value = store.value(arg.value);
    if let Some(number) = value.as_int().or_else(|| value.as_bits()?.to_int()) {
        return Ok(Some(PseudoLoweringPart::Immediate(number)));
    }
    let Some(record) = value.as_def() else {
        let text = store.value_text(arg.value);
        return Err(error(pseudo, &format!("'{text}' cannot be an operand of the result")).into());
    };
    let record = store.record(record);
    if record.name() == ZERO_REG {
        Ok(Some(PseudoLoweringPart::Register("0".to_owned())))
    } else if RegisterRecord::from_record(record).is_some() {
        Ok(Some(PseudoLoweringPart::Register(qualified(record)?)))
    } else if let Some(register) = RegisterByHwModeRecord::from_record(record) {
        Ok(Some(PseudoLoweringPart::RegisterByHwMode(chooser(register)?)))
    } else {
        Ok(None)
    }
}

/// Returns the first machine operand of the pseudo-instruction's operand that `arg` names.
fn source_operand(
    pseudo: Record<'_>,
    operands: Operands<'_>,
    source: Operands<'_>,
    operand: &Operand,
    arg: &DagArg,
) -> Result<u32, Failure> {
    let store = pseudo.store();
    let expected = operands.class(operand).record;
    if let Value::Def(actual) = store.value(arg.value)
        && actual != expected
    {
        let (actual, expected) = (store.record(actual).name(), store.record(expected).name());
        let what = "does not match expansion operand type";
        let what = format!("operand type '{actual}' {what} '{expected}'");
        return Err(error(pseudo, &what).into());
    }
    let source_index = arg.name.and_then(|name| source.named(name));
    match source_index {
        Some(index) => Ok(source.list()[index].mi_operand),
        None => {
            let name = arg.name.map_or("", |name| store.str(name));
            let what = format!("output operand '{name}' has no matching source operand");
            Err(error(pseudo, &what).into())
        }
    }
}

fn emit(model: &PseudoLowering<'_>, w: &mut CppWriter) {
    w.file_header("Pseudo-instruction MC lowering Source Fragment", None);
    line!(w, "bool {}AsmPrinter::", model.target);
    match model.form {
        PseudoLoweringForm::Prints => {
            line!(w, "emitPseudoExpansionLowering(MCStreamer &OutStreamer,");
            line!(w, "                            const MachineInstr *MI) {{");
        }
        PseudoLoweringForm::Makes => {
            line!(w, "lowerPseudoInstExpansion(const MachineInstr *MI, MCInst &Inst) {{")
        }
    }
    if model.expansions.is_empty() {
        line!(w, "  return false;");
    } else {
        match model.form {
            PseudoLoweringForm::Prints => {}
            PseudoLoweringForm::Makes => line!(w, "  Inst.clear();"),
        }
        line!(w, "  switch (MI->getOpcode()) {{");
        line!(w, "  default: return false;");
        let expansions = model.expansions.iter();
        w.indented(|w| expansions.for_each(|each| emit_expansion_case(each, model.form, w)));
        line!(w, "  }}");
        line!(w, "  return true;");
    }
    line!(w, "}}");
    line!(w);
}

fn emit_expansion_case(
    expansion: &PseudoLoweringExpansion<'_>,
    form: PseudoLoweringForm,
    w: &mut CppWriter,
) {
    let inst = form.variable();
    w.block(format_args!("case {}:", expansion.source), "", |w| {
        match form {
            PseudoLoweringForm::Prints => line!(w, "MCInst TmpInst;"),
            PseudoLoweringForm::Makes => {}
        }
        line!(w, "MCOperand MCOp;");
        line!(w, "{inst}.setOpcode({});", expansion.result);
        for operand in &expansion.operands {
            line!(w, "// Operand: {}", operand.name);
            operand.parts.iter().for_each(|part| emit_part_line(part, inst, w));
        }
        if let Some(first) = expansion.variable_from {
            line!(w, "// variable_ops");
            line!(w, "for (unsigned i = {first}, e = MI->getNumOperands(); i != e; ++i)");
            line!(w, "  if (lowerOperand(MI->getOperand(i), MCOp))");
            line!(w, "    {inst}.addOperand(MCOp);");
        }
        match form {
            PseudoLoweringForm::Prints => line!(w, "EmitToStreamer(OutStreamer, TmpInst);"),
            PseudoLoweringForm::Makes => {}
        }
        line!(w, "break;");
    });
}

fn emit_part_line(part: &PseudoLoweringPart, inst: &str, w: &mut CppWriter) {
    match part {
        PseudoLoweringPart::Source(number) => {
            line!(w, "lowerOperand(MI->getOperand({number}), MCOp);");
            line!(w, "{inst}.addOperand(MCOp);");
        }
        PseudoLoweringPart::Immediate(number) => {
            // Negative numbers are printed as unsigned 64-bit numbers.
            line!(w, "{inst}.addOperand(MCOperand::createImm({}));", *number as u64);
        }
        PseudoLoweringPart::Register(name) => {
            line!(w, "{inst}.addOperand(MCOperand::createReg({name}));")
        }
        PseudoLoweringPart::RegisterByHwMode(function) => {
            let mode = mode_of("STI->");
            line!(w, "{inst}.addOperand(MCOperand::createReg({function}({mode})));");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_test_support::{Description, item, output_of};

    use super::BACKEND;

    const CLASSES: &str = include_str!("../../../tests/data/support/instructions.inc");

    /// Returns the output for a pseudo-instruction with these operands and this replacement.
    fn output(outputs: &str, inputs: &str, result: &str) -> String {
        let text = format!(
            "{CLASSES}
class PseudoInstExpansion<dag result> {{ dag ResultInst = result; bit isPseudo = true; }}
def Toy : Target;
def R7 : Register;
def zero_reg;
def ADD : Instruction {{
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins GPR:$rs, imm:$i);
}}
def LD : Instruction {{
  let OutOperandList = (outs GPR:$rd);
  let InOperandList = (ins mem:$m);
}}
def CALL : Instruction {{ let InOperandList = (ins imm:$f, variable_ops); }}
def X : Instruction, PseudoInstExpansion<{result}> {{
  let OutOperandList = {outputs};
  let InOperandList = {inputs};
}}"
        );
        output_of(&BACKEND, &Options::default(), &Description::new(text).store())
    }

    /// Checks the statements for the operands of the replacement.
    fn check(outputs: &str, inputs: &str, result: &str, expected: Expect) {
        let case = item(&output(outputs, inputs, result), "case Toy::X:");
        let operands = case.lines().skip(4).take_while(|line| !line.contains("EmitToStreamer"));
        let operands: String = operands.map(|line| format!("{}\n", line.trim())).collect();
        expected.assert_eq(&operands);
    }

    #[test]
    fn an_operand_is_found_by_its_name() {
        check(
            "(outs GPR:$to)",
            "(ins imm:$n, GPR:$from)",
            "(ADD GPR:$to, GPR:$from, imm:$n)",
            expect![[r#"
                // Operand: rd
                lowerOperand(MI->getOperand(0), MCOp);
                TmpInst.addOperand(MCOp);
                // Operand: rs
                lowerOperand(MI->getOperand(2), MCOp);
                TmpInst.addOperand(MCOp);
                // Operand: i
                lowerOperand(MI->getOperand(1), MCOp);
                TmpInst.addOperand(MCOp);
            "#]],
        );
    }

    #[test]
    fn numbers_and_registers_are_constants() {
        check(
            "(outs GPR:$rd)",
            "(ins)",
            "(ADD GPR:$rd, R7, -1)",
            expect![[r#"
            // Operand: rd
            lowerOperand(MI->getOperand(0), MCOp);
            TmpInst.addOperand(MCOp);
            // Operand: rs
            TmpInst.addOperand(MCOperand::createReg(Toy::R7));
            // Operand: i
            TmpInst.addOperand(MCOperand::createImm(18446744073709551615));
        "#]],
        );
        check(
            "(outs GPR:$rd)",
            "(ins)",
            "(ADD GPR:$rd, zero_reg, { 1, 0 })",
            expect![[r#"
            // Operand: rd
            lowerOperand(MI->getOperand(0), MCOp);
            TmpInst.addOperand(MCOp);
            // Operand: rs
            TmpInst.addOperand(MCOperand::createReg(0));
            // Operand: i
            TmpInst.addOperand(MCOperand::createImm(2));
        "#]],
        );
    }

    #[test]
    fn each_part_of_an_operand_is_lowered() {
        check(
            "(outs GPR:$rd)",
            "(ins imm:$n, mem:$m)",
            "(LD GPR:$rd, mem:$m)",
            expect![[r#"
            // Operand: rd
            lowerOperand(MI->getOperand(0), MCOp);
            TmpInst.addOperand(MCOp);
            // Operand: m
            lowerOperand(MI->getOperand(2), MCOp);
            TmpInst.addOperand(MCOp);
            lowerOperand(MI->getOperand(3), MCOp);
            TmpInst.addOperand(MCOp);
        "#]],
        );
        check(
            "(outs GPR:$rd)",
            "(ins)",
            "(LD GPR:$rd, (ops R7, 4))",
            expect![[r#"
            // Operand: rd
            lowerOperand(MI->getOperand(0), MCOp);
            TmpInst.addOperand(MCOp);
            // Operand: m
            TmpInst.addOperand(MCOperand::createReg(Toy::R7));
            TmpInst.addOperand(MCOperand::createImm(4));
        "#]],
        );
    }

    #[test]
    fn variable_operands_are_passed_on() {
        check(
            "(outs)",
            "(ins imm:$f, variable_ops)",
            "(CALL imm:$f)",
            expect![[r#"
            // Operand: f
            lowerOperand(MI->getOperand(0), MCOp);
            TmpInst.addOperand(MCOp);
            // variable_ops
            for (unsigned i = 2, e = MI->getNumOperands(); i != e; ++i)
            if (lowerOperand(MI->getOperand(i), MCOp))
            TmpInst.addOperand(MCOp);
        "#]],
        );
    }

    #[test]
    fn operands_of_the_replacement_have_a_source_of_the_same_class() {
        let error = |result: &str| output("(outs GPR:$rd)", "(ins imm:$n)", result);
        let results = ["(ADD GPR:$rd, GPR:$x, 1)", "(ADD GPR:$rd, imm:$n, 1)", "(ADD GPR:$rd)"];
        expect![[r#"
            error: In pseudo instruction 'X', output operand 'x' has no matching source operand
            error: In pseudo instruction 'X', operand type 'imm' does not match expansion operand type 'GPR'
            error: In pseudo instruction 'X', result operator 'ADD' has the wrong number of operands
        "#]].assert_eq(&results.map(error).concat());
    }
}
