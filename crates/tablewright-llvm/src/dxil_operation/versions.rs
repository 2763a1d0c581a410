//! Operations whose overloads, stages and attributes belong to versions of DXIL.

use std::fmt::{self, Display, Formatter};

use rustc_hash::FxHashMap;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{CppWriter, SequenceToOffsetTable, line};

use super::{Terminator, emit_find_property, emit_names, intrinsic_name};
use crate::record_views::dxil::{
    DxilOpParamTypeRecord, DxilOpRecord, IntrinSelectRecord, VersionRecord,
};
use crate::support::packed_sequences::packed_strings;

/// Prefix for argument kind names in descriptions.
const ARG_SELECT_PREFIX: &str = "IntrinArgSelect_";
/// Pseudo-stages without bits: all stages, and none.
const ALL_STAGES: &str = "all_stages";
const REMOVED: &str = "removed";

pub(super) struct VersionedDxilOperations<'s> {
    versions: Vec<DxilVersion>,
    /// By code.
    operations: Vec<VersionedDxilOperation<'s>>,
    /// All classes, parameter types, attributes, kinds of arguments and stages, in natural order.
    classes: Vec<&'s str>,
    param_types: Vec<&'s str>,
    attributes: Vec<&'s str>,
    arg_select_types: Vec<&'s str>,
    stages: Vec<&'s str>,
    /// C++ type for stage sets.
    shader_kind_type: &'static str,
    names: SequenceToOffsetTable<u8>,
    class_names: SequenceToOffsetTable<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct DxilVersion {
    major: i64,
    minor: i64,
}

struct VersionedDxilOperation<'s> {
    name: &'s str,
    code: i64,
    class: &'s str,
    result: &'s str,
    arguments: Vec<&'s str>,
    /// The kinds of the overloaded type, by version.
    overloads: Vec<(DxilVersion, Vec<&'static str>)>,
    stages: Vec<(DxilVersion, Vec<&'s str>)>,
    /// For each known attribute, whether the function has it.
    attributes: Vec<(DxilVersion, Vec<bool>)>,
    intrinsics: Vec<VersionedDxilIntrinsic<'s>>,
    /// The position of the overloaded type: 0 is the result, then come the arguments; -1 for none.
    overload_index: i64,
    name_offset: usize,
    class_name_offset: usize,
}

/// An intrinsic, with the kinds and values of the operation's arguments.
struct VersionedDxilIntrinsic<'s> {
    name: &'s str,
    arguments: Vec<(&'s str, i64)>,
}

fn version(record: VersionRecord<'_>) -> Result<DxilVersion, FieldError> {
    Ok(DxilVersion { major: record.major()?, minor: record.minor()? })
}

pub(super) fn collect(store: &RecordStore) -> Result<VersionedDxilOperations<'_>, Diagnostic> {
    let records = |class| -> Result<Vec<Record<'_>>, FieldError> { store.derived_from_name(class) };
    let names = |class| -> Result<Vec<&str>, FieldError> {
        Ok(records(class)?.into_iter().map(|record| record.name()).collect())
    };
    let attributes = records("DXILAttribute")?;
    let mut operations = Vec::new();
    for record in DxilOpRecord::all(store)? {
        operations.push(operation(record, &attributes)?);
    }
    operations.sort_by_key(|operation| operation.code);
    if let Some(same) = operations.windows(2).find(|pair| pair[0].code == pair[1].code) {
        let message = format!("Duplicate opcode: {}", same[0].code);
        return Err(Diagnostic::error_anywhere(Code::DxilOperations, message));
    }
    // Class names are packed in the order of their first operations.
    let mut class_numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut used_classes = Vec::new();
    for operation in &operations {
        class_numbers.entry(operation.class).or_insert_with(|| {
            used_classes.push(operation.class);
            used_classes.len() - 1
        });
    }
    let packed_names = packed_strings(operations.iter().map(|operation| operation.name));
    let class_names = packed_strings(used_classes);
    for (operation, offset) in operations.iter_mut().zip(packed_names.offsets) {
        operation.name_offset = offset;
        operation.class_name_offset = class_names.offsets[class_numbers[operation.class]];
    }
    let mut versions = Vec::new();
    for record in VersionRecord::all(store)? {
        versions.push(version(record)?);
    }
    let arg_select_types = names("IntrinArgSelectType")?;
    let stages = names("DXILShaderStage")?;
    Ok(VersionedDxilOperations {
        versions,
        operations,
        classes: names("DXILOpClass")?,
        param_types: names("DXILOpParamType")?,
        attributes: attributes.iter().map(|record| record.name()).collect(),
        arg_select_types: arg_select_types.into_iter().map(arg_select_name).collect(),
        shader_kind_type: shader_kind_type(stages.len()),
        stages,
        names: packed_names.table,
        class_names: class_names.table,
    })
}

