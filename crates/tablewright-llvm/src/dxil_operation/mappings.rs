//! Operations in the form of a mapping from an intrinsic to an operation: a record of class
//! `DXILOpMapping` has the types, and attributes follow from the intrinsic.

use std::collections::hash_map::Entry;
use std::fmt::{self, Display, Formatter};

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_selection::record_views::intrinsic::{
    IntrinsicRecord, LlvmMatchTypeRecord, LlvmTypeRecord,
};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, SequenceToOffsetTable, line};

use super::{Terminator, emit_find_property, emit_names, intrinsic_name};
use crate::record_views::dxil::DxilOpMappingRecord;
use crate::support::packed_sequences::{PackedSequences, packed_strings};

pub(super) struct Operations<'s> {
    /// By code.
    operations: Vec<DxilOperation<'s>>,
    classes: Vec<&'s str>,
    names: SequenceToOffsetTable<u8>,
    class_names: SequenceToOffsetTable<u8>,
    parameters: SequenceToOffsetTable<DxilParameterKind>,
}

#[doc(alias = "DXILOperationDesc")]
struct DxilOperation<'s> {
    name: &'s str,
    code: i32,
    class: &'s str,
    doc: &'s str,
    /// The name of the intrinsic; none for none.
    intrinsic: Option<&'s str>,
    attribute: &'static str,
    overloads: &'static str,
    /// Index of the overloaded type: 0 for the result, then the parameters; -1 if there is none.
    overload_index: i64,
    parameter_count: usize,
    name_offset: usize,
    class_name_offset: usize,
    /// Parameters offset. Operations in a class share the parameters of the first operation.
    parameters_offset: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum DxilParameterKind {
    Void,
    Half,
    Float,
    Double,
    I1,
    I8,
    I16,
    I32,
    Overload,
}

pub(super) fn collect(store: &RecordStore) -> Result<Operations<'_>, FieldError> {
    let mut read = Vec::new();
    for record in DxilOpMappingRecord::all(store)? {
        read.push(operation(record)?);
    }
    read.sort_by_key(|(operation, _)| operation.code);

    // Classes in order of their first operations, with their positions.
    let mut class_numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut classes = Vec::new();
    let mut parameters = Vec::new();
    for (operation, types) in &read {
        // Only the parameters of a class's first operation are looked at: the others share them.
        if let Entry::Vacant(entry) = class_numbers.entry(operation.class) {
            entry.insert(classes.len());
            classes.push(operation.class);
            // The first type is the result type, not a parameter.
            let kinds = types[1..].iter().map(|&ty| parameter_kind(ty));
            parameters.push(kinds.collect::<Result<Vec<_>, _>>()?);
        }
    }
    let names = packed_strings(read.iter().map(|(operation, _)| operation.name));
    let class_names = packed_strings(classes.iter().copied());
    let parameters: PackedSequences<DxilParameterKind> = parameters.into_iter().collect();
    let mut operations = Vec::with_capacity(read.len());
    for ((mut operation, _), name_offset) in read.into_iter().zip(names.offsets) {
        let class = class_numbers[operation.class];
        operation.name_offset = name_offset;
        operation.class_name_offset = class_names.offsets[class];
        operation.parameters_offset = parameters.offsets[class];
        operations.push(operation);
    }
    // The reference sorts the classes only if there are more than two.
    if classes.len() > 2 {
        classes.sort_unstable();
    }
    Ok(Operations {
        operations,
        classes,
        names: names.table,
        class_names: class_names.table,
        parameters: parameters.table,
    })
}

/// Returns an operation, whose offsets in tables are filled in later, and its types.
fn operation(
    record: DxilOpMappingRecord<'_>,
) -> Result<(DxilOperation<'_>, Vec<LlvmTypeRecord<'_>>), FieldError> {
    let (types, overload_index) = types(record)?;
    // Without an overloaded type, the first parameter's type is used, or the result type if the parameter list is
    // empty.
    let said_by = match overload_index {
        Some(index) => index,
        None => usize::from(types.len() > 1),
    };
    let (mut of_intrinsic, mut attribute) = (None, "Attribute::None");
    if record.has_field("LLVMIntrinsic") {
        let (name, of_name) = intrinsic(record.llvm_intrinsic()?)?;
        (of_intrinsic, attribute) = (Some(name), of_name);
    }
    let operation = DxilOperation {
        name: record.name(),
        code: record.op_code()? as i32,
        class: record.op_class()?.name(),
        doc: record.doc()?,
        intrinsic: of_intrinsic,
        attribute,
        overloads: overloads(types[said_by])?,
        overload_index: overload_index.map_or(-1, |index| index as i64),
        parameter_count: types.len() - 1,
        name_offset: 0,
        class_name_offset: 0,
        parameters_offset: 0,
    };
    Ok((operation, types))
}

