//! Subjects: what an attribute can be written on.
//!
//! In comes the list of subjects of an attribute; out come the tests of a declaration or statement in
//! C++, and the words for what was expected. A subject is a node of the syntax tree, or a subset of
//! the declarations of a node with a test of its own.

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_text::{Append, TextSink, append};

use super::{Attribute, error};
use crate::record_views::attr::{AttrSubjectRecord, SubjectListRecord, SubsetSubjectRecord};
use crate::support::c_space::trim;

/// The class of subjects that are statements.
const STATEMENT: &str = "StmtNode";
/// How many subjects may be subsets of each other in a row.
const MAX_DEPTH: usize = 100;

/// The list of subjects of an attribute.
pub(crate) struct SubjectList<'s> {
    record: SubjectListRecord<'s>,
    pub(crate) subjects: Vec<Subject<'s>>,
}

/// Something an attribute can be written on.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s> {
    record: AttrSubjectRecord<'s>,
}

/// The function that tests for a subset of the declarations of a node.
pub(crate) struct CustomSubject<'s> {
    /// The name of the record, which the function has with `is` in front.
    pub(crate) name: &'s str,
    pub(crate) base: DeclarationClass<'s>,
    /// The test of `S`, a declaration of that class.
    pub(crate) code: &'s str,
}

/// Whether an attribute can be written on a declaration or statement.
pub(crate) enum SubjectCheck<'s> {
    Never,
    /// Where one of the tests holds.
    Where {
        tests: Vec<SubjectTest<'s>>,
        /// Whether the compiler goes on otherwise.
        is_warning: bool,
        /// What is needed, in words.
        expected: String,
    },
}

/// A test of a declaration `D` or a statement `St`. It is written as a C++ expression.
pub(crate) enum SubjectTest<'s> {
    /// By the function of the subject of that name.
    Custom(&'s str),
    /// For the class of declarations.
    Declaration(DeclarationClass<'s>),
    /// For the class of statements.
    Statement(&'s str),
}

/// The C++ class of a node of declarations, by the name of the node.
#[derive(Clone, Copy)]
pub(crate) struct DeclarationClass<'s>(&'s str);

impl Append for DeclarationClass<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            // The root has no record of its own name, since that is the name of a class.
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

impl<'s> Attribute<'s> {
    /// The list of subjects, unless the attribute can be written anywhere.
    pub(crate) fn subject_list(self) -> Result<Option<SubjectList<'s>>, FieldError> {
        let Some(record) = self.record().subjects()? else { return Ok(None) };
        Ok(Some(SubjectList { record, subjects: of_records(record.subjects()?) }))
    }
}

/// The subjects in the field `Subjects` of a list or a rule.
pub(super) fn of_records(records: Vec<AttrSubjectRecord<'_>>) -> Vec<Subject<'_>> {
    records.into_iter().map(|record| Subject { record }).collect()
}

impl<'s> SubjectList<'s> {
    /// Whether the attribute can be written on a declaration, then on a statement.
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
        let mut check = |tests: Vec<SubjectTest<'s>>| {
            if tests.is_empty() {
                return Ok(SubjectCheck::Never);
            }
            let expected = self.in_words(diagnostics)?;
            Ok::<_, FieldError>(SubjectCheck::Where { tests, is_warning, expected })
        };
        Ok([check(declarations)?, check(statements)?])
    }

    /// The subjects in words, for messages. All subjects without words are reported.
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

impl<'s> Subject<'s> {
    pub(crate) fn record(self) -> AttrSubjectRecord<'s> {
        self.record
    }

    /// The name of its record.
    pub(crate) fn name(self) -> &'s str {
        Record::from(self.record).name()
    }

    fn is_subset(self) -> bool {
        self.record.inherits(SubsetSubjectRecord::CLASS)
    }

    /// The test of a declaration.
    pub(crate) fn declaration_test(self) -> SubjectTest<'s> {
        if self.is_subset() {
            SubjectTest::Custom(self.name())
        } else {
            SubjectTest::Declaration(DeclarationClass(self.name()))
        }
    }

    /// The function that tests for the subject, if it is a subset.
    pub(crate) fn custom(self) -> Result<Option<CustomSubject<'s>>, FieldError> {
        let Some(subset) = SubsetSubjectRecord::of(self.record) else { return Ok(None) };
        let base = Record::from(subset.node()?);
        if base.inherits(SubsetSubjectRecord::CLASS) {
            let message = "SubsetSubjects within SubsetSubjects is not supported";
            return Err(error(Code::AttributeSubjects, subset, message).label_field(subset, "Base"));
        }
        let (name, base) = (self.name(), DeclarationClass(base.name()));
        Ok(Some(CustomSubject { name, base, code: subset.check_code()? }))
    }

    /// Whether rules of `#pragma clang attribute` can stand for the subject: declarations only.
    pub(crate) fn is_declaration(self) -> Result<bool, FieldError> {
        let mut record = self.record;
        for _ in 0..MAX_DEPTH {
            let is_node = record.inherits("DeclNode") || record.inherits("DeclBase");
            if is_node || record.name() == "DeclBase" {
                return Ok(true);
            }
            let Some(subset) = SubsetSubjectRecord::of(record) else { return Ok(false) };
            record = subset.node()?;
        }
        Err(self.too_deep())
    }

    /// The words for the subject; where it has none, those of the node it derives from.
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
    Err(Subject { record: node }.too_deep())
}
