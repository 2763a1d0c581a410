//! The macro `features!`, which declares the table of differences between releases.

/// Declares [`Feature`]. A row has a feature name, the releases with the feature, and a text about their behaviour,
/// which is both the documentation and the text in the book.
macro_rules! features {
    ($($name:ident, $releases:expr, $summary:literal;)*) => {
        /// A behaviour of some releases.
        ///
        /// The name describes the releases with the feature. The text also describes the behaviour of other releases.
        /// The book prints the table on its page of releases.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Feature {
            $(#[doc = $summary] $name,)*
        }

        impl Feature {
            /// All features, in the order of the table.
            pub const ALL: &'static [Feature] = &[$(Feature::$name),*];

            /// Returns the releases with the feature.
            pub const fn releases(self) -> ReleaseRange {
                match self {
                    $(Feature::$name => $releases,)*
                }
            }

            /// Returns the description in a sentence or two.
            pub fn summary(self) -> &'static str {
                match self {
                    $(Feature::$name => $summary,)*
                }
            }

            /// Returns the feature's name in the source.
            pub fn name(self) -> &'static str {
                match self {
                    $(Feature::$name => stringify!($name),)*
                }
            }
        }
    };
}