/// Returns the result and parameter types, and the overloaded type. An anonymous type refers to another type by
/// number.
fn types(
    record: DxilOpMappingRecord<'_>,
) -> Result<(Vec<LlvmTypeRecord<'_>>, Option<usize>), FieldError> {
    let error = |message: &str| {
        let message = format!("DXIL operation `{}' {message}", record.name());
        FieldError::new(Code::DxilOperations, record, message)
    };
    let listed = record.op_types()?;
    if listed.is_empty() {
        return Err(error("lacks types"));
    }
    let mut overload: Option<usize> = None;
    let mut types = Vec::with_capacity(listed.len());
    for (i, &ty) in listed.iter().enumerate() {
        if ty.is_any()? == 1 {
            match overload {
                None => overload = Some(i),
                Some(first) if listed[first].id() == ty.id() => {}
                Some(_) => {
                    let message = "Specification of multiple differing overload parameter types \
                                   not yet supported";
                    return Err(FieldError::new(Code::DxilOperations, record, message));
                }
            }
        }
        if !ty.is_anonymous() {
            types.push(ty);
            continue;
        }
        // An anonymous type repeats the overloaded type of an earlier operand.
        if overload.is_none() {
            return Err(error("has a type that matches an overloaded one, but none comes before"));
        }
        let number = LlvmMatchTypeRecord::new(*ty).number()?;
        let matched = usize::try_from(number).ok().and_then(|number| listed.get(number));
        types.push(*matched.ok_or_else(|| error(&format!("lacks a type {number}")))?);
    }
    Ok((types, overload))
}

/// Returns the name of the intrinsic and the attribute that follows from its properties.
fn intrinsic(intrinsic: IntrinsicRecord<'_>) -> Result<(&str, &'static str), FieldError> {
    let name = intrinsic_name(*intrinsic)?;
    let properties = intrinsic.intr_properties()?;
    let attribute = properties.into_iter().find_map(|property| match property.name() {
        "IntrNoMem" => Some("Attribute::ReadNone"),
        "IntrReadMem" => Some("Attribute::ReadOnly"),
        _ => None,
    });
    Ok((name, attribute.unwrap_or("Attribute::None")))
}

/// Returns the value type of an IR type.
fn value_type(ty: LlvmTypeRecord<'_>) -> Result<&str, FieldError> {
    ty.vt()?.llvm_name()
}

fn parameter_kind(ty: LlvmTypeRecord<'_>) -> Result<DxilParameterKind, FieldError> {
    Ok(match value_type(ty)? {
        "isVoid" => DxilParameterKind::Void,
        "f16" => DxilParameterKind::Half,
        "f32" => DxilParameterKind::Float,
        "f64" => DxilParameterKind::Double,
        "i1" => DxilParameterKind::I1,
        "i8" => DxilParameterKind::I8,
        "i16" => DxilParameterKind::I16,
        "i32" => DxilParameterKind::I32,
        "fAny" | "iAny" => DxilParameterKind::Overload,
        "Other" if ty.is_half_or_float()? != 0 || ty.is_i16_or_i32()? != 0 => {
            DxilParameterKind::Overload
        }
        _ => return Err(unsupported(ty)),
    })
}

