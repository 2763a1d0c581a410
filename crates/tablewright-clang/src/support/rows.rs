//! Many short lists in a single allocation.

use std::marker::PhantomData;
use std::ops;

/// The elements of all rows.
pub(crate) struct OutputRows<T> {
    elements: Vec<T>,
}

/// A row.
pub(crate) struct OutputRow<T> {
    start: u32,
    end: u32,
    elements: PhantomData<fn() -> T>,
}

/// An unfinished row's start.
#[derive(Clone, Copy)]
pub(crate) struct RowStart(usize);

impl<T> OutputRows<T> {
    pub(crate) fn with_capacity(elements: usize) -> OutputRows<T> {
        OutputRows { elements: Vec::with_capacity(elements) }
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: impl IntoIterator<Item = T>) -> OutputRow<T> {
        let start = self.start();
        self.elements.extend(row);
        self.row_from(start)
    }

    /// Starts a row. Add its elements with [`add`](Self::add).
    pub(crate) fn start(&self) -> RowStart {
        RowStart(self.elements.len())
    }

    /// Adds an element to the unfinished row.
    pub(crate) fn add(&mut self, element: T) {
        self.elements.push(element);
    }

    /// Returns the row with all elements since its start.
    pub(crate) fn row_from(&self, start: RowStart) -> OutputRow<T> {
        let end = u32::try_from(self.elements.len()).expect("the rows are far from 2^32 elements");
        OutputRow { start: start.0 as u32, end, elements: PhantomData }
    }
}

impl<T> Default for OutputRows<T> {
    fn default() -> OutputRows<T> {
        OutputRows::with_capacity(0)
    }
}

impl<T> ops::Index<OutputRow<T>> for OutputRows<T> {
    type Output = [T];

    #[inline]
    fn index(&self, row: OutputRow<T>) -> &[T] {
        &self.elements[row.start as usize..row.end as usize]
    }
}

impl<T> Clone for OutputRow<T> {
    fn clone(&self) -> OutputRow<T> {
        *self
    }
}

impl<T> Copy for OutputRow<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_do_not_overlap() {
        let mut rows = OutputRows::default();
        let [ones, none] = [vec![1, 1], vec![]].map(|row| rows.push(row));
        let start = rows.start();
        rows.add(2);
        rows.add(3);
        let last = rows.row_from(start);
        assert_eq!((&rows[ones], &rows[none], &rows[last]), (&[1, 1][..], &[][..], &[2, 3][..]));
    }
}
