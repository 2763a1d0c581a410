//! The functions that resolve variant scheduling classes.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::{ClassName, PredicateId, Subtarget, VariantClass, VariantPredicate};
use crate::support::mc_inst_predicate::McPredicateContext;

/// Writes the body of the function; for an `MCInst`, or else for a `MachineInstr`.
pub(super) fn emit_body(s: &Subtarget<'_>, is_mc_inst: bool, w: &mut CppWriter) {
    let classes = if is_mc_inst {
        &s.predicates.variants.of_mc_inst
    } else {
        &s.predicates.variants.of_machine_instr
    };
    let resolver = VariantFunctionResolver { s, is_mc_inst };
    if !classes.is_empty() {
        line!(w, "  switch (SchedClass) {{");
        for class in classes {
            resolver.emit_class(class, w);
        }
        line!(w, "  }};");
    }
    if is_mc_inst {
        line!(w, "  // Nothing is known of this class.\n  return 0;");
    } else {
        line!(w, "  report_fatal_error(\"Expected a variant SchedClass\");");
    }
}

/// Writes the function that lists the classes that a class can become.
pub(super) fn emit_targets(s: &Subtarget<'_>, w: &mut CppWriter) {
    if !s.predicates.variants.lists_targets {
        return;
    }
    line!(w, "ArrayRef<unsigned> getVariantSchedClassTargets(unsigned SchedClass,");
    line!(w, "    unsigned CPUID) {{");
    let classes = &s.predicates.variants.of_machine_instr;
    if !classes.is_empty() {
        line!(w, "  switch (SchedClass) {{");
    }
    for variant in classes {
        line!(w, "  case {}: // {}", variant.class.number, variant.class.name);
        for model in &variant.models {
            line!(w, "    if (CPUID == {}) {{ // {}", model.number, model.name);
            w.raw("      static const unsigned Targets[] = {");
            for (i, to) in model.targets.iter().enumerate() {
                w.raw(if i == 0 { "" } else { ", " });
                write!(w, "{} /* {} */", to.number, to.name);
            }
            line!(w, "}};\n      return Targets;\n    }}");
        }
        line!(w, "    break;");
    }
    if !classes.is_empty() {
        line!(w, "  }}");
    }
    line!(w, "  return {{}};\n}}");
}

struct VariantFunctionResolver<'a, 's> {
    s: &'a Subtarget<'s>,
    is_mc_inst: bool,
}

impl VariantFunctionResolver<'_, '_> {
    fn emit_class(&self, variant: &VariantClass<'_>, w: &mut CppWriter) {
        let ClassName { number, name } = variant.class;
        line!(w, "  case {number}: // {name}");
        let id = if self.is_mc_inst { "CPUID" } else { "SchedModel->getProcessorID()" };
        for model in &variant.models {
            line!(w, "    if ({id} == {}) {{ // {}", model.number, model.name);
            for (predicates, to) in &model.conditional {
                self.emit_condition(predicates, w);
                line!(w, "        return {}; // {}", to.number, to.name);
            }
            if let Some(to) = model.otherwise {
                line!(w, "      return {}; // {}", to.number, to.name);
            }
            line!(w, "    }}");
        }
        if variant.can_stay {
            line!(w, "    return {number};");
        }
        line!(w, "    break;");
    }

    fn emit_condition(&self, predicates: &[PredicateId], w: &mut CppWriter) {
        let context = McPredicateContext {
            target: self.s.target,
            is_mc_inst: self.is_mc_inst,
            is_reference: false,
        };
        let is_one = predicates.len() == 1;
        w.raw("      if (");
        for (i, &predicate) in predicates.iter().enumerate() {
            w.raw(if i == 0 { "" } else { "\n          && " });
            let predicate = &self.s.predicates.variants.predicates[predicate];
            if let (VariantPredicate::Code(code), true) = (predicate, is_one) {
                w.raw(code);
            } else {
                self.emit_predicate(&context, predicate, !is_one, w);
            }
        }
        line!(w, ")");
    }

    /// Writes a predicate; one that joins others in parentheses if it `is_operand`.
    fn emit_predicate(
        &self,
        context: &McPredicateContext<'_>,
        predicate: &VariantPredicate<'_>,
        is_operand: bool,
        w: &mut CppWriter,
    ) {
        let (parts, operator) = match predicate {
            VariantPredicate::Mc(predicate) => {
                return w.raw(&context.expression(predicate, false, 5));
            }
            VariantPredicate::Code(code) => return write!(w, "({code})"),
            VariantPredicate::Feature(feature) => {
                let subtarget = if self.is_mc_inst { "STI." } else { "this->" };
                return write!(w, "{subtarget}hasFeature({}::{feature})", self.s.target);
            }
            VariantPredicate::Not(part) => {
                w.raw("!");
                return self.emit_predicate(context, part, true, w);
            }
            VariantPredicate::All(parts) => (parts, " && "),
            VariantPredicate::Any(parts) => (parts, " || "),
        };
        w.raw(if is_operand { "(" } else { "" });
        for (i, part) in parts.iter().enumerate() {
            w.raw(if i == 0 { "" } else { operator });
            self.emit_predicate(context, part, true, w);
        }
        w.raw(if is_operand { ")" } else { "" });
    }
}