fn overloads(ty: LlvmTypeRecord<'_>) -> Result<&'static str, FieldError> {
    Ok(match value_type(ty)? {
        "isVoid" => "OverloadKind::VOID",
        "f16" => "OverloadKind::HALF",
        "f32" => "OverloadKind::FLOAT",
        "f64" => "OverloadKind::DOUBLE",
        "i1" => "OverloadKind::I1",
        "i8" => "OverloadKind::I8",
        "i16" => "OverloadKind::I16",
        "i32" => "OverloadKind::I32",
        "i64" => "OverloadKind::I64",
        "iAny" => "OverloadKind::I16 | OverloadKind::I32 | OverloadKind::I64",
        "fAny" => "OverloadKind::HALF | OverloadKind::FLOAT | OverloadKind::DOUBLE",
        "Other" if ty.is_half_or_float()? != 0 => "OverloadKind::HALF | OverloadKind::FLOAT",
        "Other" if ty.is_i16_or_i32()? != 0 => "OverloadKind::I16 | OverloadKind::I32",
        _ => return Err(unsupported(ty)),
    })
}

fn unsupported(ty: LlvmTypeRecord<'_>) -> FieldError {
    FieldError::new(
        Code::DxilOperations,
        ty,
        format!("DXIL lacks operations on type `{}'", ty.name()),
    )
}

impl Display for DxilParameterKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "ParameterKind::{self:?}")
    }
}

pub(super) fn emit(model: &Operations<'_>, w: &mut CppWriter) {
    w.raw("// Automatically generated, do not edit.\n\n");
    w.if_defined("DXIL_OP_ENUM", |w| enumerations(model, w));
    w.if_defined("DXIL_OP_INTRINSIC_MAP", |w| intrinsic_map(model, w));
    w.if_defined("DXIL_OP_OPERATION_TABLE", |w| {
        properties(model, w);
        emit_names(&model.names, &model.class_names, Terminator::Short, w);
        parameter_kinds(model, w);
    });
}

fn enumerations(model: &Operations<'_>, w: &mut CppWriter) {
    w.raw("// The operations\n");
    line!(w, "enum class OpCode : unsigned {{");
    for operation in &model.operations {
        line!(w, "{} = {}, // {}", operation.name, operation.code, operation.doc);
    }
    w.raw("\n};\n\n");
    w.raw("// The classes of operations with functions of one form\n");
    line!(w, "enum class OpCodeClass : unsigned {{");
    for class in &model.classes {
        line!(w, "{class},");
    }
    w.raw("\n};\n\n");
}

fn intrinsic_map(model: &Operations<'_>, w: &mut CppWriter) {
    line!(w);
    line!(w, "static const SmallDenseMap<Intrinsic::ID, dxil::OpCode> LowerMap = {{");
    for operation in &model.operations {
        if let Some(intrinsic) = operation.intrinsic {
            line!(w, "  {{ Intrinsic::{intrinsic}, dxil::OpCode::{}}},", operation.name);
        }
    }
    w.raw("};\n\n");
}

fn properties(model: &Operations<'_>, w: &mut CppWriter) {
    line!(w, "static const OpCodeProperty *getOpCodeProperty(dxil::OpCode Op) {{");
    line!(w, "  static const OpCodeProperty OpCodeProps[] = {{");
    for o in &model.operations {
        write!(w, "  {{ dxil::OpCode::{}, {}", o.name, o.name_offset);
        write!(w, ", OpCodeClass::{}, {}", o.class, o.class_name_offset);
        write!(w, ", {}, {}", o.overloads, o.attribute);
        write!(w, ", {}, {}", o.overload_index, o.parameter_count);
        line!(w, ", {} }},", o.parameters_offset);
    }
    line!(w, "  }};");
    emit_find_property(w);
}

fn parameter_kinds(model: &Operations<'_>, w: &mut CppWriter) {
    line!(w, "static const ParameterKind *getOpCodeParameterKind(const OpCodeProperty &Prop) {{");
    line!(w);
    line!(w, "  static const ParameterKind DXILOpParameterKindTable[] = {{");
    for (offset, kinds) in model.parameters.rows() {
        write!(w, "  /* {offset} */ ");
        for kind in kinds {
            write!(w, "{kind}, ");
        }
        line!(w, "ParameterKind::Invalid,");
    }
    w.raw("  };\n\n");
    line!(w, "  unsigned Index = Prop.ParameterTableOffset;");
    line!(w, "  return DXILOpParameterKindTable + Index;");
    w.raw("}\n");
}
