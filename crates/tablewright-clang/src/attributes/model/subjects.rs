//! Subjects: the declarations and statements on which an attribute is allowed.
//!
//! In: an attribute's subject list. Out: C++ tests for a declaration or statement, and words for
//! error messages. A subject is a node of the syntax tree, or a subset of the declarations of a
//! node with its own test.

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{Append, TextSink, append};

use super::{ClangAttribute, error};
use crate::record_views::attr::{AttrSubjectRecord, SubjectListRecord, SubsetSubjectRecord};
use crate::support::c_space::trim;

/// The class for statement subjects.
const STATEMENT: &str = "StmtNode";
/// Length limit for a chain of subsets.
const MAX_DEPTH: usize = 100;

/// An attribute's subject list.
pub(crate) struct SubjectList<'s> {
    record: SubjectListRecord<'s>,
    pub(crate) subjects: Vec<AttrSubject<'s>>,
}

/// A subject.
#[derive(Clone, Copy)]
pub(crate) struct AttrSubject<'s> {
    record: AttrSubjectRecord<'s>,
}

/// The test function for a subset of a node's declarations.
pub(crate) struct CustomSubject<'s> {
    /// The record name. The function has the prefix `is`.
    pub(crate) name: &'s str,
    pub(crate) base: DeclarationClass<'s>,
    /// The test for `S`, a declaration of class `base`.
    pub(crate) code: &'s str,
}

/// A check whether an attribute is allowed on a declaration or statement.
pub(crate) enum SubjectCheck<'s> {
    Never,
    /// Allowed if a test is true.
    Where {
        tests: Vec<SubjectTest<'s>>,
        /// Whether a violation is a warning, not an error.
        is_warning: bool,
        /// The expected subjects in words.
        expected: String,
    },
}

/// A test for a declaration `D` or a statement `St`. It is written as a C++ expression.
pub(crate) enum SubjectTest<'s> {
    /// Calls the function for this subject.
    Custom(&'s str),
    /// Tests for a declaration class.
    Declaration(DeclarationClass<'s>),
    /// Tests for a statement class.
    Statement(&'s str),
}

/// The C++ class for a declaration node, by node name.
#[derive(Clone, Copy)]
pub(crate) struct DeclarationClass<'s>(&'s str);

impl Append for DeclarationClass<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            // The root's record does not have its class name, since a TableGen class has that name.
            "DeclBase" => out.push_str("Decl"),
            name => append!(out, name, "Decl"),
        }
    }
}

impl Append for SubjectTest<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self {
            SubjectTest::Custom(name) => append!(out, "is", name, "(D)"),
            SubjectTest::Declaration(class) => append!(out, "isa<", class, ">(D)"),
            SubjectTest::Statement(class) => append!(out, "isa<", class, ">(St)"),
        }
    }
}

impl<'s> ClangAttribute<'s> {
    /// Returns the subject list; `None` if the attribute is allowed anywhere.
    pub(crate) fn subject_list(self) -> Result<Option<SubjectList<'s>>, FieldError> {
        let Some(record) = self.record().subjects()? else { return Ok(None) };
        Ok(Some(SubjectList { record, subjects: for_records(record.subjects()?) }))
    }
}

