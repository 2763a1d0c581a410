//! Columns: the type of a field in a table's entries, and how its values are printed and compared.
//!
//! In: the entries, one after the other, because a column's type is the common type of all values.
//! Out: for each value a cell to print and a key to compare.

use std::borrow::Cow;

use tablewright_records::{ClassId, FieldError, Record, RecordStore, TypeId, Value};
use tablewright_records::{Type, ValueId};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::source::Pos;

use super::enums::CollectedEnum;
use super::model::SearchableCell;
use super::target_names::TargetNames;

/// A table column.
#[doc(alias = "GenericField")]
pub(super) struct SearchableColumn<'a, 's> {
    pub(super) name: &'s str,
    /// Whether all its strings are C++.
    pub(super) is_code: bool,
    /// The enum that its values belong to.
    pub(super) enumeration: Option<&'a CollectedEnum<'s>>,
    /// Type that all values so far share.
    pub(super) ty: Option<ColumnType>,
}

/// The type that all values in a column share.
#[derive(Clone)]
pub(super) enum ColumnType {
    Plain(TypeId),
    /// Records that inherit from these classes, including superclasses.
    Record(Vec<ClassId>),
}

/// The kind of values in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ColumnKind {
    Text,
    Bits(u32),
    Int,
    Flag,
    Intrinsic,
    Instruction,
    Enum,
    /// Values that can neither be printed nor compared.
    Other,
}

