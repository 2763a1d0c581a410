//! Record fields, queried by name and type.
//!
//! A backend states the expected type of a field. If the description has another value, the result is a
//! [`FieldError`], which becomes a diagnostic at the record, with the `defm`s that created it. The headlines keep the
//! reference's wording, since tools match on it.

use tablewright_syntax::symbol::Symbol;

use crate::field_error::FieldError;
use crate::ids::ClassId;
use crate::record_view::ListElement;
use crate::release::Feature;
use crate::store::{Record, RecordStore};
use crate::value::{Bits, Dag, Value, ValueId};

impl RecordStore {
    /// Returns the class named `name`, for a backend that requires it.
    pub fn expect_class(&self, name: &str) -> Result<ClassId, FieldError> {
        self.find_class(name).ok_or_else(|| FieldError::no_class(name))
    }

    /// Returns the records that inherit from the class `name`, in natural name order.
    pub fn derived_from_name(&self, name: &str) -> Result<Vec<Record<'_>>, FieldError> {
        Ok(self.derived(self.expect_class(name)?))
    }

    /// Returns the records that inherit from the class `name`, in natural name order, or no records if the
    /// class does not exist.
    pub fn derived_if_defined(&self, name: &str) -> Vec<Record<'_>> {
        self.find_class(name).map_or_else(Vec::new, |class| self.derived(class))
    }
}

/// Fields by type. `?` is not a value of the field's type, so only the `optional_` queries accept it.
impl<'a> Record<'a> {
    /// Returns a field's value, of any type.
    #[inline]
    pub fn value(self, field: &str) -> Result<ValueId, FieldError> {
        self.field_value(field).ok_or_else(|| FieldError::no_field(self, field))
    }

