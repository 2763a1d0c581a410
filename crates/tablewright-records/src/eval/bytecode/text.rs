//! Concatenation of strings: only the final string is interned, not the intermediate strings.

use tablewright_syntax::diagnostic::Code;
use tablewright_text::byte_escape::escapes_meet;

use super::run::{Activation, Bailout, Outcome};
use super::{Inst, InstId};
use crate::eval::Evaluator;
use crate::eval::budget::BYTES_PER_STEP;
use crate::eval::limits::MAX_STRING;
use crate::eval::operators::{Replaced, replace, too_long};
use crate::value::ValueId;

impl Evaluator {
    /// Runs `append` and returns the resulting string or code value.
    pub(super) fn run_text(
        &mut self,
        append: impl FnOnce(&mut Evaluator) -> Result<bool, Bailout>,
    ) -> Outcome {
        let start = self.machine.strings.len();
        let appended = append(self);
        let length = self.machine.strings.len() - start;
        self.spend((length / BYTES_PER_STEP) as u64)?;
        let value = appended.map(|is_code| {
            let text = self.heap.store.symbols.intern(&self.machine.strings[start..]);
            self.heap.text_value(text, is_code)
        });
        self.machine.strings.truncate(start);
        value
    }

    /// Appends the text of an instruction to the string under construction. Returns whether it is code.
    fn append(&mut self, act: Activation<'_>, inst: InstId) -> Result<bool, Bailout> {
        let inst = act.bytecode.insts[inst as usize];
        if let Inst::Concat(operands) = inst {
            return self.append_concat(act, operands);
        }
        if let Inst::Subst(operands) = inst {
            return self.append_subst(act, operands);
        }
        let value = self.run_inst(act, inst)?;
        let text = self.heap.store.values.text(value).ok_or(Bailout::Open)?;
        self.machine.strings.push_str(self.heap.store.symbols.resolve(text));
        Ok(self.heap.store.values.is_code(value))
    }

    pub(super) fn append_concat(
        &mut self,
        act: Activation<'_>,
        [left, right]: [InstId; 2],
    ) -> Result<bool, Bailout> {
        let start = self.machine.strings.len();
        let is_code = self.append(act, left)?;
        let middle = self.machine.strings.len();
        let is_code = self.append(act, right)? | is_code;
        let (left, right) = self.machine.strings[start..].split_at(middle - start);
        if escapes_meet(left, right) {
            // The resolver combines these bytes to a character.
            return Err(Bailout::Open);
        }
        if self.machine.strings.len() - start > MAX_STRING {
            return Err(self.error_here(Code::EvaluationLimit, too_long()).into());
        }
        Ok(is_code)
    }

    pub(super) fn append_subst(
        &mut self,
        act: Activation<'_>,
        [target, new, text]: [InstId; 3],
    ) -> Result<bool, Bailout> {
        let target = self.operand(act, target)?;
        let new = self.operand(act, new)?;
        let start = self.machine.strings.len();
        self.append(act, text)?;
        self.replace_in_strings(start, target, new)?;
        // The result of `!subst` is always a quoted string, even for code.
        Ok(false)
    }

    fn replace_in_strings(
        &mut self,
        start: usize,
        target: ValueId,
        new: ValueId,
    ) -> Result<(), Bailout> {
        let target = self.heap.store.values.text(target).ok_or(Bailout::Open)?;
        let new = self.heap.store.values.text(new).ok_or(Bailout::Open)?;
        self.heap.text_buffer.clear();
        let symbols = &self.heap.store.symbols;
        let (target, new) = (symbols.resolve(target), symbols.resolve(new));
        match replace(&self.machine.strings[start..], target, new, &mut self.heap.text_buffer) {
            Replaced::None => {}
            Replaced::Some => {
                self.machine.strings.truncate(start);
                self.machine.strings.push_str(&self.heap.text_buffer);
            }
            Replaced::TooLong => {
                return Err(self.error_here(Code::EvaluationLimit, too_long()).into());
            }
        }
        Ok(())
    }
}
