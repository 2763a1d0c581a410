//! The functions that compress, uncompress and check instructions, as C++.

use tablewright_text::{CppWriter, line, text_block};

use super::model::{Case, CompressInst, Condition, Feature, Function, Outcome, Task};
use super::pattern::MappedValue;

pub(super) fn emit(model: &CompressInst<'_>, w: &mut CppWriter) {
    for function in &model.functions {
        let (guard, end) = match function.task {
            Task::Compress => ("GEN_COMPRESS_INSTR", "\n"),
            Task::Uncompress => ("GEN_UNCOMPRESS_INSTR", "\n\n"),
            Task::Check => ("GEN_CHECK_COMPRESS_INSTR", "\n\n"),
        };
        write!(w, "\n#ifdef {guard}\n#undef {guard}\n\n");
        if !function.predicates.is_empty() {
            emit_validator(model.target, function, w);
        }
        emit_function(model.target, function, w);
        write!(w, "\n#endif //{guard}{end}");
    }
}

/// The name of the function that tries operands with predicates.
fn validator_name(target: &str, task: Task) -> String {
    let name = match task {
        Task::Compress => "ValidateMCOperandForCompress",
        Task::Uncompress => "ValidateMCOperandForUncompress",
        Task::Check => "ValidateMachineOperand",
    };
    format!("{target}{name}")
}

