//! Opcodes with their instances, one for each combination of types.

use tablewright_records::{Feature, FieldError, Record, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::opcode::{OpcodeRecord, TypeClassRecord, TypeRecord};

/// Opcode limits. The reference release has no limits, and runs out of memory or stack.
const MAX_INSTANCES: usize = 1_000_000;
const MAX_TYPE_CLASSES: usize = 1000;

/// The function that the reference release recognizes by name.
const END_SPECULATION: &str = "EndSpeculation";

/// The opcodes in a description, and the style of their code.
pub(super) struct Opcodes<'s> {
    pub(super) list: Vec<BytecodeOpcode<'s>>,
    pub(super) style: OpcodeStyle,
}

/// The style of generated code. It depends on the interpreter version.
pub(super) struct OpcodeStyle {
    /// The parameter type for source positions.
    pub(super) source_info: &'static str,
    /// The form of the interpreter's part.
    pub(super) dispatch: OpcodeDispatch,
    /// Whether the disassembler returns the text of an opcode instead of printing it.
    pub(super) disassembles_to_text: bool,
    /// Arguments of the function that disassembles an argument to text.
    pub(super) text_arguments: &'static str,
}

/// The dispatch from an opcode to its code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OpcodeDispatch {
    /// `switch` cases. If `passes_result` is set, opcodes that can return receive the result as an
    /// argument.
    Switch { passes_result: bool },
    /// A table of functions that call each other.
    Functions,
}

impl OpcodeStyle {
    fn new(store: &RecordStore) -> OpcodeStyle {
        if store.release().has(Feature::OpcodesAreText) {
            let dispatch = if store.release().has(Feature::OpcodesAreFunctions) {
                OpcodeDispatch::Functions
            } else {
                OpcodeDispatch::Switch { passes_result: false }
            };
            let reads_program = !store.release().has(Feature::OpcodeTextsNeedNoProgram);
            OpcodeStyle {
                source_info: "SourceInfo",
                dispatch,
                disassembles_to_text: true,
                text_arguments: if reads_program { "P, PC" } else { "PC" },
            }
        } else {
            OpcodeStyle {
                source_info: "const SourceInfo &",
                dispatch: OpcodeDispatch::Switch { passes_result: true },
                disassembles_to_text: false,
                text_arguments: "P, PC",
            }
        }
    }
}

pub(super) struct BytecodeOpcode<'s> {
    /// The function that runs it.
    pub(super) name: &'s str,
    /// Properties that affect the generated code.
    pub(super) flags: BytecodeOpcodeFlags,
    /// The possible types for each type parameter.
    pub(super) type_classes: Vec<TypeClass<'s>>,
    pub(super) args: Vec<OpcodeArg<'s>>,
    /// All combinations of types. The last type parameter varies fastest.
    pub(super) instances: Vec<OpcodeInstance>,
}

pub(super) struct BytecodeOpcodeFlags {
    pub(super) can_return: bool,
    pub(super) changes_pc: bool,
    pub(super) can_fail: bool,
    pub(super) needs_op_pc: bool,
    /// Whether it ends a speculation. Its function decides where evaluation continues.
    pub(super) ends_speculation: bool,
    pub(super) has_custom_link: bool,
    pub(super) has_custom_eval: bool,
    pub(super) has_group: bool,
}

pub(super) struct TypeClass<'s> {
    pub(super) types: Vec<&'s str>,
    /// Whether the class contains only some of the types.
    pub(super) is_partial: bool,
}

/// An argument after the opcode.
pub(super) struct OpcodeArg<'s> {
    pub(super) ty: &'s str,
    pub(super) by_reference: bool,
}

pub(super) struct OpcodeInstance {
    /// The opcode name, followed by its type names.
    pub(super) id: String,
    /// The types as template arguments: `<PT_Bool, PT_Ptr>`, or empty.
    pub(super) template_arguments: String,
}

