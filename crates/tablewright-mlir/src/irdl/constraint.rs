//! Constraints of IRDL.

/// A constraint of IRDL (*IRDL dialect*, the operations that return an `!irdl.attribute`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum IrdlConstraint {
    /// `irdl.any`.
    Any,
    /// `irdl.is`: a single type or attribute in MLIR syntax.
    Is(String),
    /// `irdl.base` with a name that begins with `!` or `#`.
    Base(String),
    /// `irdl.base` with a definition of the dialect itself.
    Symbol(String),
    /// `irdl.any_of`.
    AnyOf(Vec<IrdlConstraint>),
    /// `irdl.all_of`.
    AllOf(Vec<IrdlConstraint>),
    /// `irdl.c_pred`: a C++ expression.
    Cpp(String),
}

/// Adds a constraint, unless the list contains it.
pub(super) fn add(parts: &mut Vec<IrdlConstraint>, part: IrdlConstraint) {
    if !parts.contains(&part) {
        parts.push(part);
    }
}

/// Returns a conjunction.
pub(super) fn all_of(mut parts: Vec<IrdlConstraint>) -> IrdlConstraint {
    match parts.len() {
        0 => IrdlConstraint::Any,
        1 => parts.remove(0),
        _ => IrdlConstraint::AllOf(parts),
    }
}
