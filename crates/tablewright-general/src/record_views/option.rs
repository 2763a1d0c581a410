//! Options of a command line: the classes of `OptParser.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{FieldError, Record, ValueId, record_views};

record_views! {
    /// An option of a program.
    pub(crate) struct OptionRecord<'s>("Option") {
        /// The name of its enumerator; that of the record where it is `?`.
        pub(crate) enum_name: SettableText<'s> = "EnumName",
        /// What it can be written with in front, such as `-` and `--`.
        pub(crate) prefixes: Vec<&'s str> = "Prefixes",
        /// The prefixes as one value. Equal lists are mostly equal values.
        pub(crate) prefix_list: ValueId = "Prefixes",
        /// How it is written, without a prefix.
        pub(crate) spelling: &'s str = "Name",
        /// How its values follow it.
        pub(crate) kind: OptionKindRecord<'s> = "Kind",
        /// How many values an option of the kind `KIND_MULTIARG` has.
        pub(crate) num_args: i64 = "NumArgs",
        /// What `--help` says about it.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// What `--help` says about it for some visibilities.
        pub(crate) help_texts_for_variants: Vec<HelpTextVariantRecord<'s>> = "HelpTextsForVariants",
        /// What stands for its value in help.
        pub(crate) meta_var_name: SettableText<'s> = "MetaVarName",
        /// The values it can have, with commas between them.
        pub(crate) values: SettableText<'s> = "Values",
        /// The same of an option that has `NormalizedValues`: none is an error there.
        pub(crate) values_to_normalize: &'s str = "Values",
        /// C++ that computes the values it can have.
        pub(crate) values_code: SettableText<'s> = "ValuesCode",
        /// How it is treated, in addition to the flags of its group.
        pub(crate) flags: Vec<Record<'s>> = "Flags",
        /// Which programs have it, in addition to the visibilities of its group.
        pub(crate) visibility: Vec<Record<'s>> = "Visibility",
        /// The subcommands that have it; none where it is the option of the program itself.
        pub(crate) subcommands: Vec<SubCommandRecord<'s>> = "SubCommands" else Vec::new(),
        /// The group it belongs to.
        pub(crate) group: Option<OptionGroupRecord<'s>> = "Group",
        /// The option that it is another name of.
        pub(crate) alias: Option<OptionRecord<'s>> = "Alias",
        /// The same of an option that has `AliasArgs` and so has to be an alias.
        pub(crate) alias_with_args: OptionRecord<'s> = "Alias",
        /// The values that an alias stands for.
        pub(crate) alias_args: Vec<&'s str> = "AliasArgs",
        /// The field of the program in which the value is kept, as C++; `?` or empty for none.
        pub(crate) key_path: SettableText<'s> = "KeyPath",
        /// What the name of the macro for its row begins with.
        pub(crate) macro_prefix: &'s str = "MacroPrefix",
        /// The value of the field where the option is not written.
        pub(crate) default_value: &'s str = "DefaultValue",
        /// The value of the field where `ImpliedCheck` holds; that of `DefaultValue` if it is `?`.
        pub(crate) implied_value: Option<&'s str> = "ImpliedValue",
        /// The condition under which other options imply a value.
        pub(crate) implied_check: &'s str = "ImpliedCheck",
        /// The condition under which the option is parsed.
        pub(crate) should_parse: &'s str = "ShouldParse",
        /// Whether it is generated from the field although the value is the default.
        pub(crate) should_always_emit: bool = "ShouldAlwaysEmit",
        /// What all normalized values are qualified with; empty for nothing.
        pub(crate) normalized_values_scope: &'s str = "NormalizedValuesScope",
        /// The function that makes a value of the field from what is written.
        pub(crate) normalizer: &'s str = "Normalizer",
        /// The function that makes what is written from a value of the field.
        pub(crate) denormalizer: &'s str = "Denormalizer",
        /// The function that stores the value in the field.
        pub(crate) value_merger: &'s str = "ValueMerger" else "mergeForwardValue",
        /// The function that gets the value from the field.
        pub(crate) value_extractor: &'s str = "ValueExtractor" else "extractForwardValue",
        /// The values of the field, one for each of `Values`.
        pub(crate) normalized_values: Option<Vec<&'s str>> = "NormalizedValues",
        /// Its name as markup of a page of documentation.
        pub(crate) doc_brief: Option<&'s str> = "DocBrief",
        /// What `--help` says about it, where it is read as documentation: none is no error there.
        pub(crate) documented_help_text: Option<&'s str> = "HelpText",
    }

    /// A group of options.
    pub(crate) struct OptionGroupRecord<'s>("OptionGroup") {
        /// The name of its enumerator; that of the record where it is `?`.
        pub(crate) enum_name: SettableText<'s> = "EnumName",
        /// Its name for people.
        pub(crate) spelling: &'s str = "Name",
        /// What `--help` says about it.
        pub(crate) help_text: SettableText<'s> = "HelpText",
        /// The group it belongs to.
        pub(crate) group: Option<OptionGroupRecord<'s>> = "Group",
        /// How its options are treated.
        pub(crate) flags: Vec<Record<'s>> = "Flags",
        /// Which programs have its options.
        pub(crate) visibility: Vec<Record<'s>> = "Visibility",
        /// Its heading as markup of a page of documentation.
        pub(crate) doc_name: Option<&'s str> = "DocName",
        /// Its description as markup of a page of documentation.
        pub(crate) doc_brief: Option<&'s str> = "DocBrief",
        /// Whether a page of documentation shows its members in the group around it.
        pub(crate) is_flattened: bool = "DocFlatten" else false,
        /// Its name, where it is read as documentation: none is no error there.
        pub(crate) documented_spelling: Option<&'s str> = "Name",
        /// What `--help` says about it, where it is read as documentation: none is no error there.
        pub(crate) documented_help_text: Option<&'s str> = "HelpText",
    }

    /// How the values of an option follow it.
    pub(crate) struct OptionKindRecord<'s>("OptionKind") {
        /// The name of the enumerator in LLVM's option parser.
        pub(crate) class_name: &'s str = "Name",
        /// Options of lower precedence are matched first.
        pub(crate) precedence: i64 = "Precedence",
        /// Whether it is the kind of what matches no option.
        pub(crate) is_sentinel: bool = "Sentinel",
    }

    /// Another help text for some visibilities.
    pub(crate) struct HelpTextVariantRecord<'s>("HelpTextVariant") {
        /// The visibilities.
        pub(crate) visibilities: &'s [ValueId] = "Visibilities",
        /// The help text.
        pub(crate) text: &'s str = "Text",
    }

    /// A positional subcommand of a program.
    pub(crate) struct SubCommandRecord<'s>("SubCommand") {
        /// How it is written.
        pub(crate) spelling: &'s str = "Name",
        /// What `--help` says about it.
        pub(crate) help_text: &'s str = "HelpText",
        /// How `--help` says it is used; may be empty.
        pub(crate) usage: &'s str = "Usage",
    }
}

impl<'s> OptionRecord<'s> {
    /// The name of its enumerator.
    pub(crate) fn enumerator(self) -> Result<&'s str, FieldError> {
        Ok(self.enum_name()?.0.unwrap_or(Record::from(self).name()))
    }
}

impl<'s> OptionGroupRecord<'s> {
    /// The name of its enumerator.
    pub(crate) fn enumerator(self) -> Result<&'s str, FieldError> {
        Ok(self.enum_name()?.0.unwrap_or(Record::from(self).name()))
    }
}
