//! Patterns for each operation, and each attribute's lowering.

use tablewright_records::{Feature, FieldError, RecordStore, RecordView, Value};
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::record_views::cir::{CirAttrRecord, CirOpRecord, EnumAttrRecord, cpp_name};

/// The attribute name for fast-arithmetic flags.
const FAST_MATH_FLAGS: &str = "fastmath_flags";

pub(super) struct CirLowering<'s> {
    /// The operations that the C++ ABI changes.
    pub(super) abi_operations: Vec<&'s str>,
    pub(super) llvm_patterns: Vec<LlvmPattern<'s>>,
    pub(super) state: CirPatternState,
    /// The attributes; `None` for a release whose output lacks attribute sections.
    pub(super) attributes: Option<CirAttributes<'s>>,
}

/// Members that all patterns to LLVM's dialect have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CirPatternState {
    /// The module with the target's rules, and the data layout.
    LowerModule,
    DataLayout,
    /// The data layout, and the symbol tables.
    SymbolTables,
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

/// A pattern body that only replaces the operation.
pub(super) struct CirLoweringReplacement<'s> {
    /// The operation in LLVM's dialect.
    pub(super) llvm_op: &'s str,
    pub(super) has_result: bool,
    /// The intrinsic that replaces the operation if the floating-point environment matters.
    pub(super) constrained: Option<ConstrainedIntrinsic<'s>>,
}

pub(super) struct ConstrainedIntrinsic<'s> {
    pub(super) name: &'s str,
    pub(super) has_rounding_mode: bool,
    /// Whether the operation has an attribute with fast-arithmetic flags.
    pub(super) has_fast_math: bool,
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
    let release = store.release();
    let state = if release.has(Feature::CirPatternsHaveSymbolTables) {
        CirPatternState::SymbolTables
    } else if release.has(Feature::CirPatternsReplaceOperations) {
        CirPatternState::DataLayout
    } else {
        CirPatternState::LowerModule
    };
    let mut abi_operations = Vec::new();
    let mut llvm_patterns = Vec::new();
    for record in CirOpRecord::all(store)? {
        if record.has_cxx_abi_lowering()? {
            abi_operations.push(cpp_name(record));
        }
        if record.has_llvm_lowering()? {
            llvm_patterns.push(llvm_pattern(record, state)?);
        }
    }
    let attributes = match state {
        CirPatternState::LowerModule => None,
        CirPatternState::DataLayout | CirPatternState::SymbolTables => Some(attributes(store)?),
    };
    Ok(CirLowering { abi_operations, llvm_patterns, state, attributes })
}

fn llvm_pattern(
    record: CirOpRecord<'_>,
    state: CirPatternState,
) -> Result<LlvmPattern<'_>, FieldError> {
    let (members, replacement) = match state {
        CirPatternState::LowerModule => (None, None),
        CirPatternState::DataLayout | CirPatternState::SymbolTables => {
            let members = members(record)?;
            let replacement = replacement(record, members.is_some(), state)?;
            (members, replacement)
        }
    };
    Ok(LlvmPattern {
        operation: cpp_name(record),
        replacement,
        is_recursive: record.is_llvm_lowering_recursive()?,
        extra_declarations: record.extra_llvm_lowering_pattern_decl()?,
        members,
    })
}

fn replacement(
    record: CirOpRecord<'_>,
    has_members: bool,
    state: CirPatternState,
) -> Result<Option<CirLoweringReplacement<'_>>, FieldError> {
    let llvm_op = record.llvm_op()?;
    let error = |reason: &str| {
        let message = format!("op '{}' has {reason}, which is not supported", cpp_name(record));
        Err(FieldError::new(Code::ClangCir, record, message))
    };
    if has_members && !llvm_op.is_empty() {
        return error("both llvmOp and a custom lowering constructor");
    }
    let constrained = match state {
        CirPatternState::LowerModule | CirPatternState::DataLayout => None,
        CirPatternState::SymbolTables => constrained_intrinsic(record)?,
    };
    if llvm_op.is_empty() {
        return match constrained {
            Some(_) => error("constrainedLLVMIntrinsic set but no llvmOp"),
            None => Ok(None),
        };
    }
    let has_result = !record.results()?.args.is_empty();
    Ok(Some(CirLoweringReplacement { llvm_op, has_result, constrained }))
}

fn constrained_intrinsic(
    record: CirOpRecord<'_>,
) -> Result<Option<ConstrainedIntrinsic<'_>>, FieldError> {
    let name = record.constrained_llvm_intrinsic()?;
    if name.is_empty() {
        return Ok(None);
    }
    let store = record.store();
    let mut names = record.arguments()?.args.iter().filter_map(|arg| arg.name);
    Ok(Some(ConstrainedIntrinsic {
        name,
        has_rounding_mode: record.constrained_llvm_intrinsic_has_rounding_mode()?,
        has_fast_math: names.any(|name| store.str(name) == FAST_MATH_FLAGS),
    }))
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
