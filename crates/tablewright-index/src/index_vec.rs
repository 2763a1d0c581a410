//! A vector with typed indices.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::Idx;

/// A `Vec<T>` that is indexed by `I` instead of `usize`.
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    index: PhantomData<fn(I) -> I>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// Creates an empty vector.
    pub const fn new() -> IndexVec<I, T> {
        IndexVec { raw: Vec::new(), index: PhantomData }
    }

    /// Creates an empty vector with room for `capacity` elements.
    pub fn with_capacity(capacity: usize) -> IndexVec<I, T> {
        IndexVec::from_raw(Vec::with_capacity(capacity))
    }

    /// Creates a vector from elements with indices from zero on.
    pub const fn from_raw(raw: Vec<T>) -> IndexVec<I, T> {
        IndexVec { raw, index: PhantomData }
    }

    /// Creates a vector with the same length as `of`, filled with `value`.
    pub fn from_elem<U>(value: T, of: &IndexVec<I, U>) -> IndexVec<I, T>
    where
        T: Clone,
    {
        IndexVec::from_raw(vec![value; of.len()])
    }

    /// Creates a vector with `len` copies of `value`.
    pub fn from_elem_n(value: T, len: usize) -> IndexVec<I, T>
    where
        T: Clone,
    {
        IndexVec::from_raw(vec![value; len])
    }

    /// Creates a vector with the results of `make` for the indices from zero to `len - 1`.
    pub fn from_fn(len: usize, make: impl FnMut(I) -> T) -> IndexVec<I, T> {
        (0..len).map(I::from_index).map(make).collect()
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Whether the vector is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// Returns the index for the next [`push`](Self::push).
    #[inline]
    pub fn next_index(&self) -> I {
        I::from_index(self.raw.len())
    }

    /// Appends an element and returns its index.
    #[inline]
    pub fn push(&mut self, element: T) -> I {
        let index = self.next_index();
        self.raw.push(element);
        index
    }

    /// Removes and returns the last element; `None` if the vector is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.raw.pop()
    }

    /// Returns the element at `index`; `None` if it is out of range.
    #[inline]
    pub fn get(&self, index: I) -> Option<&T> {
        self.raw.get(index.index())
    }

    /// Returns the element at `index`; `None` if it is out of range.
    #[inline]
    pub fn get_mut(&mut self, index: I) -> Option<&mut T> {
        self.raw.get_mut(index.index())
    }

    /// Returns the last element; `None` if the vector is empty.
    pub fn last(&self) -> Option<&T> {
        self.raw.last()
    }

    /// Iterates over the elements in index order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }

    /// Iterates over the elements in index order.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.raw.iter_mut()
    }

    /// Iterates over the elements with their indices, in index order.
    #[inline]
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.raw.iter().enumerate().map(|(index, element)| (I::from_index(index), element))
    }

    /// Iterates over all indices in order. The iterator does not borrow the vector.
    #[inline]
    pub fn indices(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.raw.len()).map(I::from_index)
    }

    /// Shortens or extends the vector to `len` elements. New elements are copies of `value`.
    pub fn resize(&mut self, len: usize, value: T)
    where
        T: Clone,
    {
        self.raw.resize(len, value);
    }

    /// Returns the element at `index`. A shorter vector first grows to include it, with copies of
    /// `value`.
    pub fn grown_to(&mut self, index: I, value: T) -> &mut T
    where
        T: Clone,
    {
        if self.raw.len() <= index.index() {
            self.raw.resize(index.index() + 1, value);
        }
        &mut self.raw[index.index()]
    }

    /// Removes the elements from index `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.raw.truncate(len);
    }

    /// Returns the elements as a slice.
    #[inline]
    pub fn raw(&self) -> &[T] {
        &self.raw
    }

    /// Returns the elements as a vector.
    #[inline]
    pub fn raw_mut(&mut self) -> &mut Vec<T> {
        &mut self.raw
    }

    /// Converts into a vector.
    pub fn into_raw(self) -> Vec<T> {
        self.raw
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.raw[index.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.raw[index.index()]
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> IndexVec<I, T> {
        IndexVec { raw: Vec::new(), index: PhantomData }
    }
}

impl<I, T: Clone> Clone for IndexVec<I, T> {
    fn clone(&self) -> IndexVec<I, T> {
        IndexVec { raw: self.raw.clone(), index: PhantomData }
    }
}

impl<I, T: PartialEq> PartialEq for IndexVec<I, T> {
    fn eq(&self, other: &IndexVec<I, T>) -> bool {
        self.raw == other.raw
    }
}

impl<I, T: Eq> Eq for IndexVec<I, T> {}

impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(elements: E) -> IndexVec<I, T> {
        IndexVec::from_raw(elements.into_iter().collect())
    }
}

impl<I: Idx, T> Extend<T> for IndexVec<I, T> {
    fn extend<E: IntoIterator<Item = T>>(&mut self, elements: E) {
        self.raw.extend(elements);
    }
}

impl<I, T> IntoIterator for IndexVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.raw.into_iter()
    }
}

impl<'a, I, T> IntoIterator for &'a IndexVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.raw.iter()
    }
}

impl<'a, I, T> IntoIterator for &'a mut IndexVec<I, T> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.raw.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::define_index;

    define_index! {
        struct PartId;
    }

    #[test]
    fn elements_are_found_by_the_index_that_pushing_gave() {
        let mut parts: IndexVec<PartId, &str> = IndexVec::new();
        let (a, b) = (parts.push("a"), parts.push("b"));
        assert_eq!((parts[a], parts[b], parts.next_index().index()), ("a", "b", 2));
        assert_eq!(parts.get(parts.next_index()), None);
        let enumerated: Vec<(PartId, &&str)> = parts.iter_enumerated().collect();
        assert_eq!(enumerated, [(a, &"a"), (b, &"b")]);
    }

    #[test]
    fn a_vector_grows_to_an_index_and_never_shrinks() {
        let mut counts: IndexVec<PartId, u32> = IndexVec::from_elem_n(7, 1);
        *counts.grown_to(PartId::from_index(2), 0) += 1;
        *counts.grown_to(PartId::from_index(0), 0) += 1;
        assert_eq!(counts.raw(), [8, 0, 1]);
    }

    #[test]
    fn side_facts_are_as_long_as_what_they_are_about() {
        let parts: IndexVec<PartId, &str> = ["a", "b", "c"].into_iter().collect();
        let mut count = IndexVec::from_elem(0, &parts);
        for index in parts.indices().rev() {
            count[index] += index.index();
        }
        assert_eq!(count.raw(), [0, 1, 2]);
        assert_eq!(IndexVec::<PartId, usize>::from_fn(3, PartId::index), count);
    }
}
