//! Searchable tables and automata: the classes of `SearchableTable.td` and `Automaton.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Record, record_views};

record_views! {
    /// An enum with an enumerator for each record of a class.
    pub(crate) struct GenericEnumRecord<'s>("GenericEnum") {
        /// The class.
        pub(crate) filter_class: &'s str = "FilterClass",
        /// The field with the name of the enumerator; that of the record where it is empty or `?`.
        pub(crate) name_field: SettableText<'s> = "NameField",
        /// The field with the value of the enumerator; they are numbered where it is empty or `?`.
        pub(crate) value_field: SettableText<'s> = "ValueField",
        /// The C++ type of the enumerators; C++ chooses one where it is `?`.
        pub(crate) underlying_type: SettableText<'s> = "UnderlyingType" else SettableText(None),
    }

    /// A table with a row for each record of a class.
    pub(crate) struct GenericTableRecord<'s>("GenericTable") {
        /// The class.
        pub(crate) filter_class: &'s str = "FilterClass",
        /// The C++ type of a row.
        pub(crate) cpp_type_name: &'s str = "CppTypeName",
        /// The fields that are columns.
        pub(crate) fields: Vec<&'s str> = "Fields",
        /// The columns by which rows are sorted and found.
        pub(crate) primary_key: Option<Vec<&'s str>> = "PrimaryKey",
        /// The function that finds a row by that key.
        pub(crate) primary_key_name: &'s str = "PrimaryKeyName",
        /// Whether the function compares with the first and the last row before it searches.
        pub(crate) has_primary_key_early_out: bool = "PrimaryKeyEarlyOut",
        /// Whether the function returns all rows with the key.
        pub(crate) returns_range: bool = "PrimaryKeyReturnRange",
        /// Whether the table must have no rows but those of records, even where a row for each possible key
        /// would save the search.
        pub(crate) disallows_sparse_table: bool = "DisallowSparseTable" else true,
    }

    /// A function that finds rows of a table by other columns.
    pub(crate) struct SearchIndexRecord<'s>("SearchIndex") {
        /// The table.
        pub(crate) table: Record<'s> = "Table",
        /// The columns.
        pub(crate) key: Vec<&'s str> = "Key",
        /// Whether the function compares with the first and the last row before it searches.
        pub(crate) has_early_out: bool = "EarlyOut",
    }

    /// An automaton.
    pub(crate) struct GenericAutomatonRecord<'s>("GenericAutomaton") {
        /// The class of its transitions.
        pub(crate) transition_class: &'s str = "TransitionClass",
        /// The fields of a transition that an action consists of.
        pub(crate) symbol_fields: Vec<&'s str> = "SymbolFields",
    }
}
