//! Attributes in `Attr.td`.
//!
//! In: records of class `Attr`. Out: spellings, arguments, subjects and conditions, typed and
//! checked. An [`ClangAttribute`] reads fields on demand, since an action reports only errors in fields
//! that it prints. The actions decide the output.

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

use argument::AttrArgument;
use spelling::AttrSpelling;

/// An attribute: a record of class `Attr`.
#[derive(Clone, Copy)]
pub(crate) struct ClangAttribute<'s> {
    record: AttrRecord<'s>,
}

impl<'s> ClangAttribute<'s> {
    /// Returns all attributes in natural order by name.
    pub(crate) fn all(store: &'s RecordStore) -> Result<Vec<ClangAttribute<'s>>, FieldError> {
        let records = AttrRecord::all(store)?;
        Ok(records.into_iter().map(|record| ClangAttribute { record }).collect())
    }

    /// Returns the attributes in Clang's syntax tree, in natural order by name.
    pub(crate) fn all_nodes(store: &'s RecordStore) -> Result<Vec<ClangAttribute<'s>>, FieldError> {
        let mut nodes = Vec::new();
        for attribute in ClangAttribute::all(store)? {
            if attribute.is_node()? {
                nodes.push(attribute);
            }
        }
        Ok(nodes)
    }

    pub(crate) fn record(self) -> AttrRecord<'s> {
        self.record
    }

    /// Returns the record name. The attribute class has this name with the suffix `Attr`.
    pub(crate) fn name(self) -> &'s str {
        Record::from(self.record).name()
    }

    /// Whether the attribute has a class and is stored in the syntax tree.
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

    /// Whether arguments may come from a pack. They are stored unexpanded until instantiation.
    pub(crate) fn accepts_pack(self) -> Result<bool, FieldError> {
        self.record.accepts_expr_pack()
    }

    /// Returns the spellings, one for each syntax.
    pub(crate) fn spellings(self) -> Result<Vec<AttrSpelling<'s>>, FieldError> {
        spelling::for_records(self.record.spellings()?)
    }

    /// Returns the arguments.
    pub(crate) fn arguments(self) -> Result<Vec<AttrArgument<'s>>, FieldError> {
        self.record.args()?.into_iter().map(|record| self.argument(record)).collect()
    }

    /// Reads an argument record.
    pub(crate) fn argument(
        self,
        record: ArgumentRecord<'s>,
    ) -> Result<AttrArgument<'s>, FieldError> {
        AttrArgument::read(record, self)
    }

    /// Returns the member for unexpanded pack arguments, if any.
    pub(crate) fn delayed_arguments(self) -> Result<Option<AttrArgument<'s>>, FieldError> {
        Ok(self.accepts_pack()?.then(|| AttrArgument::delayed(self)))
    }

    /// Creates an error at the attribute.
    pub(crate) fn error(self, code: Code, message: impl Into<String>) -> FieldError {
        error(code, self.record, message)
    }
}

/// Creates an error about a record in `Attr.td`.
pub(super) fn error<'s>(
    code: Code,
    record: impl Into<Record<'s>>,
    message: impl Into<String>,
) -> FieldError {
    FieldError::new(code, record, message)
}
