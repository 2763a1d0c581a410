//! Rewinding the heap to an earlier state.

use super::Heap;
use super::shapes::ShapeTable;
use crate::rewind::Rewind;
use crate::store_rewind::StorePoint;

/// Lengths and counters of the heap at some time.
#[derive(Clone)]
pub(crate) struct HeapPoint {
    pub(crate) store: StorePoint,
    shape_bytes: usize,
    anonymous_count: u32,
    last_sequence: u32,
    answers: usize,
}

impl Rewind for Heap {
    type Point = HeapPoint;

    fn point(&self) -> HeapPoint {
        let Heap {
            store,
            shapes: ShapeTable { bytes, .. },
            well_known: _,
            // Evaluation starts a new tree after rewinding.
            trees: _,
            anonymous_count,
            // They follow from the symbols.
            anonymous_names: _,
            last_sequence,
            text_buffer: _,
            // They follow from the values.
            instance_positions: _,
            answers,
        } = self;
        HeapPoint {
            store: store.point(),
            shape_bytes: *bytes,
            anonymous_count: *anonymous_count,
            last_sequence: *last_sequence,
            answers: answers.point(),
        }
    }

    fn rewind(&mut self, point: &HeapPoint) {
        self.store.rewind(&point.store);
        self.shapes.truncate(self.store.tables.shapes.len(), self.store.classes.list.len());
        self.shapes.bytes = point.shape_bytes;
        self.anonymous_count = point.anonymous_count;
        self.anonymous_names.truncate(point.anonymous_count as usize);
        let symbols = point.store.symbols();
        for name in &mut self.anonymous_names {
            *name = name.filter(|name| name.index() < symbols);
        }
        self.last_sequence = point.last_sequence;
        self.instance_positions.retain(|&instance, _| point.store.values.has(instance));
        self.answers.rewind(&point.answers);
    }
}
