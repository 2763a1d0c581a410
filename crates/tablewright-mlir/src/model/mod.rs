//! MLIR descriptions as data: a module for each entity kind.
//!
//! The models are independent of any output. C++ texts from a description (types, calls, predicates) are kept verbatim.
//! A model is read from finished records; a faulty record or field is an error at its position.

pub(crate) mod accessor_name;
mod attr_or_type;
mod availability;
mod bytecode;
mod class_extra;
mod condition;
mod constraint;
mod constraint_function;
pub(crate) mod def_format;
mod dialect;
mod dialect_contents;
mod directive;
mod element_memo;
mod enums;
pub(crate) mod format_grammar;
pub(crate) mod format_text;
mod interface;
mod llvm_intrinsic;
mod llvm_ir;
mod openmp;
pub mod operation;
mod pass;
mod pattern;
mod predicate;
mod property;
mod spirv;
mod traits;

use tablewright_records::{Dag, Record, RecordStore, ValueId};

pub use attr_or_type::{
    AttrOrType, AttrOrTypeDef, BuilderParameter, DefBuilder, DefDocs, DefGenerated, DefNames,
    DefParameter, DefStorage, DefSyntax, DialectConstraint, EnumParameter, ParameterConstraint,
    ParameterDocs, ParameterKind,
};
pub use availability::{
    Availability, AvailabilityQuery, AvailableEnum, AvailableOperation, Capability,
};
pub use bytecode::{
    BytecodeElement, BytecodeForm, BytecodeGroup, BytecodeKind, BytecodeList, BytecodeMember,
    BytecodeType,
};
pub use class_extra::ClassExtra;
pub use condition::{Condition, ConditionLeaf, ConstraintNames, ConstraintSubject};
pub use constraint::{
    AttributeConstraint, AttributeKind, AttributeStorage, Constraint, ConstraintArity,
    ValueConstraint,
};
pub use constraint_function::{ConstraintFunction, ConstraintKind};
pub use def_format::{DefFormatElement, parse as parse_def_format};
pub use dialect::{Dialect, DialectFeatures, DiscardableAttribute};
pub use dialect_contents::{DialectContents, DialectSelection};
pub use directive::{ClauseEnum, DirectiveEnums};
pub use enums::{
    BitEnum, DialectEnumAttribute, Enum, EnumCase, EnumCaseKind, EnumFunctions,
    IntegerEnumAttribute,
};
pub use format_grammar::GroupAnchor;
pub use interface::{
    Interface, InterfaceExtra, InterfaceKind, InterfaceMethod, MethodKind, MethodParameter,
};
pub use llvm_intrinsic::LlvmIntrinsic;
pub use llvm_ir::{
    ExportPiece, ImportKeyword, ImportOperand, ImportPiece, LlvmEnum, LlvmExport, LlvmImport,
    llvm_intrinsics,
};
pub use openmp::{
    OpenMpArgument, OpenMpArgumentKind, OpenMpClause, OpenMpElements, OpenMpFinding, OpenMpMissing,
    OpenMpOperation, openmp_findings,
};
pub use operation::Operation;
pub use pass::{Pass, PassOption, PassOptionKind, PassStatistic};
pub use pattern::{
    ConstantAttribute, LeafConstraint, PatternArgument, PatternConstraint, PatternConstraintKind,
    PatternLeaf, PatternNode, PatternNodeKind, PatternOperation, PatternSet, PatternValue,
    PropertyLeaf, RewritePattern,
};
pub use predicate::Predicate;
pub use property::{
    Property, PropertyAttribute, PropertyBytecode, PropertyStorage, PropertySyntax,
};
pub use spirv::{SpirvCode, SpirvEncoding, SpirvInstruction, SpirvOperand};
pub use traits::{
    EffectsTrait, InterfaceTrait, InternalTrait, NativeTrait, PredicateTrait, SideEffect, Trait,
    TraitEffects, TypeRelation,
};

/// Returns a dag's named arguments.
pub(crate) fn dag_arguments<'s>(
    store: &'s RecordStore,
    dag: Dag<'s>,
) -> impl Iterator<Item = (ValueId, Option<&'s str>)> {
    dag.args.iter().map(|argument| (argument.value, argument.name.map(|name| store.str(name))))
}

/// Whether the input itself defines a record, and no file that it includes.
fn is_in_main_file(record: Record<'_>) -> bool {
    let sources = record.store().sources();
    sources.file(sources.file_of(record.pos())).included_from.is_none()
}
