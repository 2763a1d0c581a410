//! How operations and enums are translated to and from LLVM IR.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{Segment, TemplateSyntax};

use super::element_memo::ElementMemo;
use super::operation::{Argument, Operation};
use super::{Arity, Enum};
use crate::record_views::enum_attr::{EnumCaseRecord, EnumInfoRecord};
use crate::record_views::llvm_ir::{
    LlvmEnumCaseRecord, LlvmEnumRecord, LlvmIntegerEnumRecord, LlvmIntrinsicOpRecord, LlvmOpRecord,
};
use crate::record_views::operation::OperationRecord;

/// How an operation is translated to LLVM IR.
#[derive(Clone, Debug)]
pub struct LlvmExport<'s> {
    /// The C++ class of the operation with its namespace.
    pub class: String,
    /// The C++ statements that create LLVM IR.
    pub body: Vec<ExportPiece<'s>>,
}

/// A piece of the C++ that translates an operation to LLVM IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportPiece<'s> {
    /// C++.
    Text(&'s str),
    /// The value of the operand of that name.
    Value(&'s str),
    /// The values of the operand of that name, which can be any number.
    Values(&'s str),
    /// The attribute or property of that name.
    Attribute(&'s str),
    /// The value to set for the result of that name.
    Result(&'s str),
    /// The type of the only result.
    ResultType,
    /// Whether there is a result.
    HasResult,
    /// The location.
    Location,
    /// How many operands there are.
    OperandCount,
}

/// How an operation is created of an instruction or an intrinsic of LLVM IR.
#[derive(Clone, Debug)]
pub struct LlvmImport<'s> {
    /// The C++ enumerator of the instruction or the intrinsic.
    pub source: &'s str,
    /// The C++ class of the operation with its namespace.
    pub class: String,
    /// The operands that are converted before, each as often as the body mentions it.
    pub operands: Vec<ImportOperand<'s>>,
    /// The C++ statements that create the operation.
    pub body: Vec<ImportPiece<'s>>,
}

/// An operand of LLVM IR that is converted to a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportOperand<'s> {
    /// The name of the operation's operand.
    pub name: &'s str,
    /// The index of the operand in LLVM IR.
    pub index: i64,
    /// Whether it stands for all operands from there on.
    pub is_variadic: bool,
}

/// A piece of the C++ that creates an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportPiece<'s> {
    /// C++.
    Text(&'s str),
    /// The converted operand of that name.
    Operand(&'s str),
    /// The operand of LLVM IR of that index, as it is.
    LlvmOperand(i64),
    /// The value to set for the result.
    Result,
    /// What the keyword stands for.
    Keyword(ImportKeyword),
}

/// A keyword in the C++ that creates an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImportKeyword {
    /// The operation to set where it has no result.
    Operation,
    /// The function that makes an attribute of an integer.
    IntegerAttribute,
    /// The function that makes an attribute of a number.
    FloatAttribute,
    /// The function that makes an attribute of a variable.
    VariableAttribute,
    /// The function that makes an attribute of a label.
    LabelAttribute,
    /// The function that makes an attribute of a rounding mode.
    RoundingModeAttribute,
    /// The function that makes an attribute of what happens at floating-point exceptions.
    ExceptionBehaviorAttribute,
    /// The type of the result.
    ResultType,
    /// The location.
    Location,
    /// The builder.
    Builder,
    /// The C++ class of the operation.
    Class,
}

impl<'s> LlvmExport<'s> {
    /// The operations of a description that have C++ to translate them to LLVM IR, in the order of the names of their
    /// definitions.
    ///
    /// # Errors
    /// Where the description has no such class, a field of one holds something else than it should, or the C++ has a
    /// name in it that stands for nothing.
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
            Found::Operand { is_variadic: false, .. } => ExportPiece::Value(name),
            Found::Operand { is_variadic: true, .. } => ExportPiece::Values(name),
            Found::Other { .. } => ExportPiece::Attribute(name),
            Found::Result => ExportPiece::Result(name),
        },
    })
}

/// What a name in a template is.
enum Found {
    Operand { position: usize, is_variadic: bool },
    Other { position: usize },
    Result,
}

