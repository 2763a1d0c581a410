//! Final values for a record's fields, which may mention each other, and adding the record to the store.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::{Code, Label, Note};
use tablewright_syntax::symbol::Symbol;

use crate::eval::construction::Prototype;
use crate::eval::heap::UNFINISHED;
use crate::eval::reports::in_bits;
use crate::eval::resolve::{FrameId, RecordRenaming};
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::RecordId;
use crate::record::{PosRow, RecordData};
use crate::trace::Cause;
use crate::types::Type;
use crate::value::{NameSet, Op, Value, ValueId};

impl Evaluator {
    /// Finalizes a record created by `def` or `defm` and adds it to the records.
    pub(crate) fn finalize_def(&mut self, prototype: Box<Prototype>) -> Eval<()> {
        self.reports.check_stop()?;
        self.note_records();
        let name = self.heap.name_so_far(prototype.name);
        let mut new_name = None;
        if let Some(previous) = self.heap.store.names.defs.get(name) {
            if !prototype.is_anonymous {
                return Err(self.report_redefinition(&prototype, name, previous));
            }
            // A multiclass or loop copies an anonymous prototype with its number. The first copy keeps the number, and
            // each later copy gets a new number.
            new_name = Some(self.heap.new_anonymous_name());
        }
        self.construction.push(prototype);
        let before = self.trace_values();
        self.resolve_record(name, new_name, None)?;
        self.trace_changes(before, Cause::Finished);
        self.report_open_fields();
        let prototype = self.construction.current();
        let Value::String(name) = self.heap.store.value(prototype.name) else {
            let text = self.heap.store.value_text(prototype.name);
            let message = format!("record name '{text}' could not be fully resolved");
            let reported = self.error_here(Code::RecordName, message);
            self.reports.lacks_context = false;
            return Err(reported);
        };
        // The record is stored last: if an earlier step fails, no record with this name exists.
        self.check_record_assertions()?;
        self.print_record_dumps()?;
        self.add_to_defsets()?;
        self.store_record(name);
        Ok(())
    }

    fn report_redefinition(
        &mut self,
        prototype: &Prototype,
        name: Symbol,
        previous: RecordId,
    ) -> Reported {
        let message = format!("def already exists: {}", self.heap.str(name));
        let before = self.heap.store.record(previous).positions().to_vec();
        let first = before.first().copied();
        let repeated = match (first, prototype.positions.first()) {
            (Some(first), Some(&second)) => self.repeated_include(first, second),
            _ => None,
        };
        if repeated.as_ref().is_some_and(|repeated| self.reports.has_note(&repeated.message)) {
            return Reported;
        }
        let diagnostic =
            self.reports.error_at(Code::DuplicateRecord, &prototype.positions, message);
        diagnostic.note(first, "location of previous definition");
        diagnostic.trail(before.into_iter().skip(1));
        diagnostic.notes.extend(repeated);
        Reported
    }

    /// Assigns an id to the innermost record and resolves its fields, which may mention each other. `name_so_far` is
    /// the name as text. `params` is the frame of class parameters, if some values still need it.
    pub(super) fn resolve_record(
        &mut self,
        name_so_far: Symbol,
        new_name: Option<ValueId>,
        params: Option<FrameId>,
    ) -> Eval<()> {
        let prototype = self.construction.current_mut();
        // The id is assigned before the fields are resolved, since they may mention the record itself.
        prototype.record = Some(self.heap.store.tables.records.next_index());
        let name = prototype.name;
        let (shape, sequence, is_anonymous) =
            (prototype.shape, prototype.sequence, prototype.is_anonymous);
        let first_pos = row_start(self.heap.store.tables.positions.len());
        // If there are too many nested `defm`s to count, the outermost positions are dropped.
        let pos_count = u16::try_from(prototype.positions.len()).unwrap_or(u16::MAX);
        let positions = &prototype.positions[..usize::from(pos_count)];
        self.heap.store.tables.positions.extend_from_slice(positions);
        self.heap.store.tables.records.push(RecordData {
            name: name_so_far,
            shape,
            first_value: UNFINISHED,
            field_positions: PosRow(0),
            first_pos,
            pos_count,
            is_anonymous,
            sequence,
        });
        let renamed = new_name.map(|new| RecordRenaming { old: name, new });
        let outer = self.resolver.push_record(self.construction.innermost(), renamed, params);
        self.resolve_prototype()?;
        self.resolver.pop(outer);
        Ok(())
    }

