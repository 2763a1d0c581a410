//! The last pass over a record: fields that mention fields, checks, and its place in the store.

use rustc_hash::FxHashSet;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::{Diagnostic, Severity};
use tablewright_syntax::symbol::Symbol;
use tablewright_text::append;

use super::build::Prototype;
use super::{Eval, Evaluator, Reported};
use crate::record::{Assertion, DumpRequest, PosRow, RecordData, RecordId};
use crate::types::TypeId;
use crate::value::{Op, Value, ValueId};

/// What stands for the first value of a record that is not finished.
const UNFINISHED: u32 = u32::MAX;

impl Evaluator {
    /// Finishes a record made by `def` or `defm` and adds it to the records.
    pub(crate) fn finish_def(&mut self, prototype: Box<Prototype>) -> Eval<()> {
        let name = self.name_so_far(prototype.name);
        let mut new_name = None;
        if let Some(previous) = self.store.defs.get(name) {
            if !prototype.is_anonymous {
                return Err(self.report_redefinition(&prototype, name, previous));
            }
            new_name = Some(self.new_anonymous_name());
        }
        self.building.push(prototype);
        self.complete(name, new_name, None)?;
        self.check_concrete();
        let building = self.building.last().expect("the record is under construction");
        let Value::String(name) = self.store.value(building.name) else {
            let text = self.store.value_text(building.name);
            let message = format!("record name '{text}' could not be fully resolved");
            return Err(self.error_here(message));
        };
        self.check_record_assertions()?;
        self.print_record_dumps()?;
        self.add_to_defsets()?;
        self.store_record(name);
        Ok(())
    }

    /// The text of a name that may not be a string yet.
    pub(crate) fn name_so_far(&mut self, name: ValueId) -> Symbol {
        match self.store.value(name) {
            Value::String(text) => text,
            Value::AnonymousName(number) => self.anonymous_name(number),
            _ => {
                let text = self.store.unquoted_text(name);
                self.intern(&text)
            }
        }
    }

    /// The name of an anonymous record as a string.
    pub(crate) fn anonymous_name(&mut self, number: u32) -> Symbol {
        let index = number as usize;
        if let Some(&Some(name)) = self.anonymous_names.get(index) {
            return name;
        }
        self.text.clear();
        self.text.push_str("anonymous_");
        append!(&mut self.text, i64::from(number));
        let name = self.store.symbols.intern(&self.text);
        if index >= self.anonymous_names.len() {
            self.anonymous_names.resize((index + 1).next_power_of_two(), None);
        }
        self.anonymous_names[index] = Some(name);
        name
    }

    fn report_redefinition(
        &mut self,
        prototype: &Prototype,
        name: Symbol,
        previous: RecordId,
    ) -> Reported {
        let message = format!("def already exists: {}", self.str(name));
        let before = self.store.record(previous).positions().to_vec();
        let diagnostic = self.error_at(&prototype.positions, message);
        diagnostic.note(before.first().copied(), "location of previous definition");
        diagnostic.trail(before.into_iter().skip(1));
        Reported
    }

    /// Gives the record under construction its id and resolves its fields by each other. `name_so_far`
    /// is its name as text, `params` the pass before, where that left something for this one.
    pub(crate) fn complete(
        &mut self,
        name_so_far: Symbol,
        new_name: Option<ValueId>,
        params: Option<usize>,
    ) -> Eval<()> {
        let building = self.building.last_mut().expect("a record is under construction");
        let id = RecordId::from_index(self.store.records.len());
        building.record = Some(id);
        let name = building.name;
        let (shape, sequence, is_anonymous) =
            (building.shape, building.sequence, building.is_anonymous);
        let first_pos = self.store.positions.len() as u32;
        let pos_count = building.positions.len() as u16;
        self.store.positions.extend_from_slice(&building.positions);
        self.store.records.push(RecordData {
            name: name_so_far,
            shape,
            first_value: UNFINISHED,
            field_positions: PosRow(0),
            first_pos,
            pos_count,
            is_anonymous,
            sequence,
        });
        let renamed = new_name.map(|new| (name, new));
        let outer = self.push_record_pass(renamed, params);
        self.resolve_prototype()?;
        self.pop_pass(outer);
        Ok(())
    }

