//! Traits of attributes and types.

use tablewright_records::{FieldError, Record, RecordView};

use super::{Interface, Predicate};
use crate::record_views::attr_or_type::{NativeTraitRecord, PredTraitRecord};
use crate::record_views::interface::{DeclareInterfaceMethodsRecord, InterfaceRecord};

/// A trait.
#[derive(Clone, Debug)]
pub enum Trait<'s> {
    /// A class of C++.
    Native(NativeTrait<'s>),
    /// An interface.
    Interface(InterfaceTrait<'s>),
    /// A condition.
    Predicate(PredicateTrait<'s>),
}

/// A trait that is a class of C++.
#[derive(Clone, Debug)]
pub struct NativeTrait<'s> {
    /// The class with its namespace.
    pub cpp_class: String,
    /// Members of classes that have the trait, in C++; may be empty.
    pub extra_declaration: &'s str,
    /// The definitions of these, in which `$cppClass` stands for the class.
    pub extra_definition: &'s str,
}

/// A trait that is an interface.
#[derive(Clone, Debug)]
pub struct InterfaceTrait<'s> {
    /// The interface.
    pub interface: Interface<'s>,
    /// Where its functions are to be declared: those that are declared even though they can be inherited.
    pub always_declared: Option<Vec<&'s str>>,
}

/// A trait that is a condition.
#[derive(Clone, Debug)]
pub struct PredicateTrait<'s> {
    /// What it says, in a line.
    pub summary: &'s str,
    /// The condition.
    pub condition: Predicate<'s>,
}

impl<'s> Trait<'s> {
    pub(crate) fn read(record: Record<'s>) -> Result<Trait<'s>, FieldError> {
        if let Some(condition) = PredTraitRecord::of(record) {
            let summary = condition.summary()?;
            let condition = Predicate::read(condition.predicate()?)?;
            return Ok(Trait::Predicate(PredicateTrait { summary, condition }));
        }
        if let Some(interface) = InterfaceRecord::of(record) {
            let uses = DeclareInterfaceMethodsRecord::of(record);
            return Ok(Trait::Interface(InterfaceTrait {
                interface: Interface::read_one(interface)?,
                always_declared: uses.map(|one| one.always_overridden()).transpose()?,
            }));
        }
        let native = NativeTraitRecord::new(record);
        let name = native.trait_name()?;
        Ok(Trait::Native(NativeTrait {
            cpp_class: match native.cpp_namespace()? {
                "" => name.to_owned(),
                namespace => format!("{namespace}::{name}"),
            },
            extra_declaration: native.extra_declaration()?.unwrap_or_default(),
            extra_definition: native.extra_definition()?.unwrap_or_default(),
        }))
    }
}
