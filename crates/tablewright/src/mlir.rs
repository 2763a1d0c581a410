//! Models for MLIR's descriptions: dialects, enums, passes and so on.

pub use tablewright_mlir::model::{
    AttrOrType, AttrOrTypeDef, AttributeConstraint, AttributeKind, BitEnum, ClauseEnum, Condition,
    Constraint, ConstraintArity, DefParameter, Dialect, DialectContents, DialectSelection,
    DirectiveEnums, Enum, EnumCase, EnumCaseKind, Interface, InterfaceKind, InterfaceMethod,
    LlvmIntrinsic, MethodKind, MethodParameter, Operation, Pass, PassOption, PassOptionKind,
    PassStatistic, Predicate, Property, RewritePattern, Trait, ValueConstraint,
};
pub use tablewright_mlir::{
    Omission, dialect_page, irdl, operation_section, python_stubs, rust_wrappers,
};

/// Dialects as data, with comparison.
pub mod description {
    pub use tablewright_dialect::{
        Argument, ArgumentKind, Attribute, AttributeConstraint, AttributeForm, AttributePresence,
        BlockKind, Builder, Condition, Constraint, DescribedDef, Description, DescriptionOrigin,
        Dialect, DialectFeatures, DialectNames, DialectParts, Effect, Enum, EnumCase, EnumCaseKind,
        FormatClause, FormatElement, InferredType, Interface, InterfaceKind, LINTS, Method,
        NamedConstraint, OperandOrResult, OperandOrResultKind, OperandOrResultType, Operation,
        OperationDocs, OperationNames, Parameter, ParameterKind, Property, RegionBlock, SCHEMA,
        Signature, Syntax, SyntaxKind, Trait, TraitKind, VERSION, VariableKind, compare, describe,
    };
}