/// Converts the field `Subjects` of a list or a rule.
pub(super) fn for_records(records: Vec<AttrSubjectRecord<'_>>) -> Vec<AttrSubject<'_>> {
    records.into_iter().map(|record| AttrSubject { record }).collect()
}

impl<'s> SubjectList<'s> {
    /// Returns the checks for declarations and for statements.
    pub(crate) fn checks(
        &self,
        diagnostics: &mut Diagnostics,
    ) -> Result<[SubjectCheck<'s>; 2], FieldError> {
        let is_warning = self.record.diag()?.is_warning()?;
        let (mut declarations, mut statements) = (Vec::new(), Vec::new());
        for subject in &self.subjects {
            let is_statement = subject.record.inherits(STATEMENT);
            if !is_statement || subject.is_subset() {
                declarations.push(subject.declaration_test());
            }
            if is_statement {
                statements.push(SubjectTest::Statement(subject.name()));
            }
        }
        Ok([
            self.check(declarations, is_warning, diagnostics)?,
            self.check(statements, is_warning, diagnostics)?,
        ])
    }

    fn check(
        &self,
        tests: Vec<SubjectTest<'s>>,
        is_warning: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<SubjectCheck<'s>, FieldError> {
        if tests.is_empty() {
            return Ok(SubjectCheck::Never);
        }
        let expected = self.in_words(diagnostics)?;
        Ok(SubjectCheck::Where { tests, is_warning, expected })
    }

    /// Returns the subjects in words for messages. Reports all subjects without words.
    fn in_words(&self, diagnostics: &mut Diagnostics) -> Result<String, FieldError> {
        let custom = self.record.custom_diag()?;
        if !custom.is_empty() {
            return Ok(custom.to_owned());
        }
        let mut words = Vec::new();
        for subject in &self.subjects {
            let text = subject.in_words()?;
            if text.is_empty() {
                let name = subject.name();
                let message = format!(
                    "Could not determine diagnostic spelling for the node: {name}; please add one \
                     to DeclNodes.td"
                );
                diagnostics.push(Diagnostic::from(error(
                    Code::AttributeSubjects,
                    subject.record,
                    message,
                )));
            }
            let parts = text.split(',').filter(|part| !part.is_empty());
            words.extend(parts.map(trim));
        }
        match &words[..] {
            [] => {
                let message = "Could not deduce diagnostic argument for Attr subjects";
                Err(error(Code::AttributeSubjects, self.record, message))
            }
            [one] => Ok((*one).to_owned()),
            [first, second] => Ok(format!("{first} and {second}")),
            [before @ .., last] => Ok(format!("{}, and {last}", before.join(", "))),
        }
    }
}

impl<'s> AttrSubject<'s> {
    pub(crate) fn record(self) -> AttrSubjectRecord<'s> {
        self.record
    }

    /// Returns the record name.
    pub(crate) fn name(self) -> &'s str {
        Record::from(self.record).name()
    }

    fn is_subset(self) -> bool {
        self.record.inherits(SubsetSubjectRecord::CLASS)
    }

    /// Returns the test for a declaration.
    pub(crate) fn declaration_test(self) -> SubjectTest<'s> {
        if self.is_subset() {
            SubjectTest::Custom(self.name())
        } else {
            SubjectTest::Declaration(DeclarationClass(self.name()))
        }
    }

    /// Returns a subset's test function; `None` for a node.
    pub(crate) fn custom(self) -> Result<Option<CustomSubject<'s>>, FieldError> {
        let Some(subset) = SubsetSubjectRecord::from_record(self.record) else { return Ok(None) };
        let base = Record::from(subset.node()?);
        if base.inherits(SubsetSubjectRecord::CLASS) {
            let message = "SubsetSubjects within SubsetSubjects is not supported";
            return Err(error(Code::AttributeSubjects, subset, message).label_field(subset, "Base"));
        }
        let (name, base) = (self.name(), DeclarationClass(base.name()));
        Ok(Some(CustomSubject { name, base, code: subset.check_code()? }))
    }

    /// Whether `#pragma clang attribute` rules can match the subject, which must be a declaration.
    pub(crate) fn is_declaration(self) -> Result<bool, FieldError> {
        let mut record = self.record;
        for _ in 0..MAX_DEPTH {
            let is_node = record.inherits("DeclNode") || record.inherits("DeclBase");
            if is_node || record.name() == "DeclBase" {
                return Ok(true);
            }
            let Some(subset) = SubsetSubjectRecord::from_record(record) else { return Ok(false) };
            record = subset.node()?;
        }
        Err(self.too_deep())
    }

    /// Returns the words for the subject, or for its nearest base with words.
    fn in_words(self) -> Result<&'s str, FieldError> {
        let mut record = self.record;
        for _ in 0..MAX_DEPTH {
            let words = record.diag_spelling()?;
            if !words.is_empty() {
                return Ok(words);
            }
            match record.base()? {
                Some(base) => record = base,
                None => return Ok(""),
            }
        }
        Err(self.too_deep())
    }

    fn too_deep(self) -> FieldError {
        let message = format!("More than {MAX_DEPTH} subjects derive from each other in a row");
        error(Code::AttributeSubjects, self.record, message)
    }
}

/// Whether the declaration `node` derives from `base`.
pub(super) fn derives_from(
    node: AttrSubjectRecord<'_>,
    base: AttrSubjectRecord<'_>,
) -> Result<bool, FieldError> {
    let mut record = node;
    for _ in 0..MAX_DEPTH {
        match record.base()? {
            None => return Ok(false),
            Some(next) if next.id() == base.id() => return Ok(true),
            Some(next) => record = next,
        }
    }
    Err(AttrSubject { record: node }.too_deep())
}
