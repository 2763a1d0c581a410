//! Rewinding the arena to an earlier state.

use tablewright_index::Idx;

use super::ValueId;
use super::arena::Values;
use super::dense_cache::DenseCaches;
use crate::rewind::Rewind;

/// The lengths of the value tables, and the largest size so far.
#[derive(Clone, Copy)]
pub(crate) struct ValuesPoint {
    closed: usize,
    open: usize,
    params: usize,
    ids: usize,
    dag_args: usize,
    instance_args: usize,
    largest: u64,
}

impl ValuesPoint {
    /// Returns whether the value existed at this point.
    pub(crate) fn has(&self, value: ValueId) -> bool {
        if value.is_open() {
            value.open_index().index() < self.open
        } else {
            value.closed_index().index() < self.closed
        }
    }
}

impl Rewind for Values {
    type Point = ValuesPoint;

    fn point(&self) -> ValuesPoint {
        let Values {
            closed,
            open,
            // It has an entry for each open value.
            names: _,
            params,
            caches: _,
            ids,
            dag_args,
            instance_args,
            // They follow from the values.
            table: _,
            large: _,
            largest,
        } = self;
        ValuesPoint {
            closed: closed.len(),
            open: open.len(),
            params: params.len(),
            ids: ids.len(),
            dag_args: dag_args.len(),
            instance_args: instance_args.len(),
            largest: *largest,
        }
    }

    fn rewind(&mut self, point: &ValuesPoint) {
        let stays = |value: ValueId| point.has(value);
        self.table.remove_where(|id| !stays(ValueId(id)));
        self.large.retain(|&value, _| stays(value));
        let DenseCaches { ints, strings, defs, vars, instantiated } = &mut self.caches;
        for cache in [ints, strings, defs, vars] {
            cache.retain(usize::MAX, stays);
        }
        instantiated.retain(point.open, stays);
        self.closed.truncate(point.closed);
        self.open.truncate(point.open);
        self.names.truncate(point.open);
        // Older names that became parameters after the point stay parameters: no value mentions them before that.
        self.params.truncate(point.params);
        self.ids.truncate(point.ids);
        self.dag_args.truncate(point.dag_args);
        self.instance_args.truncate(point.instance_args);
        self.largest = point.largest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::TypeId;

    #[test]
    fn values_after_a_point_are_created_again_with_the_same_ids() {
        let mut values = Values::new();
        let one = values.int(1);
        let pair = values.list(&[one, one], TypeId::INT);
        let point = values.point();
        let create = |values: &mut Values| {
            let large = values.int(1 << 40);
            let list = values.list(&[pair, large], TypeId::INT);
            (large, list, values.bits_of_int(4, 5), values.int(2))
        };
        let first = create(&mut values);
        for _ in 0..2 {
            values.rewind(&point);
            assert_eq!(values.point().closed, point.closed);
            assert_eq!(values.list(&[one, one], TypeId::INT), pair);
            assert_eq!(create(&mut values), first);
        }
    }
}
