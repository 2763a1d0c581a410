//! Lowering: converts the tree's statements and expressions to values and record prototypes.
//!
//! An expression becomes a value at once. If it mentions names without a value so far, it becomes an open value. A
//! statement defines a class or multiclass, creates records, or is added to the enclosing loop or multiclass.
//! [`operators`](super::operators) evaluates operators. [`instantiate`](super::instantiate) converts prototypes to
//! records.

mod args;
mod class;
mod def;
mod expr;
mod foreach;
mod let_statement;
mod multiclass;
mod statement;
mod type_expr;

pub(crate) use args::GivenArgs;
pub(crate) use class::ClassParent;
pub(crate) use expr::Mode;
