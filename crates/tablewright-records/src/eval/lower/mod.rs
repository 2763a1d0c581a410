//! Lowering: from the statements and expressions of the tree to values and prototypes of records.
//!
//! An expression becomes a value at once; what mentions names without a value yet becomes an open
//! value. A statement defines a class or a multiclass, or makes records, or is added to the loop or
//! multiclass around it. Operators are in [`operators`](super::operators); what becomes of prototypes
//! is in [`instantiate`](super::instantiate).

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
