//! Resolving rows of bits.

use crate::eval::{Eval, Evaluator};
use crate::value::{PartRange, ValueId};

impl Evaluator {
    /// Resolves a row `{x{n}, ..., x{0}}` with all bits from one value `x`. A field has such a row if it was set to
    /// another field.
    pub(super) fn resolve_all_bits(
        &mut self,
        value: ValueId,
        parts: PartRange,
        source: ValueId,
    ) -> Eval<ValueId> {
        let resolved = self.resolve(source)?;
        if resolved == source {
            return Ok(value);
        }
        let width_of_row = parts.len() as u32;
        match self.heap.store.values.number_of_bits(resolved) {
            // A known number contains all the bits. If the number is too narrow, the bits beyond its width stay open,
            // so each bit is resolved separately.
            Some((number, width)) if width_of_row <= width => {
                Ok(self.heap.store.values.bits_of_int(width_of_row, number))
            }
            _ => self.resolve_bits(value, parts),
        }
    }

    #[inline(never)]
    pub(super) fn resolve_bits(&mut self, value: ValueId, parts: PartRange) -> Eval<ValueId> {
        let mark = self.machine.scratch.len();
        self.machine.scratch.extend_from_slice(self.heap.store.values.parts(parts));
        let mut changed = false;
        let mut next = mark;
        // Closed bits are skipped: most rows have few open bits.
        while let Some(open) = self.machine.scratch[next..].iter().position(|bit| bit.is_open()) {
            next += open;
            let old = self.machine.scratch[next];
            let Some((of, bit)) = self.heap.store.values.bit_source(old) else {
                let resolved = self.resolve(old)?;
                // This open bit does not belong to another value, so its type is `bit`: bit 0 is the whole value.
                let resolved = self.heap.bit_of(resolved, 0);
                changed |= self.replace_bit(next, resolved);
                next += 1;
                continue;
            };
            let resolved = self.resolve(of)?;
            let number = self.heap.store.values.number_of_bits(resolved);
            match number {
                Some((number, width)) if bit < width => {
                    // Bits from one value are usually adjacent, so a known value replaces all of them at once.
                    next += self.replace_bits_of(next, of, number, width);
                    changed = true;
                }
                // The value does not change, and neither do its following bits.
                _ if resolved == of => next += self.bits_of(next, of).count(),
                _ => {
                    let resolved = self.heap.bit_of(resolved, bit);
                    changed |= self.replace_bit(next, resolved);
                    next += 1;
                }
            }
        }
        let result = if changed {
            self.heap.store.values.bits(&self.machine.scratch[mark..])
        } else {
            value
        };
        self.machine.scratch.truncate(mark);
        Ok(result)
    }

    /// Returns the numbers of the adjacent bits from `of` on the scratch stack, starting at `at`.
    fn bits_of(&self, at: usize, of: ValueId) -> impl Iterator<Item = u32> {
        self.machine.scratch[at..].iter().map_while(move |&bit| {
            if !bit.is_open() {
                return None;
            }
            self.heap.store.values.bit_source(bit).and_then(|(o, bit)| (o == of).then_some(bit))
        })
    }

    /// Replaces the adjacent bits from `of` on the scratch stack, starting at `at`, by bits of `number`, the value of
    /// `of`. Returns the number of replaced bits.
    fn replace_bits_of(&mut self, at: usize, of: ValueId, number: u64, width: u32) -> usize {
        let values = &self.heap.store.values;
        let mut count = 0;
        for bit in &mut self.machine.scratch[at..] {
            let source = if bit.is_open() { values.bit_source(*bit) } else { None };
            match source {
                Some((o, which)) if o == of && which < width => {
                    *bit = ValueId::bit(number >> which & 1 != 0);
                }
                _ => break,
            }
            count += 1;
        }
        count
    }

    /// Replaces a bit on the scratch stack. A bit that resolves to `?` keeps its reference if the frame requires this.
    /// Returns whether the bit changed.
    fn replace_bit(&mut self, at: usize, resolved: ValueId) -> bool {
        // After `let Inst{3-0} = rd` with an unset `rd`, a record keeps `rd{3}` and so on: encoding backends read from
        // them which operand the bits encode.
        let stays = self.resolver.state.keeps_unset_bits && resolved == ValueId::UNSET;
        if stays || resolved == self.machine.scratch[at] {
            return false;
        }
        self.machine.scratch[at] = resolved;
        true
    }
}
