//! Traits of operations, attributes and types.

use std::sync::Arc;

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use super::element_memo::ElementMemo;
use super::{Interface, Predicate};
use crate::record_views::attr_or_type::{NativeTraitRecord, PredTraitRecord};
use crate::record_views::interface::{
    DeclareInterfaceMethodsRecord, InterfaceRecord, InterfaceTraitRecord,
};
use crate::record_views::operation::{
    DependentTraitRecord, GenInternalTraitRecord, SideEffectRecord, SideEffectsTraitRecord,
    StructuralOpTraitRecord, TraitListRecord,
};

/// A trait.
#[derive(Clone, Debug)]
pub enum Trait<'s> {
    /// A C++ class.
    Native(NativeTrait<'s>),
    /// An interface.
    Interface(InterfaceTrait<'s>),
    /// An interface with a known class and the effects that it returns.
    Effects(EffectsTrait<'s>),
    /// A condition.
    Predicate(PredicateTrait<'s>),
    /// A name that changes the generated code.
    Internal(InternalTrait<'s>),
}

/// A C++ trait class.
#[derive(Clone, Debug)]
pub struct NativeTrait<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The class without its namespace.
    pub name: &'s str,
    /// The class with its namespace.
    pub cpp_class: String,
    /// Whether it is structural, so that it is verified before other traits.
    pub is_structural: bool,
    /// Members of classes that have the trait, in C++; may be empty.
    pub extra_declaration: &'s str,
    /// Their definitions, with `$cppClass` for the class.
    pub extra_definition: &'s str,
}

/// A trait that is an interface.
#[derive(Clone, Debug)]
pub struct InterfaceTrait<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The interface.
    pub interface: Arc<Interface<'s>>,
    /// The methods that are declared even though they could be inherited; `None` if no methods are declared.
    pub always_declared: Option<Vec<&'s str>>,
}

/// A trait that is the class of an interface.
#[derive(Clone, Debug)]
pub struct EffectsTrait<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// The class without its namespace.
    pub name: &'s str,
    /// The class with its namespace.
    pub cpp_class: String,
    /// The effects that every operation with the trait has, if the interface returns effects.
    pub effects: Option<TraitEffects<'s>>,
}

/// A trait's effects.
#[derive(Clone, Debug)]
pub struct TraitEffects<'s> {
    /// The C++ class for effects of this kind.
    pub base: &'s str,
    /// The effects.
    pub effects: Vec<SideEffect<'s>>,
}

/// An effect, such as that memory is read.
#[derive(Clone, Copy, Debug)]
pub struct SideEffect<'s> {
    /// The C++ class for effects of this kind.
    pub base: &'s str,
    /// The interface that returns it, and its namespace.
    pub interface: (&'s str, &'s str),
    /// Its C++ class.
    pub effect: &'s str,
    /// The C++ class for the resource that it acts on.
    pub resource: &'s str,
    /// Its rank among the effects of an operation.
    pub stage: i64,
    /// Whether it acts on the whole resource.
    pub is_full: bool,
}

/// A trait that is a condition.
#[derive(Clone, Debug)]
pub struct PredicateTrait<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// A one-line summary.
    pub summary: &'s str,
    /// The condition.
    pub condition: Predicate<'s>,
    /// Its type relation, if the description has a machine-readable one.
    pub types: Option<TypeRelation<'s>>,
}

/// A condition's type relation between named operands and results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeRelation<'s> {
    /// They are the same.
    Same(Vec<&'s str>),
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
        /// The type that they follow from.
        shaped: &'s str,
    },
}

/// A trait that changes the generated code.
#[derive(Clone, Copy, Debug)]
pub struct InternalTrait<'s> {
    /// Its definition name.
    pub definition: &'s str,
    /// Its name with its namespace.
    pub name: &'s str,
}

/// Maximum depth to which lists of traits may be nested.
const MAX_DEPTH: u32 = 100;

impl<'s> Trait<'s> {
    pub(crate) fn read(
        record: Record<'s>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<Trait<'s>, FieldError> {
        let definition = record.name();
        if let Some(condition) = PredTraitRecord::from_record(record) {
            return Ok(Trait::Predicate(PredicateTrait {
                definition,
                summary: condition.summary()?,
                condition: Predicate::read(condition.predicate()?)?,
                types: TypeRelation::read(record)?,
            }));
        }
        if let Some(internal) = GenInternalTraitRecord::from_record(record) {
            return Ok(Trait::Internal(InternalTrait { definition, name: internal.trait_name()? }));
        }
        // An `Interface` that is not an `InterfaceTrait` is a trait through its other class.
        let interface = InterfaceRecord::from_record(record);
        if let Some(interface) =
            interface.filter(|_| InterfaceTraitRecord::from_record(record).is_some())
        {
            let uses = DeclareInterfaceMethodsRecord::from_record(record);
            return Ok(Trait::Interface(InterfaceTrait {
                definition,
                interface: memo.interface(interface)?,
                always_declared: uses.map(|one| one.always_overridden()).transpose()?,
            }));
        }
        let native = NativeTraitRecord::new(record);
        let name = native.trait_name()?;
        let cpp_class = match native.cpp_namespace()? {
            "" => name.to_owned(),
            namespace => format!("{namespace}::{name}"),
        };
        if InterfaceTraitRecord::from_record(record).is_some() {
            let effects = SideEffectsTraitRecord::from_record(record).map(TraitEffects::read);
            let effects = effects.transpose()?;
            return Ok(Trait::Effects(EffectsTrait { definition, name, cpp_class, effects }));
        }
        Ok(Trait::Native(NativeTrait {
            definition,
            name,
            cpp_class,
            is_structural: StructuralOpTraitRecord::from_record(record).is_some(),
            extra_declaration: native.extra_declaration()?.unwrap_or_default(),
            extra_definition: native.extra_definition()?.unwrap_or_default(),
        }))
    }

    /// Returns an operation's distinct traits: nested lists are flattened, and an interface comes after its bases.
    ///
    /// # Errors
    /// If a trait does not follow a trait that it depends on.
    pub(crate) fn read_all(
        owner: Record<'s>,
        records: Vec<Record<'s>>,
        memo: &mut ElementMemo<'s>,
    ) -> Result<Vec<Trait<'s>>, FieldError> {
        let mut list = TraitList { owner, seen: Vec::new() };
        list.add(&records, MAX_DEPTH)?;
        list.seen.into_iter().map(|record| Trait::read(record, memo)).collect()
    }

