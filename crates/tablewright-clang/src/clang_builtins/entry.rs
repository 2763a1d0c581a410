//! An entry of the list: a spelling of a builtin.

/// A spelling of a builtin.
pub(crate) struct Entry<'s> {
    pub(crate) spelling: String,
    /// What stands before the spelling, but is not part of the table of names.
    pub(crate) required_prefix: Option<&'s str>,
    /// Whether a macro of that name has to go first.
    pub(crate) undefine: bool,
    /// The prototype as type strings.
    pub(crate) ty: String,
    pub(crate) attributes: String,
    pub(crate) kind: BuiltinMacro<'s>,
}

/// The macro that an entry calls, with the arguments that only this macro has.
pub(crate) enum BuiltinMacro<'s> {
    Builtin,
    Atomic,
    Lib {
        header: String,
        languages: &'s str,
    },
    Lang {
        languages: &'s str,
    },
    Target {
        features: &'s str,
    },
    /// A builtin of a target that a header declares; only tables have it.
    TargetLib {
        header: String,
        languages: &'s str,
    },
}
