//! The macros that declare the table of differences between releases.

/// Declares the rows of an area: `features_of! { $ area { rows } }`. A row has a feature name, the releases with the
/// feature, and a text about their behaviour, which is both the documentation and the text in the book.
///
/// The result is a macro with the area's name, which passes the rows of previous areas and its rows to the next area in
/// the list.
macro_rules! features_of {
    ($dollar:tt $area:ident { $($rows:tt)* }) => {
        macro_rules! $area {
            ([$dollar($dollar next:ident)*] $dollar($dollar previous:tt)*) => {
                features! { [$dollar($dollar next)*] $dollar($dollar previous)* $($rows)* }
            };
        }
    };
}

/// Declares [`Feature`] with the rows of all areas in the list.
macro_rules! features {
    ([$area:ident $($next:ident)*] $($previous:tt)*) => {
        $area! { [$($next)*] $($previous)* }
    };
    ([] $($name:ident, $releases:expr, $summary:literal;)*) => {
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
