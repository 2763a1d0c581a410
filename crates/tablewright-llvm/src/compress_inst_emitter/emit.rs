//! The functions that compress, uncompress and check instructions, as C++.

use tablewright_target::compress_pattern::MappedValue;
use tablewright_text::{CppWriter, line, text_block};

use super::model::{
    CompressInst, CompressInstCase, CompressInstCondition, CompressInstFunction,
    CompressInstLayout, CompressInstOperandClass, CompressInstOutcome, CompressInstPredicate,
    CompressInstTask, FeatureTest, PredicateRef,
};

pub(super) fn emit(model: &CompressInst<'_>, w: &mut CppWriter) {
    for function in &model.functions {
        let context =
            CompressInstContext { target: model.target, layout: model.layout, task: function.task };
        let (guard, end) = match function.task {
            CompressInstTask::Compress => ("GEN_COMPRESS_INSTR", "\n"),
            CompressInstTask::Uncompress => ("GEN_UNCOMPRESS_INSTR", "\n\n"),
            CompressInstTask::Check => ("GEN_CHECK_COMPRESS_INSTR", "\n\n"),
        };
        let (before, end_comment, end) = match model.layout {
            CompressInstLayout::Brackets | CompressInstLayout::ClassArray => ("\n", "//", end),
            CompressInstLayout::ClassFunction | CompressInstLayout::Sizes => ("", "// ", "\n"),
        };
        write!(w, "{before}#ifdef {guard}\n#undef {guard}\n\n");
        if !function.predicates.is_empty() {
            emit_validator(context, function, w);
        }
        emit_function(context, function, w);
        write!(w, "\n#endif {end_comment}{guard}{end}");
    }
}

/// The function that is written.
#[derive(Clone, Copy)]
struct CompressInstContext<'s> {
    target: &'s str,
    layout: CompressInstLayout,
    task: CompressInstTask,
}

impl CompressInstContext<'_> {
    /// Whether the function returns the size of the short instruction.
    fn returns_sizes(self) -> bool {
        self.layout == CompressInstLayout::Sizes && self.task == CompressInstTask::Check
    }

    /// Returns the value for an instruction without a replacement.
    fn failure(self) -> &'static str {
        if self.returns_sizes() { "0" } else { "false" }
    }

    /// Returns the indentation for a `case`.
    fn case_indentation(self) -> &'static str {
        match self.layout {
            CompressInstLayout::Brackets => "    ",
            CompressInstLayout::ClassArray
            | CompressInstLayout::ClassFunction
            | CompressInstLayout::Sizes => "  ",
        }
    }

    /// Returns the separator between conditions.
    fn and(self) -> &'static str {
        match self.layout {
            CompressInstLayout::Brackets => " &&\n      ",
            CompressInstLayout::ClassArray
            | CompressInstLayout::ClassFunction
            | CompressInstLayout::Sizes => " &&\n        ",
        }
    }

    /// Returns the brackets of a condition that needs none.
    fn brackets(self) -> [&'static str; 2] {
        match self.layout {
            CompressInstLayout::Brackets => ["(", ")"],
            CompressInstLayout::ClassArray
            | CompressInstLayout::ClassFunction
            | CompressInstLayout::Sizes => ["", ""],
        }
    }
}

/// Returns the name of the function that tries operands with predicates.
fn validator_name(target: &str, task: CompressInstTask) -> String {
    let name = match task {
        CompressInstTask::Compress => "ValidateMCOperandForCompress",
        CompressInstTask::Uncompress => "ValidateMCOperandForUncompress",
        CompressInstTask::Check => "ValidateMachineOperand",
    };
    format!("{target}{name}")
}

fn emit_validator(
    context: CompressInstContext<'_>,
    function: &CompressInstFunction<'_>,
    w: &mut CppWriter,
) {
    let CompressInstContext { target, task, .. } = context;
    let name = validator_name(target, task);
    let what = if task == CompressInstTask::Check {
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
        emit_predicate(number, predicate, w);
    }
    line!(w, "  }}");
    line!(w, "}}");
    line!(w);
}

fn emit_predicate(number: usize, predicate: &CompressInstPredicate<'_>, w: &mut CppWriter) {
    line!(w, "  case {number}: {{");
    line!(w, "  // {}", predicate.operand);
    line!(w, "  {}", predicate.code);
    line!(w, "  }}");
}

