//! Value type traits for type inference: integer, floating point or vector, elements and sizes.
//!
//! In: `ValueType` records. Out: [`TypeTraitTable`], with a row for each type number.

use tablewright_records::{FieldError, RecordStore, RecordView};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::record_views::value_type::ValueTypeRecord;
use tablewright_target::value_types::{ValueType, ValueTypes, own_types};

use super::type_set::ValueTypeSet;

/// A type's traits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TypeTraits {
    pub(crate) is_scalable: bool,
    /// Whether the bit count is multiplied by a factor that is unknown at compile time.
    pub(crate) has_scalable_size: bool,
    /// The minimum vector element count; zero for a scalar.
    pub(crate) element_count: u32,
    /// The type of a vector's elements.
    pub(crate) element: Option<ValueType>,
    /// The minimum size in bits.
    pub(crate) size: u32,
    /// The element size in bits; for a scalar, its size.
    pub(crate) scalar_size: u32,
}

/// Traits for all types, and the types that represent several others.
#[derive(Clone, Debug)]
pub(crate) struct TypeTraitTable {
    traits: Vec<TypeTraits>,
    /// Integers and integer vectors.
    pub(crate) integers: ValueTypeSet,
    /// Floating-point numbers and floating-point vectors.
    pub(crate) floats: ValueTypeSet,
    pub(crate) vectors: ValueTypeSet,
    /// Capabilities of CHERI.
    pub(crate) capabilities: ValueTypeSet,
    /// `cPTR`: a capability as wide as a pointer.
    pub(crate) capability_pointer: ValueType,
    /// `iPTR`: an integer as wide as a pointer.
    pub(crate) pointer: ValueType,
    /// `iPTRAny` or `pAny`, which is replaced by `iPTR`, and by `cPTR` if there are capabilities.
    pub(crate) any_pointer: ValueType,
    /// Types that represent all legal types in a kind: `iAny`, `fAny`, `vAny`, `Any`.
    pub(crate) overloads: [(ValueType, Overload); 4],
    /// `OtherVT`: the type for non-values, such as condition codes.
    pub(crate) other: ValueType,
    pub(crate) i32: ValueType,
    pub(crate) untyped: ValueType,
}

/// The legal types that an overloaded type represents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overload {
    Integer,
    Float,
    Vector,
    Any,
}

impl TypeTraitTable {
    /// Reads the `ValueType` records.
    pub(crate) fn read(
        store: &RecordStore,
        types: &ValueTypes,
    ) -> Result<TypeTraitTable, FieldError> {
        // A type that the description lacks has a number that no type can have.
        let number = |name: &str, absent: usize| -> Result<ValueType, FieldError> {
            match store.find_record(name) {
                Some(record) => number_of(ValueTypeRecord::new(store.record(record)), types),
                None => Ok(ValueType((ValueTypeSet::CAPACITY + absent) as i64)),
            }
        };
        // Since release 20 its name is the name of its replacement in IR.
        let any_pointer = if store.find_record("pAny").is_some() { "pAny" } else { "iPTRAny" };
        let mut traits = TypeTraitTable {
            traits: vec![TypeTraits::default(); ValueTypeSet::CAPACITY],
            integers: ValueTypeSet::default(),
            floats: ValueTypeSet::default(),
            vectors: ValueTypeSet::default(),
            capabilities: ValueTypeSet::default(),
            capability_pointer: number("cPTR", 9)?,
            pointer: number("iPTR", 0)?,
            any_pointer: number(any_pointer, 1)?,
            overloads: [
                (number("iAny", 2)?, Overload::Integer),
                (number("fAny", 3)?, Overload::Float),
                (number("vAny", 4)?, Overload::Vector),
                (number("Any", 5)?, Overload::Any),
            ],
            other: number("OtherVT", 6)?,
            i32: number("i32", 7)?,
            untyped: number("untyped", 8)?,
        };
        // A target may define more records for a type, with other traits; the first record has priority.
        let mut described = ValueTypeSet::default();
        for record in own_types(store) {
            let ty = number_of(record, types)?;
            if !described.contains(ty) {
                described.insert(ty);
                traits.add(ty, record, types)?;
            }
        }
        Ok(traits)
    }

    /// Returns whether a type represents several types.
    pub(crate) fn is_overloaded(&self, ty: ValueType) -> bool {
        ty == self.any_pointer || self.overloads.iter().any(|&(overloaded, _)| overloaded == ty)
    }

