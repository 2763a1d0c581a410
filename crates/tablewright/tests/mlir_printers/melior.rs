//! The part of the crate melior's interface that wrappers of operations use, without MLIR: operations are vectors in
//! memory, types and attributes are words. A test compiles wrappers against it and runs them.

use std::marker::PhantomData;

/// A context, which holds nothing.
#[derive(Default)]
pub struct Context;

#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    AttributeExpected(&'static str, String),
    AttributeNotFound(String),
    OperandNotFound(&'static str),
    OperationBuild,
    PositionOutOfBounds { name: &'static str, value: String, index: usize },
    ResultNotFound(&'static str),
}

/// The lifetimes of a value: of its context, and of what it belongs to.
type Owned<'c, 'a> = PhantomData<(&'c Context, &'a ())>;

fn out_of_bounds<T>(name: &'static str, index: usize) -> Result<T, Error> {
    Err(Error::PositionOutOfBounds { name, value: String::new(), index })
}

/// A text that lives as long as the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StringRef<'c>(&'static str, PhantomData<&'c Context>);

impl<'c> StringRef<'c> {
    pub fn as_str(&self) -> Result<&'c str, std::str::Utf8Error> {
        Ok(self.0)
    }
}

pub mod ir {
    use super::{Context, Error, Owned, StringRef, out_of_bounds};
    use std::marker::PhantomData;

    pub use self::attribute::Attribute;
    pub use self::operation::Operation;

    macro_rules! plain_data {
        ($($(#[$doc:meta])* $name:ident<$($lifetime:lifetime),*>: $owner:ty),*) => {
            $($(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $name<$($lifetime),*>(pub u32, pub $owner);

            impl<$($lifetime),*> $name<$($lifetime),*> {
                pub fn numbered(number: u32) -> Self {
                    Self(number, PhantomData)
                }
            })*
        };
    }

    plain_data! {
        /// A type, which is a number.
        Type<'c>: PhantomData<&'c Context>,
        /// A value, likewise.
        Value<'c, 'a>: Owned<'c, 'a>,
        Location<'c>: PhantomData<&'c Context>,
        RegionRef<'c, 'a>: Owned<'c, 'a>,
        BlockRef<'c, 'a>: Owned<'c, 'a>
    }

    /// A region, which cannot be copied.
    #[derive(Debug)]
    pub struct Region<'c>(pub u32, pub PhantomData<&'c Context>);

    /// A block, likewise.
    #[derive(Debug)]
    pub struct Block<'c>(pub u32, pub PhantomData<&'c Context>);

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Identifier<'c>(&'static str, PhantomData<&'c Context>);

    impl<'c> Identifier<'c> {
        pub fn new(_: &'c Context, name: &str) -> Self {
            Self(Box::leak(name.to_owned().into_boxed_str()), PhantomData)
        }

        pub fn as_string_ref(&self) -> StringRef<'c> {
            StringRef(self.0, PhantomData)
        }
    }

    pub mod attribute {
        use super::{Context, Error, PhantomData, out_of_bounds};

        /// An attribute: the name of its class, and numbers.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Attribute<'c> {
            class: &'static str,
            numbers: &'static [i32],
            context: PhantomData<&'c Context>,
        }

        impl<'c> Attribute<'c> {
            pub fn unit(_: &'c Context) -> Self {
                Self { class: "unit", numbers: &[], context: PhantomData }
            }
        }

        macro_rules! classes {
            ($($name:ident),*) => {
                $(#[derive(Clone, Copy, PartialEq, Eq, Debug)]
                pub struct $name<'c>(Attribute<'c>);

                impl<'c> $name<'c> {
                    pub fn new(_: &'c Context, numbers: &[i32]) -> Self {
                        let numbers = Box::leak(numbers.to_vec().into_boxed_slice());
                        Self(Attribute { class: stringify!($name), numbers, context: PhantomData })
                    }

                    pub fn element(&self, index: usize) -> Result<i32, Error> {
                        let found = self.0.numbers.get(index).copied();
                        found.map_or_else(|| out_of_bounds("array element", index), Ok)
                    }
                }

                impl<'c> From<$name<'c>> for Attribute<'c> {
                    fn from(attribute: $name<'c>) -> Self {
                        attribute.0
                    }
                }

                impl<'c> TryFrom<Attribute<'c>> for $name<'c> {
                    type Error = Error;

                    fn try_from(attribute: Attribute<'c>) -> Result<Self, Error> {
                        if attribute.class == stringify!($name) { Ok(Self(attribute)) } else { Err(Error::AttributeExpected(stringify!($name), String::new())) }
                    }
                })*
            };
        }

        classes!(
            ArrayAttribute, BoolAttribute, DenseElementsAttribute, DenseI32ArrayAttribute,
            DenseI64ArrayAttribute, FlatSymbolRefAttribute, FloatAttribute, IntegerAttribute,
            StringAttribute, TypeAttribute
        );
    }

    pub mod operation {
        use super::*;

        /// A result: the number of its type.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct OperationResult<'c, 'a>(pub u32, Owned<'c, 'a>);

        #[derive(Debug)]
        pub struct Operation<'c> {
            name: Identifier<'c>,
            results: Vec<u32>,
            operands: Vec<u32>,
            regions: Vec<u32>,
            successors: Vec<u32>,
            attributes: Vec<(Identifier<'c>, Attribute<'c>)>,
        }

        pub struct OperationBuilder<'c>(Operation<'c>);

        impl<'c> OperationBuilder<'c> {
            pub fn new(name: &str, _: Location<'c>) -> Self {
                let name = Identifier(Box::leak(name.to_owned().into_boxed_str()), PhantomData);
                let (results, operands) = (Vec::new(), Vec::new());
                let (regions, successors, attributes) = (Vec::new(), Vec::new(), Vec::new());
                Self(Operation { name, results, operands, regions, successors, attributes })
            }

            pub fn add_results(mut self, results: &[Type<'c>]) -> Self {
                self.0.results.extend(results.iter().map(|one| one.0));
                self
            }

            pub fn add_operands(mut self, operands: &[Value<'c, '_>]) -> Self {
                self.0.operands.extend(operands.iter().map(|one| one.0));
                self
            }

            pub fn add_regions_vec(mut self, regions: Vec<Region<'c>>) -> Self {
                self.0.regions.extend(regions.iter().map(|one| one.0));
                self
            }

            pub fn add_successors(mut self, successors: &[&Block<'c>]) -> Self {
                self.0.successors.extend(successors.iter().map(|one| one.0));
                self
            }

            pub fn add_attributes(mut self, all: &[(Identifier<'c>, Attribute<'c>)]) -> Self {
                self.0.attributes.extend(all);
                self
            }

            /// The type of the only result is that of the first operand.
            pub fn enable_result_type_inference(mut self) -> Self {
                self.0.results = self.0.operands.first().copied().into_iter().collect();
                self
            }

            /// An operation without operands of which types are inferred is not built.
            pub fn build(self) -> Result<Operation<'c>, Error> {
                if self.0.name.0.ends_with(".invalid") { Err(Error::OperationBuild) } else { Ok(self.0) }
            }
        }

        pub trait OperationLike<'c: 'a, 'a> {
            fn data(&self) -> &Operation<'c>;

            fn name(&self) -> Identifier<'c> {
                self.data().name
            }
            fn operand_count(&self) -> usize {
                self.data().operands.len()
            }
            fn operand(&self, index: usize) -> Result<Value<'c, 'a>, Error> {
                let found = self.data().operands.get(index);
                found.map_or_else(|| out_of_bounds("operand", index), |&one| Ok(Value(one, PhantomData)))
            }
            fn result_count(&self) -> usize {
                self.data().results.len()
            }
            fn result(&self, index: usize) -> Result<OperationResult<'c, 'a>, Error> {
                let found = self.data().results.get(index);
                let result = |&one: &u32| Ok(OperationResult(one, PhantomData));
                found.map_or_else(|| out_of_bounds("result", index), result)
            }
            fn region_count(&self) -> usize {
                self.data().regions.len()
            }
            fn region(&self, index: usize) -> Result<RegionRef<'c, 'a>, Error> {
                let found = self.data().regions.get(index);
                let region = |&one: &u32| Ok(RegionRef(one, PhantomData));
                found.map_or_else(|| out_of_bounds("region", index), region)
            }
            fn successor_count(&self) -> usize {
                self.data().successors.len()
            }
            fn successor(&self, index: usize) -> Result<BlockRef<'c, 'a>, Error> {
                let found = self.data().successors.get(index);
                let block = |&one: &u32| Ok(BlockRef(one, PhantomData));
                found.map_or_else(|| out_of_bounds("successor", index), block)
            }
            fn attribute(&self, name: &str) -> Result<Attribute<'c>, Error> {
                let found = self.data().attributes.iter().find(|(one, _)| one.0 == name);
                let missing = || Error::AttributeNotFound(name.to_owned());
                found.map(|(_, attribute)| *attribute).ok_or_else(missing)
            }
            fn has_attribute(&self, name: &str) -> bool {
                self.attribute(name).is_ok()
            }
        }

        pub trait OperationMutLike<'c: 'a, 'a>: OperationLike<'c, 'a> {
            fn data_mut(&mut self) -> &mut Operation<'c>;

            fn set_attribute(&mut self, name: &str, attribute: Attribute<'c>) {
                let attributes = &mut self.data_mut().attributes;
                attributes.retain(|(one, _)| one.0 != name);
                let name = Identifier(Box::leak(name.to_owned().into_boxed_str()), PhantomData);
                attributes.push((name, attribute));
            }

            fn remove_attribute(&mut self, name: &str) -> Result<(), Error> {
                self.attribute(name)?;
                self.data_mut().attributes.retain(|(one, _)| one.0 != name);
                Ok(())
            }
        }

        impl<'c: 'a, 'a> OperationLike<'c, 'a> for Operation<'c> {
            fn data(&self) -> &Operation<'c> {
                self
            }
        }

        impl<'c: 'a, 'a> OperationMutLike<'c, 'a> for Operation<'c> {
            fn data_mut(&mut self) -> &mut Operation<'c> {
                self
            }
        }
    }
}
