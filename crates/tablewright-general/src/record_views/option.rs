//! Command-line options: the classes in `OptParser.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{FieldError, Record, ValueId, record_views};

record_views! {
    /// A program's option.
    pub(crate) struct OptionRecord<'s>("Option") {
        /// Enumerator name; the record's name if it is `?`.
        pub(crate) enum_name: SettableText<'s> = "EnumName",
        /// Prefixes that may precede the name, such as `-` and `--`.
        pub(crate) prefixes: Vec<&'s str> = "Prefixes",
        /// The prefixes as one value. Equal lists usually have equal values.
        pub(crate) prefix_list: ValueId = "Prefixes",
        /// Name without a prefix.
        pub(crate) spelling: &'s str = "Name",
        /// Syntax of its values.
        pub(crate) kind: OptionKindRecord<'s> = "Kind",
        /// Number of values, for the kind `KIND_MULTIARG`.
        pub(crate) num_args: i64 = "NumArgs",
        /// Help text.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// Help texts for certain visibilities.
        pub(crate) help_texts_for_variants: Vec<HelpTextVariantRecord<'s>> = "HelpTextsForVariants",
        /// Placeholder for the value in help.
        pub(crate) meta_var_name: SettableText<'s> = "MetaVarName",
        /// Possible values, separated by commas.
        pub(crate) values: SettableText<'s> = "Values",
        /// Possible values, required for an option with `NormalizedValues`.
        pub(crate) values_to_normalize: &'s str = "Values",
        /// C++ that computes the possible values.
        pub(crate) values_code: SettableText<'s> = "ValuesCode",
        /// Additional flags beside the group's.
        pub(crate) flags: Vec<Record<'s>> = "Flags",
        /// Programs that have the option, beside the group's visibilities.
        pub(crate) visibility: Vec<Record<'s>> = "Visibility",
        /// Subcommands that have the option; empty for an option of the program itself.
        pub(crate) subcommands: Vec<SubCommandRecord<'s>> = "SubCommands" else Vec::new(),
        /// Its group.
        pub(crate) group: Option<OptionGroupRecord<'s>> = "Group",
        /// The option that it is an alias of.
        pub(crate) alias: Option<OptionRecord<'s>> = "Alias",
        /// The aliased option, required for an option with `AliasArgs`.
        pub(crate) alias_with_args: OptionRecord<'s> = "Alias",
        /// Values that the alias adds.
        pub(crate) alias_args: Vec<&'s str> = "AliasArgs",
        /// The program's field that stores the value, as C++; `?` or empty for none.
        pub(crate) key_path: SettableText<'s> = "KeyPath",
        /// Prefix of the macro name for its row.
        pub(crate) macro_prefix: &'s str = "MacroPrefix",
        /// The field's value if the option is absent.
        pub(crate) default_value: &'s str = "DefaultValue",
        /// The field's value if `ImpliedCheck` is true; `DefaultValue` if it is `?`.
        pub(crate) implied_value: Option<&'s str> = "ImpliedValue",
        /// Condition under which other options imply a value.
        pub(crate) implied_check: &'s str = "ImpliedCheck",
        /// Condition under which the option is parsed.
        pub(crate) should_parse: &'s str = "ShouldParse",
        /// Whether it is generated from the field even for the default value.
        pub(crate) should_always_emit: bool = "ShouldAlwaysEmit",
        /// Scope that qualifies all normalized values; empty for none.
        pub(crate) normalized_values_scope: &'s str = "NormalizedValuesScope",
        /// Function that converts text to the field's value.
        pub(crate) normalizer: &'s str = "Normalizer",
        /// Function that converts the field's value to text.
        pub(crate) denormalizer: &'s str = "Denormalizer",
        /// Function that stores the value in the field.
        pub(crate) value_merger: &'s str = "ValueMerger" else "mergeForwardValue",
        /// Function that reads the value from the field.
        pub(crate) value_extractor: &'s str = "ValueExtractor" else "extractForwardValue",
        /// The field's values, one for each of `Values`.
        pub(crate) normalized_values: Option<Vec<&'s str>> = "NormalizedValues",
        /// Name as markup for a documentation page.
        pub(crate) doc_brief: Option<&'s str> = "DocBrief",
        /// Help text for a documentation page; may be missing there.
        pub(crate) documented_help_text: Option<&'s str> = "HelpText",
    }

    /// An option group.
    pub(crate) struct OptionGroupRecord<'s>("OptionGroup") {
        /// Enumerator name; the record's name if it is `?`.
        pub(crate) enum_name: SettableText<'s> = "EnumName",
        /// Name for people.
        pub(crate) spelling: &'s str = "Name",
        /// Help text.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// Its parent group.
        pub(crate) group: Option<OptionGroupRecord<'s>> = "Group",
        /// Flags for its options.
        pub(crate) flags: Vec<Record<'s>> = "Flags",
        /// Programs that have its options.
        pub(crate) visibility: Vec<Record<'s>> = "Visibility",
        /// Heading as markup for a documentation page.
        pub(crate) doc_name: Option<&'s str> = "DocName",
        /// Description as markup for a documentation page.
        pub(crate) doc_brief: Option<&'s str> = "DocBrief",
        /// Whether a documentation page shows its members in the parent group.
        pub(crate) is_flattened: bool = "DocFlatten" else false,
        /// Name for a documentation page; may be missing there.
        pub(crate) documented_spelling: Option<&'s str> = "Name",
        /// Help text for a documentation page; may be missing there.
        pub(crate) documented_help_text: Option<&'s str> = "HelpText",
    }

    /// The syntax of an option's values.
    pub(crate) struct OptionKindRecord<'s>("OptionKind") {
        /// Enumerator name in LLVM's option parser.
        pub(crate) class_name: &'s str = "Name",
        /// Options with a lower precedence are matched first.
        pub(crate) precedence: i64 = "Precedence",
        /// Whether it is the kind for arguments that match no option.
        pub(crate) is_sentinel: bool = "Sentinel",
    }

    /// Another help text for certain visibilities.
    pub(crate) struct HelpTextVariantRecord<'s>("HelpTextVariant") {
        /// The visibilities.
        pub(crate) visibilities: &'s [ValueId] = "Visibilities",
        /// The help text.
        pub(crate) text: &'s str = "Text",
    }

    /// A program's positional subcommand.
    pub(crate) struct SubCommandRecord<'s>("SubCommand") {
        /// Name on the command line.
        pub(crate) spelling: &'s str = "Name",
        /// Help text.
        pub(crate) help_text: &'s str = "HelpText",
        /// Usage line for `--help`; may be empty.
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
