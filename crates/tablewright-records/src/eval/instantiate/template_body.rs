//! Instantiating the body of a multiclass or loop. In: its entries, and the values of its names. Out: records, or
//! entries of the enclosing multiclass or loop.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;

use crate::eval::template::{Loop, Substitutions, TemplateEntry};
use crate::eval::trace::{ExtendedExpansions, Via};
use crate::eval::{Eval, Evaluator};
use crate::record::{Assertion, DumpRequest};
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// Instantiates entries with some names replaced. The results are appended to `out`, if any, and become records
    /// otherwise. `via` is the `defm` or loop that instantiates them.
    pub(crate) fn instantiate_entries(
        &mut self,
        entries: &[TemplateEntry],
        substitutions: &mut Substitutions,
        is_final: bool,
        mut out: Option<&mut Vec<TemplateEntry>>,
        via: Via,
    ) -> Eval<()> {
        // Entries in `out` are not visible to later entries, so all entries can be resolved in one frame.
        let shared = out.is_some();
        let outer =
            self.resolver.push_bindings(&self.heap.store.values, substitutions.iter().copied());
        let mut extended = ExtendedExpansions::default();
        for entry in entries {
            self.spend(1)?;
            if !shared {
                // The previous record exists now, so `!cast` and `!exists` may have other results.
                self.resolver.renew();
            }
            match entry {
                TemplateEntry::Loop(repeat) => {
                    let out = out.as_deref_mut();
                    self.instantiate_loop(repeat, substitutions, is_final, out, via)?;
                }
                TemplateEntry::Assertion(assertion) => {
                    let condition = self.resolve(assertion.condition)?;
                    let message = self.resolve(assertion.message)?;
                    let assertion = Assertion { condition, message, ..*assertion };
                    match &mut out {
                        Some(out) => out.push(TemplateEntry::Assertion(assertion)),
                        None => _ = self.check_assertion(assertion),
                    }
                }
                TemplateEntry::Dump(dump) => {
                    let dump = DumpRequest { message: self.resolve(dump.message)?, ..*dump };
                    match &mut out {
                        Some(out) => out.push(TemplateEntry::Dump(dump)),
                        None => self.print_dump(dump)?,
                    }
                }
                TemplateEntry::Record(prototype) => {
                    let mut copy = self.construction.copy_of(prototype);
                    copy.sequence = self.heap.next_sequence();
                    // Each `defm` appends its position after the positions of the inner `defm`s.
                    copy.positions.extend(via.pos);
                    copy.dumps.iter_mut().for_each(|dump| dump.is_copied = true);
                    self.construction.push(copy);
                    let before = self.trace_values();
                    self.resolve_prototype()?;
                    self.trace_expanded(before, via, &mut extended);
                    let copy = self.construction.pop();
                    match &mut out {
                        Some(out) => out.push(TemplateEntry::Record(copy)),
                        None => self.finalize_def(copy)?,
                    }
                }
            }
        }
        self.resolver.pop(outer);
        Ok(())
    }

    /// Runs a loop. If its list is not known yet and `is_final` is false, adds the loop to `out` with names replaced.
    pub(crate) fn instantiate_loop(
        &mut self,
        repeat: &Loop,
        substitutions: &mut Substitutions,
        is_final: bool,
        out: Option<&mut Vec<TemplateEntry>>,
        via: Via,
    ) -> Eval<()> {
        let result = self.run_loop(repeat, substitutions, is_final, out, via);
        if result.is_err() {
            self.reports.locate_limit(repeat.pos);
        }
        result
    }

    fn run_loop(
        &mut self,
        repeat: &Loop,
        substitutions: &mut Substitutions,
        is_final: bool,
        mut out: Option<&mut Vec<TemplateEntry>>,
        via: Via,
    ) -> Eval<()> {
        let outer =
            self.resolver.push_bindings(&self.heap.store.values, substitutions.iter().copied());
        // An inner loop's list may mention the variables of outer loops.
        let mut list = self.resolve(repeat.list)?;
        let expansion = self.trace_loop(repeat, via);
        self.resolver.pop(outer);
        if is_final {
            list = self.decide_condition(repeat, list, substitutions)?;
        }
        let Value::List(elements) = self.heap.store.value(list) else {
            if let (false, Some(out)) = (is_final, out) {
                let mut entries = Vec::new();
                let into = Some(&mut entries);
                let via = via.through_loop();
                self.instantiate_entries(&repeat.entries, substitutions, false, into, via)?;
                out.push(TemplateEntry::Loop(Box::new(Loop {
                    list,
                    entries,
                    expansion,
                    ..*repeat
                })));
                return Ok(());
            }
            let text = self.heap.store.value_text(list);
            let message = format!("attempting to loop over '{text}', expected a list");
            return Err(self.reports.error(Code::LoopList, repeat.pos, message));
        };
        let elements = elements.elements.to_vec();
        for element in elements {
            self.reports.check_stop()?;
            self.spend(1)?;
            if let Some(variable) = repeat.variable {
                substitutions.push((variable, element));
            }
            let via = self.trace_iteration(repeat, element, expansion);
            self.instantiate_entries(
                &repeat.entries,
                substitutions,
                is_final,
                out.as_deref_mut(),
                via,
            )?;
            if repeat.variable.is_some() {
                substitutions.pop();
            }
        }
        Ok(())
    }

    /// Returns the list of an `if` branch whose condition waited for the end of its scope, like a condition with
    /// `!exists`.
    fn decide_condition(
        &mut self,
        repeat: &Loop,
        list: ValueId,
        substitutions: &Substitutions,
    ) -> Eval<ValueId> {
        let Value::Op { op: Op::Bang(BangOp::If), ty, args } = self.heap.store.value(list) else {
            return Ok(list);
        };
        let (condition, then, otherwise) = (args[0], args[1], args[2]);
        let outer =
            self.resolver.push_bindings(&self.heap.store.values, substitutions.iter().copied());
        self.resolver.make_final();
        let settled = self.resolve(condition)?;
        self.resolver.pop(outer);
        if settled == condition {
            let text = self.heap.store.value_text(condition);
            let message =
                format!("unable to resolve if condition '{text}' at end of containing scope");
            return Err(self.reports.error(Code::UnresolvedCondition, repeat.pos, message));
        }
        self.fold_op(Op::Bang(BangOp::If), ty, &[settled, then, otherwise], false)
    }
}
