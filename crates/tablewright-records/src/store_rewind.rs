//! Rewinding the store under construction to an earlier state.

use std::sync::Arc;

use crate::record::{Classes, ClassesPoint};
use crate::release::SelectedRelease;
use crate::rewind::{Rewind, rewind_fields};
use crate::store::{GlobalNames, OnDemand, RecordStore, RecordTables};
use crate::types::{Types, TypesPoint};
use crate::value::{Values, ValuesPoint};

/// A state of the store.
#[derive(Clone)]
pub(crate) struct StorePoint {
    symbols: usize,
    files: usize,
    types: TypesPoint,
    pub(crate) values: ValuesPoint,
    classes: ClassesPoint,
    tables: TablesPoint,
    /// Number of replaced records.
    replaced_defs: usize,
    globals: usize,
    release: SelectedRelease,
}

impl StorePoint {
    /// Returns the number of symbols.
    pub(crate) fn symbols(&self) -> usize {
        self.symbols
    }
}

impl Rewind for RecordStore {
    type Point = StorePoint;

    fn point(&self) -> StorePoint {
        let RecordStore {
            symbols,
            sources,
            types,
            values,
            classes,
            tables,
            names,
            // Nothing is queried before evaluation ends.
            on_demand: _,
            release,
            // The evaluator still owns the trace.
            trace: _,
        } = self;
        let GlobalNames { defs, globals, .. } = names;
        StorePoint {
            symbols: symbols.len(),
            files: sources.files().len(),
            types: Types::point(types),
            values: Values::point(values),
            classes: Classes::point(classes),
            tables: tables.point(),
            replaced_defs: defs.replaced_count(),
            globals: globals.point(),
            release: *release,
        }
    }

    fn rewind(&mut self, point: &StorePoint) {
        self.symbols.truncate(point.symbols);
        if self.sources.files().len() > point.files {
            Arc::make_mut(&mut self.sources).truncate(point.files);
        }
        self.types.rewind(&point.types);
        self.values.rewind(&point.values);
        self.classes.rewind(&point.classes);
        self.tables.rewind(&point.tables);
        self.names.defs.truncate(point.tables.records, point.replaced_defs);
        self.names.globals.rewind(&point.globals);
        self.names.forget_orders();
        self.on_demand = OnDemand::default();
        self.release = point.release;
    }
}

rewind_fields! {
    /// The table lengths.
    #[derive(Clone)]
    pub(crate) struct TablesPoint for RecordTables {
        shapes: usize,
        records: usize,
        field_values: usize,
        field_positions: usize,
        positions: usize,
        forward_positions: usize,
    }
}
