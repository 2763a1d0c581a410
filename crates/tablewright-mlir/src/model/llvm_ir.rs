//! Translation of operations and enums to and from LLVM IR.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{Segment, TemplateSyntax};

use super::element_memo::ElementMemo;
use super::operation::{Argument, Operation};
use super::{ConstraintArity, Enum};
use crate::record_views::enum_attr::{EnumCaseRecord, EnumInfoRecord};
use crate::record_views::llvm_ir::{
    LlvmEnumCaseRecord, LlvmEnumRecord, LlvmIntegerEnumRecord, LlvmIntrinsicOpRecord, LlvmOpRecord,
};
use crate::record_views::operation::OperationRecord;

/// An operation's translation to LLVM IR.
#[derive(Clone, Debug)]
pub struct LlvmExport<'s> {
    /// The operation's qualified C++ class.
    pub class: String,
    /// The C++ statements that create LLVM IR.
    pub body: Vec<ExportPiece<'s>>,
}

/// A piece in the C++ that translates an operation to LLVM IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportPiece<'s> {
    /// C++.
    Text(&'s str),
    /// The named operand's value.
    Value(&'s str),
    /// The values of a variadic operand, by operand name.
    Values(&'s str),
    /// The attribute or property with this name.
    Attribute(&'s str),
    /// The value to set for the named result.
    Result(&'s str),
    /// The only result's type.
    ResultType,
    /// Whether there is a result.
    HasResult,
    /// The location.
    Location,
    /// The operand count.
    OperandCount,
}

/// An operation's creation from an LLVM IR instruction or intrinsic.
#[derive(Clone, Debug)]
pub struct LlvmImport<'s> {
    /// The C++ enumerator for the instruction or the intrinsic.
    pub source: &'s str,
    /// The operation's qualified C++ class.
    pub class: String,
    /// Operands that are converted before the C++ runs, each as often as the C++ mentions it.
    pub operands: Vec<ImportOperand<'s>>,
    /// The C++ statements that create the operation.
    pub body: Vec<ImportPiece<'s>>,
}

/// An LLVM IR operand that is converted to a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportOperand<'s> {
    /// The operation's operand name.
    pub name: &'s str,
    /// The LLVM IR operand index.
    pub index: i64,
    /// Whether it includes all operands from this index on.
    pub is_variadic: bool,
}

/// A piece in the C++ that creates an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportPiece<'s> {
    /// C++.
    Text(&'s str),
    /// The converted operand with this name.
    Operand(&'s str),
    /// The LLVM IR operand at this index, unchanged.
    LlvmOperand(i64),
    /// The value to set for the result.
    Result,
    /// A keyword.
    Keyword(ImportKeyword),
}

/// A keyword in the C++ that creates an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKeyword {
    /// The operation to set if there is no result.
    Operation,
    /// The function that converts an integer to an attribute.
    IntegerAttribute,
    /// The function that converts a floating-point number to an attribute.
    FloatAttribute,
    /// The function that converts a variable to an attribute.
    VariableAttribute,
    /// The function that converts a label to an attribute.
    LabelAttribute,
    /// The function that converts a rounding mode to an attribute.
    RoundingModeAttribute,
    /// The function that converts a floating-point exception behavior to an attribute.
    ExceptionBehaviorAttribute,
    /// The result type.
    ResultType,
    /// The location.
    Location,
    /// The builder.
    Builder,
    /// The operation's C++ class.
    Class,
}

impl<'s> LlvmExport<'s> {
    /// Returns the operations with C++ that translates them to LLVM IR, sorted by definition name.
    ///
    /// # Errors
    /// If the description lacks the class, a field has an unexpected type, or the C++ has an unknown name.
    pub fn all(store: &'s RecordStore) -> Result<Vec<LlvmExport<'s>>, FieldError> {
        let mut exports = Vec::new();
        let mut memo = ElementMemo::default();
        for record in LlvmOpRecord::all(store)? {
            let template = record.llvm_builder()?;
            if !template.is_empty() {
                let operation = Operation::read(OperationRecord::new(record.into()), &mut memo)?;
                let body = pieces(template, ExportPiece::Text, |name| {
                    export_piece(&operation, name)
                        .ok_or_else(|| FieldError::new(Code::Mlir, record, unknown_name(name)))
                })?;
                exports.push(LlvmExport { class: operation.qualified_class(), body });
            }
        }
        Ok(exports)
    }
}

fn export_piece<'s>(operation: &Operation<'s>, name: &'s str) -> Option<ExportPiece<'s>> {
    Some(match name {
        "_resultType" => ExportPiece::ResultType,
        "_hasResult" => ExportPiece::HasResult,
        "_location" => ExportPiece::Location,
        "_numOperands" => ExportPiece::OperandCount,
        _ => match find(operation, name)? {
            NameMeaning::Operand { is_variadic: false, .. } => ExportPiece::Value(name),
            NameMeaning::Operand { is_variadic: true, .. } => ExportPiece::Values(name),
            NameMeaning::Other { .. } => ExportPiece::Attribute(name),
            NameMeaning::Result => ExportPiece::Result(name),
        },
    })
}

/// The meaning of a name in a template.
enum NameMeaning {
    Operand { position: usize, is_variadic: bool },
    Other { position: usize },
    Result,
}

/// Returns the named argument or result, with its position among the arguments.
fn find(operation: &Operation<'_>, name: &str) -> Option<NameMeaning> {
    let arguments = &operation.arguments;
    for (position, argument) in arguments.order.iter().enumerate() {
        let (argument_name, meaning) = match *argument {
            Argument::Operand(index) => {
                let operand = &arguments.operands[index];
                let is_variadic = match operand.constraint.arity {
                    ConstraintArity::Single | ConstraintArity::Optional => false,
                    ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => true,
                };
                (operand.name, NameMeaning::Operand { position, is_variadic })
            }
            Argument::Attribute(index) => {
                (arguments.attributes[index].name, NameMeaning::Other { position })
            }
            Argument::Property(index) => {
                (arguments.properties[index].name, NameMeaning::Other { position })
            }
        };
        if argument_name == name {
            return Some(meaning);
        }
    }
    operation.results.iter().any(|result| result.name == name).then_some(NameMeaning::Result)
}

impl<'s> LlvmImport<'s> {
    /// Returns the operations with C++ that creates them from an instruction, sorted by definition name.
    ///
    /// # Errors
    /// As [`LlvmExport::all`], and if an operand has no index in LLVM IR.
    pub fn all_instructions(store: &'s RecordStore) -> Result<Vec<LlvmImport<'s>>, FieldError> {
        let mut imports = Vec::new();
        let mut memo = ElementMemo::default();
        for record in LlvmOpRecord::all(store)? {
            if !record.mlir_builder()?.is_empty() {
                imports.push(LlvmImport::read(record, record.instruction()?, &mut memo)?);
            }
        }
        Ok(imports)
    }

    /// Returns the operations with C++ that creates them from an intrinsic, sorted by definition name.
    ///
    /// # Errors
    /// As [`LlvmImport::all_instructions`].
    pub fn all_intrinsics(store: &'s RecordStore) -> Result<Vec<LlvmImport<'s>>, FieldError> {
        let mut imports = Vec::new();
        let mut memo = ElementMemo::default();
        for record in LlvmIntrinsicOpRecord::all(store)? {
            if !record.mlir_builder()?.is_empty() {
                let enumerator = record.enumerator()?;
                let record = LlvmOpRecord::new(record.into());
                imports.push(LlvmImport::read(record, enumerator, &mut memo)?);
            }
        }
        Ok(imports)
    }

    fn read(
        record: LlvmOpRecord<'s>,
        source: &'s str,
        memo: &mut ElementMemo<'s>,
    ) -> Result<LlvmImport<'s>, FieldError> {
        let operation = Operation::read(OperationRecord::new(record.into()), memo)?;
        let indices = argument_indices(record, operation.arguments.order.len())?;
        let mut operands = Vec::new();
        let body = pieces(record.mlir_builder()?, ImportPiece::Text, |name| {
            let error = |message: String| FieldError::new(Code::Mlir, record, message);
            if let Some(keyword) = ImportKeyword::from_name(name) {
                return Ok(ImportPiece::Keyword(keyword));
            }
            let index_of = |position: usize| match indices[position] {
                index @ 0.. => Ok(index),
                _ => Err(error(format!("expected non-negative operand index for argument {name}"))),
            };
            match find(&operation, name) {
                Some(NameMeaning::Operand { position, is_variadic }) => {
                    let index = index_of(position)?;
                    operands.push(ImportOperand { name, index, is_variadic });
                    Ok(ImportPiece::Operand(name))
                }
                Some(NameMeaning::Other { position }) => {
                    index_of(position).map(ImportPiece::LlvmOperand)
                }
                Some(NameMeaning::Result) if operation.results.len() == 1 => {
                    Ok(ImportPiece::Result)
                }
                Some(NameMeaning::Result) => {
                    Err(error("expected op to have one result".to_owned()))
                }
                None => Err(error(unknown_name(name))),
            }
        })?;
        Ok(LlvmImport { source, class: operation.qualified_class(), operands, body })
    }
}

/// Returns the enumerators of all intrinsics that operations represent, sorted by definition name.
///
/// # Errors
/// If the description lacks the class, or a field has an unexpected type.
pub fn llvm_intrinsics(store: &RecordStore) -> Result<Vec<&str>, FieldError> {
    let records = LlvmIntrinsicOpRecord::all(store)?;
    records.into_iter().map(|record| record.enumerator()).collect()
}

/// Returns the LLVM IR operand index for each argument: from the description, or in argument order.
fn argument_indices(record: LlvmOpRecord<'_>, count: usize) -> Result<Vec<i64>, FieldError> {
    let indices = record.argument_indices()?;
    if indices.is_empty() {
        return Ok((0..).take(count).collect());
    }
    if indices.len() != count {
        let message = "expected 'llvmArgIndices' size to match the number of arguments";
        return Err(FieldError::new(Code::Mlir, record, message));
    }
    Ok(indices)
}

fn unknown_name(name: &str) -> String {
    format!("expected keyword, argument, or result, but got {name}")
}

/// Splits a template into texts and named pieces. A dollar without a name is an empty name.
fn pieces<'s, P>(
    template: &'s str,
    text: impl Fn(&'s str) -> P,
    mut resolve: impl FnMut(&'s str) -> Result<P, FieldError>,
) -> Result<Vec<P>, FieldError> {
    let segments = TemplateSyntax::DOLLAR.segments(template);
    let pieces = segments.map(|segment| match segment {
        Segment::Text(part) => Ok(text(part)),
        Segment::Hole { name, .. } => resolve(name),
        Segment::Malformed(_) => resolve(""),
    });
    pieces.collect()
}

impl ImportKeyword {
    fn from_name(name: &str) -> Option<ImportKeyword> {
        Some(match name {
            "_op" => ImportKeyword::Operation,
            "_int_attr" => ImportKeyword::IntegerAttribute,
            "_float_attr" => ImportKeyword::FloatAttribute,
            "_var_attr" => ImportKeyword::VariableAttribute,
            "_label_attr" => ImportKeyword::LabelAttribute,
            "_roundingMode_attr" => ImportKeyword::RoundingModeAttribute,
            "_fpExceptionBehavior_attr" => ImportKeyword::ExceptionBehaviorAttribute,
            "_resultType" => ImportKeyword::ResultType,
            "_location" => ImportKeyword::Location,
            "_builder" => ImportKeyword::Builder,
            "_qualCppClassName" => ImportKeyword::Class,
            _ => return None,
        })
    }
}

/// An enum that LLVM has too.
#[derive(Clone, Debug)]
pub struct LlvmEnum<'s> {
    /// The enum.
    pub model: Enum<'s>,
    /// The LLVM C++ class or namespace.
    pub llvm_class: &'s str,
    /// Whether LLVM represents the enum as integers instead of a class.
    pub is_integer: bool,
    /// The LLVM enumerator for each case.
    pub enumerants: Vec<&'s str>,
    /// The enumerators that only LLVM has.
    pub unsupported: Vec<&'s str>,
}

impl<'s> LlvmEnum<'s> {
    /// Returns the enums that LLVM has too: first enums with their own class, then integer enums, each sorted by
    /// definition name.
    ///
    /// # Errors
    /// If the description lacks the classes, or a field has an unexpected type.
    pub fn all(store: &'s RecordStore) -> Result<Vec<LlvmEnum<'s>>, FieldError> {
        let mut enums = Vec::new();
        for record in LlvmEnumRecord::all(store)? {
            let unsupported = record.unsupported()?.into_iter().map(|one| one.llvm_enumerant());
            let unsupported = unsupported.collect::<Result<_, _>>()?;
            let class = record.llvm_class()?;
            let base = EnumInfoRecord::new(record.into());
            enums.push(LlvmEnum::read(base, class, false, unsupported)?);
        }
        for record in LlvmIntegerEnumRecord::all(store)? {
            let class = record.llvm_class()?;
            let base = EnumInfoRecord::new(record.into());
            enums.push(LlvmEnum::read(base, class, true, Vec::new())?);
        }
        Ok(enums)
    }

    fn read(
        record: EnumInfoRecord<'s>,
        llvm_class: &'s str,
        is_integer: bool,
        unsupported: Vec<&'s str>,
    ) -> Result<LlvmEnum<'s>, FieldError> {
        let enumerant =
            |case: EnumCaseRecord<'s>| LlvmEnumCaseRecord::new(case.into()).llvm_enumerant();
        let enumerants = record.cases()?.into_iter().map(enumerant);
        let enumerants = enumerants.collect::<Result<_, _>>()?;
        let model = Enum::read(record)?;
        Ok(LlvmEnum { model, llvm_class, is_integer, enumerants, unsupported })
    }
}
