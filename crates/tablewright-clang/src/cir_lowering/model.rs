//! Patterns for each operation, and each attribute's lowering.

use tablewright_records::{Feature, FieldError, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::cir::{CirAttrRecord, CirOpRecord, EnumAttrRecord, cpp_name};

pub(super) struct CirLowering<'s> {
    /// The operations that the C++ ABI changes.
    pub(super) abi_operations: Vec<&'s str>,
    pub(super) llvm_patterns: Vec<LlvmPattern<'s>>,
    /// Whether patterns have a module with the target's rules.
    pub(super) has_lower_module: bool,
    /// The attributes; `None` for a release whose output lacks attribute sections.
    pub(super) attributes: Option<CirAttributes<'s>>,
}

/// A pattern that lowers an operation to LLVM's dialect.
pub(super) struct LlvmPattern<'s> {
    /// The operation.
    pub(super) operation: &'s str,
    /// The operation that replaces it, if the pattern does nothing else.
    pub(super) replacement: Option<CirLoweringReplacement<'s>>,
    pub(super) is_recursive: bool,
    /// C++ for the pattern class.
    pub(super) extra_declarations: &'s str,
    /// Constructor parameters that are also members. `None` for the default constructor form, which
    /// a pattern list can call.
    pub(super) members: Option<Vec<PatternMember<'s>>>,
}

pub(super) struct CirLoweringReplacement<'s> {
    pub(super) llvm_op: &'s str,
    pub(super) has_result: bool,
}

pub(super) struct PatternMember<'s> {
    pub(super) ty: &'s str,
    pub(super) name: &'s str,
}

/// Attributes with their namespaces.
pub(super) struct CirAttributes<'s> {
    /// Attributes that are lowered to constants.
    pub(super) visited: Vec<QualifiedAttr<'s>>,
    /// Attributes that never contain a type that the C++ ABI changes.
    pub(super) always_legal: Vec<&'s str>,
}

#[derive(Clone, Copy)]
pub(super) struct QualifiedAttr<'s> {
    pub(super) namespace: &'s str,
    pub(super) class_name: &'s str,
}

pub(super) fn collect(store: &RecordStore) -> Result<CirLowering<'_>, Diagnostic> {
    let makes_bodies = store.release().has(Feature::CirPatternsReplaceOperations);
    let mut abi_operations = Vec::new();
    let mut llvm_patterns = Vec::new();
    for record in CirOpRecord::all(store)? {
        if record.has_cxx_abi_lowering()? {
            abi_operations.push(cpp_name(record));
        }
        if record.has_llvm_lowering()? {
            llvm_patterns.push(llvm_pattern(record, makes_bodies)?);
        }
    }
    let attributes = if makes_bodies { Some(attributes(store)?) } else { None };
    let has_lower_module = !makes_bodies;
    Ok(CirLowering { abi_operations, llvm_patterns, has_lower_module, attributes })
}

fn llvm_pattern(
    record: CirOpRecord<'_>,
    makes_bodies: bool,
) -> Result<LlvmPattern<'_>, FieldError> {
    let operation = cpp_name(record);
    let members = if makes_bodies { members(record)? } else { None };
    let mut replacement = None;
    if makes_bodies && !record.llvm_op()?.is_empty() {
        if members.is_some() {
            let message = format!(
                "op '{operation}' has both llvmOp and a custom lowering constructor, which is not \
                 supported"
            );
            return Err(FieldError::new(Code::ClangCir, record, message));
        }
        let has_result = !record.results()?.args.is_empty();
        replacement = Some(CirLoweringReplacement { llvm_op: record.llvm_op()?, has_result });
    }
    Ok(LlvmPattern {
        operation,
        replacement,
        is_recursive: record.is_llvm_lowering_recursive()?,
        extra_declarations: record.extra_llvm_lowering_pattern_decl()?,
        members,
    })
}

fn members(record: CirOpRecord<'_>) -> Result<Option<Vec<PatternMember<'_>>>, FieldError> {
    let Some(builders) = record.constructor()? else { return Ok(None) };
    let store = record.store();
    let mut members = Vec::new();
    for arg in builders.dag_params()?.args {
        let value = store.value(arg.value);
        let ty = if let Value::String(ty) | Value::Code(ty) = value {
            Some(store.str(ty))
        } else {
            value.as_def().map(|record| store.record(record).name())
        };
        let (Some(ty), Some(name)) = (ty, arg.name) else {
            let message = "a parameter of a lowering constructor lacks a type or a name";
            return Err(FieldError::new(Code::ClangCir, record, message));
        };
        members.push(PatternMember { ty, name: store.str(name) });
    }
    Ok(Some(members))
}

fn attributes(store: &RecordStore) -> Result<CirAttributes<'_>, FieldError> {
    let mut always_legal: Vec<&str> =
        EnumAttrRecord::all(store)?.into_iter().map(cpp_name).collect();
    let mut visited = Vec::new();
    for record in CirAttrRecord::all(store)? {
        if record.has_attr_to_value_lowering()? {
            let namespace = record.dialect()?.cpp_namespace()?;
            visited.push(QualifiedAttr {
                namespace: namespace.strip_prefix("::").unwrap_or(namespace),
                class_name: record.cpp_class_name()?,
            });
        }
        if !record.can_have_illegal_cxx_abi_type()? {
            always_legal.push(cpp_name(record));
        }
    }
    Ok(CirAttributes { visited, always_legal })
}