    /// Returns its definition name.
    pub fn definition(&self) -> &'s str {
        match self {
            Trait::Native(one) => one.definition,
            Trait::Interface(one) => one.definition,
            Trait::Effects(one) => one.definition,
            Trait::Predicate(one) => one.definition,
            Trait::Internal(one) => one.definition,
        }
    }

    /// Returns the C++ class with its namespace; `None` for a trait without a C++ class.
    pub fn cpp_class(&self) -> Option<String> {
        match self {
            Trait::Native(one) => Some(one.cpp_class.clone()),
            Trait::Interface(one) => Some(format!("{}::Trait", one.interface.qualified_class())),
            Trait::Effects(one) => Some(one.cpp_class.clone()),
            Trait::Predicate(_) | Trait::Internal(_) => None,
        }
    }
}

/// Traits in insertion order.
struct TraitList<'s> {
    owner: Record<'s>,
    seen: Vec<Record<'s>>,
}

impl<'s> TraitList<'s> {
    fn has(&self, record: Record<'s>) -> bool {
        self.seen.iter().any(|seen| seen.id() == record.id())
    }

    fn add(&mut self, records: &[Record<'s>], depth: u32) -> Result<(), FieldError> {
        let Some(depth) = depth.checked_sub(1) else {
            let message = "lists of traits are nested too deeply";
            return Err(FieldError::new(Code::Mlir, self.owner, message));
        };
        for &record in records {
            if let Some(list) = TraitListRecord::from_record(record) {
                self.add(&list.traits()?, depth)?;
                continue;
            }
            if self.has(record) {
                continue;
            }
            // The interface is recorded first, so that a cyclic extension terminates.
            if let Some(interface) = InterfaceRecord::from_record(record) {
                let bases = interface.base_interfaces()?.into_iter().map(Record::from);
                self.add(&bases.collect::<Vec<_>>(), depth)?;
            }
            self.check_dependencies(record)?;
            self.seen.push(record);
        }
        Ok(())
    }

    fn check_dependencies(&self, record: Record<'s>) -> Result<(), FieldError> {
        for needed in DependentTraitRecord::new(record).dependent_traits()? {
            if !self.has(needed) {
                let name = |record: Record<'s>| NativeTraitRecord::new(record).trait_name();
                let (name, needed) = (name(record)?, name(needed)?);
                let message = format!("{name} requires {needed} to precede it in traits list");
                return Err(FieldError::new(Code::Mlir, self.owner, message));
            }
        }
        Ok(())
    }
}

impl<'s> TraitEffects<'s> {
    fn read(record: SideEffectsTraitRecord<'s>) -> Result<TraitEffects<'s>, FieldError> {
        let effects = record.effects()?.into_iter().map(SideEffect::read);
        Ok(TraitEffects {
            base: record.base_effect()?,
            effects: effects.collect::<Result<_, _>>()?,
        })
    }
}

impl<'s> SideEffect<'s> {
    pub(crate) fn read(record: SideEffectRecord<'s>) -> Result<SideEffect<'s>, FieldError> {
        Ok(SideEffect {
            base: record.base_effect()?,
            interface: (record.cpp_namespace()?, record.interface_trait()?),
            effect: record.effect()?,
            resource: record.resource()?,
            stage: record.stage()?,
            is_full: record.is_full()?,
        })
    }
}

impl<'s> TypeRelation<'s> {
    fn read(record: Record<'s>) -> Result<Option<TypeRelation<'s>>, FieldError> {
        use crate::record_views::operation::{AllTypesMatchRecord, TypesMatchWithRecord};
        if let Some(same) = AllTypesMatchRecord::from_record(record) {
            return Ok(Some(TypeRelation::Same(same.values()?)));
        }
        if let Some(one) = TypesMatchWithRecord::from_record(record) {
            return Ok(Some(TypeRelation::Transformed {
                from: one.from()?,
                to: one.to()?,
                transformer: one.transformer()?,
            }));
        }
        if let Some(one) =
            crate::record_views::operation::ShapedTypeMatchesRecord::from_record(record)
        {
            let (elements, shaped) = (one.elements()?, one.shaped()?);
            return Ok(Some(TypeRelation::Shaped { elements, shaped }));
        }
        Ok(None)
    }
}
