//! The trait of index types, and the macro that defines one.

use std::fmt::Debug;
use std::hash::Hash;

/// A number that stands for one of the parts of something, from zero on.
pub trait Idx: Copy + Ord + Hash + Debug + 'static {
    /// The index of number `index`.
    ///
    /// # Panics
    /// Where `index` is `u32::MAX` or more.
    fn from_index(index: usize) -> Self;

    /// The number, from zero.
    fn index(self) -> usize;
}

/// Defines index types of four bytes, of which `Option` takes four bytes too:
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
/// Beside implementing [`Idx`] a type has `from_index` and `index` as functions of its own, which
/// constants can call.
#[macro_export]
macro_rules! define_index {
    ($($(#[$attr:meta])* $vis:vis struct $name:ident;)+) => {$(
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        // One more than the number, so that no index is zero and `Option` needs no further byte.
        $vis struct $name(::std::num::NonZeroU32);

        impl $name {
            /// The number, from zero.
            #[inline]
            $vis const fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            /// The index of number `index`.
            ///
            /// # Panics
            /// Where `index` is `u32::MAX` or more.
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