pub(super) fn collect(store: &RecordStore) -> Result<Opcodes<'_>, Diagnostic> {
    let type_count = TypeRecord::all(store)?.len();
    let opcodes = OpcodeRecord::all(store)?;
    let list: Result<Vec<BytecodeOpcode<'_>>, Diagnostic> =
        opcodes.into_iter().map(|record| opcode(record, type_count)).collect();
    Ok(Opcodes { list: list?, style: OpcodeStyle::new(store) })
}

fn opcode(record: OpcodeRecord<'_>, type_count: usize) -> Result<BytecodeOpcode<'_>, Diagnostic> {
    let name = match record.function_name()? {
        "" => Record::from(record).name(),
        name => name,
    };
    let type_classes = type_classes(record, type_count)?;
    let instances = instances(record, name, &type_classes)?;
    let flags = BytecodeOpcodeFlags {
        can_return: record.can_return()?,
        changes_pc: record.changes_pc()?,
        can_fail: record.can_fail()?,
        needs_op_pc: record.needs_op_pc()?,
        ends_speculation: name == END_SPECULATION,
        has_custom_link: record.has_custom_link()?,
        has_custom_eval: record.has_custom_eval()?,
        has_group: record.has_group()?,
    };
    let is_checked = record.store().release().has(Feature::OpcodesAreFunctions);
    if is_checked && flags.has_group && type_classes.is_empty() {
        let message = "HasGroup only makes sense for opcodes with types";
        let mut error = Diagnostic::error_anywhere(Code::ClangInterpreter, message);
        error.label(record.pos(), "this opcode lacks types");
        return Err(error);
    }
    let mut args = Vec::new();
    for arg in record.args()? {
        args.push(OpcodeArg { by_reference: arg.is_reference()?, ty: arg.cpp_type()? });
    }
    Ok(BytecodeOpcode { name, flags, type_classes, args, instances })
}

fn type_classes(
    record: OpcodeRecord<'_>,
    type_count: usize,
) -> Result<Vec<TypeClass<'_>>, Diagnostic> {
    let mut classes = Vec::new();
    for &class in record.types()? {
        let Value::Def(class) = record.store().value(class) else {
            let message = "Expected a type class";
            let mut error = Diagnostic::error_anywhere(Code::ClangInterpreter, message);
            error.label(record.pos(), "the field 'Types' of this opcode has another element");
            return Err(error);
        };
        let types = TypeClassRecord::new(record.store().record(class)).types()?;
        let types: Vec<&str> = types.into_iter().map(Record::name).collect();
        classes.push(TypeClass { is_partial: types.len() < type_count, types });
    }
    if classes.len() > MAX_TYPE_CLASSES {
        let message = format!("an opcode has more than {MAX_TYPE_CLASSES} type classes");
        return Err(FieldError::new(Code::BackendLimits, record, message).into());
    }
    Ok(classes)
}

fn instances(
    record: OpcodeRecord<'_>,
    name: &str,
    type_classes: &[TypeClass<'_>],
) -> Result<Vec<OpcodeInstance>, FieldError> {
    let mut instances = vec![(name.to_owned(), String::new())];
    for class in type_classes {
        if instances.len().saturating_mul(class.types.len()) > MAX_INSTANCES {
            let message = format!("an opcode has more than {MAX_INSTANCES} combinations of types");
            return Err(FieldError::new(Code::BackendLimits, record, message));
        }
        let mut longer = Vec::with_capacity(instances.len() * class.types.len());
        for (id, list) in &instances {
            let comma = if list.is_empty() { "" } else { ", " };
            for ty in &class.types {
                longer.push((format!("{id}{ty}"), format!("{list}{comma}PT_{ty}")));
            }
        }
        instances = longer;
    }
    let instances = instances.into_iter().map(|(id, list)| OpcodeInstance {
        id,
        template_arguments: if list.is_empty() { list } else { format!("<{list}>") },
    });
    Ok(instances.collect())
}
