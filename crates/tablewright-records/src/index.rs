//! Typed indices: four bytes, also when optional.

/// Defines an index type over `NonZeroU32`, so that `Option` of it is four bytes too.
macro_rules! define_index {
    ($(#[$attr:meta])* $vis:vis struct $name:ident;) => {
        $(#[$attr])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        $vis struct $name(std::num::NonZeroU32);

        impl $name {
            /// The index, from zero.
            $vis fn index(self) -> usize {
                self.0.get() as usize - 1
            }

            pub(crate) const fn from_index(index: usize) -> $name {
                assert!(index < u32::MAX as usize, "fewer than 2^32 of a kind");
                match std::num::NonZeroU32::new(index as u32 + 1) {
                    Some(raw) => $name(raw),
                    None => unreachable!(),
                }
            }
        }
    };
}

pub(crate) use define_index;