/// Returns the smallest type with a bit for each stage, where bits are counted from 1.
fn shader_kind_type(stages: usize) -> &'static str {
    match stages {
        0..8 => "uint8_t",
        8..16 => "uint16_t",
        16..32 => "uint32_t",
        _ => "uint64_t",
    }
}

fn arg_select_name(name: &str) -> &str {
    name.strip_prefix(ARG_SELECT_PREFIX).unwrap_or(name)
}

fn operation<'s>(
    record: DxilOpRecord<'s>,
    all_attributes: &[Record<'s>],
) -> Result<VersionedDxilOperation<'s>, Diagnostic> {
    let result = record.result()?;
    let arguments = record.arguments()?;
    let mut intrinsics = Vec::new();
    for select in record.intrinsics()? {
        intrinsics.push(intrinsic(select)?);
    }
    Ok(VersionedDxilOperation {
        name: record.name(),
        code: record.op_code()?,
        class: record.op_class()?.name(),
        overload_index: overload_index(result, &arguments)?,
        result: result.name(),
        arguments: arguments.iter().map(|argument| argument.name()).collect(),
        overloads: overloads(record)?,
        stages: stages(record)?,
        attributes: attributes(record, all_attributes)?,
        intrinsics,
        name_offset: 0,
        class_name_offset: 0,
    })
}

