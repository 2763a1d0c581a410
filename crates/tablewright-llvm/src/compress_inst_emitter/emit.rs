//! The functions that compress, uncompress and check instructions, as C++.

use tablewright_target::compress_pattern::MappedValue;
use tablewright_text::{CppWriter, line, text_block};

use super::model::{
    Case, CompressInst, Condition, FeatureTest, Function, Layout, OperandClass, Outcome, Predicate,
    PredicateRef, Task,
};

pub(super) fn emit(model: &CompressInst<'_>, w: &mut CppWriter) {
    for function in &model.functions {
        let context = Context {
            target: model.target,
            layout: model.layout,
            reads_hw_mode: model.reads_hw_mode,
            task: function.task,
        };
        let (guard, end) = match function.task {
            Task::Compress => ("GEN_COMPRESS_INSTR", "\n"),
            Task::Uncompress => ("GEN_UNCOMPRESS_INSTR", "\n\n"),
            Task::Check => ("GEN_CHECK_COMPRESS_INSTR", "\n\n"),
        };
        let (before, end_comment, end) = match model.layout {
            Layout::Brackets | Layout::ClassArray => ("\n", "//", end),
            Layout::ClassFunction => ("", "// ", "\n"),
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
struct Context<'s> {
    target: &'s str,
    layout: Layout,
    reads_hw_mode: bool,
    task: Task,
}

impl Context<'_> {
    /// Returns the indentation for a `case`.
    fn case_indentation(self) -> &'static str {
        match self.layout {
            Layout::Brackets => "    ",
            Layout::ClassArray | Layout::ClassFunction => "  ",
        }
    }

    /// Returns the separator between conditions.
    fn and(self) -> &'static str {
        match self.layout {
            Layout::Brackets => " &&\n      ",
            Layout::ClassArray | Layout::ClassFunction => " &&\n        ",
        }
    }

    /// The brackets of a condition that needs none.
    fn brackets(self) -> [&'static str; 2] {
        match self.layout {
            Layout::Brackets => ["(", ")"],
            Layout::ClassArray | Layout::ClassFunction => ["", ""],
        }
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

fn emit_validator(context: Context<'_>, function: &Function<'_>, w: &mut CppWriter) {
    let Context { target, task, .. } = context;
    let name = validator_name(target, task);
    let what = if task == Task::Check {
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

fn emit_predicate(number: usize, predicate: &Predicate<'_>, w: &mut CppWriter) {
    line!(w, "  case {number}: {{");
    line!(w, "  // {}", predicate.operand);
    line!(w, "  {}", predicate.code);
    line!(w, "  }}");
}

fn emit_function(context: Context<'_>, function: &Function<'_>, w: &mut CppWriter) {
    let target = context.target;
    match context.task {
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
    if context.reads_hw_mode {
        w.raw("  [[maybe_unused]] unsigned HwModeId = ");
        w.raw("STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);\n");
    }
    if !function.cases.is_empty() {
        line!(w, "  switch (MI.getOpcode()) {{");
        line!(w, "{}default: return false;", context.case_indentation());
        for (i, each) in function.cases.iter().enumerate() {
            let is_last = i + 1 == function.cases.len();
            emit_case(context, each, is_last, w);
        }
        line!(w, "  }} // switch");
    }
    line!(w, "  return false;");
    line!(w, "}}");
}

fn emit_case(context: Context<'_>, case: &Case<'_>, is_last: bool, w: &mut CppWriter) {
    let indentation = context.case_indentation();
    line!(w, "{indentation}case {}::{}: {{", context.target, case.opcode);
    for result in &case.results {
        emit_outcome(context, result, w);
    }
    match context.layout {
        // Nothing follows the last case that it could run into.
        Layout::Brackets if is_last => line!(w),
        Layout::Brackets | Layout::ClassArray | Layout::ClassFunction => {
            line!(w, "{indentation}  break;");
        }
    }
    line!(w, "{indentation}}} // case {}", case.opcode);
}

fn emit_outcome(context: Context<'_>, outcome: &Outcome<'_>, w: &mut CppWriter) {
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
    let builds_instruction = context.task != Task::Check;
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
        MappedValue::RegisterByHwMode(register) => {
            write!(w, "MCOperand::createReg({target}::RegisterByHwMode::");
            line!(w, "get{}(HwModeId)));", register.name());
        }
    }
}

fn emit_condition(context: Context<'_>, condition: &Condition<'_>, w: &mut CppWriter) {
    let target = context.target;
    let (and, [open, close]) = (context.and(), context.brackets());
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
            write!(w, "{open}MI.getOperand({a}).isReg(){close} && ");
            write!(w, "{open}MI.getOperand({b}).isReg(){close}{and}");
            let equals = match context.layout {
                Layout::Brackets => "==  ",
                Layout::ClassArray | Layout::ClassFunction => "== ",
            };
            write!(w, "(MI.getOperand({a}).getReg() {equals}MI.getOperand({b}).getReg())");
        }
        Condition::Immediate(operand, number) => {
            write!(w, "{open}MI.getOperand({operand}).isImm(){close}{and}");
            write!(w, "(MI.getOperand({operand}).getImm() == {number})");
        }
        Condition::Register(operand, register) => {
            write!(w, "{open}MI.getOperand({operand}).isReg(){close}{and}");
            write!(w, "(MI.getOperand({operand}).getReg() == {target}::{})", register.name());
        }
        Condition::RegisterByHwMode(operand, register) => {
            write!(w, "{open}MI.getOperand({operand}).isReg(){close}{and}");
            write!(w, "(MI.getOperand({operand}).getReg() == {target}::RegisterByHwMode::");
            write!(w, "get{}(HwModeId))", register.name());
        }
        Condition::InClass(operand, class) => emit_in_class(context, *operand, *class, w),
        Condition::Operand(operand, predicate) => {
            if context.task == Task::Check {
                write!(w, "MI.getOperand({operand}).isImm(){and}");
            }
            emit_predicate_call(context, format_args!("MI.getOperand({operand})"), *predicate, w);
        }
        Condition::Constant(value, predicate) => {
            let class = if context.task == Task::Check {
                "MachineOperand::CreateImm"
            } else {
                "MCOperand::createImm"
            };
            emit_predicate_call(context, format_args!("{class}({value})"), *predicate, w);
        }
    }
}

/// Writes the condition that an operand is a register of a class.
fn emit_in_class(context: Context<'_>, operand: usize, class: OperandClass<'_>, w: &mut CppWriter) {
    let Context { target, layout, task, .. } = context;
    let (and, [open, close]) = (context.and(), context.brackets());
    write!(w, "{open}MI.getOperand({operand}).isReg(){close}");
    match layout {
        Layout::Brackets => {}
        Layout::ClassArray | Layout::ClassFunction => {
            if task == Task::Check {
                write!(w, " && MI.getOperand({operand}).getReg().isPhysical()");
            }
        }
    }
    w.raw(and);
    w.raw(open);
    let [before, after] = match layout {
        Layout::Brackets | Layout::ClassArray => ["", "MCRegisterClasses["],
        Layout::ClassFunction => ["get", "MCRegisterClass("],
    };
    write!(w, "{before}{target}{after}");
    match class {
        OperandClass::Fixed(class) => write!(w, "{target}::{class}RegClassID"),
        OperandClass::ByHwMode(class) => {
            write!(w, "{target}RegClassByHwModeTables[HwModeId][{target}::{class}]");
        }
    }
    w.raw(match layout {
        Layout::Brackets | Layout::ClassArray => "]",
        Layout::ClassFunction => ")",
    });
    write!(w, ".contains(MI.getOperand({operand}).getReg()){close}");
}

/// Writes the call that tries an operand with a predicate.
fn emit_predicate_call(
    context: Context<'_>,
    operand: std::fmt::Arguments<'_>,
    predicate: PredicateRef<'_>,
    w: &mut CppWriter,
) {
    let Context { target, layout, task, .. } = context;
    let subtarget = if task == Task::Check { "&STI" } else { "STI" };
    write!(w, "{}({operand}, {subtarget}, {}", validator_name(target, task), predicate.number);
    match layout {
        Layout::Brackets => {}
        Layout::ClassArray | Layout::ClassFunction => write!(w, " /* {} */", predicate.operand),
    }
    w.raw(")");
}

fn emit_feature(target: &str, (is_negated, name): FeatureTest<'_>, w: &mut CppWriter) {
    let not = if is_negated { "!" } else { "" };
    write!(w, "{not}STI.getFeatureBits()[{target}::{name}]");
}