    /// Moves the finished record under construction into the store.
    pub(super) fn store_record(&mut self, name: Symbol) {
        let field_positions = self.construction.fix_positions(&mut self.heap);
        let id = self.construction.current().record;
        let id = id.expect("it was given an id to be resolved");
        self.trace_record(id);
        let prototype = self.construction.pop();
        let first_value = row_start(self.heap.store.tables.field_values.len());
        self.heap.store.tables.field_values.extend_from_slice(&prototype.values);
        let data = &mut self.heap.store.tables.records[id];
        data.name = name;
        data.first_value = first_value;
        data.field_positions = field_positions;
        self.heap.store.names.defs.insert(name, id);
        self.construction.recycle(prototype);
    }

    /// Reports the innermost record's fields that are not concrete, except those marked `field`.
    fn report_open_fields(&mut self) {
        let prototype = self.construction.current();
        if self.heap.store.values.are_plainly_concrete(&prototype.values) {
            return;
        }
        let mut open_fields = Vec::new();
        for (slot, &value) in prototype.values.iter().enumerate() {
            if !value.is_open() && self.heap.store.values.concrete_flags(value) == (true, false) {
                continue;
            }
            let decl = prototype.decl(&self.heap.store, slot);
            if !decl.is_field && !self.construction.is_concrete_field(&self.heap, prototype, value)
            {
                open_fields.push((slot, decl.name, value));
            }
        }
        let is_damaged = !open_fields.is_empty() && self.damage_here().is_some();
        for (slot, name, value) in open_fields {
            // The damage cannot explain an open value without names and effects, so the error is
            // reported.
            let values = &self.heap.store.values;
            let mentions = values.may_act(value) || values.names_in(value) != NameSet::default();
            if is_damaged && mentions || self.is_given_up(value) {
                continue;
            }
            let prototype = self.construction.current();
            let message = format!(
                "Initializer of '{}' in '{}' could not be fully resolved: {}",
                self.heap.str(name),
                self.heap.store.unquoted_text(prototype.name),
                self.heap.store.value_text(value),
            );
            let unnamed = self.message_without_number(prototype, &message);
            let set_at = prototype.field_pos(&self.heap.store, slot);
            let declared = self.declaration_of(self.construction.innermost(), slot);
            let text = match (self.number_that_does_not_fit(value), &declared) {
                (Some(text), _) => text,
                (None, Some(_)) => "its value is given here".to_owned(),
                (None, None) => "the field is given here".to_owned(),
            };
            let more = self.notes_on_open_value(value);
            self.error_here(Code::UnresolvedField, message);
            if let Some(error) = self.reports.without_context() {
                error.label(set_at, text);
                error.labels.extend(declared);
                if let Some(words) = unnamed {
                    error.in_words(words);
                }
                error.labels.extend(more.labels);
                for note in more.notes {
                    error.note(note.pos, note.message);
                }
            }
        }
    }

    /// Replaces the number of a record without a name in a message: the number depends on unrelated definitions.
    #[cold]
    fn message_without_number(&self, prototype: &Prototype, message: &str) -> Option<String> {
        let record = prototype.record?;
        if !self.heap.store.tables.records[record].is_anonymous {
            return None;
        }
        let name = format!("'{}'", self.heap.store.unquoted_text(prototype.name));
        let sources = &self.heap.store.sources;
        let at = sources.line_column(*prototype.positions.first()?);
        let place = format!("{}:{}", sources.file(at.file).name, at.line);
        Some(message.replacen(&name, &format!("the record without a name at {place}"), 1))
    }

    /// Returns a message if a row of bits should contain a number that does not fit: the reference leaves such a
    /// conversion open.
    #[cold]
    fn number_that_does_not_fit(&self, value: ValueId) -> Option<String> {
        let Value::Bits(bits) = self.heap.store.value(value) else { return None };
        let (_, number, width) = bits.iter().find_map(|bit| self.narrow_number(bit))?;
        Some(format!("{number} does not fit into {}", in_bits(width)))
    }

