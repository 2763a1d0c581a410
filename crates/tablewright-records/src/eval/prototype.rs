//! A pass over a prototype: its name, fields, assertions and dumps.

use super::{Eval, Evaluator};
use crate::value::ValueId;

impl Evaluator {
    /// Resolves name, fields, assertions and dumps of what is under construction.
    pub(crate) fn resolve_prototype(&mut self) -> Eval<()> {
        self.resolve_prototype_by(Evaluator::resolve_field)
    }

    /// As [`Self::resolve_prototype`], for a pass that stays in force for the one after it.
    pub(crate) fn resolve_waiting_prototype(&mut self) -> Eval<()> {
        self.resolve_prototype_by(Evaluator::resolve_field_or_wait)
    }

    fn resolve_prototype_by(
        &mut self,
        resolve_field: fn(&mut Evaluator, ValueId) -> Eval<ValueId>,
    ) -> Eval<()> {
        let at = self.building.len() - 1;
        let name = self.building[at].name;
        let new_name = self.resolve(name)?;
        if new_name != name {
            self.building[at].name = new_name;
            if self.building[at].class.is_none() {
                let places = self.building[at].positions.clone();
                self.check_record_name(new_name, &places)?;
            }
        }
        let mut slot = 0;
        // Most fields of most records are settled.
        while let Some(settled) =
            self.building[at].values[slot..].iter().position(|value| value.is_open())
        {
            slot += settled;
            let value = self.building[at].values[slot];
            let resolved = resolve_field(self, value)?;
            if resolved != value {
                let ty = self.building[at].decl(&self.store, slot).ty;
                if self.is_plainly(resolved, ty) {
                    self.building[at].values[slot] = resolved;
                } else {
                    self.set_resolved(at, slot, resolved)?;
                }
            }
            slot += 1;
        }
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
