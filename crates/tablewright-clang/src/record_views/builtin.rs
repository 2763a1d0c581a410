//! Builtin functions: the classes of `BuiltinsBase.td`.

use tablewright_records::record_views;

use super::attr::DocumentationRecord;

record_views! {
    /// A builtin function.
    pub(crate) struct BuiltinRecord<'s>("Builtin") {
        /// Its names.
        pub(crate) spellings: Vec<&'s str> = "Spellings",
        /// Its attributes.
        pub(crate) attributes: Vec<AttributeRecord<'s>> = "Attributes",
        /// Its type as C++ writes it.
        pub(crate) prototype: &'s str = "Prototype",
        /// The namespace it is declared in; `?` for none.
        pub(crate) namespace: Option<&'s str> = "Namespace",
        /// Whether a macro of that name has to go first.
        pub(crate) requires_undef: bool = "RequiresUndef",
        /// Whether `long long` in its type is 64 bits wide in all languages.
        pub(crate) has_opencl_long: bool = "EnableOpenCLLong" else false,
        /// What stands before its names, but is not part of the table of names; `?` for nothing.
        pub(crate) required_name_prefix: Option<NamePrefixRecord<'s>> = "RequiredNamePrefix" else None,
        /// Its documentation.
        pub(crate) documentation: Vec<DocumentationRecord<'s>> = "Documentation",
        /// The names of its parameters; empty where they have none.
        pub(crate) arg_names: Vec<&'s str> = "ArgNames",
    }

    /// What the names of many builtins begin with.
    pub(crate) struct NamePrefixRecord<'s>("NamePrefix") {
        /// The prefix.
        pub(crate) spelling: &'s str = "Spelling",
    }

    /// A builtin function that is an atomic operation.
    pub(crate) struct AtomicBuiltinRecord<'s>("AtomicBuiltin"): BuiltinRecord {}

    /// A builtin function that is a function of a library.
    pub(crate) struct LibBuiltinRecord<'s>("LibBuiltin"): BuiltinRecord {
        /// The header that declares it.
        pub(crate) header: &'s str = "Header",
        /// The languages that have it.
        pub(crate) languages: &'s str = "Languages",
        /// Whether there is a second one with `__builtin_` before the name.
        pub(crate) has_builtin_prefixed_alias: bool = "AddBuiltinPrefixedAlias",
        /// Whether only the one with `__builtin_` can be evaluated at compile time.
        pub(crate) only_prefixed_alias_is_constexpr: bool = "OnlyBuiltinPrefixedAliasIsConstexpr",
    }

    /// A builtin function of some languages.
    pub(crate) struct LangBuiltinRecord<'s>("LangBuiltin"): BuiltinRecord {
        /// The languages that have it.
        pub(crate) languages: &'s str = "Languages",
    }

    /// A builtin function of a target.
    pub(crate) struct TargetBuiltinRecord<'s>("TargetBuiltin"): BuiltinRecord {
        /// The features of the target that it needs.
        pub(crate) features: &'s str = "Features",
    }

    /// A builtin function of a target that a header declares.
    pub(crate) struct TargetLibBuiltinRecord<'s>("TargetLibBuiltin"): TargetBuiltinRecord {
        /// The header that declares it.
        pub(crate) header: &'s str = "Header",
        /// The languages that have it.
        pub(crate) languages: &'s str = "Languages",
    }

    /// Several builtin functions that differ in types.
    pub(crate) struct TemplateRecord<'s>("Template") {
        /// What stands for `T` in the prototype of each.
        pub(crate) substitutions: Vec<&'s str> = "Substitutions",
        /// What is added to the name of each.
        pub(crate) affixes: Vec<&'s str> = "Affixes",
        /// Whether it is added before the name.
        pub(crate) is_prefix: bool = "AsPrefix",
    }

    /// An attribute of a builtin function.
    pub(crate) struct AttributeRecord<'s>("Attribute") {
        /// How the list of builtins writes it.
        pub(crate) mangling: &'s str = "Mangling",
    }

    /// An attribute that refers to a parameter.
    pub(crate) struct IndexedAttributeRecord<'s>("IndexedAttribute"): AttributeRecord {
        /// The index of the parameter.
        pub(crate) index: i64 = "Index",
    }

    /// An attribute that refers to several parameters.
    pub(crate) struct MultiIndexAttributeRecord<'s>("MultiIndexAttribute"): AttributeRecord {
        /// The indices of the parameters.
        pub(crate) indices: Vec<i64> = "Indices",
    }

    /// A line of the list of builtins that is copied as it is.
    pub(crate) struct CustomEntryRecord<'s>("CustomEntry") {
        /// The line.
        pub(crate) entry: &'s str = "Entry",
    }
}
