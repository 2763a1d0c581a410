//! Searchable tables and automata: classes in `SearchableTable.td` and `Automaton.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Record, record_views};

record_views! {
    /// An enum with an enumerator for each record of a class.
    pub(crate) struct GenericEnumRecord<'s>("GenericEnum") {
        /// The class.
        pub(crate) filter_class: &'s str = "FilterClass",
        /// Field with the enumerator name. If empty or `?`, the record name is used.
        pub(crate) name_field: SettableText<'s> = "NameField",
        /// Field with the enumerator value. If empty or `?`, the enumerators are numbered.
        pub(crate) value_field: SettableText<'s> = "ValueField",
        /// C++ type of the enumerators. If `?`, C++ chooses the type.
        pub(crate) underlying_type: SettableText<'s> = "UnderlyingType" else SettableText(None),
    }

    /// A table with a row for each record of a class.
    pub(crate) struct GenericTableRecord<'s>("GenericTable") {
        /// The class.
        pub(crate) filter_class: &'s str = "FilterClass",
        /// C++ type of a row.
        pub(crate) cpp_type_name: &'s str = "CppTypeName",
        /// The fields that are columns.
        pub(crate) fields: Vec<&'s str> = "Fields",
        /// Columns by which rows are sorted and searched.
        pub(crate) primary_key: Option<Vec<&'s str>> = "PrimaryKey",
        /// The function that finds a row by that key.
        pub(crate) primary_key_name: &'s str = "PrimaryKeyName",
        /// Whether the function compares with the first and the last row before it searches.
        pub(crate) has_primary_key_early_out: bool = "PrimaryKeyEarlyOut",
        /// Whether the function returns all rows with the key.
        pub(crate) returns_range: bool = "PrimaryKeyReturnRange",
        /// Whether the table may only have rows for records, even if a row for each possible key would avoid the
        /// search.
        pub(crate) disallows_sparse_table: bool = "DisallowSparseTable" else true,
    }

    /// A function that searches a table by other columns.
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
        /// Class of the transitions.
        pub(crate) transition_class: &'s str = "TransitionClass",
        /// Transition fields that form an action.
        pub(crate) symbol_fields: Vec<&'s str> = "SymbolFields",
    }
}
