//! Clauses and operations of OpenMP.

use tablewright_records::{Dag, FieldError, Record, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Pos;

use super::{AttributeConstraint, ValueConstraint};
use crate::record_views::constraint::{AttrRecord, TypeConstraintRecord};
use crate::record_views::openmp::{OpenMpClauseRecord, OpenMpOpRecord};

/// A clause with its operands and attributes.
#[derive(Clone, Debug)]
pub struct OpenMpClause<'s> {
    /// The name, without the prefix shared by all clauses.
    pub name: &'s str,
    /// Its definition's position.
    pub pos: Pos,
    /// Its operands and attributes.
    pub arguments: Vec<OpenMpArgument<'s>>,
}

/// A clause operand or attribute.
#[derive(Clone, Debug)]
pub struct OpenMpArgument<'s> {
    /// Its name.
    pub name: &'s str,
    /// Its kind.
    pub kind: OpenMpArgumentKind<'s>,
}

/// The kind of a clause argument.
#[derive(Clone, Debug)]
pub enum OpenMpArgumentKind<'s> {
    /// An operand.
    Operand(ValueConstraint<'s>),
    /// An attribute.
    Attribute {
        /// The C++ class.
        class: &'s str,
        /// The list's element type.
        elements: OpenMpElements<'s>,
    },
}

/// The element type of an attribute's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMpElements<'s> {
    /// No list.
    None,
    /// A list with this C++ element type.
    Of(&'s str),
    /// A list with an unspecified element type.
    Unknown,
}

/// An operation with its clauses.
#[derive(Clone, Debug)]
pub struct OpenMpOperation<'s> {
    /// The name, without the prefix shared by all operations.
    pub name: &'s str,
    /// Its clause names.
    pub clauses: Vec<&'s str>,
}

impl<'s> OpenMpClause<'s> {
    /// Returns the clauses with their own definition, in natural order by definition name.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<OpenMpClause<'s>>, FieldError> {
        let records = OpenMpClauseRecord::all(store)?.into_iter();
        let named = records.filter(|&record| !Record::from(record).is_anonymous());
        named.map(OpenMpClause::read).collect()
    }

    fn read(record: OpenMpClauseRecord<'s>) -> Result<OpenMpClause<'s>, FieldError> {
        let raw = Record::from(record);
        let dag = record.arguments()?;
        let mut arguments = Vec::new();
        for (value, name) in super::dag_arguments(raw.store(), dag) {
            let store = raw.store();
            let constraint = store.value(value).as_def().map(|id| store.record(id));
            let kind = match constraint {
                Some(constraint) => OpenMpArgumentKind::read(constraint)?,
                None => None,
            };
            let kind = kind.ok_or_else(|| {
                FieldError::new(Code::Mlir, raw, "an argument is an operand or an attribute")
            })?;
            arguments.push(OpenMpArgument { name: name.unwrap_or_default(), kind });
        }
        Ok(OpenMpClause { name: clause_name(record), pos: raw.pos(), arguments })
    }
}

impl<'s> OpenMpArgumentKind<'s> {
    fn read(constraint: Record<'s>) -> Result<Option<OpenMpArgumentKind<'s>>, FieldError> {
        if let Some(ty) = TypeConstraintRecord::from_record(constraint) {
            return Ok(Some(OpenMpArgumentKind::Operand(ValueConstraint::read(ty)?)));
        }
        let Some(attribute) = AttrRecord::from_record(constraint) else { return Ok(None) };
        let mut innermost = attribute;
        while let Some(base) = innermost.base()? {
            innermost = base;
        }
        let constraint = AttributeConstraint::read(attribute)?;
        let storage = constraint.innermost().storage;
        Ok(Some(OpenMpArgumentKind::Attribute {
            class: storage.class,
            elements: OpenMpElements::new(innermost.into(), storage.class, storage.return_type),
        }))
    }
}

impl<'s> OpenMpElements<'s> {
    fn new(attribute: Record<'s>, class: &'s str, return_type: &'s str) -> OpenMpElements<'s> {
        if attribute.inherits("TypedArrayAttrBase") {
            return OpenMpElements::Of("::mlir::Attribute");
        }
        if !attribute.inherits("ElementsAttrBase") {
            return OpenMpElements::None;
        }
        let element = return_type.strip_prefix("::llvm::ArrayRef<");
        match (class, element.and_then(|text| text.strip_suffix('>'))) {
            ("::mlir::DenseIntElementsAttr", _) => OpenMpElements::Of("::llvm::APInt"),
            ("::mlir::DenseFPElementsAttr", _) => OpenMpElements::Of("::llvm::APFloat"),
            (_, Some(element)) => OpenMpElements::Of(element),
            (_, None) => OpenMpElements::Unknown,
        }
    }
}

impl<'s> OpenMpOperation<'s> {
    /// Returns all operations, in natural order by definition name.
    ///
    /// # Errors
    /// If the description lacks the class, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<OpenMpOperation<'s>>, FieldError> {
        let read = |record: OpenMpOpRecord<'s>| {
            let clauses = record.clauses()?.into_iter().map(clause_name).collect();
            Ok(OpenMpOperation { name: stripped(Record::from(record).name(), &["Op"]), clauses })
        };
        OpenMpOpRecord::all(store)?.into_iter().map(read).collect()
    }
}

