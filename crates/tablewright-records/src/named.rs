//! Queries by name for programs that read a few records: classes, records, fields and variables, as records and
//! [`ValueRef`]s.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::ids::ClassId;
use crate::reads::WholeRead;
use crate::store::{Class, Record, RecordStore};
use crate::value::ValueId;
use crate::value_ref::ValueRef;

impl RecordStore {
    /// Returns the record named `name`.
    ///
    /// ```
    /// # use tablewright_records::{LoadOptions, load};
    /// # struct NoFiles;
    /// # impl tablewright_syntax::FileProvider for NoFiles {
    /// #     fn include(&mut self, _: &str) -> Option<tablewright_syntax::IncludedFile> { None }
    /// # }
    /// # let text = "class Inst; def ADD : Inst;";
    /// # let store = load("x.td".into(), text.into(), &mut NoFiles, &LoadOptions::default()).store;
    /// // class Inst; def ADD : Inst;
    /// let add = store.get("ADD").expect("it is defined");
    /// assert_eq!(format!("{add:?} at {}", add.location()), "ADD: Inst at x.td:1:17");
    /// ```
    pub fn get(&self, name: &str) -> Option<Record<'_>> {
        self.find_record(name).map(|id| self.record(id))
    }

    /// Returns the class named `name`.
    pub fn get_class(&self, name: &str) -> Option<Class<'_>> {
        self.find_class(name).map(|id| self.class(id))
    }

    /// Returns the value in the global variable `name`, defined by a `defvar` or `defset`.
    pub fn global(&self, name: &str) -> Option<ValueRef<'_>> {
        self.note_whole(WholeRead::Globals);
        let name = self.symbols().get(name)?;
        self.names.globals.get(&name).map(|&id| self.value_ref(id))
    }

    /// Returns a value with this store.
    pub fn value_ref(&self, id: ValueId) -> ValueRef<'_> {
        ValueRef::new(self, id)
    }

    /// Returns the names of classes.
    fn names_of(&self, ids: impl IntoIterator<Item = ClassId>) -> Vec<&str> {
        ids.into_iter().map(|id| self.class(id).name()).collect()
    }
}

impl<'a> Record<'a> {
    /// Returns the value in the field named `name`. Methods named after types, such as [`Record::int`], return an error
    /// if the field does not exist or has another type.
    pub fn get(self, name: &str) -> Option<ValueRef<'a>> {
        self.field_value(name).map(|id| self.store().value_ref(id))
    }

    /// Iterates over the names and values of all fields in declaration order, inherited fields first.
    pub fn entries(self) -> impl Iterator<Item = (&'a str, ValueRef<'a>)> + ExactSizeIterator {
        let store = self.store();
        self.fields().map(move |field| (store.str(field.name), store.value_ref(field.value)))
    }

    /// Returns all superclass names, each after its own superclasses.
    pub fn superclass_names(self) -> Vec<&'a str> {
        self.store().names_of(self.superclasses().iter().copied())
    }

    /// Returns the direct superclass names, in description order.
    pub fn direct_superclass_names(self) -> Vec<&'a str> {
        self.store().names_of(self.direct_superclasses().into_iter().rev())
    }
}

impl PartialEq for Record<'_> {
    /// Returns whether both are the same record in the same store.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.store(), other.store()) && self.id() == other.id()
    }
}

impl Eq for Record<'_> {}

impl Hash for Record<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

/// Displays the name.
impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Displays the name and the direct superclasses, `ADD: Inst, Sched`. The form `{:#?}` displays the text printed by
/// `--print-records`.
impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            let mut text = String::new();
            self.store().write_record(&mut text, *self);
            return f.write_str(text.trim_end());
        }
        write_heading(f, self.name(), &self.direct_superclass_names())
    }
}

impl<'a> Class<'a> {
    /// Returns all superclass names, each after its own superclasses.
    pub fn superclass_names(self) -> Vec<&'a str> {
        self.store().names_of(self.superclasses().iter().copied())
    }

    /// Returns the direct superclass names, in description order.
    pub fn direct_superclass_names(self) -> Vec<&'a str> {
        self.store().names_of(self.direct_superclasses().into_iter().rev())
    }

    /// Returns the records that inherit from the class, in natural name order.
    pub fn records(self) -> Vec<Record<'a>> {
        self.store().derived(self.id())
    }
}

/// Displays the name.
impl fmt::Display for Class<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Displays the name and the direct superclasses. The form `{:#?}` displays the text printed by `--print-records`.
impl fmt::Debug for Class<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            let mut text = String::new();
            self.store().write_class(&mut text, *self);
            return f.write_str(text.trim_end());
        }
        write_heading(f, self.name(), &self.direct_superclass_names())
    }
}

fn write_heading(f: &mut fmt::Formatter<'_>, name: &str, superclasses: &[&str]) -> fmt::Result {
    f.write_str(name)?;
    if !superclasses.is_empty() {
        write!(f, ": {}", superclasses.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::test_support::store_of;

    #[test]
    fn records_and_classes_show_themselves() {
        let store = store_of(
            "class Base { int Size = 4; } class A : Base; class B;\n\
             def x : A, B; def y; defvar both = [x, x];",
        );
        let x = store.get("x").expect("it is defined");
        assert_eq!((format!("{x}"), format!("{x:?}")), ("x".into(), "x: A, B".into()));
        assert_eq!(format!("{x:#?}"), "x {\t// Base A B\n  int Size = 4;\n}");
        assert_eq!(format!("{:?}", store.get("y").expect("it is defined")), "y");
        let a = store.get_class("A").expect("it is defined");
        assert_eq!((format!("{a:?}"), a.records()), ("A: Base".into(), vec![x]));
        assert_eq!(format!("{a:#?}"), "A {\t// Base\n  int Size = 4;\n}");
        assert_eq!(x.superclass_names(), ["Base", "A", "B"]);
        assert_eq!(x.direct_superclass_names(), ["A", "B"]);
        let entries: Vec<String> =
            x.entries().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(entries, ["Size=4"]);
        assert_eq!(store.global("both").expect("it is set").to_string(), "[x, x]");
        assert!(store.global("x").is_none() && store.get_class("x").is_none());
    }
}
