//! Traits of operations, attributes and types.

use std::fmt;

use serde::Serialize;
use tablewright_inspect::explain::{ClassArguments, class_arguments};

use super::Context;
use super::constraint::Condition;
use tablewright_mlir::model;

/// A trait.
#[derive(Clone, Debug, Serialize)]
pub struct Trait<'s> {
    /// The definition name; left out for an anonymous definition in a trait list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definition: Option<&'s str>,
    /// The C++ class; left out for a trait without a C++ class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpp_class: Option<String>,
    /// The description's class and its arguments; left out if the description was read without a trace.
    #[serde(flatten)]
    pub class: Option<ClassArguments>,
    /// Its kind.
    #[serde(flatten)]
    pub kind: TraitKind<'s>,
}

/// A trait's kind.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TraitKind<'s> {
    /// A C++ class.
    Native {
        /// The class without its namespace.
        name: &'s str,
        /// Whether it is structural, so that it is verified before other traits.
        is_structural: bool,
    },
    /// An interface.
    Interface {
        /// The interface's C++ class, from the description's list.
        interface: String,
        /// If its methods are declared: the methods that are declared even though they could be inherited.
        #[serde(skip_serializing_if = "Option::is_none")]
        declared_methods: Option<Vec<&'s str>>,
    },
    /// The class of an interface that returns effects.
    Effects {
        /// The class without its namespace.
        name: &'s str,
        /// The effects that every operation with the trait has.
        effects: Vec<Effect<'s>>,
    },
    /// A condition.
    Predicate {
        /// A short summary.
        summary: &'s str,
        /// The condition.
        condition: Condition<'s>,
        /// The condition as a single C++ expression.
        cpp: String,
        /// Its type relation in machine-readable form.
        #[serde(skip_serializing_if = "Option::is_none")]
        types: Option<TypeRelation<'s>>,
    },
    /// A name that changes the generated code.
    Internal {
        /// The name.
        name: &'s str,
    },
}

/// A condition's type relation between named operands and results.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TypeRelation<'s> {
    /// They are the same.
    Same {
        /// The operands and results.
        values: Vec<&'s str>,
    },
    /// A type computed from another type.
    Transformed {
        /// The source.
        from: &'s str,
        /// The other.
        to: &'s str,
        /// The C++ expression that computes the type of `to` from the type `$_self` of `from`.
        transformer: &'s str,
    },
    /// A variadic operand whose types are all built from a single type.
    Shaped {
        /// The operand.
        elements: &'s str,
        /// The operand or result whose type they follow from.
        shaped: &'s str,
    },
}

/// An effect, such as that memory is read.
#[derive(Clone, Debug, Serialize)]
pub struct Effect<'s> {
    /// Its C++ class.
    pub effect: &'s str,
    /// The C++ class for the resource that it acts on.
    pub resource: &'s str,
    /// The C++ class for effects of this kind.
    pub base: &'s str,
    /// Its rank among the effects of an operation.
    pub stage: i64,
    /// Whether it acts on the whole resource.
    pub is_full: bool,
}

impl<'s> Trait<'s> {
    pub(super) fn all(traits: &[model::Trait<'s>], context: &mut Context<'s>) -> Vec<Trait<'s>> {
        traits.iter().map(|one| Trait::new(one, context)).collect()
    }

    fn new(one: &model::Trait<'s>, context: &mut Context<'s>) -> Trait<'s> {
        let record = context.store.find_record(one.definition());
        let is_anonymous = record.is_none_or(|id| context.store.record(id).is_anonymous());
        Trait {
            definition: (!is_anonymous).then(|| one.definition()),
            cpp_class: one.cpp_class(),
            class: record.and_then(|id| class_arguments(context.store, id)),
            kind: TraitKind::new(one, context),
        }
    }
}

/// The definition name, or the description's class with arguments: `AllTypesMatch<["a", "b"]>`.
impl fmt::Display for Trait<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(definition) = self.definition {
            return f.write_str(definition);
        }
        if let Some(ClassArguments { class, arguments }) = &self.class {
            write!(f, "{class}<")?;
            for (index, argument) in arguments.iter().enumerate() {
                let comma = if index == 0 { "" } else { ", " };
                write!(f, "{comma}{}", argument.value)?;
            }
            return f.write_str(">");
        }
        f.write_str(match &self.kind {
            TraitKind::Native { name, .. }
            | TraitKind::Effects { name, .. }
            | TraitKind::Internal { name } => name,
            TraitKind::Interface { interface, .. } => interface,
            TraitKind::Predicate { summary, .. } => summary,
        })
    }
}

impl<'s> TraitKind<'s> {
    fn new(one: &model::Trait<'s>, context: &mut Context<'s>) -> TraitKind<'s> {
        match one {
            model::Trait::Native(one) => {
                TraitKind::Native { name: one.name, is_structural: one.is_structural }
            }
            model::Trait::Interface(one) => {
                let interface = one.interface.qualified_class();
                context.interfaces.insert(interface.clone());
                let bases = one.interface.bases.iter();
                context.interfaces.extend(bases.map(model::Interface::qualified_class));
                let declared_methods = one.always_declared.clone();
                TraitKind::Interface { interface, declared_methods }
            }
            model::Trait::Effects(one) => TraitKind::Effects {
                name: one.name,
                effects: one.effects.as_ref().map_or_else(Vec::new, |of| Effect::all(&of.effects)),
            },
            model::Trait::Predicate(one) => TraitKind::Predicate {
                summary: one.summary,
                condition: Condition::from_predicate(&one.condition),
                cpp: one.condition.to_cpp(),
                types: one.types.as_ref().map(TypeRelation::new),
            },
            model::Trait::Internal(one) => TraitKind::Internal { name: one.name },
        }
    }
}

impl<'s> TypeRelation<'s> {
    fn new(relation: &model::TypeRelation<'s>) -> TypeRelation<'s> {
        match *relation {
            model::TypeRelation::Same(ref values) => TypeRelation::Same { values: values.clone() },
            model::TypeRelation::Transformed { from, to, transformer } => {
                TypeRelation::Transformed { from, to, transformer }
            }
            model::TypeRelation::Shaped { elements, shaped } => {
                TypeRelation::Shaped { elements, shaped }
            }
        }
    }
}

impl<'s> Effect<'s> {
    pub(super) fn all(effects: &[model::SideEffect<'s>]) -> Vec<Effect<'s>> {
        let effect = |one: &model::SideEffect<'s>| Effect {
            effect: one.effect,
            resource: one.resource,
            base: one.base,
            stage: one.stage,
            is_full: one.is_full,
        };
        effects.iter().map(effect).collect()
    }
}
