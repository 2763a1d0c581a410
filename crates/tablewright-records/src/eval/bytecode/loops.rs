//! Running `!foreach`, `!filter` and `!foldl`.

use super::run::{Activation, Bailout, Outcome};
use super::{InstId, LoopBody};
use crate::eval::Evaluator;
use crate::ids::TypeId;
use crate::value::PartRange;

impl Evaluator {
    pub(super) fn run_foreach(
        &mut self,
        act: Activation<'_>,
        ty: TypeId,
        over: InstId,
        body: LoopBody,
    ) -> Outcome {
        let elements = self.run_over(act, over)?;
        let element_type = self.heap.store.types.element(ty).expect("the result is a list");
        let mark = self.machine.scratch.len();
        let outer = self.machine.start_body();
        for i in 0..elements.len() {
            self.spend(1)?;
            let variable = act.base + body.variable as usize;
            self.machine.slots[variable] = Some(self.heap.store.values.part(elements, i));
            let result = self.operand(act, body.root)?;
            self.machine.scratch.push(result);
        }
        self.machine.is_final = outer;
        self.forget_kept(act, body);
        Ok(self.list_of_scratch(mark, element_type))
    }

    pub(super) fn run_filter(
        &mut self,
        act: Activation<'_>,
        ty: TypeId,
        over: InstId,
        body: LoopBody,
    ) -> Outcome {
        let elements = self.run_over(act, over)?;
        let element_type = self.heap.store.types.element(ty).expect("the result is a list");
        let mark = self.machine.scratch.len();
        let outer = self.machine.start_body();
        for i in 0..elements.len() {
            self.spend(1)?;
            let element = self.heap.store.values.part(elements, i);
            self.machine.slots[act.base + body.variable as usize] = Some(element);
            if self.number(act, body.root)? != 0 {
                self.machine.scratch.push(element);
            }
        }
        self.machine.is_final = outer;
        self.forget_kept(act, body);
        Ok(self.list_of_scratch(mark, element_type))
    }

    pub(super) fn run_foldl(
        &mut self,
        act: Activation<'_>,
        start: InstId,
        over: InstId,
        body: LoopBody,
    ) -> Outcome {
        let mut so_far = self.operand(act, start)?;
        let elements = self.run_over(act, over)?;
        let variable = act.base + body.variable as usize;
        let outer = self.machine.start_body();
        for i in 0..elements.len() {
            self.spend(1)?;
            self.machine.slots[variable] = Some(so_far);
            self.machine.slots[variable + 1] = Some(self.heap.store.values.part(elements, i));
            so_far = self.operand(act, body.root)?;
        }
        self.machine.is_final = outer;
        self.forget_kept(act, body);
        Ok(so_far)
    }

    /// Returns the elements of a loop's list.
    #[inline]
    fn run_over(&mut self, act: Activation<'_>, over: InstId) -> Result<PartRange, Bailout> {
        let list = self.operand(act, over)?;
        self.heap.store.values.list_parts(list).ok_or(Bailout::Open)
    }

    /// Clears the kept results, since the next run of the loop may compute different values.
    fn forget_kept(&mut self, act: Activation<'_>, body: LoopBody) {
        for i in 0..body.kept.len {
            self.machine.slots[act.base + act.operand_id(body.kept, i) as usize] = None;
        }
    }
}
