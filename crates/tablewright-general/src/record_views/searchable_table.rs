//! Searchable tables and automata: the classes in `SearchableTable.td` and `Automaton.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Record, record_views};

record_views! {
    /// An enum with an enumerator for each record of a class.
    pub(crate) struct GenericEnumRecord<'s>("GenericEnum") {
        /// The class whose records become enumerators.
        pub(crate) filter_class: &'s str = "FilterClass",
        /// Field with the enumerator name; if it is empty or `?`, the record's name is used.
        pub(crate) name_field: SettableText<'s> = "NameField",
        /// Field with the enumerator's value; if it is empty or `?`, enumerators are numbered.
        pub(crate) value_field: SettableText<'s> = "ValueField",
        /// C++ type of the enumerators; if it is `?`, C++ chooses a type.
        pub(crate) underlying_type: SettableText<'s> = "UnderlyingType" else SettableText(None),
    }

    /// A table with a row for each record of a class.
    pub(crate) struct GenericTableRecord<'s>("GenericTable") {
        /// The class whose records become rows.
        pub(crate) filter_class: &'s str = "FilterClass",
        /// A row's C++ type.
        pub(crate) cpp_type_name: &'s str = "CppTypeName",
        /// Fields that become columns.
        pub(crate) fields: Vec<&'s str> = "Fields",
        /// Columns by which rows are sorted and found.
        pub(crate) primary_key: Option<Vec<&'s str>> = "PrimaryKey",
        /// Name for the function that finds a row by the primary key.
        pub(crate) primary_key_name: &'s str = "PrimaryKeyName",
        /// Whether the function compares with the first and the last row before it searches.
        pub(crate) has_primary_key_early_out: bool = "PrimaryKeyEarlyOut",
        /// Whether the function returns all rows with the key.
        pub(crate) returns_range: bool = "PrimaryKeyReturnRange",
        /// Whether all rows must come from records, even if a row for each possible key would avoid
        /// the search.
        pub(crate) disallows_sparse_table: bool = "DisallowSparseTable" else true,
    }

    /// A function that finds table rows by other columns.
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
        /// The class of the automaton's transitions.
        pub(crate) transition_class: &'s str = "TransitionClass",
        /// Transition fields that form an action.
        pub(crate) symbol_fields: Vec<&'s str> = "SymbolFields",
    }
}