/// Returns a clause's name, from its definition or from its instantiated class.
fn clause_name(clause: OpenMpClauseRecord<'_>) -> &str {
    let raw = Record::from(clause);
    let store = raw.store();
    let classes = raw.direct_superclasses().into_iter().map(|id| store.class(id));
    let class = classes.into_iter().find(|class| {
        let bases = class.superclasses();
        bases.iter().any(|&base| store.class(base).name() == OpenMpClauseRecord::CLASS)
    });
    let name = class.map_or(raw.name(), |class| class.name());
    stripped(name, &["Skip", "Clause"])
}

/// Strips the usual OpenMP prefix and suffix from a definition name.
fn stripped<'s>(name: &'s str, suffixes: &[&str]) -> &'s str {
    let name = name.strip_prefix("OpenMP_").unwrap_or(name);
    suffixes.iter().fold(name, |name, suffix| name.strip_suffix(suffix).unwrap_or(name))
}

/// A part of a clause that is missing from an operation with the clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenMpFinding<'s> {
    /// The operation's position.
    pub pos: Pos,
    /// The clause name.
    pub clause: &'s str,
    /// The missing part.
    pub missing: OpenMpMissing,
}

/// A part that an operation lacks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpenMpMissing {
    /// An argument as written in descriptions.
    Argument(String),
    /// The format in a clause's field: the field name.
    Format(&'static str),
    /// The description.
    Description,
    /// Members of its class.
    Declaration,
}

/// Returns the clause parts that operations lack, by operation and by clause.
///
/// # Errors
/// If the description lacks the class, or a field has an unexpected type.
pub fn openmp_findings(store: &RecordStore) -> Result<Vec<OpenMpFinding<'_>>, FieldError> {
    let mut findings = Vec::new();
    for operation in OpenMpOpRecord::all(store)? {
        for clause in operation.clauses()? {
            let missing_parts = missing(operation, clause)?.into_iter();
            findings.extend(missing_parts.map(|missing| OpenMpFinding {
                pos: Record::from(operation).pos(),
                clause: clause_name(clause),
                missing,
            }));
        }
    }
    Ok(findings)
}

fn missing(
    operation: OpenMpOpRecord<'_>,
    clause: OpenMpClauseRecord<'_>,
) -> Result<Vec<OpenMpMissing>, FieldError> {
    let store = Record::from(operation).store();
    let mut missing_parts = Vec::new();
    let has = |text: Option<&str>, part: &str| text.unwrap_or_default().contains(part.trim());
    if !clause.ignores_arguments()? {
        let own: Dag<'_> = operation.arguments()?;
        for argument in clause.arguments()?.args {
            if !own.args.contains(argument) {
                let name = argument.name.map(|name| store.str(name)).unwrap_or_default();
                let text = format!("{}:${name}", store.value_text(argument.value));
                missing_parts.push(OpenMpMissing::Argument(text));
            }
        }
    }
    if !clause.ignores_format()?
        && let Some(format) = operation.assembly_format()?
    {
        let fields = [
            ("reqAssemblyFormat", clause.required_format()?),
            ("optAssemblyFormat", clause.optional_format()?),
        ];
        let lacking = fields.iter().filter(|(_, part)| !has(Some(format), part));
        missing_parts.extend(lacking.map(|(field, _)| OpenMpMissing::Format(field)));
    }
    if !clause.ignores_description()? && !has(operation.description()?, clause.description()?) {
        missing_parts.push(OpenMpMissing::Description);
    }
    if !clause.ignores_declaration()?
        && !has(operation.extra_class_declaration()?, clause.extra_class_declaration()?)
    {
        missing_parts.push(OpenMpMissing::Declaration);
    }
    Ok(missing_parts)
}