fn emit_function(
    context: CompressInstContext<'_>,
    function: &CompressInstFunction<'_>,
    w: &mut CppWriter,
) {
    let target = context.target;
    match context.task {
        CompressInstTask::Compress => w.text_block(
            "
            static bool compressInst(MCInst &OutInst,
                                     const MCInst &MI,
                                     const MCSubtargetInfo &STI) {
            ",
        ),
        CompressInstTask::Uncompress => w.text_block(
            "
            static bool uncompressInst(MCInst &OutInst,
                                       const MCInst &MI,
                                       const MCSubtargetInfo &STI) {
            ",
        ),
        CompressInstTask::Check if context.returns_sizes() => text_block!(
            w,
            "
            static unsigned getCompressedSize(const MachineInstr &MI,
                                              const {target}Subtarget &STI) {{
            "
        ),
        CompressInstTask::Check => text_block!(
            w,
            "
            static bool isCompressibleInst(const MachineInstr &MI,
                                           const {target}Subtarget &STI) {{
            "
        ),
    }
    if function.reads_hw_mode {
        w.raw("  [[maybe_unused]] unsigned HwModeId = ");
        w.raw("STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);\n");
    }
    if !function.cases.is_empty() {
        line!(w, "  switch (MI.getOpcode()) {{");
        line!(w, "{}default: return {};", context.case_indentation(), context.failure());
        for (i, each) in function.cases.iter().enumerate() {
            let is_last = i + 1 == function.cases.len();
            emit_case(context, each, is_last, w);
        }
        line!(w, "  }} // switch");
    }
    line!(w, "  return {};", context.failure());
    line!(w, "}}");
}

fn emit_case(
    context: CompressInstContext<'_>,
    case: &CompressInstCase<'_>,
    is_last: bool,
    w: &mut CppWriter,
) {
    let indentation = context.case_indentation();
    line!(w, "{indentation}case {}::{}: {{", context.target, case.opcode);
    for result in &case.results {
        emit_outcome(context, result, w);
    }
    match context.layout {
        // Nothing follows the last case that it could run into.
        CompressInstLayout::Brackets if is_last => line!(w),
        CompressInstLayout::Brackets
        | CompressInstLayout::ClassArray
        | CompressInstLayout::ClassFunction
        | CompressInstLayout::Sizes => {
            line!(w, "{indentation}  break;");
        }
    }
    line!(w, "{indentation}}} // case {}", case.opcode);
}

fn emit_outcome(
    context: CompressInstContext<'_>,
    outcome: &CompressInstOutcome<'_>,
    w: &mut CppWriter,
) {
    let target = context.target;
    w.raw("    if (");
    if outcome.conditions.is_empty() {
        w.raw("true");
    }
    for (i, each) in outcome.conditions.iter().enumerate() {
        if i > 0 {
            w.raw(context.and());
        }
        emit_condition(context, each, w);
    }
    line!(w, ") {{");
    line!(w, "      // {}", outcome.asm_string);
    let builds_instruction = context.task != CompressInstTask::Check;
    if builds_instruction {
        line!(w, "      OutInst.setOpcode({target}::{});", outcome.opcode);
    }
    for (name, value) in &outcome.operands {
        if let Some(name) = name {
            line!(w, "      // Operand: {name}");
        }
        if builds_instruction {
            emit_operand(target, *value, w);
        }
    }
    if builds_instruction {
        line!(w, "      OutInst.setLoc(MI.getLoc());");
    }
    if context.returns_sizes() {
        line!(w, "      return {};", outcome.size);
    } else {
        line!(w, "      return true;");
    }
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
        MappedValue::RegisterByHwMode(register) => {
            write!(w, "MCOperand::createReg({target}::RegisterByHwMode::");
            line!(w, "get{}(HwModeId)));", register.name());
        }
    }
}

fn emit_condition(
    context: CompressInstContext<'_>,
    condition: &CompressInstCondition<'_>,
    w: &mut CppWriter,
) {
    let target = context.target;
    let (and, [open, close]) = (context.and(), context.brackets());
    match condition {
        CompressInstCondition::Feature(each) => emit_feature(target, *each, w),
        CompressInstCondition::AnyFeature(features) => {
            w.raw("(");
            for (i, &each) in features.iter().enumerate() {
                w.raw(if i > 0 { " || " } else { "" });
                emit_feature(target, each, w);
            }
            w.raw(")");
        }
        CompressInstCondition::SameRegister(a, b) => {
            write!(w, "{open}MI.getOperand({a}).isReg(){close} && ");
            write!(w, "{open}MI.getOperand({b}).isReg(){close}{and}");
            let equals = match context.layout {
                CompressInstLayout::Brackets => "==  ",
                CompressInstLayout::ClassArray
                | CompressInstLayout::ClassFunction
                | CompressInstLayout::Sizes => "== ",
            };
            write!(w, "(MI.getOperand({a}).getReg() {equals}MI.getOperand({b}).getReg())");
        }
        CompressInstCondition::Immediate(operand, number) => {
            write!(w, "{open}MI.getOperand({operand}).isImm(){close}{and}");
            write!(w, "(MI.getOperand({operand}).getImm() == {number})");
        }
        CompressInstCondition::Register(operand, register) => {
            write!(w, "{open}MI.getOperand({operand}).isReg(){close}{and}");
            write!(w, "(MI.getOperand({operand}).getReg() == {target}::{})", register.name());
        }
        CompressInstCondition::RegisterByHwMode(operand, register) => {
            write!(w, "{open}MI.getOperand({operand}).isReg(){close}{and}");
            write!(w, "(MI.getOperand({operand}).getReg() == {target}::RegisterByHwMode::");
            write!(w, "get{}(HwModeId))", register.name());
        }
        CompressInstCondition::InClass(operand, class) => {
            emit_in_class(context, *operand, *class, w)
        }
        CompressInstCondition::Operand(operand, predicate) => {
            if context.task == CompressInstTask::Check {
                write!(w, "MI.getOperand({operand}).isImm(){and}");
            }
            emit_predicate_call(context, format_args!("MI.getOperand({operand})"), *predicate, w);
        }
        CompressInstCondition::Constant(value, predicate) => {
            let class = if context.task == CompressInstTask::Check {
                "MachineOperand::CreateImm"
            } else {
                "MCOperand::createImm"
            };
            emit_predicate_call(context, format_args!("{class}({value})"), *predicate, w);
        }
    }
}

/// Writes the condition that an operand is a register of a class.
fn emit_in_class(
    context: CompressInstContext<'_>,
    operand: usize,
    class: CompressInstOperandClass<'_>,
    w: &mut CppWriter,
) {
    let CompressInstContext { target, layout, task, .. } = context;
    let (and, [open, close]) = (context.and(), context.brackets());
    write!(w, "{open}MI.getOperand({operand}).isReg(){close}");
    match layout {
        CompressInstLayout::Brackets => {}
        CompressInstLayout::ClassArray
        | CompressInstLayout::ClassFunction
        | CompressInstLayout::Sizes => {
            if task == CompressInstTask::Check {
                write!(w, " && MI.getOperand({operand}).getReg().isPhysical()");
            }
        }
    }
    w.raw(and);
    w.raw(open);
    let [before, after] = match layout {
        CompressInstLayout::Brackets | CompressInstLayout::ClassArray => ["", "MCRegisterClasses["],
        CompressInstLayout::ClassFunction | CompressInstLayout::Sizes => {
            ["get", "MCRegisterClass("]
        }
    };
    write!(w, "{before}{target}{after}");
    match class {
        CompressInstOperandClass::Fixed(class) => write!(w, "{target}::{class}RegClassID"),
        CompressInstOperandClass::ByHwMode(class) => {
            write!(w, "{target}RegClassByHwModeTables[HwModeId][{target}::{class}]");
        }
    }
    w.raw(match layout {
        CompressInstLayout::Brackets | CompressInstLayout::ClassArray => "]",
        CompressInstLayout::ClassFunction | CompressInstLayout::Sizes => ")",
    });
    write!(w, ".contains(MI.getOperand({operand}).getReg()){close}");
}

/// Writes the call that tries an operand with a predicate.
fn emit_predicate_call(
    context: CompressInstContext<'_>,
    operand: std::fmt::Arguments<'_>,
    predicate: PredicateRef<'_>,
    w: &mut CppWriter,
) {
    let CompressInstContext { target, layout, task, .. } = context;
    let subtarget = if task == CompressInstTask::Check { "&STI" } else { "STI" };
    write!(w, "{}({operand}, {subtarget}, {}", validator_name(target, task), predicate.number);
    match layout {
        CompressInstLayout::Brackets => {}
        CompressInstLayout::ClassArray
        | CompressInstLayout::ClassFunction
        | CompressInstLayout::Sizes => {
            write!(w, " /* {} */", predicate.operand)
        }
    }
    w.raw(")");
}

fn emit_feature(target: &str, (is_negated, name): FeatureTest<'_>, w: &mut CppWriter) {
    let not = if is_negated { "!" } else { "" };
    write!(w, "{not}STI.getFeatureBits()[{target}::{name}]");
}
