//! Record views: the classes of a description that backends read, each declared once.
//!
//! A *view* is a record taken as one of a class. Its declaration names the class and, for each field that
//! is read, the Rust type that the value becomes, what the field means, and the value that holds where a
//! release of the class lacks the field. An accessor for each field follows from it, and a [`ClassSchema`]:
//! the declaration as data, of which references of what is read are printed.
//!
//! ```
//! use tablewright_records::{FieldError, Record, record_views};
//!
//! record_views! {
//!     /// Something that an assembler can write down.
//!     pub struct OperandRecord<'s>("Operand") {
//!         /// The function that prints the operand.
//!         pub print_method: &'s str = "PrintMethod",
//!         /// How many operands of the machine it stands for; releases before 3 have one each.
//!         pub operand_count: i64 = "NumOperands" else 1,
//!     }
//!
//!     /// An operand that holds the offset of a branch.
//!     pub struct BranchOperandRecord<'s>("BranchOperand"): OperandRecord {
//!         /// The operands that are tried when this one does not fit, best first.
//!         pub alternatives: Vec<OperandRecord<'s>> = "Alternatives",
//!         /// The register that offsets are relative to; the program counter where it is `?`.
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
//! - A view is a [`Record`] and nothing else: it is copied freely, and all methods of `Record` work on it
//!   by way of `Deref`. [`RecordView::new`] takes any record as one of the class, [`RecordView::from_record`] only a
//!   record that inherits from it, [`RecordView::all`] finds all of them.
//! - An accessor reads its field when it is called, and not before. So a malformed field is an error for
//!   those who read it, and errors come in the order of reading. The messages are those of [`Record`]'s own
//!   methods ([`FieldValue`] lists which type is read by which).
//! - `: Parent` declares that the class inherits from the class of another view, whose accessors the view
//!   has too. A field is declared in the view of the class that declares it.
//! - `else value` is what holds where the record has no such field, as in a description of a release whose
//!   class lacks it. A field without it is an error where it is missing.
//! - The views of a file are one invocation, which also defines `SCHEMAS`, the list of their schemas.
//!
//! A crate has its views in its folder `record_views`, a file for each theme (as LLVM has `.td` files), and
//! lists the schemas of all files in `record_views::schemas()`. Views are called like the class, with
//! `Record` at the end: `CallingConvRecord`.

mod field_value;

pub use field_value::{FieldType, FieldValue, ListElement, NullableField, SettableText};

use crate::field_error::FieldError;
use crate::store::{Record, RecordStore};

/// A record taken as one of a class that a declaration describes. See [`record_views!`](crate::record_views).
pub trait RecordView<'s>: Copy + Into<Record<'s>> {
    /// The class, by the name it has in descriptions.
    const CLASS: &'static str;

    /// What is read of the class.
    fn schema() -> ClassSchema;

    /// Takes any record as one of the class. Where it is none, fields may be missing, and accessors then
    /// return the error that says so.
    fn new(record: Record<'s>) -> Self;

    /// The record as one of the class; `None` where it does not inherit from it.
    fn from_record(record: impl Into<Record<'s>>) -> Option<Self> {
        let record = record.into();
        record.inherits(Self::CLASS).then(|| Self::new(record))
    }

    /// Whether a record, of this class or another, has all fields that are read of the class, without those of
    /// its parent.
    fn has_fields(record: Record<'_>) -> bool;

    /// The records that inherit from the class, in natural order of their names.
    ///
    /// # Errors
    /// Where the description has no such class.
    fn all(store: &'s RecordStore) -> Result<Vec<Self>, FieldError> {
        let records = store.derived_from_name(Self::CLASS)?;
        Ok(records.into_iter().map(Self::new).collect())
    }

    /// The records that inherit from the class, in natural order of their names; none where the
    /// description has no such class.
    fn all_if_defined(store: &'s RecordStore) -> Vec<Self> {
        store.derived_if_defined(Self::CLASS).into_iter().map(Self::new).collect()
    }
}

/// What is read of a class: the declaration of a view as data.
#[derive(Clone, Debug)]
pub struct ClassSchema {
    /// The name of the class in descriptions.
    pub class: &'static str,
    /// What its records describe, in lines.
    pub doc: &'static str,
    /// The class that it inherits from, if that is read too.
    pub parent: Option<&'static str>,
    /// The fields that are read, without those of the parent.
    pub fields: Vec<FieldSchema>,
}

/// What is read of a field.
#[derive(Clone, Debug)]
pub struct FieldSchema {
    /// The name of the field in descriptions.
    pub name: &'static str,
    /// What it holds.
    pub ty: FieldType,
    /// What it means, in lines.
    pub doc: &'static str,
    /// The value, in Rust, that holds in releases whose class lacks the field; `None` where a missing
    /// field is an error.
    pub default: Option<&'static str>,
}

// Schemas are made by code, and not tables: a table of texts is full of addresses, and each of them has to be
// relocated whenever a program starts, which hardly any ever reads.
impl ClassSchema {
    /// Without fields.
    pub fn new(
        class: &'static str,
        doc: &'static str,
        parent: Option<&'static str>,
    ) -> ClassSchema {
        ClassSchema { class, doc, parent, fields: Vec::new() }
    }

    /// Adds a field whose value becomes a `T`.
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
                /// Where the field does not hold such a value.
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

        /// What is read of the classes in this file.
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
            /// Its number in encodings.
            pub number: i64 = "Number",
            /// What it costs to use it.
            pub cost: i64 = "Cost" else 1,
            /// The registers that it overlaps.
            pub aliases: Vec<RegRecord<'s>> = "Aliases",
            /// The register of the other half.
            pub half: Option<RegRecord<'s>> = "Half" else None,
        }

        /// A register with a name.
        pub struct NamedRegRecord<'s>("NamedReg"): RegRecord {
            /// The name in assembly.
            pub asm_name: &'s str = "AsmName",
            /// Anything.
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
              int Number: Its number in encodings.
              int Cost or 1: What it costs to use it.
              list<Reg> Aliases: The registers that it overlaps.
              Reg Half or None: The register of the other half.
            NamedReg <Reg> A register with a name.
              string AsmName: The name in assembly.
              any Payload: Anything.
        "#]]
        .assert_eq(&text);
    }
}
