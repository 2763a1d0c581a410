//! A machine's processor, features and syntax, as the user chooses them.

/// The user's choices.
#[derive(Clone, Default, Debug)]
pub struct MachineOptions {
    /// The processor; `None` for the target's usual processor.
    pub processor: Option<String>,
    /// The system as compilers name it, such as `i686-pc-linux`; `None` for the target's usual system. It
    /// enables features.
    pub triple: Option<String>,
    /// Feature changes, such as `+a,-b`.
    pub features: Vec<String>,
    /// The number of the assembly printer, which selects the variant of assembly strings.
    pub variant: usize,
    /// Whether instructions are printed as they are, not as aliases.
    pub no_aliases: bool,
}