    /// Moves the finished record under construction into the store.
    pub(crate) fn store_record(&mut self, name: Symbol) {
        let field_positions = self.settle_positions();
        let building = self.building.pop().expect("a record is under construction");
        let id = building.record.expect("it was given an id to be resolved");
        let first_value = self.store.field_values.len() as u32;
        self.store.field_values.extend_from_slice(&building.values);
        let data = &mut self.store.records[id.index()];
        data.name = name;
        data.first_value = first_value;
        data.field_positions = field_positions;
        self.store.defs.insert(name, id);
        self.spare_prototypes.push(building);
    }

    /// The value of a field of a record, if that is finished.
    pub(crate) fn finished_field(&self, record: RecordId, field: Symbol) -> Option<ValueId> {
        let data = &self.store.records[record.index()];
        if data.first_value == UNFINISHED {
            return None;
        }
        let slot = self.store.shapes[data.shape.index()].slot(field)?;
        Some(self.store.field_values[data.first_value as usize + slot])
    }

    /// The value of a field of a record, finished or not.
    pub(crate) fn record_field(&self, record: RecordId, field: Symbol) -> Option<ValueId> {
        let data = self.store.records[record.index()];
        let slot = self.store.shapes[data.shape.index()].slot(field)?;
        if data.first_value == UNFINISHED {
            let building = self.building.iter().rev().find(|b| b.record == Some(record))?;
            return building.values.get(slot).copied();
        }
        Some(self.store.field_values[data.first_value as usize + slot])
    }

    /// Reports the fields of the record under construction that did not become concrete, but for
    /// those marked `field`.
    fn check_concrete(&mut self) {
        let building = self.building.last().expect("a record is under construction");
        if self.store.values.are_plainly_concrete(&building.values) {
            return;
        }
        let mut open_fields = Vec::new();
        for (slot, &value) in building.values.iter().enumerate() {
            if !value.is_open() && self.store.values.concrete_flags(value) == (true, false) {
                continue;
            }
            let decl = building.decl(&self.store, slot);
            if !decl.is_field && !self.is_concrete_field(building, value) {
                open_fields.push((decl.name, value));
            }
        }
        for (name, value) in open_fields {
            let building = self.building.last().expect("a record is under construction");
            let message = format!(
                "Initializer of '{}' in '{}' could not be fully resolved: {}",
                self.str(name),
                self.store.unquoted_text(building.name),
                self.store.value_text(value),
            );
            self.error_here(message);
        }
    }

    /// A row of bits may keep references to fields of its record that are not known.
    fn is_concrete_field(&self, building: &Prototype, value: ValueId) -> bool {
        let Value::Bits(bits) = self.store.value(value) else { return self.is_concrete(value) };
        bits.iter().all(|bit| match self.store.value(bit) {
            Value::Var { .. } => true,
            Value::VarBit { of, .. } => match self.store.value(of) {
                Value::Var { name, .. } => building.field(&self.store, name).is_some(),
                _ => false,
            },
            _ => self.is_concrete(bit),
        })
    }

    /// Whether a value is known to the last part.
    pub(crate) fn is_concrete(&self, value: ValueId) -> bool {
        let (concrete, has_field) = self.store.values.concrete_flags(value);
        if !concrete || !has_field {
            return concrete;
        }
        match self.store.value(value) {
            Value::Field { of, field, .. } => match self.store.value(of) {
                Value::Def(record) => {
                    self.record_field(record, field).is_some_and(|v| self.is_concrete(v))
                }
                _ => false,
            },
            Value::Bits(bits) => bits.iter().all(|b| self.is_concrete(b)),
            Value::List(list) => list.elements.iter().all(|&e| self.is_concrete(e)),
            Value::Dag(dag) => {
                self.is_concrete(dag.operator) && dag.args.iter().all(|a| self.is_concrete(a.value))
            }
            Value::Op { op: Op::Cond, args, .. } => args.iter().all(|&a| self.is_concrete(a)),
            _ => concrete,
        }
    }