    #[inline]
    fn look(self, field: &str) -> Result<Value<'a>, FieldError> {
        Ok(self.store().value(self.value(field)?))
    }

    /// Returns whether the field is `?`.
    pub fn is_unset(self, field: &str) -> Result<bool, FieldError> {
        Ok(self.value(field)? == ValueId::UNSET)
    }

    /// Returns the integer in an `int` field.
    pub fn int(self, field: &str) -> Result<i64, FieldError> {
        if let Value::Int(number) = self.look(field)? {
            return Ok(number);
        }
        let text = self.store().value_text(self.value(field)?);
        let problem = format!("exists but does not have an int value: {text}");
        Err(FieldError::for_field(self, field, &problem))
    }

    /// Returns the bit in a `bit` field.
    pub fn bit(self, field: &str) -> Result<bool, FieldError> {
        let Value::Bit(bit) = self.look(field)? else {
            return Err(FieldError::for_field(self, field, "does not have a bit initializer!"));
        };
        Ok(bit)
    }

    /// Returns the bit in a `bit` field, or `None` for `?`. Release 18 declares value type flags as `int`, so a
    /// number is accepted too.
    pub fn optional_bit(self, field: &str) -> Result<Option<bool>, FieldError> {
        if let Value::Int(number) = self.look(field)? {
            return Ok(Some(number != 0));
        }
        if self.is_unset(field)? { Ok(None) } else { self.bit(field).map(Some) }
    }

    /// Returns the bits in a `bits<n>` field.
    pub fn bits(self, field: &str) -> Result<Bits<'a>, FieldError> {
        let Value::Bits(bits) = self.look(field)? else {
            return Err(FieldError::for_field(
                self,
                field,
                "exists but does not have a bits value",
            ));
        };
        Ok(bits)
    }

    /// Returns the text in a `string` or `code` field. For `?`, tools expect the same error as for a missing field,
    /// unless the release has [`Feature::UnsetTextsAreFields`].
    pub fn string(self, field: &str) -> Result<&'a str, FieldError> {
        self.symbol(field).map(|text| self.store().str(text))
    }

    /// Returns the text in a `string` or `code` field as a symbol, for models that outlive borrowed text.
    ///
    /// # Errors
    ///
    /// The same as for [`Record::string`].
    pub fn symbol(self, field: &str) -> Result<Symbol, FieldError> {
        let value = self.look(field)?;
        value.as_text().ok_or_else(|| self.text_error(field, value))
    }

    /// The error of a field whose value is not a text.
    fn text_error(self, field: &str, value: Value<'_>) -> FieldError {
        if self.store().release().has(Feature::UnsetTextsAreFields) {
            return FieldError::for_field(self, field, "exists but does not have a string value");
        }
        if matches!(value, Value::Unset) {
            // Tools match on this headline, although the field exists.
            let name = self.name();
            let message = format!("Record `{name}' does not have a field named `{field}'!");
            return FieldError::about_value(self, field, message);
        }
        self.no_string(field)
    }

    /// Returns the text in a `string` or `code` field, or `None` for `?` and for a missing field.
    pub fn optional_string(self, field: &str) -> Result<Option<&'a str>, FieldError> {
        Ok(self.optional_symbol(field)?.map(|text| self.store().str(text)))
    }

    /// Returns the text in a `string` or `code` field as a symbol, or `None` for `?` and for a missing field.
    pub fn optional_symbol(self, field: &str) -> Result<Option<Symbol>, FieldError> {
        match self.field_value(field).map(|value| self.store().value(value)) {
            None | Some(Value::Unset) => Ok(None),
            Some(Value::String(text) | Value::Code(text)) => Ok(Some(text)),
            Some(_) => Err(self.no_string(field)),
        }
    }

    fn no_string(self, field: &str) -> FieldError {
        let name = self.name();
        // Tools match on this exact text, including the backquote before "field".
        let problem = "exists but does not have a string initializer!";
        FieldError::about_value(
            self,
            field,
            format!("Record `{name}', ` field `{field}' {problem}"),
        )
    }

    /// Returns the dag in a `dag` field.
    pub fn dag(self, field: &str) -> Result<Dag<'a>, FieldError> {
        let Value::Dag(dag) = self.look(field)? else {
            return Err(FieldError::for_field(self, field, "does not have a dag initializer!"));
        };
        Ok(dag)
    }

    /// Returns the record in a field with a class type.
    pub fn record(self, field: &str) -> Result<Record<'a>, FieldError> {
        let Value::Def(record) = self.look(field)? else {
            return Err(FieldError::for_field(self, field, "does not have a def initializer!"));
        };
        Ok(self.store().record(record))
    }

    /// Returns the record in a field with a class type, or `None` for `?`.
    pub fn optional_record(self, field: &str) -> Result<Option<Record<'a>>, FieldError> {
        let value = self.look(field)?;
        if matches!(value, Value::Unset) {
            return Ok(None);
        }
        let Value::Def(record) = value else {
            let problem = "does not have either a def initializer or '?'!";
            return Err(FieldError::for_field(self, field, problem));
        };
        Ok(Some(self.store().record(record)))
    }

    /// Returns the elements in a list field.
    pub fn list(self, field: &str) -> Result<&'a [ValueId], FieldError> {
        let Value::List(list) = self.look(field)? else {
            return Err(FieldError::for_field(
                self,
                field,
                "exists but does not have a list value",
            ));
        };
        Ok(list.elements)
    }

    /// Returns the elements in a record list.
    pub fn list_of_records(self, field: &str) -> Result<Vec<Record<'a>>, FieldError> {
        self.list_of(field)
    }

    /// Returns the elements in an integer list.
    pub fn list_of_ints(self, field: &str) -> Result<Vec<i64>, FieldError> {
        self.list_of(field)
    }

    /// Returns the elements in a string list.
    pub fn list_of_strings(self, field: &str) -> Result<Vec<&'a str>, FieldError> {
        self.list_of(field)
    }

    /// Returns the elements in a list, each as a `T`.
    pub(crate) fn list_of<T: ListElement<'a>>(self, field: &str) -> Result<Vec<T>, FieldError> {
        let elements = self.list(field)?;
        let mut items = Vec::with_capacity(elements.len());
        for (index, &element) in elements.iter().enumerate() {
            match T::take(self.store(), self.store().value(element)) {
                Some(item) => items.push(item),
                None => {
                    return Err(self.unexpected_element::<T>(field, element).at_element(index));
                }
            }
        }
        Ok(items)
    }

    #[cold]
    fn unexpected_element<T: ListElement<'a>>(self, field: &str, element: ValueId) -> FieldError {
        let problem = if T::PROBLEM.ends_with(": ") {
            format!("{}{}", T::PROBLEM, self.store().value_text(element))
        } else {
            T::PROBLEM.to_owned()
        };
        FieldError::for_field(self, field, &problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_error::FieldErrorKind;
    use crate::test_support::{shown, store_of};
    use expect_test::{Expect, expect};

    const RECORDS: &str = r#"class C;
def x : C;
def r {
  int i = -7;
  bit b = 1;
  bits<4> bs = 0b1010;
  string s = "text";
  code c = [{ code }];
  dag d = (x 1:$one, x);
  C def_ = x;
  C none = ?;
  list<int> is = [1, 2];
  list<int> holes = [1, ?];
  list<string> ss = ["a", [{b}]];
  list<C> cs = [x, x];
  list<C> choles = [?];
  int unset = ?;
}
"#;

    #[test]
    fn fields_come_as_their_type() {
        let store = store_of(RECORDS);
        let r = store.record(store.find_record("r").expect("defined"));
        let names =
            |list: Vec<Record<'_>>| list.iter().map(|r| r.name()).collect::<Vec<_>>().join(" ");
        assert_eq!(r.int("i"), Ok(-7));
        assert_eq!((r.bit("b"), r.optional_bit("unset")), (Ok(true), Ok(None)));
        assert_eq!(r.optional_bit("i"), Ok(Some(true)));
        assert_eq!(r.bits("bs").map(|b| b.to_int()), Ok(Some(10)));
        assert_eq!((r.string("s"), r.string("c")), (Ok("text"), Ok(" code ")));
        assert_eq!((r.optional_string("unset"), r.optional_string("absent")), (Ok(None), Ok(None)));
        assert_eq!(r.dag("d").map(|d| d.args.len()), Ok(2));
        assert_eq!(r.record("def_").map(|r| r.name()), Ok("x"));
        assert_eq!(r.optional_record("none").map(|r| r.is_none()), Ok(true));
        assert_eq!(r.list_of_ints("is"), Ok(vec![1, 2]));
        assert_eq!(r.list_of_strings("ss"), Ok(vec!["a", "b"]));
        assert_eq!(r.list_of_records("cs").map(names), Ok("x x".to_owned()));
        assert_eq!((r.is_unset("unset"), r.is_unset("i")), (Ok(true), Ok(false)));
    }

    fn check_error<T: std::fmt::Debug>(
        ask: impl Fn(Record<'_>) -> Result<T, FieldError>,
        expected: Expect,
    ) {
        let store = store_of(RECORDS);
        let r = store.record(store.find_record("r").expect("defined"));
        let error = ask(r).map(drop).expect_err("the field holds something else");
        expected.assert_eq(&shown(&store, error));
    }

    #[test]
    fn errors_name_record_and_field() {
        check_error(
            |r| r.int("absent"),
            expect![[r#"
            3:5: Record `r' does not have a field named `absent'!
        "#]],
        );
        check_error(
            |r| r.int("unset"),
            expect![[r#"
            3:5: Record `r', field `unset' exists but does not have an int value: ?
        "#]],
        );
        check_error(
            |r| r.int("s"),
            expect![[r#"
            3:5: Record `r', field `s' exists but does not have an int value: "text"
        "#]],
        );
        check_error(
            |r| r.bit("i"),
            expect![[r#"
            3:5: Record `r', field `i' does not have a bit initializer!
        "#]],
        );
        check_error(
            |r| r.bits("i").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `i' exists but does not have a bits value
        "#]],
        );
        check_error(
            |r| r.string("i").map(|_| ()),
            expect![[r#"
                3:5: Record `r', field `i' exists but does not have a string value
            "#]],
        );
        check_error(
            |r| r.dag("i").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `i' does not have a dag initializer!
        "#]],
        );
        check_error(
            |r| r.record("none").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `none' does not have a def initializer!
        "#]],
        );
        check_error(
            |r| r.optional_record("i").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `i' does not have either a def initializer or '?'!
        "#]],
        );
        check_error(
            |r| r.list("i").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `i' exists but does not have a list value
        "#]],
        );
        check_error(
            |r| r.list_of_ints("holes"),
            expect![[r#"
            3:5: Record `r', field `holes' exists but does not have a list of ints value: ?
        "#]],
        );
        check_error(
            |r| r.list_of_strings("is").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `is' exists but does not have a list of strings value: 1
        "#]],
        );
        check_error(
            |r| r.list_of_records("choles").map(|_| ()),
            expect![[r#"
            3:5: Record `r', field `choles' list is not entirely DefInit!
        "#]],
        );
    }

    #[test]
    fn an_error_shows_its_position_and_says_that_a_field_is_unset() {
        let store = store_of("class C { string Name = ?; }\ndef x : C;\n");
        let x = store.get("x").expect("it is defined");
        let error = x.string("Name").expect_err("it is unset");
        assert_eq!(error.kind(), FieldErrorKind::Unset);
        expect![[r#"
            test.td:2:5: error: the field 'Name' of 'x' lacks a value: it is `?`
            def x : C;
                ^"#]]
        .assert_eq(&error.to_string());
        let message = "Record `x', field `Name' exists but does not have a string value";
        assert_eq!(error.message(), message);
        let kind = |error: FieldError| error.kind();
        assert_eq!(x.int("Nam").map_err(kind), Err(FieldErrorKind::NoField));
        assert_eq!(x.int("Name").map_err(kind), Err(FieldErrorKind::Unset));
        let class = store.expect_class("D").map_err(|error| (error.kind(), error.to_string()));
        let words = "the description does not define the class 'D'".to_owned();
        assert_eq!(class, Err((FieldErrorKind::NoClass, words)));
    }

    #[test]
    fn records_are_asked_for_by_class() {
        let store = store_of("class R; def R10 : R; def R9 : R; def Q;");
        let names =
            |list: Vec<Record<'_>>| list.iter().map(|r| r.name()).collect::<Vec<_>>().join(" ");
        assert_eq!(store.derived_from_name("R").map(names), Ok("R9 R10".to_owned()));
        assert!(store.derived_if_defined("S").is_empty());
        let error = store.derived_from_name("S").map(drop).expect_err("there is no such class");
        expect!["The class 'S' is not defined\n"].assert_eq(&shown(&store, error));
    }

    #[test]
    fn faults_tell_where_the_record_comes_from() {
        let store = store_of(
            "multiclass Inner { def r; }\nmulticlass Outer { defm i : Inner; }\ndefm o : Outer;\n",
        );
        let r = store.record(store.find_record("oir").expect("defined"));
        let error = r.int("x").expect_err("there is no such field");
        expect![[r#"
            1:24: Record `oir' does not have a field named `x'!
            2:29: instantiated from multiclass
            3:10: instantiated from multiclass
        "#]]
        .assert_eq(&shown(&store, error));
    }
}
