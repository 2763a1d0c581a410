//! Languages of directives, such as OpenMP: the classes of `DirectiveBase.td`.

use tablewright_records::record_views;

record_views! {
    /// A language of directives.
    pub(crate) struct DirectiveLanguageRecord<'s>("DirectiveLanguage") {
        /// Its name, which is part of the names of functions.
        pub(crate) spelling: &'s str = "name",
        /// The namespace within `llvm`, perhaps a nested one.
        pub(crate) cpp_namespace: &'s str = "cppNamespace",
        /// What the enumerators of directives begin with.
        pub(crate) directive_prefix: &'s str = "directivePrefix",
        /// What the enumerators of clauses begin with.
        pub(crate) clause_prefix: &'s str = "clausePrefix",
        /// The class of sets of clauses.
        pub(crate) clause_enum_set_class: &'s str = "clauseEnumSetClass",
        /// The class of clauses in Flang's parse tree.
        pub(crate) flang_clause_base_class: &'s str = "flangClauseBaseClass",
        /// What the enumerators of loop modifiers begin with.
        pub(crate) loop_modifier_prefix: &'s str = "loopModifierPrefix" else "",
        /// Whether enumerators can be named without their type.
        pub(crate) make_enum_available: bool = "makeEnumAvailableInNamespace",
        /// Whether enumerators can be combined as bits.
        pub(crate) enable_bitmask_enum: bool = "enableBitmaskEnumInNamespace",
    }

    /// A fixed value of a clause.
    pub(crate) struct ClauseValRecord<'s>("ClauseVal") {
        /// How it is written.
        pub(crate) spelling: &'s str = "name",
        /// The number of its enumerator.
        pub(crate) number: i64 = "value",
        /// Whether it stands for what is unknown.
        pub(crate) is_default: bool = "isDefault",
    }

    /// A way to write something, in some versions of the language.
    pub(crate) struct SpellingRecord<'s>("Spelling") {
        /// The words.
        pub(crate) spelling: &'s str = "spelling",
        /// The first version of the language that has it.
        pub(crate) min_version: i64 = "minVersion",
        /// The last version of the language that has it.
        pub(crate) max_version: i64 = "maxVersion",
    }

    /// A programming language that has directives.
    pub(crate) struct SourceLanguageRecord<'s>("SourceLanguage") {
        /// The name of its enumerator.
        pub(crate) spelling: &'s str = "name",
    }

    /// What a loop is after a directive has changed it.
    pub(crate) struct LoopModifierRecord<'s>("LoopModifier") {
        /// How it is written.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "spellings",
    }

    /// A clause of a directive.
    pub(crate) struct ClauseRecord<'s>("Clause") {
        /// How it is written, in releases before 22.
        pub(crate) spelling: &'s str = "name",
        /// How it is written.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "spellings" else vec![],
        /// How it is shown, if not as it is written, in releases before 22.
        pub(crate) alternative_name: &'s str = "alternativeName" else "",
        /// Other ways it is written, in releases before 22.
        pub(crate) aliases: Vec<&'s str> = "aliases" else vec![],
        /// Its enumerator in Clang's kinds of OpenACC's clauses, if it is not made of the name.
        pub(crate) clang_acc_spelling: &'s str = "clangAccSpelling" else "",
        /// Whether Flang writes the function that writes it.
        pub(crate) skip_flang_unparser: bool = "skipFlangUnparser" else false,
        /// Its class in Clang; empty for none.
        pub(crate) clang_class: &'s str = "clangClass",
        /// The class of its value in Flang; empty if it has none.
        pub(crate) flang_class: &'s str = "flangClass",
        /// Whether its value may be missing.
        pub(crate) is_value_optional: bool = "isValueOptional",
        /// The name of the enumeration of its fixed values.
        pub(crate) enum_clause_value: &'s str = "enumClauseValue",
        /// Its fixed values.
        pub(crate) allowed_clause_values: Vec<ClauseValRecord<'s>> = "allowedClauseValues",
        /// Whether its value is a list.
        pub(crate) is_value_list: bool = "isValueList",
        /// The value where it is missing.
        pub(crate) default_value: &'s str = "defaultValue",
        /// Whether the program cannot name it.
        pub(crate) is_implicit: bool = "isImplicit",
        /// Whether it stands for what is unknown.
        pub(crate) is_default: bool = "isDefault",
        /// What stands before the value; empty for nothing.
        pub(crate) prefix: &'s str = "prefix",
        /// Whether that may be missing.
        pub(crate) is_prefix_optional: bool = "isPrefixOptional",
    }

    /// A clause that a directive takes in some versions of the language.
    pub(crate) struct VersionedClauseRecord<'s>("VersionedClause") {
        /// The clause.
        pub(crate) clause: ClauseRecord<'s> = "clause",
        /// The first version of the language that allows it.
        pub(crate) min_version: i64 = "minVersion",
        /// The last version of the language that allows it.
        pub(crate) max_version: i64 = "maxVersion",
    }

    /// What a directive can be associated with.
    pub(crate) struct AssociationRecord<'s>("Association") {
        /// The name of its enumerator.
        pub(crate) spelling: &'s str = "name",
    }

    /// A category of directives.
    pub(crate) struct CategoryRecord<'s>("Category") {
        /// The name of its enumerator.
        pub(crate) spelling: &'s str = "name",
    }

    /// A directive.
    pub(crate) struct DirectiveRecord<'s>("Directive") {
        /// How it is written, perhaps in several words, in releases before 22.
        pub(crate) spelling: &'s str = "name",
        /// How it is written, perhaps in several words.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "spellings" else vec![],
        /// How it is shown, if not as it is written, in releases before 22.
        pub(crate) alternative_name: &'s str = "alternativeName" else "",
        /// The clauses it takes any number of times.
        pub(crate) allowed_clauses: Vec<VersionedClauseRecord<'s>> = "allowedClauses",
        /// The clauses it takes once.
        pub(crate) allowed_once_clauses: Vec<VersionedClauseRecord<'s>> = "allowedOnceClauses",
        /// The clauses of which it takes one.
        pub(crate) allowed_exclusive_clauses: Vec<VersionedClauseRecord<'s>> = "allowedExclusiveClauses",
        /// The clauses it has to have.
        pub(crate) required_clauses: Vec<VersionedClauseRecord<'s>> = "requiredClauses",
        /// The directives it combines.
        pub(crate) leaf_constructs: Vec<DirectiveRecord<'s>> = "leafConstructs",
        /// Whether it stands for what is unknown.
        pub(crate) is_default: bool = "isDefault",
        /// What it can be associated with.
        pub(crate) association: AssociationRecord<'s> = "association",
        /// Its category.
        pub(crate) category: CategoryRecord<'s> = "category",
        /// The modifiers of loops that its clause `apply` takes.
        pub(crate) allowed_loop_modifiers: Vec<LoopModifierRecord<'s>> = "allowedLoopModifiers" else vec![],
        /// The programming languages that have it.
        pub(crate) languages: Vec<SourceLanguageRecord<'s>> = "languages" else vec![],
    }
}
