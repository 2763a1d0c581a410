//! An entry in the builtin list: a spelling of a builtin.

/// A spelling of a builtin.
pub(crate) struct BuiltinsEntry<'s> {
    pub(crate) spelling: String,
    /// A prefix of the spelling that is not part of the name table.
    pub(crate) required_prefix: Option<&'s str>,
    /// Whether a macro with this name must be undefined first.
    pub(crate) undefine: bool,
    /// The prototype as type strings.
    pub(crate) ty: String,
    pub(crate) attributes: String,
    pub(crate) kind: BuiltinMacro<'s>,
}

/// The macro for an entry, with arguments that only this macro has.
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
    /// A target builtin that a header declares. Only tables contain it.
    TargetLib {
        header: String,
        languages: &'s str,
    },
}
