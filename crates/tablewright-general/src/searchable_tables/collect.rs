//! Builds the model from records: all enums, all tables, and their macro guards.

use std::collections::BTreeSet;

use tablewright_records::release::Feature;
use tablewright_records::{RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::target::target;

use super::class_table::{class_enum, class_table};
use super::collected_table::CollectedTable;
use super::enums::{self, CollectedEnum};
use super::generic_table::generic_table;
use super::lookups::{self, LookupRequest};
use super::model::{SearchableEnum, SearchableTable, SearchableTables};
use super::strings;
use super::target_names::TargetNames;
use crate::record_views::searchable_table::{
    GenericEnumRecord, GenericTableRecord, SearchIndexRecord,
};

/// Returns all enums and tables: first from `GenericEnum` and `GenericTable`, then from classes
/// that derive from `SearchableTable`.
pub(super) fn collect(store: &RecordStore) -> Result<SearchableTables<'_>, Diagnostic> {
    let instruction = store.find_class("Instruction");
    if instruction.is_some_and(|class| store.records().any(|r| r.superclasses().contains(&class))) {
        // A description with instructions must describe a target.
        target(store)?;
    }
    let generic = GenericEnumRecord::all(store)?;
    let enums: Vec<CollectedEnum<'_>> =
        generic.into_iter().map(|e| enums::generic_enum(store, e)).collect::<Result<_, _>>()?;
    let mut names = TargetNames::default();
    let mut tables: Vec<CollectedTable<'_, '_>> = Vec::new();
    for record in GenericTableRecord::all(store)? {
        tables.push(generic_table(store, record, &enums, &mut names)?);
    }
    add_search_indices(store, &mut tables)?;
    let mut class_enums = Vec::new();
    if let Some(older) = store.find_class("SearchableTable") {
        for class in store.classes() {
            // Only direct subclasses are tables; their own subclasses add rows.
            if class.superclasses() == [older] {
                class_enums.extend(class_enum(store, class)?);
                tables.push(class_table(store, class, &mut names)?);
            }
        }
    }
    if let Some(error) = tables.iter_mut().find_map(|table| table.error.take()) {
        return Err(error);
    }
    let mut tables: Vec<SearchableTable<'_>> =
        tables.into_iter().map(|table| table.printed).collect();
    if store.release().has(Feature::SearchableStringsAreOffsets) {
        tables.iter_mut().for_each(strings::move_to_string_table);
    }
    let enums: Vec<SearchableEnum<'_>> =
        enums.into_iter().chain(class_enums).map(|e| e.printed).collect();
    let guards = guards(&enums, &tables);
    Ok(SearchableTables { enums, tables, guards })
}

/// Returns the distinct macros that select parts of the output, in byte order.
fn guards(enums: &[SearchableEnum<'_>], tables: &[SearchableTable<'_>]) -> Vec<String> {
    let of_enums = enums.iter().map(|e| format!("GET_{}_DECL", e.guard));
    let of_tables = tables
        .iter()
        .flat_map(|table| ["DECL", "IMPL"].map(|part| format!("GET_{}_{part}", table.guard)));
    let guards: BTreeSet<String> = of_enums.chain(of_tables).collect();
    guards.into_iter().collect()
}

/// Adds the functions for records of class `SearchIndex`.
fn add_search_indices<'s>(
    store: &'s RecordStore,
    tables: &mut [CollectedTable<'_, 's>],
) -> Result<(), Diagnostic> {
    for record in SearchIndexRecord::all(store)? {
        let expected_table = record.table()?;
        let matching_table =
            tables.iter_mut().find(|table| table.record == Some(expected_table.id()));
        let Some(table) = matching_table else {
            let pos = record.field("Table").map(|f| f.pos);
            let (name, table) = (record.name(), expected_table.name());
            let message = format!("SearchIndex '{name}' refers to nonexistent table '{table}'");
            return Err(Diagnostic::error_at(Code::SearchableTables, pos, message));
        };
        let key = record.key()?;
        let request = LookupRequest {
            function: record.name().into(),
            pos: record.field("Key").map_or(record.pos(), |f| f.pos),
            key,
            early_out: record.has_early_out()?,
            returns_range: false,
            is_primary: false,
        };
        let lookup = lookups::lookup(store, table, request)?;
        table.printed.lookups.push(lookup);
    }
    Ok(())
}
