//! Record views: each class that backends read is declared once.
//!
//! A *view* is a record interpreted as a record of one class. Its declaration contains the class name, and for each
//! field the Rust type of the value, the field's meaning, and a default for releases whose class lacks the field. The
//! declaration generates an accessor for each field. It also generates a [`ClassSchema`]: the declaration as data, from
//! which reference pages of the fields read by backends are printed.
//!
//! ```
//! use tablewright_records::{FieldError, Record, record_views};
//!
//! record_views! {
//!     /// An assembly operand.
//!     pub struct OperandRecord<'s>("Operand") {
//!         /// C++ function that prints the operand.
//!         pub print_method: &'s str = "PrintMethod",
//!         /// Number of machine operands. 1 in releases before 3.
//!         pub operand_count: i64 = "NumOperands" else 1,
//!     }
//!
//!     /// An operand that contains a branch offset.
//!     pub struct BranchOperandRecord<'s>("BranchOperand"): OperandRecord {
//!         /// Operands to try if this operand does not fit, best first.
//!         pub alternatives: Vec<OperandRecord<'s>> = "Alternatives",
//!         /// Register to which the offset is relative. `?` for the program counter.
//!         pub base: Option<Record<'s>> = "Base",
//!     }
//! }
//!
//! fn printers<'s>(operand: BranchOperandRecord<'s>) -> Result<Vec<&'s str>, FieldError> {
//!     let mut printers = vec![operand.print_method()?];
//!     for alternative in operand.alternatives()? {
//!         printers.push(alternative.print_method()?);
//!     }
//!     Ok(printers)
//! }
//! assert_eq!(SCHEMAS.len(), 2);
//! ```
//!
//! Rules:
//! - A view contains only a [`Record`]: it can be copied freely, and dereferences to `Record`. [`RecordView::new`]
//!   accepts any record, and [`RecordView::from_record`] only a record that inherits from the class.
//!   [`RecordView::all`] returns all records of the class.
//! - An accessor reads its field only when it is called. So a malformed field is an error only for a caller that reads
//!   it, and errors are in reading order. The messages are the same as for [`Record`]'s own methods; [`FieldValue`]
//!   lists the method for each type.
//! - `: Parent` declares that the class inherits from another view's class. The view has the parent's accessors too. A
//!   field is declared in the view of the class that declares it.
//! - `else value` is the default if the record lacks the field, as in a description for a release whose class lacks
//!   the field. Without a default, a missing field is an error.
//! - All views in a file are declared in a single invocation, which also defines `SCHEMAS`, the list of their schemas.
//!
//! A crate's views are in its folder `record_views`, with a file for each topic (like LLVM's `.td` files). Its function
//! `record_views::schemas()` lists the schemas of all files. A view's name is the class name with `Record` appended:
//! `CallingConvRecord`.

mod field_value;

pub use field_value::{FieldType, FieldValue, ListElement, NullableField, SettableText};

use crate::field_error::FieldError;
use crate::store::{Record, RecordStore};

/// A record interpreted as a record of a declared class. See [`record_views!`](crate::record_views).
pub trait RecordView<'s>: Copy + Into<Record<'s>> {
    /// Class name in descriptions.
    const CLASS: &'static str;

    /// Returns the schema: the declaration as data.
    fn schema() -> ClassSchema;