fn emit_validator(target: &str, function: &Function<'_>, w: &mut CppWriter) {
    let name = validator_name(target, function.task);
    let what = if function.task == Task::Check {
        text_block!(
            w,
            "
            static bool {name}(const MachineOperand &MO,
                              const {target}Subtarget *Subtarget,
                              unsigned PredicateIndex) {{
              int64_t Imm = MO.getImm();
            "
        );
        "ImmLeaf Predicate"
    } else {
        text_block!(
            w,
            "
            static bool {name}(const MCOperand &MCOp,
                              const MCSubtargetInfo &STI,
                              unsigned PredicateIndex) {{
            "
        );
        "MCOperandPredicate"
    };
    text_block!(
        w,
        "
          switch (PredicateIndex) {{
          default:
            llvm_unreachable(\"Unknown {what} kind\");
            break;
        "
    );
    for (number, predicate) in (1..).zip(&function.predicates) {
        line!(w, "  case {number}: {{");
        line!(w, "  // {}", predicate.operand);
        line!(w, "  {}", predicate.code);
        line!(w, "  }}");
    }
    line!(w, "  }}");
    line!(w, "}}");
    line!(w);
}

fn emit_function(target: &str, function: &Function<'_>, w: &mut CppWriter) {
    match function.task {
        Task::Compress => w.text_block(
            "
            static bool compressInst(MCInst &OutInst,
                                     const MCInst &MI,
                                     const MCSubtargetInfo &STI) {
            ",
        ),
        Task::Uncompress => w.text_block(
            "
            static bool uncompressInst(MCInst &OutInst,
                                       const MCInst &MI,
                                       const MCSubtargetInfo &STI) {
            ",
        ),
        Task::Check => text_block!(
            w,
            "
            static bool isCompressibleInst(const MachineInstr &MI,
                                           const {target}Subtarget &STI) {{
            "
        ),
    }
    if !function.cases.is_empty() {
        line!(w, "  switch (MI.getOpcode()) {{");
        line!(w, "    default: return false;");
        for (i, each) in function.cases.iter().enumerate() {
            let is_last = i + 1 == function.cases.len();
            emit_case(target, function.task, each, is_last, w);
        }
        line!(w, "  }} // switch");
    }
    line!(w, "  return false;");
    line!(w, "}}");
}

fn emit_case(target: &str, task: Task, case: &Case<'_>, is_last: bool, w: &mut CppWriter) {
    line!(w, "    case {target}::{}: {{", case.opcode);
    for result in &case.results {
        emit_outcome(target, task, result, w);
    }
    // Nothing follows the last case that it could run into.
    line!(w, "{}", if is_last { "" } else { "      break;" });
    line!(w, "    }} // case {}", case.opcode);
}

fn emit_outcome(target: &str, task: Task, outcome: &Outcome<'_>, w: &mut CppWriter) {
    w.raw("    if (");
    if outcome.conditions.is_empty() {
        w.raw("true");
    }
    for (i, each) in outcome.conditions.iter().enumerate() {
        if i > 0 {
            w.raw(" &&\n      ");
        }
        emit_condition(target, task, each, w);
    }
    line!(w, ") {{");
    line!(w, "      // {}", outcome.asm_string);
    let builds_instruction = task != Task::Check;
    if builds_instruction {
        line!(w, "      OutInst.setOpcode({target}::{});", outcome.opcode);
    }
    for (name, value) in &outcome.operands {
        line!(w, "      // Operand: {name}");
        if builds_instruction {
            emit_operand(target, *value, w);
        }
    }
    if builds_instruction {
        line!(w, "      OutInst.setLoc(MI.getLoc());");
    }
    line!(w, "      return true;");
    line!(w, "    }} // if");
}

fn emit_operand(target: &str, value: MappedValue<'_>, w: &mut CppWriter) {
    w.raw("      OutInst.addOperand(");
    match value {
        MappedValue::Operand(operand) => line!(w, "MI.getOperand({operand}));"),
        MappedValue::Immediate(number) => line!(w, "MCOperand::createImm({number}));"),
        MappedValue::Register(register) => {
            line!(w, "MCOperand::createReg({target}::{}));", register.name());
        }
    }
}

fn emit_condition(target: &str, task: Task, condition: &Condition<'_>, w: &mut CppWriter) {
    match condition {
        Condition::Feature(each) => emit_feature(target, *each, w),
        Condition::AnyFeature(features) => {
            w.raw("(");
            for (i, &each) in features.iter().enumerate() {
                w.raw(if i > 0 { " || " } else { "" });
                emit_feature(target, each, w);
            }
            w.raw(")");
        }
        Condition::SameRegister(a, b) => {
            write!(w, "(MI.getOperand({a}).isReg()) && (MI.getOperand({b}).isReg()) &&\n      ");
            write!(w, "(MI.getOperand({a}).getReg() ==  MI.getOperand({b}).getReg())");
        }
        Condition::Immediate(operand, number) => {
            write!(w, "(MI.getOperand({operand}).isImm()) &&\n      ");
            write!(w, "(MI.getOperand({operand}).getImm() == {number})");
        }
        Condition::Register(operand, register) => {
            write!(w, "(MI.getOperand({operand}).isReg()) &&\n      ");
            write!(w, "(MI.getOperand({operand}).getReg() == {target}::{register})");
        }
        Condition::InClass(operand, class) => {
            write!(w, "(MI.getOperand({operand}).isReg()) &&\n      ");
            write!(w, "({target}MCRegisterClasses[{target}::{class}RegClassID]");
            write!(w, ".contains(MI.getOperand({operand}).getReg()))");
        }
        Condition::Operand(operand, number) if task == Task::Check => {
            write!(w, "MI.getOperand({operand}).isImm() &&\n      ");
            let validator = validator_name(target, task);
            write!(w, "{validator}(MI.getOperand({operand}), &STI, {number})");
        }
        Condition::Operand(operand, number) => {
            let validator = validator_name(target, task);
            write!(w, "{validator}(MI.getOperand({operand}), STI, {number})");
        }
        Condition::Constant(value, number) if task == Task::Check => {
            let validator = validator_name(target, task);
            write!(w, "{validator}(MachineOperand::CreateImm({value}), &STI, {number})");
        }
        Condition::Constant(value, number) => {
            let validator = validator_name(target, task);
            write!(w, "{validator}(MCOperand::createImm({value}), STI, {number})");
        }
    }
}

fn emit_feature(target: &str, (is_negated, name): Feature<'_>, w: &mut CppWriter) {
    let not = if is_negated { "!" } else { "" };
    write!(w, "{not}STI.getFeatureBits()[{target}::{name}]");
}
