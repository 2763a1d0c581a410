//! The functions of `STIPredicate` records: predicates on instructions that depend on the
//! processor.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::{StiFunction, StiInstructionPredicate, Subtarget};
use crate::support::mc_inst_predicate::McPredicateContext;

/// Declares the subtarget's functions.
pub(super) fn emit_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    for function in &s.predicates.sti {
        emit_declaration(function, false, w);
    }
}

/// Defines the subtarget's functions as members of `class`.
pub(super) fn emit_definitions(s: &Subtarget<'_>, class: &str, w: &mut CppWriter) {
    let context = McPredicateContext { target: s.target, is_mc_inst: false, is_reference: false };
    for function in &s.predicates.sti {
        StiPredicateDefinition { context: &context, class, function }.emit(w);
    }
}

/// Declares the functions for instructions that were assembled.
pub(super) fn emit_mc_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    for function in s.predicates.sti.iter().filter(|function| function.is_for_mc) {
        emit_declaration(function, true, w);
    }
}

/// Defines the functions for instructions that were assembled.
pub(super) fn emit_mc_definitions(s: &Subtarget<'_>, w: &mut CppWriter) {
    let context = McPredicateContext { target: s.target, is_mc_inst: true, is_reference: true };
    let class = &format!("{}MCInstrAnalysis", s.target);
    for function in s.predicates.sti.iter().filter(|function| function.is_for_mc) {
        StiPredicateDefinition { context: &context, class, function }.emit(w);
    }
}

fn emit_declaration(function: &StiFunction<'_>, is_mc_inst: bool, w: &mut CppWriter) {
    write!(w, "  bool {}", function.name);
    emit_parameters(function, is_mc_inst, w);
    line!(w, "{};", if function.overrides { "override" } else { "" });
}

fn emit_parameters(function: &StiFunction<'_>, is_mc_inst: bool, w: &mut CppWriter) {
    w.raw(if is_mc_inst { "(const MCInst &MI" } else { "(const MachineInstr *MI" });
    w.raw(if function.updates_mask { ", APInt &Mask" } else { "" });
    w.raw(if is_mc_inst { ", unsigned ProcessorID) const " } else { ") const " });
}

struct StiPredicateDefinition<'a> {
    context: &'a McPredicateContext<'a>,
    class: &'a str,
    function: &'a StiFunction<'a>,
}

impl StiPredicateDefinition<'_> {
    fn emit(&self, w: &mut CppWriter) {
        let StiPredicateDefinition { context, class, function } = self;
        let name = function.name;
        write!(w, "bool {class}::{name}");
        emit_parameters(function, context.is_mc_inst, w);
        line!(w, "{{");
        for delegate in &function.delegates {
            let mask = if function.updates_mask { ", Mask" } else { "" };
            let processor = if context.is_mc_inst { ", ProcessorID" } else { "" };
            line!(w, "  if ({delegate}(MI{mask}{processor}))\n    return true;\n");
        }
        if !context.is_mc_inst {
            line!(w, "  unsigned ProcessorID = getSchedModel().getProcessorID();");
        }
        let member = if context.is_reference { "." } else { "->" };
        write!(w, "  switch(MI{member}getOpcode()) {{\n  default:\n    break;");
        for group in &function.groups {
            for opcode in &group.opcodes {
                write!(w, "\n  case {}::{opcode}:", context.target);
            }
            line!(w);
            for question in &group.predicates {
                self.emit_question(question, w);
            }
            line!(w, "    break;");
        }
        line!(w, "  }}\n\n  return {};", context.expression(&function.default, false, 1));
        line!(w, "}} // {class}::{name}\n");
    }

    fn emit_question(&self, question: &StiInstructionPredicate<'_>, w: &mut CppWriter) {
        w.raw("    if (");
        for (i, model) in question.models.iter().enumerate() {
            w.raw(if i == 0 { "" } else { " || " });
            write!(w, "ProcessorID == {}", model.index());
        }
        line!(w, ") {{");
        match question.mask {
            _ if !self.function.updates_mask => {}
            0 => line!(w, "      Mask.clearAllBits();"),
            mask => line!(w, "      Mask = {mask};"),
        }
        line!(w, "      return {};", self.context.expression(&question.predicate, false, 3));
        line!(w, "    }}");
    }
}
