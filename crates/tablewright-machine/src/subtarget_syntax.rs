//! Processors, features and systems that a description does not name.

/// Processors and features.
#[derive(Clone, Copy, Debug)]
pub struct SubtargetSyntax {
    /// Whether `-march` names a base, letters and extensions, for example `rv64imac_zba`.
    pub has_isa_string: bool,
    /// Processors that are selected if the user names none: the first one that exists.
    pub default_cpus: &'static [&'static str],
    /// Features that are enabled if the user names no processor.
    pub default_features: &'static [&'static str],
    /// Systems, the usual one first.
    pub triples: &'static [TripleRow],
}

/// Features that depend on the system: the machine, vendor and operating system with hyphens between them.
#[derive(Clone, Copy, Debug)]
pub struct TripleRow {
    /// Beginnings of the machine's name.
    pub machines: &'static [&'static str],
    /// The end of the name; empty for any.
    pub ending: &'static str,
    /// The features.
    pub features: &'static [&'static str],
    /// Further features if the user names no processor.
    pub default_features: &'static [&'static str],
}

impl SubtargetSyntax {
    /// The processor `generic`, without an ISA string.
    pub const PLAIN: SubtargetSyntax = SubtargetSyntax {
        has_isa_string: false,
        default_cpus: &["generic"],
        default_features: &[],
        triples: &[],
    };
}
