//! A dialect's definitions in IRDL: constraint values, and the lists that name them.

use super::bases::{BaseSubject, Bases};
use super::condition::IrdlConditionReader;
use super::constraint::IrdlConstraint;
use crate::model::{AttrOrTypeDef, ConstraintArity, DefParameter, ParameterKind};
use crate::omission::Omissions;

/// A definition in a dialect.
pub(super) struct IrdlDefinition {
    pub(super) kind: IrdlDefinitionKind,
    /// Its name within the dialect.
    pub(super) symbol: String,
    pub(super) body: IrdlBody,
}

#[derive(Clone, Copy)]
pub(super) enum IrdlDefinitionKind {
    Type,
    Attribute,
    Operation,
}

/// A definition's contents.
#[derive(Default)]
pub(super) struct IrdlBody {
    /// Values, each built from earlier values.
    pub(super) values: Vec<BodyValue>,
    pub(super) lists: Vec<NamedList>,
}

/// An IRDL operation that returns a value. Numbers refer to other values.
pub(super) enum BodyValue {
    Any,
    Is(String),
    Base(String),
    Symbol(String),
    AnyOf(Vec<usize>),
    AllOf(Vec<usize>),
    Cpp(String),
    Region {
        /// The block count, if fixed.
        blocks: Option<u64>,
    },
}

/// An IRDL operation that names values.
pub(super) struct NamedList {
    pub(super) kind: ListKind,
    pub(super) elements: Vec<IrdlListElement>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ListKind {
    Parameters,
    Operands,
    Results,
    Attributes,
    Regions,
}

pub(super) struct IrdlListElement {
    pub(super) name: String,
    pub(super) variadicity: IrdlVariadicity,
    pub(super) value: usize,
}

/// The number of operation values in an element.
#[derive(Clone, Copy)]
pub(super) enum IrdlVariadicity {
    Single,
    Optional,
    Variadic,
}

impl IrdlVariadicity {
    pub(super) fn new(arity: ConstraintArity<'_>) -> IrdlVariadicity {
        match arity {
            ConstraintArity::Single => IrdlVariadicity::Single,
            ConstraintArity::Optional => IrdlVariadicity::Optional,
            ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                IrdlVariadicity::Variadic
            }
        }
    }
}

impl IrdlBody {
    /// Adds a constraint's values, and returns the last value's number. Elements that share a value must be equal, so
    /// each call adds separate values.
    pub(super) fn add(&mut self, constraint: &IrdlConstraint) -> usize {
        let value = match constraint {
            IrdlConstraint::Any => BodyValue::Any,
            IrdlConstraint::Is(text) => BodyValue::Is(text.clone()),
            IrdlConstraint::Base(name) => BodyValue::Base(name.clone()),
            IrdlConstraint::Symbol(name) => BodyValue::Symbol(name.clone()),
            IrdlConstraint::AnyOf(parts) => BodyValue::AnyOf(self.add_all(parts)),
            IrdlConstraint::AllOf(parts) => BodyValue::AllOf(self.add_all(parts)),
            IrdlConstraint::Cpp(text) => BodyValue::Cpp(text.clone()),
        };
        self.push(value)
    }

    fn add_all(&mut self, parts: &[IrdlConstraint]) -> Vec<usize> {
        parts.iter().map(|part| self.add(part)).collect()
    }

    pub(super) fn push(&mut self, value: BodyValue) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    /// Adds a list, unless it is empty.
    pub(super) fn add_list(&mut self, kind: ListKind, elements: Vec<IrdlListElement>) {
        if !elements.is_empty() {
            self.lists.push(NamedList { kind, elements });
        }
    }
}

/// Returns unique element names: an unnamed element is numbered.
pub(super) fn element_name(name: &str, number: usize, others: &[&str]) -> String {
    if !name.is_empty() {
        return if name.starts_with(|first: char| first.is_ascii_digit()) {
            format!("_{name}")
        } else {
            name.to_owned()
        };
    }
    let candidates = (number..).map(|number| format!("unnamed{number}"));
    candidates.into_iter().find(|name| !others.contains(&name.as_str())).unwrap_or_default()
}

/// The note about conditions that stay C++.
pub(super) const CPP_CONDITION: &str =
    "a condition is C++ that IRDL cannot express, and becomes irdl.c_pred";

/// Whether a constraint contains C++.
pub(super) fn has_cpp(constraint: &IrdlConstraint) -> bool {
    match constraint {
        IrdlConstraint::Cpp(_) => true,
        IrdlConstraint::AnyOf(parts) | IrdlConstraint::AllOf(parts) => parts.iter().any(has_cpp),
        IrdlConstraint::Any
        | IrdlConstraint::Is(_)
        | IrdlConstraint::Base(_)
        | IrdlConstraint::Symbol(_) => false,
    }
}

/// Returns a type's or an attribute's parameters.
pub(super) fn for_parameters(
    def: &AttrOrTypeDef<'_>,
    bases: &Bases,
    omissions: &mut Omissions,
) -> IrdlBody {
    let mut body = IrdlBody::default();
    let mut elements = Vec::new();
    let subject = def.names.full_name;
    let names: Vec<&str> = def.parameters.iter().map(|parameter| parameter.name).collect();
    for (index, parameter) in def.parameters.iter().enumerate() {
        let constraint = for_parameter(parameter, bases).unwrap_or_else(|| {
            omissions.add("a parameter is a value of C++, and becomes irdl.any", subject);
            IrdlConstraint::Any
        });
        if has_cpp(&constraint) {
            omissions.add(CPP_CONDITION, subject);
        }
        let value = body.add(&constraint);
        let name = element_name(parameter.name, index, &names);
        elements.push(IrdlListElement { name, variadicity: IrdlVariadicity::Single, value });
    }
    body.add_list(ListKind::Parameters, elements);
    body
}

/// Returns a parameter's constraint; `None` for a parameter that is neither a type nor an attribute.
fn for_parameter(parameter: &DefParameter<'_>, bases: &Bases) -> Option<IrdlConstraint> {
    match &parameter.kind {
        ParameterKind::Constrained(constraint) => {
            let subject = if parameter.cpp_type.ends_with("Attr") {
                BaseSubject::Attribute
            } else {
                BaseSubject::Type
            };
            Some(IrdlConditionReader { bases, subject }.read(&constraint.condition))
        }
        ParameterKind::Plain | ParameterKind::SelfType | ParameterKind::EnumAttribute(_) => {
            bases.for_class(parameter.cpp_type)
        }
        ParameterKind::Array => None,
    }
}
