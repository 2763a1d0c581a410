//! Attributes as `Attr.td` describes them.
//!
//! In come records of class `Attr`; out come their spellings, arguments, subjects and the conditions
//! under which they exist, typed and checked. An [`Attribute`] reads a field when it is asked for it,
//! since an action reports errors only in the fields that it prints. What is printed is left to the
//! actions.

pub(crate) mod argument;
pub(crate) mod argument_record;
pub(crate) mod base_classes;
pub(crate) mod class;
pub(crate) mod exclusions;
pub(crate) mod language_condition;
pub(crate) mod late_parsing;
pub(crate) mod match_rules;
pub(crate) mod parsed;
pub(crate) mod semantic_spelling;
pub(crate) mod spelling;
pub(crate) mod subjects;
pub(crate) mod target_condition;

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::attr::{ArgumentRecord, AttrRecord};

use argument::Argument;
use spelling::Spelling;

/// An attribute: a record of class `Attr`.
#[derive(Clone, Copy)]
pub(crate) struct Attribute<'s> {
    record: AttrRecord<'s>,
}

impl<'s> Attribute<'s> {
    /// All attributes, in natural order of their names.
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<Attribute<'s>>, FieldError> {
        let records = AttrRecord::all(store)?;
        Ok(records.into_iter().map(|record| Attribute { record }).collect())
    }

    /// The attributes that are nodes of Clang's syntax tree, in natural order of their names.
    pub(crate) fn all_nodes(store: &'s RecordStore) -> Result<Vec<Attribute<'s>>, FieldError> {
        let mut nodes = Vec::new();
        for attribute in Attribute::all(store)? {
            if attribute.is_node()? {
                nodes.push(attribute);
            }
        }
        Ok(nodes)
    }

    pub(crate) fn record(self) -> AttrRecord<'s> {
        self.record
    }

    /// The name of the record, which the class of the attribute has with `Attr` behind it.
    pub(crate) fn name(self) -> &'s str {
        Record::from(self.record).name()
    }

    /// Whether the attribute has a class and is kept in the syntax tree.
    pub(crate) fn is_node(self) -> Result<bool, FieldError> {
        self.record.is_ast_node()
    }

    pub(crate) fn inherits(self, class: &str) -> bool {
        self.record.inherits(class)
    }

    /// Whether redeclarations inherit the attribute.
    pub(crate) fn is_inheritable(self) -> bool {
        self.inherits("InheritableAttr")
    }

    /// Whether the arguments may be expanded from a pack, and are kept as they are until they are.
    pub(crate) fn accepts_pack(self) -> Result<bool, FieldError> {
        self.record.accepts_expr_pack()
    }

    /// The spellings, one for each syntax.
    pub(crate) fn spellings(self) -> Result<Vec<Spelling<'s>>, FieldError> {
        spelling::of_records(self.record.spellings()?)
    }

    /// The arguments.
    pub(crate) fn arguments(self) -> Result<Vec<Argument<'s>>, FieldError> {
        self.record.args()?.into_iter().map(|record| self.argument(record)).collect()
    }

    /// The argument that one of the records states.
    pub(crate) fn argument(self, record: ArgumentRecord<'s>) -> Result<Argument<'s>, FieldError> {
        Argument::read(record, self)
    }

    /// The member that keeps arguments from packs until they are expanded, if there is one.
    pub(crate) fn delayed_arguments(self) -> Result<Option<Argument<'s>>, FieldError> {
        Ok(self.accepts_pack()?.then(|| Argument::delayed(self)))
    }

    /// An error at the attribute.
    pub(crate) fn error(self, code: Code, message: impl Into<String>) -> FieldError {
        error(code, self.record, message)
    }
}

/// An error about a record of `Attr.td`.
pub(super) fn error<'s>(
    code: Code,
    record: impl Into<Record<'s>>,
    message: impl Into<String>,
) -> FieldError {
    FieldError::new(code, record, message)
}