    fn add(
        &mut self,
        ty: ValueType,
        record: ValueTypeRecord<'_>,
        types: &ValueTypes,
    ) -> Result<(), FieldError> {
        let size = record.size()? as u32;
        let mut own = TypeTraits { size, scalar_size: size, ..TypeTraits::default() };
        let (is_integer, is_float) = match record.is_vector()? {
            Some(is_vector) => {
                if is_vector {
                    let element = record.element_type()?;
                    own.element = Some(number_of(element, types)?);
                    own.scalar_size = element.size()? as u32;
                    own.element_count = record.element_count()?.unwrap_or(1) as u32;
                    own.is_scalable = record.is_scalable()? == Some(true);
                }
                (record.is_integer()? == Some(true), record.is_fp()? == Some(true))
            }
            None => self.read_name(record, types, &mut own)?,
        };
        // In C++ the size of this type is scalable, although the type is not a vector there.
        own.has_scalable_size = own.is_scalable || record.name() == "aarch64svcount";
        for (set, is_member) in [
            (&mut self.integers, is_integer),
            (&mut self.floats, is_float),
            (&mut self.vectors, own.element.is_some()),
        ] {
            if is_member {
                set.insert(ty);
            }
        }
        if record.is_cheri_capability()? == Some(true) {
            self.capabilities.insert(ty);
        }
        if let Some(slot) = self.traits.get_mut(ty.0 as usize) {
            *slot = own;
        }
        Ok(())
    }

    /// Descriptions up to LLVM 15 describe a type only by its name: `i8`, `v4f32`, `nxv2i64`. Returns whether it
    /// contains integers, and whether it contains floating-point numbers.
    fn read_name(
        &self,
        record: ValueTypeRecord<'_>,
        types: &ValueTypes,
        own: &mut TypeTraits,
    ) -> Result<(bool, bool), FieldError> {
        let name = record.name();
        let (vector, is_scalable) = match name.strip_prefix("nxv") {
            Some(vector) => (Some(vector), true),
            None => (name.strip_prefix('v'), false),
        };
        let mut scalar = name;
        if let Some(vector) = vector
            && let Some(end) = vector.find(|c: char| !c.is_ascii_digit())
            && let Ok(count) = vector[..end].parse::<u32>()
            && let Some(element) = record.store().find_record(&vector[end..])
        {
            scalar = &vector[end..];
            let element = ValueTypeRecord::new(record.store().record(element));
            own.element = Some(number_of(element, types)?);
            own.scalar_size = element.size()? as u32;
            own.element_count = count;
            own.is_scalable = is_scalable;
        }
        let width = |prefix| {
            let digits = scalar.strip_prefix(prefix)?;
            digits.parse::<u32>().ok()
        };
        let is_float = ["f", "bf", "ppcf"].into_iter().any(|prefix| width(prefix).is_some());
        Ok((width("i").is_some(), is_float))
    }

    /// Returns a type's traits.
    pub(crate) fn for_type(&self, ty: ValueType) -> TypeTraits {
        self.traits.get(ty.0 as usize).copied().unwrap_or_default()
    }

    /// Whether a type is `iPTR` or an integer, or an integer vector.
    pub(crate) fn is_integer_or_pointer(&self, ty: ValueType) -> bool {
        ty == self.pointer || self.integers.contains(ty)
    }

    pub(crate) fn is_vector(&self, ty: ValueType) -> bool {
        self.vectors.contains(ty)
    }

    /// Whether a type is `iPTR` or a scalar that an `iPTR` may turn out to be.
    pub(crate) fn is_pointer_like(&self, ty: ValueType) -> bool {
        self.is_integer_or_pointer(ty) && !self.is_vector(ty)
    }

    /// Whether a placeholder, `iPTR` or `cPTR`, may turn out to be a type.
    pub(crate) fn can_stand_for(&self, placeholder: ValueType, ty: ValueType) -> bool {
        if placeholder == self.pointer {
            self.is_pointer_like(ty)
        } else {
            self.capabilities.contains(ty)
        }
    }
}

fn number_of(record: ValueTypeRecord<'_>, types: &ValueTypes) -> Result<ValueType, FieldError> {
    let ty = types.number(record)?;
    if !(0..ValueTypeSet::CAPACITY as i64).contains(&ty.0) {
        let (name, limit) = (record.name(), ValueTypeSet::CAPACITY);
        let message = format!("The number of value type '{name}' is not below {limit}");
        return Err(FieldError::new(Code::ValueTypes, *record, message));
    }
    Ok(ty)
}
