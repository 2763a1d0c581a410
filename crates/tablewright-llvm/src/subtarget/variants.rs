//! The functions that find out what a scheduling class turns into.

use tablewright_target::schedule::ProcModelId;
use tablewright_target::schedule::sched_class::{SchedClass, Transition};
use tablewright_text::{CppWriter, line};

use super::model::{Predicate, Subtarget};
use crate::support::mc_inst_predicate::Context;

/// Writes the body of the function; for an `MCInst`, or else for a `MachineInstr`.
pub(super) fn body(s: &Subtarget<'_>, is_mc_inst: bool, w: &mut CppWriter) {
    let resolver = Resolver { s, is_mc_inst };
    let mut variants = s.models.classes.iter().filter(|(_, class)| resolver.is_variant(class));
    let mut next = variants.next();
    if next.is_some() {
        line!(w, "  switch (SchedClass) {{");
        while let Some((number, class)) = next {
            line!(w, "  case {}: // {}", number.index(), class.name);
            resolver.class(class, w);
            // What became of a class can stay as it is.
            if class.itinerary.is_none() {
                line!(w, "    return {};", number.index());
            }
            line!(w, "    break;");
            next = variants.next();
        }
        line!(w, "  }};");
    }
    match is_mc_inst {
        true => line!(w, "  // Nothing is known of this class.\n  return 0;"),
        false => line!(w, "  report_fatal_error(\"Expected a variant SchedClass\");"),
    }
}

struct Resolver<'a, 's> {
    s: &'a Subtarget<'s>,
    is_mc_inst: bool,
}

impl Resolver<'_, '_> {
    fn predicates<'a>(
        &'a self,
        transition: &'a Transition,
    ) -> impl Iterator<Item = &'a Predicate<'a>> {
        transition.predicates.iter().map(|predicate| &self.s.predicates[predicate])
    }

    /// Whether all that a transition depends on can be told of an `MCInst`.
    fn is_for_mc(&self, transition: &Transition) -> bool {
        self.predicates(transition).all(|predicate| matches!(predicate, Predicate::Mc(_)))
    }

    fn is_variant(&self, class: &SchedClass) -> bool {
        class.transitions.iter().any(|t| !self.is_mc_inst || self.is_for_mc(t))
    }

    fn class(&self, class: &SchedClass, w: &mut CppWriter) {
        let mut models: Vec<ProcModelId> = class.transitions.iter().map(|t| t.model).collect();
        models.sort_unstable();
        models.dedup();
        let id = if self.is_mc_inst { "CPUID" } else { "SchedModel->getProcessorID()" };
        for model in models {
            let name = &self.s.models.proc_models.get(model).name;
            line!(w, "    if ({id} == {}) {{ // {name}", model.index());
            let mut last = None;
            for transition in class.transitions.iter().filter(|t| t.model == model) {
                if self.is_mc_inst && !self.is_for_mc(transition) {
                    continue;
                }
                if self.predicates(transition).all(Predicate::is_true) {
                    last = Some(transition);
                    continue;
                }
                self.transition(transition, w);
            }
            if let Some(transition) = last {
                self.target(transition, 3, w);
            }
            line!(w, "    }}");
        }
    }

    /// Writes a transition that depends on something.
    fn transition(&self, transition: &Transition, w: &mut CppWriter) {
        let context =
            Context { target: self.s.target, is_mc_inst: self.is_mc_inst, is_reference: false };
        let is_open = |predicate: &&Predicate<'_>| !predicate.is_true();
        let is_one = self.predicates(transition).filter(is_open).count() == 1;
        w.raw("      if (");
        for (i, predicate) in self.predicates(transition).filter(is_open).enumerate() {
            w.raw(if i == 0 { "" } else { "\n          && " });
            match predicate {
                Predicate::Mc(predicate) => w.raw(&context.expression(predicate, false, 5)),
                Predicate::Code(code) if is_one => w.raw(code),
                Predicate::Code(code) => write!(w, "({code})"),
            }
        }
        line!(w, ")");
        self.target(transition, 4, w);
    }

    fn target(&self, transition: &Transition, level: usize, w: &mut CppWriter) {
        for _ in 0..level {
            w.raw("  ");
        }
        let (to, name) = (transition.to.index(), &self.s.models.classes.get(transition.to).name);
        line!(w, "return {to}; // {name}");
    }
}
