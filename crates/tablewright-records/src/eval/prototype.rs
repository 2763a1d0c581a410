//! A pass over a prototype: its name, fields, assertions and dumps.

use super::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::ValueId;

/// Of how many fields at a time it is asked whether all of them are settled.
const LOOK_AHEAD: usize = 8;

impl Evaluator {
    /// As [`Self::resolve_prototype`], for the pass that gives a class's parameters their values,
    /// which only some of the fields can mention.
    pub(crate) fn resolve_inherited(&mut self, slots: &[u32]) -> Eval<()> {
        self.resolve_slots(slots, Evaluator::resolve_field)
    }

    /// As [`Self::resolve_inherited`], for a pass that stays in force for the one after it.
    pub(crate) fn resolve_waiting(&mut self, slots: &[u32]) -> Eval<()> {
        self.resolve_slots(slots, Evaluator::resolve_field_or_wait)
    }

    #[inline]
    fn resolve_slots(
        &mut self,
        slots: &[u32],
        resolve_field: impl Fn(&mut Evaluator, ValueId) -> Eval<ValueId>,
    ) -> Eval<()> {
        let at = self.building.len() - 1;
        self.resolve_name(at)?;
        for &slot in slots {
            self.resolve_slot(at, slot as usize, &resolve_field)?;
        }
        self.resolve_checks(at)
    }

    /// Resolves name, fields, assertions and dumps of what is under construction.
    pub(crate) fn resolve_prototype(&mut self) -> Eval<()> {
        let at = self.building.len() - 1;
        self.resolve_name(at)?;
        let count = self.building[at].values.len();
        let mut slot = 0;
        while slot < count {
            let rest = &self.building[at].values[slot..];
            // Most fields of most records are settled.
            if let Some(next) = rest.first_chunk::<LOOK_AHEAD>()
                && !ValueId::any_is_open(next)
            {
                slot += LOOK_AHEAD;
                continue;
            }
            let settled = rest.iter().position(|value| value.is_open()).unwrap_or(rest.len());
            slot += settled;
            if slot < count {
                self.resolve_slot(at, slot, Evaluator::resolve_field)?;
                slot += 1;
            }
        }
        self.resolve_checks(at)
    }

    #[inline]
    fn resolve_name(&mut self, at: usize) -> Eval<()> {
        let name = self.building[at].name;
        if !self.is_concerned(name) {
            return Ok(());
        }
        let new_name = self.resolve(name)?;
        if new_name != name {
            self.building[at].name = new_name;
            if self.building[at].class.is_none() && self.type_of(new_name) != Some(TypeId::STRING) {
                let places = self.building[at].positions.clone();
                self.check_record_name(new_name, &places)?;
            }
        }
        Ok(())
    }

    // It is done for each field of each record.
    #[inline(always)]
    fn resolve_slot(
        &mut self,
        at: usize,
        slot: usize,
        resolve_field: impl Fn(&mut Evaluator, ValueId) -> Eval<ValueId>,
    ) -> Eval<()> {
        let value = self.building[at].values[slot];
        if !self.is_concerned(value) {
            return Ok(());
        }
        let resolved = resolve_field(self, value)?;
        if resolved != value {
            let ty = self.building[at].decl(&self.store, slot).ty;
            if self.is_plainly(resolved, ty) {
                self.building[at].values[slot] = resolved;
            } else {
                self.set_resolved(at, slot, resolved)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn resolve_checks(&mut self, at: usize) -> Eval<()> {
        for i in 0..self.building[at].assertions.len() {
            let assertion = self.building[at].assertions[i];
            let condition = self.resolve(assertion.condition)?;
            let message = self.resolve(assertion.message)?;
            let assertion = &mut self.building[at].assertions[i];
            (assertion.condition, assertion.message) = (condition, message);
        }
        for i in 0..self.building[at].dumps.len() {
            let message = self.building[at].dumps[i].message;
            self.building[at].dumps[i].message = self.resolve(message)?;
        }
        Ok(())
    }

    fn set_resolved(&mut self, at: usize, slot: usize, value: ValueId) -> Eval<()> {
        let decl = self.building[at].decl(&self.store, slot);
        if let Some(fitted) = self.fit(value, decl.ty)? {
            self.building[at].values[slot] = fitted;
            return Ok(());
        }
        let of_type = match self.type_of(value) {
            Some(ty) => format!("of type '{}' ", self.store.type_text(ty)),
            None => String::new(),
        };
        let message = format!(
            "Invalid value {of_type}found when setting field '{}' of type '{}' after resolving \
             references: {}\n",
            self.str(decl.name),
            self.store.type_text(decl.ty),
            self.store.unquoted_text(value),
        );
        Err(self.error_here(message))
    }
}