/// A value's sort key.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum SortKey<'s> {
    Number(i64),
    /// The target and the function name.
    Intrinsic(&'s str, &'s str),
    /// Whether it is a real instruction, and the name. This is the order of instruction numbers,
    /// except for instructions that all targets have.
    Instruction(bool, &'s str),
    /// The printed text; strings are in upper case.
    Text(Cow<'s, str>),
}

impl<'a, 's> SearchableColumn<'a, 's> {
    pub(super) fn new(name: &'s str) -> SearchableColumn<'a, 's> {
        SearchableColumn { name, is_code: false, enumeration: None, ty: None }
    }

    /// Changes the column to hold enumerators.
    pub(super) fn set_enum(&mut self, store: &RecordStore, enumeration: &'a CollectedEnum<'s>) {
        self.enumeration = Some(enumeration);
        self.ty = store.find_class(enumeration.class).map(|class| {
            let mut classes = store.class(class).superclasses().to_vec();
            // An enum has all records of its class, so this class and its superclasses may be
            // common to all entries.
            classes.push(class);
            ColumnType::Record(classes)
        });
    }

    /// Adds the value of `record`, an entry in the table `table`.
    pub(super) fn admit(&mut self, record: Record<'s>, table: &str) -> Result<(), Diagnostic> {
        let store = record.store();
        let value = record.value(self.name)?;
        if !is_complete(store, value) {
            let (record_name, name) = (record.name(), self.name);
            let message =
                format!("Record '{record_name}' for table '{table}' is missing field '{name}'");
            return Err(FieldError::new(Code::SearchableTables, record, message).into());
        }
        let Some(field) = record.field(self.name) else { return Ok(()) };
        let ty = if let Value::Def(entry) = store.value(value) {
            ColumnType::Record(store.record(entry).superclasses().to_vec())
        } else {
            ColumnType::Plain(field.ty)
        };
        let Some(so_far) = &mut self.ty else {
            self.ty = Some(ty);
            return Ok(());
        };
        if so_far.meet(store, &ty) {
            return Ok(());
        }
        let message = format!(
            "Field '{}' of table '{table}' entry has incompatible type: {} vs. {}",
            self.name,
            ty.text(store),
            so_far.text(store)
        );
        Err(Diagnostic::error(Code::SearchableTables, field.pos, message))
    }

    /// Returns the column's kind, once all entries are added.
    pub(super) fn kind(&self, store: &RecordStore) -> ColumnKind {
        let is_of = |classes: &[ClassId], name| {
            store.find_class(name).is_some_and(|class| classes.contains(&class))
        };
        match &self.ty {
            Some(ColumnType::Plain(ty)) => match store.ty(*ty) {
                Type::String => ColumnKind::Text,
                Type::Bits(width) => ColumnKind::Bits(width),
                Type::Int => ColumnKind::Int,
                Type::Bit => ColumnKind::Flag,
                Type::List(_) | Type::Dag | Type::Record(_) => ColumnKind::Other,
            },
            Some(ColumnType::Record(classes)) if is_of(classes, "Intrinsic") => {
                ColumnKind::Intrinsic
            }
            Some(ColumnType::Record(classes)) if is_of(classes, "Instruction") => {
                ColumnKind::Instruction
            }
            Some(ColumnType::Record(_)) if self.enumeration.is_some() => ColumnKind::Enum,
            Some(ColumnType::Record(_)) | None => ColumnKind::Other,
        }
    }

    /// Returns a value's cell and sort key. Errors are reported at `pos`.
    pub(super) fn cell(
        &self,
        store: &'s RecordStore,
        kind: ColumnKind,
        value: ValueId,
        pos: Pos,
        names: &mut TargetNames<'s>,
    ) -> Result<(SearchableCell<'s>, SortKey<'s>), Diagnostic> {
        let error = |message: String| Diagnostic::error(Code::SearchableTables, pos, message);
        let invalid = || {
            let name = self.name;
            let expected = "expected: bit, bits, string, or code";
            error(format!("invalid field type for field '{name}'; {expected}"))
        };
        Ok(match store.value(value) {
            Value::String(text) if !self.is_code => {
                let cell = SearchableCell::Text(store.str(text));
                // Generated look-ups compare strings in upper case, so the rows need that order.
                (cell, SortKey::Text(cell.to_string().to_ascii_uppercase().into()))
            }
            Value::String(text) | Value::Code(text) => {
                let text = store.str(text);
                (SearchableCell::Code(text), SortKey::Text(text.to_ascii_uppercase().into()))
            }
            Value::Bits(bits) => {
                let bits = bits.to_int().ok_or_else(invalid)?;
                (SearchableCell::Bits(bits as u64), SortKey::Number(bits))
            }
            Value::Bit(bit) => (SearchableCell::Flag(bit), SortKey::Number(i64::from(bit))),
            Value::Def(id) => match kind {
                ColumnKind::Intrinsic => {
                    let name = names.intrinsic(store, id)?;
                    let key = SortKey::Intrinsic(name.target, name.function);
                    (SearchableCell::Intrinsic(name.enumerator), key)
                }
                ColumnKind::Instruction => {
                    let instruction = store.record(id);
                    let name = instruction.name();
                    (
                        SearchableCell::Name(name),
                        SortKey::Instruction(!instruction.bit("isPseudo")?, name),
                    )
                }
                ColumnKind::Text
                | ColumnKind::Bits(_)
                | ColumnKind::Int
                | ColumnKind::Flag
                | ColumnKind::Enum
                | ColumnKind::Other => {
                    let Some(enumeration) = self.enumeration else { return Err(invalid()) };
                    let Some(&(name, number)) = enumeration.entries.get(&id) else {
                        return Err(error(format!("Entry for field '{}' is null", self.name)));
                    };
                    (SearchableCell::Name(name), SortKey::Number(number))
                }
            },
            Value::Unset
            | Value::Refused
            | Value::Int(_)
            | Value::List(_)
            | Value::Dag(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => return Err(invalid()),
        })
    }
}

/// Returns whether a value is complete. A bit sequence is complete if each bit has a value.
fn is_complete(store: &RecordStore, value: ValueId) -> bool {
    if let Value::Bits(bits) = store.value(value) {
        return bits.to_int().is_some();
    }
    value != ValueId::UNSET
}

impl ColumnType {
    /// Reduces the type to its common part with `other`. Returns false if they have nothing in
    /// common.
    fn meet(&mut self, store: &RecordStore, other: &ColumnType) -> bool {
        match (self, other) {
            (ColumnType::Record(classes), ColumnType::Record(others)) => {
                classes.retain(|class| others.contains(class));
                true
            }
            (ColumnType::Plain(ty), &ColumnType::Plain(other)) => {
                // The more general type covers the values of both.
                if store.is_convertible(*ty, other) {
                    *ty = other;
                    return true;
                }
                store.is_convertible(other, *ty)
            }
            (ColumnType::Record(_), ColumnType::Plain(_))
            | (ColumnType::Plain(_), ColumnType::Record(_)) => false,
        }
    }

    /// Returns the type's text for messages.
    pub(super) fn text(&self, store: &RecordStore) -> String {
        let classes = match self {
            ColumnType::Plain(ty) => return store.type_text(*ty),
            ColumnType::Record(classes) => classes,
        };
        let is_inherited = |class: &ClassId| {
            classes.iter().any(|&heir| store.class(heir).superclasses().contains(class))
        };
        let direct = classes.iter().filter(|class| !is_inherited(class));
        let mut names: Vec<&str> = direct.map(|&class| store.class(class).name()).collect();
        names.sort_unstable();
        match names[..] {
            [name] => name.to_owned(),
            _ => format!("{{{}}}", names.join(", ")),
        }
    }
}
