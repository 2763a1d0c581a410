//! Builtin functions: the classes in `BuiltinsBase.td`.

use tablewright_records::record_views;

use super::attr::DocumentationRecord;

record_views! {
    /// A builtin function.
    pub(crate) struct BuiltinRecord<'s>("Builtin") {
        /// Its names.
        pub(crate) spellings: Vec<&'s str> = "Spellings",
        /// Its attributes.
        pub(crate) attributes: Vec<AttributeRecord<'s>> = "Attributes",
        /// Its prototype in C++ syntax.
        pub(crate) prototype: &'s str = "Prototype",
        /// Its namespace; `?` for none.
        pub(crate) namespace: Option<&'s str> = "Namespace",
        /// Whether a macro with this name must be undefined first.
        pub(crate) requires_undef: bool = "RequiresUndef",
        /// Whether `long long` in its prototype has 64 bits in all languages.
        pub(crate) has_opencl_long: bool = "EnableOpenCLLong" else false,
        /// A prefix of its names that is not part of the name table; `?` for none.
        pub(crate) required_name_prefix: Option<NamePrefixRecord<'s>> = "RequiredNamePrefix" else None,
        /// Its documentation.
        pub(crate) documentation: Vec<DocumentationRecord<'s>> = "Documentation",
        /// The parameter names; may be empty.
        pub(crate) arg_names: Vec<&'s str> = "ArgNames",
    }

    /// A common prefix of builtin names.
    pub(crate) struct NamePrefixRecord<'s>("NamePrefix") {
        /// The prefix.
        pub(crate) spelling: &'s str = "Spelling",
    }

    /// A builtin function that is an atomic operation.
    pub(crate) struct AtomicBuiltinRecord<'s>("AtomicBuiltin"): BuiltinRecord {}

    /// A builtin function that is also a library function.
    pub(crate) struct LibBuiltinRecord<'s>("LibBuiltin"): BuiltinRecord {
        /// The header that declares it.
        pub(crate) header: &'s str = "Header",
        /// The languages that have it.
        pub(crate) languages: &'s str = "Languages",
        /// Whether a second builtin has the prefix `__builtin_`.
        pub(crate) has_builtin_prefixed_alias: bool = "AddBuiltinPrefixedAlias",
        /// Whether only the builtin with `__builtin_` can be evaluated at compile time.
        pub(crate) only_prefixed_alias_is_constexpr: bool = "OnlyBuiltinPrefixedAliasIsConstexpr",
    }

    /// A builtin function for some languages.
    pub(crate) struct LangBuiltinRecord<'s>("LangBuiltin"): BuiltinRecord {
        /// The languages that have it.
        pub(crate) languages: &'s str = "Languages",
    }

    /// A target's builtin function.
    pub(crate) struct TargetBuiltinRecord<'s>("TargetBuiltin"): BuiltinRecord {
        /// Required target features.
        pub(crate) features: &'s str = "Features",
    }

    /// A target's builtin function that a header declares.
    pub(crate) struct TargetLibBuiltinRecord<'s>("TargetLibBuiltin"): TargetBuiltinRecord {
        /// The header that declares it.
        pub(crate) header: &'s str = "Header",
        /// The languages that have it.
        pub(crate) languages: &'s str = "Languages",
    }

    /// Several builtin functions that differ in types.
    pub(crate) struct TemplateRecord<'s>("Template") {
        /// The replacement for `T` in each prototype.
        pub(crate) substitutions: Vec<&'s str> = "Substitutions",
        /// The affix for each name.
        pub(crate) affixes: Vec<&'s str> = "Affixes",
        /// Whether the affix is a prefix.
        pub(crate) is_prefix: bool = "AsPrefix",
    }

    /// A builtin function attribute.
    pub(crate) struct AttributeRecord<'s>("Attribute") {
        /// Its code in the builtin list.
        pub(crate) mangling: &'s str = "Mangling",
    }

    /// An attribute that refers to a parameter.
    pub(crate) struct IndexedAttributeRecord<'s>("IndexedAttribute"): AttributeRecord {
        /// The parameter index.
        pub(crate) index: i64 = "Index",
    }

    /// An attribute that refers to several parameters.
    pub(crate) struct MultiIndexAttributeRecord<'s>("MultiIndexAttribute"): AttributeRecord {
        /// The parameter indices.
        pub(crate) indices: Vec<i64> = "Indices",
    }

    /// A line that is copied to the builtin list.
    pub(crate) struct CustomEntryRecord<'s>("CustomEntry") {
        /// The line.
        pub(crate) entry: &'s str = "Entry",
    }
}