    /// Returns the open conversion that a bit is a part of, its number and its width.
    fn narrow_number(&self, bit: ValueId) -> Option<(ValueId, i64, u32)> {
        let Value::VarBit { of, .. } = self.heap.store.value(bit) else { return None };
        let Value::Op { op: Op::Bang(BangOp::Cast), args, ty } = self.heap.store.value(of) else {
            return None;
        };
        let Value::Int(number) = self.heap.store.value(*args.first()?) else { return None };
        let Type::Bits(width) = self.heap.store.ty(ty) else { return None };
        Some((of, number, width))
    }

    /// Explains an open value by an argument that does not fit, or by a list that is pasted to a string.
    #[cold]
    fn notes_on_open_value(&self, value: ValueId) -> OpenValueNotes {
        let mut notes = OpenValueNotes::default();
        if let (Value::Bits(bits), Some(argument)) =
            (self.heap.store.value(value), self.reports.narrow_argument)
        {
            let narrow = bits.iter().find_map(|bit| self.narrow_number(bit));
            if let Some((_, number, width)) = narrow.filter(|&(of, ..)| of == argument.value) {
                let param = self.heap.str(argument.param);
                let param = param.rsplit(':').next().unwrap_or(param);
                let message =
                    format!("{number} does not fit into '{param}', which has {}", in_bits(width));
                let declared = format!("'{param}' has {}", in_bits(width));
                notes.labels.push(Label { span: argument.span, message: message.clone() });
                notes.labels.push(Label { span: argument.declared.into(), message: declared });
                notes.notes.push(Note { message, pos: Some(argument.span.lo), excerpt: None });
            }
        }
        if let Some(list) = self.pasted_list(value)
            && let Value::List(elements) = self.heap.store.value(list)
        {
            let ty = self.heap.store.type_text(elements.element_type);
            let text = self.heap.store.value_text(list);
            let message = format!(
                "`{text}` is of type list<{ty}>, and `#` joins strings: `LIST[0]` is an element, `!interleave(LIST, \"\")` joins all"
            );
            notes.notes.push(Note { message, pos: None, excerpt: None });
        }
        notes
    }

    /// Returns the list that a value converts to a string to join it with another string.
    fn pasted_list(&self, value: ValueId) -> Option<ValueId> {
        let Value::Op { op: Op::Bang(BangOp::StrConcat), args, .. } = self.heap.store.value(value)
        else {
            return None;
        };
        args.iter().find_map(|&arg| {
            let Value::Op { op: Op::Bang(operator), args, .. } = self.heap.store.value(arg) else {
                return None;
            };
            if operator == BangOp::StrConcat {
                return self.pasted_list(arg);
            }
            let list = *args.first().filter(|_| operator == BangOp::Cast)?;
            matches!(self.heap.store.value(list), Value::List(_)).then_some(list)
        })
    }

    fn add_to_defsets(&mut self) -> Eval<()> {
        if self.context.defsets.is_empty() {
            return Ok(());
        }
        let prototype = self.construction.current();
        let id = prototype.record.expect("it was given an id to be resolved");
        let ty = self.heap.store.tables.shapes[prototype.shape].ty();
        let value = self.heap.store.values.def(id);
        for i in 0..self.context.defsets.len() {
            if self.heap.store.is_a(ty, self.context.defsets[i].element_type) {
                self.context.defsets[i].elements.push(value);
                continue;
            }
            if self.lacks_fields() {
                continue;
            }
            let message = format!(
                "adding record of incompatible type '{}' to defset",
                self.heap.store.type_text(ty)
            );
            let declared = self.context.defsets[i].pos;
            let positions = self.construction.current_mut().positions.clone();
            let diagnostic = self.reports.error_at(Code::DefsetType, &positions, message);
            diagnostic.note(Some(declared), "location of defset declaration");
            return Err(Reported);
        }
        Ok(())
    }
}

/// Labels and notes about a value that stays open.
#[derive(Default)]
struct OpenValueNotes {
    labels: Vec<Label>,
    notes: Vec<Note>,
}

/// Converts the start index of a record's values or positions.
fn row_start(len: usize) -> u32 {
    u32::try_from(len).ok().filter(|&start| start != UNFINISHED).expect("fewer than 2^32 values")
}
