//! Command-line options: classes in `OptParser.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{FieldError, Record, ValueId, record_views};

record_views! {
    /// A program option.
    pub(crate) struct OptionRecord<'s>("Option") {
        /// Enumerator name. If `?`, the record name is used.
        pub(crate) enum_name: SettableText<'s> = "EnumName",
        /// Text that can precede the name, such as `-` and `--`.
        pub(crate) prefixes: Vec<&'s str> = "Prefixes",
        /// The prefixes as one value. Equal lists are mostly equal values.
        pub(crate) prefix_list: ValueId = "Prefixes",
        /// Option name, without a prefix.
        pub(crate) spelling: &'s str = "Name",
        /// Syntax for the option's values.
        pub(crate) kind: OptionKindRecord<'s> = "Kind",
        /// Number of values for an option of kind `KIND_MULTIARG`.
        pub(crate) num_args: i64 = "NumArgs",
        /// Description for `--help`.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// Descriptions for `--help` that depend on visibility.
        pub(crate) help_texts_for_variants: Vec<HelpTextVariantRecord<'s>> = "HelpTextsForVariants",
        /// Placeholder for the value in help.
        pub(crate) meta_var_name: SettableText<'s> = "MetaVarName",
        /// The values it can have, with commas between them.
        pub(crate) values: SettableText<'s> = "Values",
        /// Values of an option with `NormalizedValues`, which must be set.
        pub(crate) values_to_normalize: &'s str = "Values",
        /// C++ that computes the values it can have.
        pub(crate) values_code: SettableText<'s> = "ValuesCode",
        /// Flags, in addition to the group's flags.
        pub(crate) flags: Vec<Record<'s>> = "Flags",
        /// Visibilities, which select the programs that have the option, in addition to the group's visibilities.
        pub(crate) visibility: Vec<Record<'s>> = "Visibility",
        /// Subcommands with the option. Empty if the option belongs to the program itself.
        pub(crate) subcommands: Vec<SubCommandRecord<'s>> = "SubCommands" else Vec::new(),
        /// The group it belongs to.
        pub(crate) group: Option<OptionGroupRecord<'s>> = "Group",
        /// The option that it is another name of.
        pub(crate) alias: Option<OptionRecord<'s>> = "Alias",
        /// Alias target of an option with `AliasArgs`, which must be an alias.
        pub(crate) alias_with_args: OptionRecord<'s> = "Alias",
        /// Values that an alias represents.
        pub(crate) alias_args: Vec<&'s str> = "AliasArgs",
        /// Program field for the value, as C++. `?` or empty if there is none.
        pub(crate) key_path: SettableText<'s> = "KeyPath",
        /// Prefix for the name of the row's macro.
        pub(crate) macro_prefix: &'s str = "MacroPrefix",
        /// Default value of the field.
        pub(crate) default_value: &'s str = "DefaultValue",
        /// Field value if `ImpliedCheck` is true. If `?`, `DefaultValue` is used.
        pub(crate) implied_value: Option<&'s str> = "ImpliedValue",
        /// Condition under which other options imply a value.
        pub(crate) implied_check: &'s str = "ImpliedCheck",
        /// Condition under which the option is parsed.
        pub(crate) should_parse: &'s str = "ShouldParse",
        /// Whether it is generated from the field although the value is the default.
        pub(crate) should_always_emit: bool = "ShouldAlwaysEmit",
        /// Qualifier for all normalized values, empty if there is none.
        pub(crate) normalized_values_scope: &'s str = "NormalizedValuesScope",
        /// Function that converts the written text to a field value.
        pub(crate) normalizer: &'s str = "Normalizer",
        /// Function that converts a field value to the written text.
        pub(crate) denormalizer: &'s str = "Denormalizer",
        /// The function that stores the value in the field.
        pub(crate) value_merger: &'s str = "ValueMerger" else "mergeForwardValue",
        /// The function that gets the value from the field.
        pub(crate) value_extractor: &'s str = "ValueExtractor" else "extractForwardValue",
        /// Field values, one for each of `Values`.
        pub(crate) normalized_values: Option<Vec<&'s str>> = "NormalizedValues",
        /// Option name as documentation markup.
        pub(crate) doc_brief: Option<&'s str> = "DocBrief",
        /// Description for `--help`, as read for documentation, where it may be missing.
        pub(crate) documented_help_text: Option<&'s str> = "HelpText",
    }

    /// A group of options.
    pub(crate) struct OptionGroupRecord<'s>("OptionGroup") {
        /// Enumerator name. If `?`, the record name is used.
        pub(crate) enum_name: SettableText<'s> = "EnumName",
        /// Its name for people.
        pub(crate) spelling: &'s str = "Name",
        /// Description for `--help`.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// The group it belongs to.
        pub(crate) group: Option<OptionGroupRecord<'s>> = "Group",
        /// Flags that apply to the group's options.
        pub(crate) flags: Vec<Record<'s>> = "Flags",
        /// Visibilities, which select the programs that have the options.
        pub(crate) visibility: Vec<Record<'s>> = "Visibility",
        /// Heading as documentation markup.
        pub(crate) doc_name: Option<&'s str> = "DocName",
        /// Description as documentation markup.
        pub(crate) doc_brief: Option<&'s str> = "DocBrief",
        /// Whether a documentation page shows the members in the enclosing group.
        pub(crate) is_flattened: bool = "DocFlatten" else false,
        /// Group name, as read for documentation, where it may be missing.
        pub(crate) documented_spelling: Option<&'s str> = "Name",
        /// Description for `--help`, as read for documentation, where it may be missing.
        pub(crate) documented_help_text: Option<&'s str> = "HelpText",
    }

    /// The syntax for an option's values.
    pub(crate) struct OptionKindRecord<'s>("OptionKind") {
        /// Enumerator name in LLVM's option parser.
        pub(crate) class_name: &'s str = "Name",
        /// Precedence. Options with lower precedence are matched first.
        pub(crate) precedence: i64 = "Precedence",
        /// Whether it is the kind for arguments that match no option.
        pub(crate) is_sentinel: bool = "Sentinel",
    }

    /// Another help text for some visibilities.
    pub(crate) struct HelpTextVariantRecord<'s>("HelpTextVariant") {
        /// The visibilities.
        pub(crate) visibilities: &'s [ValueId] = "Visibilities",
        /// The help text.
        pub(crate) text: &'s str = "Text",
    }

    /// A positional subcommand.
    pub(crate) struct SubCommandRecord<'s>("SubCommand") {
        /// Name as it is written.
        pub(crate) spelling: &'s str = "Name",
        /// Description for `--help`.
        pub(crate) help_text: &'s str = "HelpText",
        /// Usage text for `--help`. It may be empty.
        pub(crate) usage: &'s str = "Usage",
    }
}

impl<'s> OptionRecord<'s> {
    /// Returns the enumerator name.
    pub(crate) fn enumerator(self) -> Result<&'s str, FieldError> {
        Ok(self.enum_name()?.0.unwrap_or(Record::from(self).name()))
    }
}

impl<'s> OptionGroupRecord<'s> {
    /// Returns the enumerator name.
    pub(crate) fn enumerator(self) -> Result<&'s str, FieldError> {
        Ok(self.enum_name()?.0.unwrap_or(Record::from(self).name()))
    }
}