    /// Interprets any record as a record of the class. If it does not inherit from the class, fields may be missing,
    /// and their accessors return an error.
    fn new(record: Record<'s>) -> Self;

    /// Returns the view of a record. `None` if the record does not inherit from the class.
    fn from_record(record: impl Into<Record<'s>>) -> Option<Self> {
        let record = record.into();
        record.inherits(Self::CLASS).then(|| Self::new(record))
    }

    /// Returns whether any record has all fields in this declaration. The parent's fields are not checked.
    fn has_fields(record: Record<'_>) -> bool;

    /// Returns the records that inherit from the class, in natural name order.
    ///
    /// # Errors
    /// If the description does not define the class.
    fn all(store: &'s RecordStore) -> Result<Vec<Self>, FieldError> {
        let records = store.derived_from_name(Self::CLASS)?;
        Ok(records.into_iter().map(Self::new).collect())
    }

    /// Returns the records that inherit from the class, in natural name order. Empty if the description has
    /// no such class.
    fn all_if_defined(store: &'s RecordStore) -> Vec<Self> {
        store.derived_if_defined(Self::CLASS).into_iter().map(Self::new).collect()
    }
}

/// Schema of a class: the declaration of a view as data.
#[derive(Clone, Debug)]
pub struct ClassSchema {
    /// Class name in descriptions.
    pub class: &'static str,
    /// Description of its records, in lines.
    pub doc: &'static str,
    /// The class from which it inherits, if that class has a view too.
    pub parent: Option<&'static str>,
    /// Fields that are read, without the parent's fields.
    pub fields: Vec<FieldSchema>,
}

/// Schema of a field.
#[derive(Clone, Debug)]
pub struct FieldSchema {
    /// Field name in descriptions.
    pub name: &'static str,
    /// Field type.
    pub ty: FieldType,
    /// Meaning of the field, in lines.
    pub doc: &'static str,
    /// Default as a Rust expression, for releases whose class lacks the field. `None` if a missing field is an error.
    pub default: Option<&'static str>,
}

// Functions build the schemas, because static tables of strings would contain many addresses. Each address must be
// relocated at every program start, and schemas are rarely read.
impl ClassSchema {
    /// Creates a schema without fields.
    pub fn new(
        class: &'static str,
        doc: &'static str,
        parent: Option<&'static str>,
    ) -> ClassSchema {
        ClassSchema { class, doc, parent, fields: Vec::new() }
    }

    /// Adds a field that is read as a `T`.
    #[inline(never)]
    pub fn add_field<'s, T: FieldValue<'s>>(
        &mut self,
        name: &'static str,
        doc: &'static str,
        default: Option<&'static str>,
    ) {
        self.fields.push(FieldSchema { name, ty: T::TYPE, doc, default });
    }
}

/// Declares views of records: see [the rules](crate::record_view).
#[macro_export]
macro_rules! record_views {
    ($(
        $(#[doc = $class_doc:literal])*
        $vis:vis struct $View:ident<$s:lifetime>($class:literal) $(: $Parent:ident)? {$(
            $(#[doc = $field_doc:literal])*
            $field_vis:vis $accessor:ident: $ty:ty = $field:literal $(else $default:expr)?,
        )*}
    )*) => {
        $(
            $(#[doc = $class_doc])*
            #[derive(Clone, Copy)]
            $vis struct $View<$s>($crate::record_views!(@target $s $($Parent)?));

            impl<$s> $View<$s> {$(
                $(#[doc = $field_doc])*
                ///
                /// # Errors
                /// If the field does not contain such a value.
                #[inline]
                $field_vis fn $accessor(self) -> Result<$ty, $crate::FieldError> {
                    let record = $crate::Record::from(self);
                    $(
                        if !record.has_field($field) {
                            return Ok($default);
                        }
                    )?
                    <$ty as $crate::record_view::FieldValue<$s>>::read(record, $field)
                }
            )*}

            impl<$s> $crate::RecordView<$s> for $View<$s> {
                const CLASS: &'static str = $class;

                fn schema() -> $crate::record_view::ClassSchema {
                    let parent = $crate::record_views!(@parent $($Parent)?);
                    let doc = concat!($($class_doc, "\n"),*);
                    #[allow(unused_mut, reason = "a class may be read for nothing but being there")]
                    let mut schema = $crate::record_view::ClassSchema::new($class, doc, parent);
                    $(
                        let doc = concat!($($field_doc, "\n"),*);
                        let default = $crate::record_views!(@default $($default)?);
                        schema.add_field::<$ty>($field, doc, default);
                    )*
                    schema
                }

                fn has_fields(record: $crate::Record<'_>) -> bool {
                    let _ = record;
                    true $(&& record.has_field($field))*
                }

                fn new(record: $crate::Record<$s>) -> $View<$s> {
                    $View($crate::record_views!(@wrap record $($Parent)?))
                }
            }

            impl<$s> std::ops::Deref for $View<$s> {
                type Target = $crate::record_views!(@target $s $($Parent)?);

                fn deref(&self) -> &Self::Target {
                    &self.0
                }
            }

            impl<$s> From<$View<$s>> for $crate::Record<$s> {
                fn from(view: $View<$s>) -> $crate::Record<$s> {
                    view.0.into()
                }
            }
        )*

        /// Schemas of the classes in this file.
        #[allow(unreachable_pub, reason = "the file may be private to its crate")]
        pub const SCHEMAS: &[fn() -> $crate::record_view::ClassSchema] =
            &[$(<$View<'_> as $crate::RecordView<'_>>::schema),*];
    };
    (@target $s:lifetime) => { $crate::Record<$s> };
    (@target $s:lifetime $Parent:ident) => { $Parent<$s> };
    (@parent) => { None };
    (@parent $Parent:ident) => { Some(<$Parent<'_> as $crate::RecordView<'_>>::CLASS) };
    (@default) => { None };
    (@default $default:expr) => { Some(stringify!($default)) };
    (@wrap $record:ident) => { $record };
    (@wrap $record:ident $Parent:ident) => { <$Parent<'_> as $crate::RecordView<'_>>::new($record) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ValueId;
    use crate::test_support::{shown, store_of};
    use expect_test::expect;

    record_views! {
        /// A register.
        pub struct RegRecord<'s>("Reg") {
            /// Number in encodings.
            pub number: i64 = "Number",
            /// Cost of using the register.
            pub cost: i64 = "Cost" else 1,
            /// Overlapping registers.
            pub aliases: Vec<RegRecord<'s>> = "Aliases",
            /// The register for the other half.
            pub half: Option<RegRecord<'s>> = "Half" else None,
        }

        /// A register with a name.
        pub struct NamedRegRecord<'s>("NamedReg"): RegRecord {
            /// Name in assembly.
            pub asm_name: &'s str = "AsmName",
            /// Any record.
            pub payload: ValueId = "Payload",
        }
    }

    const REGISTERS: &str = r#"class Reg<int n, list<Reg> aliases> {
  int Number = n;
  list<Reg> Aliases = aliases;
}
class NamedReg<string name, int n> : Reg<n, []> {
  string AsmName = name;
  int Payload = ?;
}
def a : NamedReg<"%a", 3>;
def b : Reg<?, [a]> { Reg Half = a; }
"#;

    #[test]
    fn accessors_read_the_fields_of_the_class_and_of_its_parent() {
        let store = store_of(REGISTERS);
        let [a] = NamedRegRecord::all(&store).expect("the class is defined")[..] else {
            panic!("there is one record");
        };
        assert_eq!((a.asm_name(), a.number(), a.name()), (Ok("%a"), Ok(3), "a"));
        assert_eq!(a.payload(), Ok(ValueId::UNSET));
        let b = RegRecord::new(store.record(store.find_record("b").expect("defined")));
        let names: Vec<&str> = b.aliases().expect("a list").iter().map(|reg| reg.name()).collect();
        assert_eq!(names, ["a"]);
        assert_eq!(b.half().map(|half| half.map(|reg| reg.name())), Ok(Some("a")));
    }

    #[test]
    fn a_field_that_a_release_lacks_has_its_default() {
        let store = store_of(REGISTERS);
        let a = RegRecord::all(&store).expect("the class is defined")[0];
        assert_eq!(a.cost(), Ok(1));
        assert!(a.half().is_ok_and(|half| half.is_none()));
    }

    #[test]
    fn a_record_of_another_class_has_no_view() {
        let store = store_of(REGISTERS);
        let b = store.record(store.find_record("b").expect("defined"));
        assert!(NamedRegRecord::from_record(b).is_none() && RegRecord::from_record(b).is_some());
        let empty = store_of("");
        assert!(RegRecord::all(&empty).is_err() && RegRecord::all_if_defined(&empty).is_empty());
    }

    #[test]
    fn a_malformed_field_is_an_error_for_those_who_read_it() {
        let store = store_of(REGISTERS);
        let b = RegRecord::new(store.record(store.find_record("b").expect("defined")));
        assert!(b.aliases().is_ok());
        let error = b.number().expect_err("it is unset");
        expect![[r#"
            10:5: Record `b', field `Number' exists but does not have an int value: ?
        "#]]
        .assert_eq(&shown(&store, error));
    }

    #[test]
    fn schemas_list_what_is_read() {
        let mut text = String::new();
        for schema in SCHEMAS.iter().map(|schema| schema()) {
            let parent = schema.parent.unwrap_or_default();
            text += &format!("{} <{parent}>{}\n", schema.class, schema.doc.trim_end());
            for field in schema.fields {
                let default = field.default.map_or(String::new(), |text| format!(" or {text}"));
                let doc = field.doc.trim_end();
                text += &format!("  {} {}{default}:{doc}\n", field.ty, field.name);
            }
        }
        expect![[r#"
            Reg <> A register.
              int Number: Number in encodings.
              int Cost or 1: Cost of using the register.
              list<Reg> Aliases: Overlapping registers.
              Reg Half or None: The register for the other half.
            NamedReg <Reg> A register with a name.
              string AsmName: Name in assembly.
              any Payload: Any record.
        "#]]
        .assert_eq(&text);
    }
}