/// Returns the first argument of the overloaded type, or the result.
fn overload_index(
    result: DxilOpParamTypeRecord<'_>,
    arguments: &[DxilOpParamTypeRecord<'_>],
) -> Result<i64, FieldError> {
    for (index, argument) in (1..).zip(arguments) {
        if argument.is_overload()? != 0 {
            return Ok(index);
        }
    }
    Ok(if result.is_overload()? != 0 { 0 } else { -1 })
}

fn intrinsic(select: IntrinSelectRecord<'_>) -> Result<VersionedDxilIntrinsic<'_>, FieldError> {
    let intrinsic = select.intrinsic()?;
    let name = intrinsic_name(*intrinsic)?;
    let mut arguments = Vec::new();
    for argument in select.arg_selects()? {
        arguments.push((arg_select_name(argument.kind()?.name()), argument.value()?));
    }
    Ok(VersionedDxilIntrinsic { name, arguments })
}

/// Returns the kinds of the overloaded type, by version.
fn overloads(
    record: DxilOpRecord<'_>,
) -> Result<Vec<(DxilVersion, Vec<&'static str>)>, FieldError> {
    let mut overloads = Vec::new();
    for each in record.overloads()? {
        let mut kinds = Vec::new();
        for ty in each.types()? {
            kinds.push(overload_kind(ty)?);
        }
        overloads.push((version(each.version()?)?, kinds));
    }
    overloads.sort_by_key(|&(version, _)| version);
    Ok(overloads)
}

fn overload_kind(ty: DxilOpParamTypeRecord<'_>) -> Result<&'static str, FieldError> {
    let name = ty.name();
    // Loads from resources and constant buffers return structures with these types.
    let element = name.strip_prefix("ResRet").or(name.strip_prefix("CBufRet")).unwrap_or(name);
    Ok(match element {
        "VoidTy" => "OverloadKind::VOID",
        "HalfTy" => "OverloadKind::HALF",
        "FloatTy" => "OverloadKind::FLOAT",
        "DoubleTy" => "OverloadKind::DOUBLE",
        "Int1Ty" => "OverloadKind::I1",
        "Int8Ty" => "OverloadKind::I8",
        "Int16Ty" => "OverloadKind::I16",
        "Int32Ty" => "OverloadKind::I32",
        "Int64Ty" => "OverloadKind::I64",
        _ => {
            let message = format!("DXIL lacks operations on type `{name}'");
            return Err(FieldError::new(Code::DxilOperations, ty, message));
        }
    })
}

fn stages(record: DxilOpRecord<'_>) -> Result<Vec<(DxilVersion, Vec<&str>)>, Diagnostic> {
    let mut stages = Vec::new();
    for each in record.stages()? {
        let names: Vec<&str> = each.shader_stages()?.iter().map(|stage| stage.name()).collect();
        if names.is_empty() {
            let message = "No valid stages for operation specified";
            return Err(Diagnostic::error_anywhere(Code::DxilOperations, message));
        }
        stages.push((version(each.version()?)?, names));
    }
    if stages.is_empty() {
        let name = record.name();
        let message = format!("Atleast one specification of valid stage for {name} is required");
        return Err(FieldError::new(Code::DxilOperations, record, message).into());
    }
    stages.sort_by_key(|&(version, _)| version);
    Ok(stages)
}

fn attributes(
    record: DxilOpRecord<'_>,
    all: &[Record<'_>],
) -> Result<Vec<(DxilVersion, Vec<bool>)>, FieldError> {
    let mut attributes = Vec::new();
    for each in record.attributes()? {
        let set: Vec<RecordId> = each.attributes()?.iter().map(|record| record.id()).collect();
        let has = all.iter().map(|attribute| set.contains(&attribute.id())).collect();
        attributes.push((version(each.version()?)?, has));
    }
    attributes.sort_by_key(|&(version, _)| version);
    Ok(attributes)
}

impl Display for DxilVersion {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.major, self.minor)
    }
}

/// Writes a part of the file that is guarded by a macro. The part undefines the macro at its end.
fn emit_part(name: &str, w: &mut CppWriter, body: impl FnOnce(&mut CppWriter)) {
    line!(w, "#ifdef {name}");
    body(w);
    line!(w, "#undef {name}");
    line!(w, "#endif");
    line!(w);
}

/// Writes a macro call for each name.
fn emit_calls(name: &str, arguments: &[&str], w: &mut CppWriter) {
    emit_part(name, w, |w| {
        for argument in arguments {
            line!(w, "{name}({argument})");
        }
    });
}

pub(super) fn emit(model: &VersionedDxilOperations<'_>, w: &mut CppWriter) {
    w.raw("// Automatically generated, do not edit.\n\n");
    emit_part("DXIL_VERSION", w, |w| {
        for version in &model.versions {
            line!(w, "DXIL_VERSION({version})");
        }
    });
    emit_part("DXIL_OPCODE", w, |w| {
        for operation in &model.operations {
            line!(w, "DXIL_OPCODE({}, {})", operation.code, operation.name);
        }
    });
    emit_calls("DXIL_OPCLASS", &model.classes, w);
    emit_calls("DXIL_OP_PARAM_TYPE", &model.param_types, w);
    emit_calls("DXIL_ATTRIBUTE", &model.attributes, w);
    emit_part("DXIL_OP_ATTRIBUTES", w, |w| emit_attributes(model, w));
    emit_function_types(model, w);
    emit_calls("DXIL_OP_INTRINSIC_ARG_SELECT_TYPE", &model.arg_select_types, w);
    emit_part("DXIL_OP_INTRINSIC", w, |w| emit_intrinsics(model, w));
    emit_part("DXIL_OP_OPERATION_TABLE", w, |w| {
        emit_shader_kinds(model, w);
        emit_properties(model, w);
        emit_names(&model.names, &model.class_names, Terminator::Octal, w);
    });
}

fn emit_attributes(model: &VersionedDxilOperations<'_>, w: &mut CppWriter) {
    for operation in &model.operations {
        for (version, has) in &operation.attributes {
            write!(w, "DXIL_OP_ATTRIBUTES(dxil::OpCode::{}, {version}", operation.name);
            has.iter().for_each(|has| write!(w, ", {has}"));
            w.raw(")\n");
        }
    }
}

fn emit_function_types(model: &VersionedDxilOperations<'_>, w: &mut CppWriter) {
    w.text_block(
        "
        #ifndef DXIL_OP_FUNCTION_TYPE
        #define DXIL_OP_FUNCTION_TYPE(OpCode, RetType, ...)
        #endif
        ",
    );
    for VersionedDxilOperation { name, result, arguments, .. } in &model.operations {
        write!(w, "DXIL_OP_FUNCTION_TYPE(dxil::OpCode::{name}, dxil::OpParamType::{result}, ");
        for (i, argument) in arguments.iter().enumerate() {
            let separator = if i == 0 { "" } else { ", " };
            write!(w, "{separator}dxil::OpParamType::{argument}");
        }
        w.raw(")\n");
    }
    w.raw("#undef DXIL_OP_FUNCTION_TYPE\n\n");
}

fn emit_intrinsics(model: &VersionedDxilOperations<'_>, w: &mut CppWriter) {
    for operation in &model.operations {
        for VersionedDxilIntrinsic { name, arguments } in &operation.intrinsics {
            write!(w, "DXIL_OP_INTRINSIC(dxil::OpCode::{}, Intrinsic::{name}, ", operation.name);
            for (kind, value) in arguments {
                write!(w, "(IntrinArgSelect{{IntrinArgSelect::Type::{kind},{value}}}), ");
            }
            w.raw(")\n");
        }
    }
}

/// Writes the shader stages as bits.
fn emit_shader_kinds(model: &VersionedDxilOperations<'_>, w: &mut CppWriter) {
    w.block(format_args!("enum ShaderKind : {}", model.shader_kind_type), ";", |w| {
        let mut bit = 0;
        for &stage in &model.stages {
            match stage {
                ALL_STAGES => line!(w, "{stage} = {:#X}, // No stage, but all", all_bits(model)),
                REMOVED => line!(w, "{stage} = 0, // No stage"),
                _ => {
                    bit += 1;
                    line!(w, "{stage} = 1 << {bit},");
                }
            }
        }
    });
    line!(w);
}

/// Returns a mask with a bit for each stage, including pseudo-stages.
fn all_bits(model: &VersionedDxilOperations<'_>) -> u128 {
    1u128.checked_shl(model.stages.len() as u32).unwrap_or(0).wrapping_sub(1)
}

fn emit_properties(model: &VersionedDxilOperations<'_>, w: &mut CppWriter) {
    line!(w, "static const OpCodeProperty *getOpCodeProperty(dxil::OpCode Op) {{");
    line!(w, "  static const OpCodeProperty OpCodeProps[] = {{");
    for (i, operation) in model.operations.iter().enumerate() {
        w.raw(if i == 0 { "" } else { ",\n" });
        write!(w, "  {{ dxil::OpCode::{}, {}, ", operation.name, operation.name_offset);
        write!(w, "OpCodeClass::{}, {}, {{", operation.class, operation.class_name_offset);
        if operation.overloads.is_empty() {
            w.raw("{{1, 0}, OverloadKind::UNDEFINED}");
        }
        for (i, (version, kinds)) in operation.overloads.iter().enumerate() {
            write!(w, "{}{{{{{version}}}, ", if i == 0 { "" } else { ", " });
            w.raw(if kinds.is_empty() { "OverloadKind::UNDEFINED" } else { "" });
            w.raw(&kinds.join(" | "));
            w.raw("}");
        }
        w.raw("}, {");
        for (i, (version, stages)) in operation.stages.iter().enumerate() {
            write!(w, "{}{{{{{version}}}, ", if i == 0 { "" } else { ", " });
            for (i, stage) in stages.iter().enumerate() {
                write!(w, "{}ShaderKind::{stage}", if i == 0 { "" } else { " | " });
            }
            w.raw("}");
        }
        write!(w, "}}, {} }}", operation.overload_index);
    }
    w.raw("\n  };\n");
    emit_find_property(w);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use tablewright_backend::Options;
    use tablewright_records::Release;
    use tablewright_test_support::{Description, lines, output_of};

    use crate::dxil_operation::BACKEND;

    const FIXTURE: &str = include_str!("../../../../tests/data/dxil-operation/ok/versions.td");

    /// Returns the output for an operation with these fields.
    fn operation(fields: &str) -> String {
        let (classes, _) = FIXTURE.split_once("def Second").expect("the fixture has an operation");
        let text = format!(
            "{classes}def X : DXILOp<7, unary> {{
  let result = VoidTy;
  let stages = [Stages<DXIL1_0, [vertex]>];
  {fields}
}}"
        );
        let store = Description::new(text).for_release(Release::new(22)).store();
        output_of(&BACKEND, &Options::default(), &store)
    }

    #[test]
    fn versions_are_in_their_order() {
        let output = operation(
            "let overloads = [Overloads<DXIL1_6, [ResRetInt32Ty, HalfTy]>, Overloads<DXIL1_0, [HalfTy]>];",
        );
        expect![[r#"
            DXIL_VERSION(1, 0)
            DXIL_VERSION(1, 6)
            { dxil::OpCode::X, 0, OpCodeClass::unary, 0, {{{1, 0}, OverloadKind::HALF}, {{1, 6}, OverloadKind::I32 | OverloadKind::HALF}}, {{{1, 0}, ShaderKind::vertex}}, -1 }
        "#]].assert_eq(&lines(&output, &["DXIL_VERSION(1", "{ dxil::OpCode::X"]));
    }

    #[test]
    fn the_overloaded_position_is_the_first_with_the_overload_type() {
        let output = operation(
            "let arguments = [HalfTy, OverloadTy, OverloadTy]; let overloads = [Overloads<DXIL1_0, [HalfTy]>];",
        );
        expect![[r#"
            DXIL_OP_FUNCTION_TYPE(dxil::OpCode::X, dxil::OpParamType::VoidTy, dxil::OpParamType::HalfTy, dxil::OpParamType::OverloadTy, dxil::OpParamType::OverloadTy)
            { dxil::OpCode::X, 0, OpCodeClass::unary, 0, {{{1, 0}, OverloadKind::HALF}}, {{{1, 0}, ShaderKind::vertex}}, 2 }
        "#]].assert_eq(&lines(&output, &["{ dxil::OpCode::X", "FUNCTION_TYPE(dxil"]));
    }

    #[test]
    fn an_intrinsic_may_be_selected_by_an_argument() {
        let output = operation(
            "let intrinsics = [IntrinSelect<int_dx_first, [IntrinArgSelect<IntrinArgSelect_I32, 3>]>];",
        );
        expect![[r#"
            DXIL_OP_INTRINSIC_ARG_SELECT_TYPE(I32)
            DXIL_OP_INTRINSIC(dxil::OpCode::X, Intrinsic::dx_first, (IntrinArgSelect{IntrinArgSelect::Type::I32,3}), )
        "#]].assert_eq(&lines(&output, &["DXIL_OP_INTRINSIC(", "ARG_SELECT_TYPE("]));
    }

    #[test]
    fn attributes_list_what_the_operation_has() {
        let output = operation("let attributes = [Attributes<DXIL1_0, [ReadNone]>];");
        expect![[r#"
            DXIL_ATTRIBUTE(NoReturn)
            DXIL_ATTRIBUTE(ReadNone)
            DXIL_OP_ATTRIBUTES(dxil::OpCode::X, 1, 0, false, true)
        "#]]
        .assert_eq(&lines(&output, &["DXIL_ATTRIBUTE(", "DXIL_OP_ATTRIBUTES("]));
    }

    #[test]
    fn an_operation_has_stages() {
        expect![[r#"
            error: Atleast one specification of valid stage for X is required
        "#]]
        .assert_eq(&operation("let stages = [];"));
        let output = operation("let stages = [Stages<DXIL1_0, [all_stages]>];");
        expect![[r#"
            { dxil::OpCode::X, 0, OpCodeClass::unary, 0, {{{1, 0}, OverloadKind::UNDEFINED}}, {{{1, 0}, ShaderKind::all_stages}}, -1 }
        "#]].assert_eq(&lines(&output, &["{ dxil::OpCode::X"]));
    }
}
