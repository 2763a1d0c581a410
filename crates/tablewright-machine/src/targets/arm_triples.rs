//! ARM systems: the architecture in the machine's name selects features.

use crate::syntax::TripleRow;

/// Builds two rows for each architecture, for the state ARM and for Thumb. A name precedes its beginnings.
macro_rules! architectures {
    ($($name:literal: $feature:literal,)*) => {
        &[
            TripleRow {
                machines: &["armv8a"],
                ending: "",
                features: &[],
                default_features: &["+armv8-a"],
            },
            $(
                TripleRow {
                    machines: &[concat!("arm", $name)],
                    ending: "",
                    features: &[],
                    default_features: &[$feature],
                },
                TripleRow {
                    machines: &[concat!("thumb", $name)],
                    ending: "",
                    features: &["+thumb-mode"],
                    default_features: &[$feature],
                },
            )*
        ]
    };
}

pub(super) const TRIPLES: &[TripleRow] = architectures! {
    "v9.5a": "+armv9.5-a",
    "v9.4a": "+armv9.4-a",
    "v9.3a": "+armv9.3-a",
    "v9.2a": "+armv9.2-a",
    "v9.1a": "+armv9.1-a",
    "v9": "+armv9-a",
    "v8.9a": "+armv8.9-a",
    "v8.8a": "+armv8.8-a",
    "v8.7a": "+armv8.7-a",
    "v8.6a": "+armv8.6-a",
    "v8.5a": "+armv8.5-a",
    "v8.4a": "+armv8.4-a",
    "v8.3a": "+armv8.3-a",
    "v8.2a": "+armv8.2-a",
    "v8.1a": "+armv8.1-a",
    "v8.1m.main": "+armv8.1-m.main",
    "v8m.main": "+armv8-m.main",
    "v8m.base": "+armv8-m.base",
    "v8r": "+armv8-r",
    "v8": "+armv8-a",
    "v7em": "+armv7e-m",
    "v7m": "+armv7-m",
    "v7r": "+armv7-r",
    "v7ve": "+armv7ve",
    "v7": "+armv7-a",
    "v6sm": "+armv6s-m",
    "v6m": "+armv6-m",
    "v6t2": "+armv6t2",
    "v6k": "+armv6k",
    "v6": "+armv6",
    "v5te": "+armv5te",
    "v5": "+armv5t",
    "v4t": "+armv4t",
    "": "+armv4t",
};