/// The argument or result of a name, with its position among the arguments.
fn find(operation: &Operation<'_>, name: &str) -> Option<Found> {
    let arguments = &operation.arguments;
    for (position, argument) in arguments.order.iter().enumerate() {
        let (argument_name, found) = match *argument {
            Argument::Operand(index) => {
                let operand = &arguments.operands[index];
                let is_variadic = match operand.constraint.arity {
                    Arity::Single | Arity::Optional => false,
                    Arity::Variadic | Arity::VariadicOfVariadic { .. } => true,
                };
                (operand.name, Found::Operand { position, is_variadic })
            }
            Argument::Attribute(index) => {
                (arguments.attributes[index].name, Found::Other { position })
            }
            Argument::Property(index) => {
                (arguments.properties[index].name, Found::Other { position })
            }
        };
        if argument_name == name {
            return Some(found);
        }
    }
    operation.results.iter().any(|result| result.name == name).then_some(Found::Result)
}

impl<'s> LlvmImport<'s> {
    /// The operations of a description that have C++ to create them of an instruction, in the order of the names of
    /// their definitions.
    ///
    /// # Errors
    /// Those of [`LlvmExport::all`], and where an operand has no index in LLVM IR.
    pub fn of_instructions(store: &'s RecordStore) -> Result<Vec<LlvmImport<'s>>, FieldError> {
        let mut imports = Vec::new();
        let mut memo = ElementMemo::default();
        for record in LlvmOpRecord::all(store)? {
            if !record.mlir_builder()?.is_empty() {
                imports.push(LlvmImport::read(record, record.instruction()?, &mut memo)?);
            }
        }
        Ok(imports)
    }

    /// The operations of a description that have C++ to create them of an intrinsic, in the order of the names of
    /// their definitions.
    ///
    /// # Errors
    /// Those of [`LlvmImport::of_instructions`].
    pub fn of_intrinsics(store: &'s RecordStore) -> Result<Vec<LlvmImport<'s>>, FieldError> {
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
            if let Some(keyword) = ImportKeyword::of(name) {
                return Ok(ImportPiece::Keyword(keyword));
            }
            let index_of = |position: usize| match indices[position] {
                index @ 0.. => Ok(index),
                _ => Err(error(format!("expected non-negative operand index for argument {name}"))),
            };
            match find(&operation, name) {
                Some(Found::Operand { position, is_variadic }) => {
                    let index = index_of(position)?;
                    operands.push(ImportOperand { name, index, is_variadic });
                    Ok(ImportPiece::Operand(name))
                }
                Some(Found::Other { position }) => index_of(position).map(ImportPiece::LlvmOperand),
                Some(Found::Result) if operation.results.len() == 1 => Ok(ImportPiece::Result),
                Some(Found::Result) => Err(error("expected op to have one result".to_owned())),
                None => Err(error(unknown_name(name))),
            }
        })?;
        Ok(LlvmImport { source, class: operation.qualified_class(), operands, body })
    }
}

/// The enumerators of all intrinsics that operations of a description stand for, in the order of the names of their
/// definitions.
///
/// # Errors
/// Where the description has no such class, or a field of one holds something else than it should.
pub fn llvm_intrinsics(store: &RecordStore) -> Result<Vec<&str>, FieldError> {
    let records = LlvmIntrinsicOpRecord::all(store)?;
    records.into_iter().map(|record| record.enumerator()).collect()
}

/// The operand of LLVM IR for each argument: what the description says, or their own order.
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

/// The pieces of a template: its texts, and what its names stand for. A dollar before anything but a name is an
/// empty name.
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
    fn of(name: &str) -> Option<ImportKeyword> {
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

/// An enum that LLVM has, too.
#[derive(Clone, Debug)]
pub struct LlvmEnum<'s> {
    /// The enum.
    pub model: Enum<'s>,
    /// The C++ class or namespace of LLVM.
    pub llvm_class: &'s str,
    /// Whether LLVM has integers, and no class of its own.
    pub is_integer: bool,
    /// For each case the enumerator in LLVM.
    pub enumerants: Vec<&'s str>,
    /// The enumerators that only LLVM has.
    pub unsupported: Vec<&'s str>,
}

impl<'s> LlvmEnum<'s> {
    /// The enums of a description that LLVM has, too: first those with a class of their own, then those that are
    /// integers, each in the order of the names of their definitions.
    ///
    /// # Errors
    /// Where the description has no such classes, or a field of one holds something else than it should.
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