    /// Checks the assertions of the record under construction.
    pub(crate) fn check_record_assertions(&mut self) -> Eval<()> {
        let assertions = std::mem::take(&mut self.current().assertions);
        if assertions.is_empty() {
            return Ok(());
        }
        let outer = self.push_record_pass(None, None);
        for assertion in assertions {
            let condition = self.resolve(assertion.condition)?;
            let message = self.resolve(assertion.message)?;
            self.check_assertion(Assertion { condition, message, ..assertion });
        }
        self.pop_pass(outer);
        Ok(())
    }

    /// Reports an assertion that does not hold.
    pub(crate) fn check_assertion(&mut self, assertion: Assertion) {
        let pos = assertion.pos;
        match self.to_int(assertion.condition) {
            None => {
                self.error(pos, "assert condition must of type bit, bits, or int.");
            }
            Some(0) => {
                let note = match self.store.value(assertion.message) {
                    Value::String(text) | Value::Code(text) => self.str(text).to_owned(),
                    _ => "(assert message is not a string)".to_owned(),
                };
                self.diagnostics.error(pos, "assertion failed").note(None, note);
            }
            Some(_) => {}
        }
    }

    /// Prints the `dump`s of the record under construction.
    pub(crate) fn print_record_dumps(&mut self) -> Eval<()> {
        let dumps = std::mem::take(&mut self.current().dumps);
        if dumps.is_empty() {
            return Ok(());
        }
        let outer = self.push_record_pass(None, None);
        for dump in dumps {
            let message = self.resolve(dump.message)?;
            self.print_dump(DumpRequest { message, ..dump });
        }
        self.pop_pass(outer);
        Ok(())
    }

    pub(crate) fn print_dump(&mut self, dump: DumpRequest) {
        let text = self.store.unquoted_text(dump.message);
        self.diagnostics.push(Diagnostic::new(Severity::Note, Some(dump.pos), text));
    }

    /// What `dump` prints of a value: strings as they are, everything else as `!repr` shows it.
    pub(crate) fn as_dump_text(&mut self, message: ValueId) -> Eval<ValueId> {
        if self.type_of(message) == Some(TypeId::STRING) {
            return Ok(message);
        }
        self.fold_op(Op::Bang(BangOp::Repr), TypeId::STRING, &[message], false)
    }

    fn add_to_defsets(&mut self) -> Eval<()> {
        if self.defsets.is_empty() {
            return Ok(());
        }
        let building = self.building.last().expect("a record is under construction");
        let id = building.record.expect("it was given an id to be resolved");
        let ty = self.store.shapes[building.shape.index()].ty();
        let value = self.store.values.def(id);
        for i in 0..self.defsets.len() {
            if self.store.is_a(ty, self.defsets[i].element_type) {
                self.defsets[i].elements.push(value);
                continue;
            }
            let message = format!(
                "adding record of incompatible type '{}' to defset",
                self.store.type_text(ty)
            );
            let place = self.defsets[i].pos;
            let places = self.current().positions.clone();
            let diagnostic = self.error_at(&places, message);
            diagnostic.note(Some(place), "location of defset declaration");
            return Err(Reported);
        }
        Ok(())
    }

    /// Whether `value` mentions the variable `name`.
    pub(crate) fn mentions(&self, value: ValueId, name: Symbol) -> bool {
        let mut seen = FxHashSet::default();
        let mut rest = vec![value];
        while let Some(value) = rest.pop() {
            if !value.is_open() || !seen.insert(value) {
                continue;
            }
            match self.store.value(value) {
                Value::Var { name: n, .. } if n == name => return true,
                Value::VarBit { of, .. } | Value::Field { of, .. } => rest.push(of),
                Value::Bits(bits) => rest.extend(bits.iter()),
                Value::List(list) => rest.extend(list.elements),
                Value::Dag(dag) => {
                    rest.push(dag.operator);
                    rest.extend(dag.args.iter().map(|a| a.value));
                }
                Value::Instance { args, .. } => rest.extend(args.iter().map(|a| a.value)),
                Value::Op { args, .. } => rest.extend(args),
                _ => {}
            }
        }
        false
    }
}
