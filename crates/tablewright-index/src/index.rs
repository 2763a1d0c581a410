//! The trait for index types, and the macro that defines them.

use std::fmt::Debug;
use std::hash::Hash;

/// A number that identifies an element, from zero.
pub trait Idx: Copy + Ord + Hash + Debug + 'static {
    /// Creates the index with this number.
    ///
    /// # Panics
    /// If `index` is `u32::MAX` or greater.
    fn from_index(index: usize) -> Self;

    /// Returns the number.
    fn index(self) -> usize;
}

/// Defines index types with a size of four bytes. An `Option` with an index also has four bytes:
///
/// ```
/// # use tablewright_index::define_index;
/// define_index! {
///     /// A resolved `def`.
///     pub struct RecordId;
///     /// A class.
///     pub struct ClassId;
/// }
/// assert_eq!(size_of::<Option<RecordId>>(), 4);
/// assert_eq!(ClassId::from_index(7).index(), 7);
/// ```
///
/// In addition to [`Idx`], each type has inherent functions `from_index` and `index`, which
/// constants can call.
#[macro_export]
macro_rules! define_index {
    ($($(#[$attr:meta])* $vis:vis struct $name:ident;)+) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        // The number plus one. Zero is unused, so that `Option` needs no additional byte.
        $vis struct $name(::std::num::NonZeroU32);

        impl $name {
            /// Returns the number.
            #[inline]
            $vis const fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// Creates the index with this number.
            ///
            /// # Panics
            /// If `index` is `u32::MAX` or greater.
            #[inline]
            $vis const fn from_index(index: usize) -> $name {
                assert!(index < u32::MAX as usize, "fewer than 2^32 of a kind");
                match ::std::num::NonZeroU32::new(index as u32 + 1) {
                    Some(raw) => $name(raw),
                    None => unreachable!(),
                }
            }
        }

        impl $crate::Idx for $name {
            #[inline]
            fn from_index(index: usize) -> $name {
                $name::from_index(index)
            }

            #[inline]
            fn index(self) -> usize {
                $name::index(self)
            }
        }
    )+};
}

#[cfg(test)]
mod tests {
    define_index! {
        struct PartId;
    }

    #[test]
    fn an_optional_index_takes_no_more_room() {
        assert_eq!((size_of::<PartId>(), size_of::<Option<PartId>>()), (4, 4));
    }

    #[test]
    fn indices_are_ordered_as_their_numbers() {
        const FIRST: PartId = PartId::from_index(0);
        let last = PartId::from_index(u32::MAX as usize - 1);
        assert!(FIRST < last);
        assert_eq!((FIRST.index(), last.index()), (0, u32::MAX as usize - 1));
    }

    #[test]
    #[should_panic(expected = "fewer than 2^32 of a kind")]
    fn a_number_that_does_not_fit_is_refused() {
        PartId::from_index(u32::MAX as usize);
    }
}
