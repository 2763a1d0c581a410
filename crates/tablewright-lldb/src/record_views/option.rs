//! LLDB command options: the class in `OptionsBase.td`. Fields with a default come from small additional parent
//! classes, such as `Arg` and `Desc`.

use tablewright_records::{ValueId, record_views};

record_views! {
    /// A command option.
    pub(crate) struct OptionRecord<'s>("Option") {
        /// The long name.
        pub(crate) full_name: &'s str = "FullName",
        /// The short name: a character, or a C++ character escape.
        pub(crate) short_name: &'s str = "ShortName",
        /// The command with its subcommands: `settings set`.
        pub(crate) command: &'s str = "Command",
        /// The option groups that it belongs to, which take precedence over the range.
        pub(crate) groups: Vec<i64> = "Groups" else Vec::new(),
        /// The first group in the range.
        pub(crate) group_start: i64 = "GroupStart",
        /// The last group in the range.
        pub(crate) group_end: i64 = "GroupEnd",
        /// The kind of the argument: `Filename` is `eArgTypeFilename`.
        pub(crate) arg_type: ValueId = "ArgType",
        /// Whether the option has to be there; the field is enough.
        pub(crate) required: ValueId = "Required",
        /// Whether the argument may be left out; the field is enough.
        pub(crate) optional_arg: ValueId = "OptionalArg",
        /// The function that checks the argument.
        pub(crate) validator: &'s str = "Validator" else "",
        /// The argument's completion kinds.
        pub(crate) completions: Vec<&'s str> = "Completions" else Vec::new(),
        /// The help text.
        pub(crate) description: ValueId = "Description",
    }
}
