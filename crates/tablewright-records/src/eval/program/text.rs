//! Strings that are put together of others: only the whole becomes a value, not what leads to it.

use super::run::{Outcome, Run, Stop};
use super::{Step, StepId};
use crate::eval::Evaluator;
use crate::eval::fold_text::{MAX_STRING, replace};
use crate::value::ValueId;

impl Evaluator {
    /// The string that a [`Step::Concat`] or [`Step::Subst`] makes.
    pub(super) fn step_text(&mut self, run: Run<'_>, step: Step, is_final: bool) -> Outcome {
        let start = self.pieces.len();
        let made = self.append_step(run, step, is_final);
        let value = made.map(|is_code| {
            let text = self.store.symbols.intern(&self.pieces[start..]);
            self.text_value(text, is_code)
        });
        self.pieces.truncate(start);
        value
    }

    /// Appends the text of a step to that which is being put together; tells whether it is code.
    fn append(&mut self, run: Run<'_>, step: StepId, is_final: bool) -> Result<bool, Stop> {
        let step = run.program.steps[step as usize];
        if let Step::Concat(_) | Step::Subst(_) = step {
            return self.append_step(run, step, is_final);
        }
        let value = self.step(run, step, is_final)?;
        let text = self.store.values.text(value).ok_or(Stop::Open)?;
        self.pieces.push_str(self.store.symbols.resolve(text));
        Ok(self.store.values.is_code(value))
    }

    fn append_step(&mut self, run: Run<'_>, step: Step, is_final: bool) -> Result<bool, Stop> {
        match step {
            Step::Concat([left, right]) => {
                let start = self.pieces.len();
                let is_code = self.append(run, left, is_final)?;
                let is_code = self.append(run, right, is_final)? | is_code;
                if self.pieces.len() - start > MAX_STRING {
                    return Err(self.too_long().into());
                }
                Ok(is_code)
            }
            Step::Subst([target, new, text]) => {
                let target = self.operand(run, target, is_final)?;
                let new = self.operand(run, new, is_final)?;
                let start = self.pieces.len();
                self.append(run, text, is_final)?;
                self.replace_in_pieces(start, target, new)?;
                Ok(false)
            }
            _ => unreachable!("other steps make values"),
        }
    }

    fn replace_in_pieces(
        &mut self,
        start: usize,
        target: ValueId,
        new: ValueId,
    ) -> Result<(), Stop> {
        let target = self.store.values.text(target).ok_or(Stop::Open)?;
        let new = self.store.values.text(new).ok_or(Stop::Open)?;
        self.text.clear();
        let symbols = &self.store.symbols;
        let (target, new) = (symbols.resolve(target), symbols.resolve(new));
        if replace(&self.pieces[start..], target, new, &mut self.text) {
            self.pieces.truncate(start);
            self.pieces.push_str(&self.text);
        }
        Ok(())
    }
}
