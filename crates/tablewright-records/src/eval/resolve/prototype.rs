//! Resolving the name, fields, assertions and dumps of a record or class under construction.

use tablewright_syntax::diagnostic::{Code, Label};

use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::TypeId;
use crate::value::ValueId;

/// Number of fields that are tested together for being closed.
const LOOK_AHEAD: usize = 8;

impl Evaluator {
    /// Like [`Self::resolve_prototype`], for a frame that binds a class's parameters. Only the fields in `slots` can
    /// mention parameters.
    pub(crate) fn resolve_inherited(&mut self, slots: &[u32]) -> Eval<()> {
        self.resolve_slots(slots, Evaluator::resolve_field)
    }

    /// Like [`Self::resolve_inherited`], for a frame that stays valid until the record's frame ends.
    pub(crate) fn resolve_waiting(&mut self, slots: &[u32]) -> Eval<()> {
        self.resolve_slots(slots, Evaluator::resolve_field_or_wait)
    }

    #[inline]
    fn resolve_slots(
        &mut self,
        slots: &[u32],
        resolve_field: impl Fn(&mut Evaluator, ValueId) -> Eval<ValueId>,
    ) -> Eval<()> {
        let at = self.construction.innermost();
        self.resolve_name(at)?;
        for &slot in slots {
            self.resolve_slot(at, slot as usize, &resolve_field)?;
        }
        self.resolve_checks(at)
    }

    /// Resolves the name, fields, assertions and dumps of the innermost prototype, in this order. The order affects the
    /// anonymous record numbers.
    pub(crate) fn resolve_prototype(&mut self) -> Eval<()> {
        let at = self.construction.innermost();
        self.resolve_name(at)?;
        let count = self.construction.at(at).values.len();
        let mut slot = 0;
        while slot < count {
            let later_values = &self.construction.at(at).values[slot..];
            // Most fields in most records are closed.
            if let Some(next) = later_values.first_chunk::<LOOK_AHEAD>()
                && !ValueId::any_is_open(next)
            {
                slot += LOOK_AHEAD;
                continue;
            }
            let settled =
                later_values.iter().position(|value| value.is_open()).unwrap_or(later_values.len());
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
        let name = self.construction.at(at).name;
        if !self.is_concerned(name) {
            return Ok(());
        }
        let new_name = self.resolve(name)?;
        if new_name != name {
            self.construction.at_mut(at).name = new_name;
            // A class's name is an identifier; a record's name may be any expression.
            if self.construction.at(at).class.is_none()
                && self.heap.type_of(new_name) != Some(TypeId::STRING)
            {
                let positions = self.construction.at(at).positions.clone();
                self.check_record_name(new_name, &positions)?;
            }
        }
        Ok(())
    }

    // Runs for each field in each record.
    #[inline(always)]
    fn resolve_slot(
        &mut self,
        at: usize,
        slot: usize,
        resolve_field: impl Fn(&mut Evaluator, ValueId) -> Eval<ValueId>,
    ) -> Eval<()> {
        let value = self.construction.at(at).values[slot];
        if !self.is_concerned(value) {
            return Ok(());
        }
        let resolved = match resolve_field(self, value) {
            Ok(resolved) => resolved,
            Err(reported) => {
                self.add_field_context(at, slot);
                return Err(reported);
            }
        };
        if resolved != value {
            let ty = self.construction.at(at).decl(&self.heap.store, slot).ty;
            if self.heap.is_plainly(resolved, ty) {
                self.construction.at_mut(at).values[slot] = resolved;
            } else {
                self.set_resolved(at, slot, resolved)?;
            }
        }
        Ok(())
    }

    /// Labels the current error with the field whose value failed, unless the error already has a label for the
    /// position.
    #[cold]
    fn add_field_context(&mut self, at: usize, slot: usize) {
        let Some(error) = self.reports.without_context() else { return };
        let prototype = self.construction.at(at);
        let name = self.heap.str(prototype.decl(&self.heap.store, slot).name);
        let pos = prototype.field_pos(&self.heap.store, slot);
        error.label(pos, format!("in the value of the field '{name}'"));
    }

    #[inline]
    fn resolve_checks(&mut self, at: usize) -> Eval<()> {
        for i in 0..self.construction.at(at).assertions.len() {
            let assertion = self.construction.at(at).assertions[i];
            let condition = self.resolve(assertion.condition)?;
            let message = self.resolve(assertion.message)?;
            let assertion = &mut self.construction.at_mut(at).assertions[i];
            (assertion.condition, assertion.message) = (condition, message);
        }
        for i in 0..self.construction.at(at).dumps.len() {
            let message = self.construction.at(at).dumps[i].message;
            let message = self.resolve(message)?;
            self.construction.at_mut(at).dumps[i].message = message;
        }
        Ok(())
    }

    fn set_resolved(&mut self, at: usize, slot: usize, value: ValueId) -> Eval<()> {
        let decl = self.construction.at(at).decl(&self.heap.store, slot);
        if let Some(fitted) = self.heap.fit(value, decl.ty) {
            self.construction.at_mut(at).values[slot] = fitted;
            return Ok(());
        }
        if self.value_lacks_fields(value) {
            return Err(Reported);
        }
        let of_type = match self.heap.type_of(value) {
            Some(ty) => format!("of type '{}' ", self.heap.store.type_text(ty)),
            None => String::new(),
        };
        // The reference's message ends with this line break too.
        let message = format!(
            "Invalid value {of_type}found when setting field '{}' of type '{}' after resolving \
             references: {}\n",
            self.heap.str(decl.name),
            self.heap.store.type_text(decl.ty),
            self.heap.store.unquoted_text(value),
        );
        let set_at = self.construction.at(at).field_pos(&self.heap.store, slot);
        let declared = self.declaration_of(at, slot);
        let reported = self.error_here(Code::FieldType, message);
        if let Some(error) = self.reports.without_context() {
            error.label(set_at, "the value is given here");
            error.labels.extend(declared);
        }
        Err(reported)
    }

    /// Returns a label at a field's declaration, unless the value is set there too.
    #[cold]
    pub(crate) fn declaration_of(&self, at: usize, slot: usize) -> Option<Label> {
        let store = &self.heap.store;
        let prototype = self.construction.at(at);
        let name = prototype.decl(store, slot).name;
        // Superclasses precede the classes that inherit from them, so the first class with the field declares it.
        let classes = prototype.supers(store).iter().map(|&class| store.class(class));
        let declared = classes.filter_map(|class| {
            let slot = class.fields().position(|field| field.name == name)?;
            Some((class.fields().nth(slot)?.pos, class.name()))
        });
        let (pos, class) = declared.into_iter().next()?;
        let message = format!("declared in the class '{class}'");
        let is_elsewhere = pos != prototype.field_pos(store, slot);
        is_elsewhere.then_some(Label { span: pos.into(), message })
    }
}
