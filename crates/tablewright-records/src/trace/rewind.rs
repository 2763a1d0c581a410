//! Rewinding the trace to an earlier state.

use super::names::{NamesPoint, TraceNames};
use super::{Rows, Trace};
use crate::rewind::{Rewind, rewind_fields};

/// The table lengths.
#[derive(Clone, Copy)]
pub(crate) struct TracePoint {
    steps: usize,
    overrides: usize,
    lets: usize,
    sites: usize,
    inheritances: usize,
    expansions: usize,
    rows: RowsPoint,
    classes: usize,
    replaced_classes: usize,
    records: usize,
    names: NamesPoint,
}

impl Rewind for Trace {
    type Point = TracePoint;

    fn point(&self) -> TracePoint {
        let Trace {
            steps,
            overrides,
            lets,
            sites,
            inheritances,
            expansions,
            rows,
            classes,
            replaced_classes,
            records,
            names,
        } = self;
        TracePoint {
            steps: steps.len(),
            overrides: overrides.len(),
            lets: lets.len(),
            sites: sites.len(),
            inheritances: inheritances.len(),
            expansions: expansions.len(),
            rows: rows.point(),
            classes: classes.len(),
            replaced_classes: replaced_classes.len(),
            records: records.len(),
            names: TraceNames::point(names),
        }
    }

    fn rewind(&mut self, point: &TracePoint) {
        self.steps.truncate(point.steps);
        self.overrides.truncate(point.overrides);
        self.lets.truncate(point.lets);
        self.sites.truncate(point.sites);
        self.inheritances.truncate(point.inheritances);
        self.expansions.truncate(point.expansions);
        self.rows.rewind(&point.rows);
        for (class, before) in self.replaced_classes.drain(point.replaced_classes..).rev() {
            self.classes[class] = before;
        }
        self.classes.truncate(point.classes);
        self.records.truncate(point.records);
        self.names.rewind(&point.names);
    }
}

rewind_fields! {
    /// The lengths of the row tables.
    #[derive(Clone, Copy)]
    pub(crate) struct RowsPoint for Rows {
        bits: usize,
        arguments: usize,
        bindings: usize,
        parents: usize,
        steps: usize,
    }
}
