//! Directive languages, for example OpenMP: classes in `DirectiveBase.td`.

use tablewright_records::record_views;

record_views! {
    /// A directive language.
    pub(crate) struct DirectiveLanguageRecord<'s>("DirectiveLanguage") {
        /// Name, used in function names.
        pub(crate) spelling: &'s str = "name",
        /// C++ namespace within `llvm`, possibly nested.
        pub(crate) cpp_namespace: &'s str = "cppNamespace",
        /// Prefix for directive enumerators.
        pub(crate) directive_prefix: &'s str = "directivePrefix",
        /// Prefix for clause enumerators.
        pub(crate) clause_prefix: &'s str = "clausePrefix",
        /// C++ class for clause sets.
        pub(crate) clause_enum_set_class: &'s str = "clauseEnumSetClass",
        /// The class of clauses in Flang's parse tree.
        pub(crate) flang_clause_base_class: &'s str = "flangClauseBaseClass",
        /// Prefix for loop modifier enumerators.
        pub(crate) loop_modifier_prefix: &'s str = "loopModifierPrefix" else "",
        /// Whether enumerators can be named without their type.
        pub(crate) make_enum_available: bool = "makeEnumAvailableInNamespace",
        /// Whether enumerators can be combined as bits.
        pub(crate) enable_bitmask_enum: bool = "enableBitmaskEnumInNamespace",
    }

    /// A fixed clause value.
    pub(crate) struct ClauseValRecord<'s>("ClauseVal") {
        /// Spelling.
        pub(crate) spelling: &'s str = "name",
        /// Enumerator number.
        pub(crate) number: i64 = "value",
        /// Whether the value represents unknown spellings.
        pub(crate) is_default: bool = "isDefault",
    }

    /// A spelling, with the language versions that have it.
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
        /// Enumerator name.
        pub(crate) spelling: &'s str = "name",
    }

    /// A loop modifier: the form of a loop after a directive has changed it.
    pub(crate) struct LoopModifierRecord<'s>("LoopModifier") {
        /// Spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "spellings",
    }

    /// A directive's clause.
    pub(crate) struct ClauseRecord<'s>("Clause") {
        /// Spelling, in releases before 22.
        pub(crate) spelling: &'s str = "name",
        /// Spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "spellings" else vec![],
        /// Spelling in messages, if different, in releases before 22.
        pub(crate) alternative_name: &'s str = "alternativeName" else "",
        /// Other spellings, in releases before 22.
        pub(crate) aliases: Vec<&'s str> = "aliases" else vec![],
        /// Enumerator in Clang's OpenACC clause kinds, if it differs from the name.
        pub(crate) clang_acc_spelling: &'s str = "clangAccSpelling" else "",
        /// Whether Flang's unparse function for the clause is hand-written.
        pub(crate) skip_flang_unparser: bool = "skipFlangUnparser" else false,
        /// Its class in Clang; empty for none.
        pub(crate) clang_class: &'s str = "clangClass",
        /// The class of its value in Flang; empty if it has none.
        pub(crate) flang_class: &'s str = "flangClass",
        /// Whether its value may be missing.
        pub(crate) is_value_optional: bool = "isValueOptional",
        /// Enumeration name for the fixed values.
        pub(crate) enum_clause_value: &'s str = "enumClauseValue",
        /// Its fixed values.
        pub(crate) allowed_clause_values: Vec<ClauseValRecord<'s>> = "allowedClauseValues",
        /// Whether its value is a list.
        pub(crate) is_value_list: bool = "isValueList",
        /// Default for an omitted value.
        pub(crate) default_value: &'s str = "defaultValue",
        /// Whether the program cannot name it.
        pub(crate) is_implicit: bool = "isImplicit",
        /// Whether the clause represents unknown spellings.
        pub(crate) is_default: bool = "isDefault",
        /// Prefix before the value; may be empty.
        pub(crate) prefix: &'s str = "prefix",
        /// Whether that may be missing.
        pub(crate) is_prefix_optional: bool = "isPrefixOptional",
        /// The name for identifiers, since 24; `?` if it is the spelling.
        pub(crate) identifier: Option<&'s str> = "name" else None,
    }

    /// A clause that some versions of the language allow on a directive.
    pub(crate) struct VersionedClauseRecord<'s>("VersionedClause") {
        /// The clause.
        pub(crate) clause: ClauseRecord<'s> = "clause",
        /// The first version of the language that allows it.
        pub(crate) min_version: i64 = "minVersion",
        /// The last version of the language that allows it.
        pub(crate) max_version: i64 = "maxVersion",
    }

    /// A construct that directives can be associated with.
    pub(crate) struct AssociationRecord<'s>("Association") {
        /// Enumerator name.
        pub(crate) spelling: &'s str = "name",
    }

    /// A directive category.
    pub(crate) struct CategoryRecord<'s>("Category") {
        /// Enumerator name.
        pub(crate) spelling: &'s str = "name",
    }

    /// A directive.
    pub(crate) struct DirectiveRecord<'s>("Directive") {
        /// Spelling, possibly several words, in releases before 22.
        pub(crate) spelling: &'s str = "name",
        /// Spellings, possibly several words.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "spellings" else vec![],
        /// Spelling in messages, if different, in releases before 22.
        pub(crate) alternative_name: &'s str = "alternativeName" else "",
        /// Clauses that may occur any number of times.
        pub(crate) allowed_clauses: Vec<VersionedClauseRecord<'s>> = "allowedClauses",
        /// Clauses that may occur at most once.
        pub(crate) allowed_once_clauses: Vec<VersionedClauseRecord<'s>> = "allowedOnceClauses",
        /// Clauses that exclude each other.
        pub(crate) allowed_exclusive_clauses: Vec<VersionedClauseRecord<'s>> = "allowedExclusiveClauses",
        /// Required clauses.
        pub(crate) required_clauses: Vec<VersionedClauseRecord<'s>> = "requiredClauses",
        /// The directives it combines.
        pub(crate) leaf_constructs: Vec<DirectiveRecord<'s>> = "leafConstructs",
        /// Whether the directive represents unknown spellings.
        pub(crate) is_default: bool = "isDefault",
        /// Association.
        pub(crate) association: AssociationRecord<'s> = "association",
        /// Its category.
        pub(crate) category: CategoryRecord<'s> = "category",
        /// Loop modifiers allowed in its clause `apply`.
        pub(crate) allowed_loop_modifiers: Vec<LoopModifierRecord<'s>> = "allowedLoopModifiers" else vec![],
        /// The name for identifiers, since 24; `?` if it is the spelling.
        pub(crate) identifier: Option<&'s str> = "name" else None,
        /// Its first pure version.
        pub(crate) pure_since: i64 = "pureSince" else i64::from(i32::MAX),
        /// The programming languages that have it.
        pub(crate) languages: Vec<SourceLanguageRecord<'s>> = "languages" else vec![],
    }
}
