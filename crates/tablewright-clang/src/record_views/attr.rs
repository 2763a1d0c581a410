//! Attributes: the classes in `Attr.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Record, record_views};

record_views! {
    /// An attribute.
    pub(crate) struct AttrRecord<'s>("Attr") {
        /// The spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "Spellings",
        /// The subjects on which it is allowed; any if it is `?`.
        pub(crate) subjects: Option<SubjectListRecord<'s>> = "Subjects",
        /// Its arguments.
        pub(crate) args: Vec<ArgumentRecord<'s>> = "Args",
        /// Functions that test the written spelling.
        pub(crate) accessors: Vec<AccessorRecord<'s>> = "Accessors",
        /// Spellings that only some targets have.
        pub(crate) target_specific_spellings: Vec<TargetSpecificSpellingRecord<'s>> = "TargetSpecificSpellings",
        /// The time for parsing its arguments.
        pub(crate) late_parsed: LateAttrParseKindRecord<'s> = "LateParsed",
        /// Whether instances of a template copy the template's attribute.
        pub(crate) is_cloned: bool = "Clone",
        /// Whether its arguments depend on template parameters.
        pub(crate) is_template_dependent: bool = "TemplateDependent",
        /// Whether it has a class and is stored in the syntax tree.
        pub(crate) is_ast_node: bool = "ASTNode",
        /// Whether Clang handles it.
        pub(crate) has_sema_handler: bool = "SemaHandler",
        /// Whether it is added to the declaration without further checks.
        pub(crate) has_simple_handler: bool = "SimpleHandler",
        /// Whether it is ignored without a warning.
        pub(crate) is_ignored: bool = "Ignored",
        /// Whether Clang's own function parses it.
        pub(crate) has_custom_parsing: bool = "HasCustomParsing",
        /// Whether its expressions are unevaluated.
        pub(crate) parse_arguments_as_unevaluated: bool = "ParseArgumentsAsUnevaluated",
        /// Whether the definition of a class template has it, too.
        pub(crate) is_meaningful_to_class_template_definition: bool = "MeaningfulToClassTemplateDefinition",
        /// Whether `#pragma clang attribute` supports it; if it is `?`, its subjects decide.
        pub(crate) pragma_attribute_support: Option<bool> = "PragmaAttributeSupport",
        /// Whether its arguments may be expanded from a pack.
        pub(crate) accepts_expr_pack: bool = "AcceptsExprPack",
        /// Whether an enumerator argument must be an enumerator.
        pub(crate) has_strict_enum_parameters: bool = "StrictEnumParameters",
        /// Language options. At least one is required, unless the list is empty.
        pub(crate) lang_opts: Vec<LangOptRecord<'s>> = "LangOpts",
        /// Clang's own comparison function; empty to compare arguments.
        pub(crate) comparison_fn: &'s str = "comparisonFn" else "",
        /// Clang's own profile function; empty to profile arguments.
        pub(crate) profile_fn: &'s str = "profileFn" else "",
        /// Additional class members, as C++.
        pub(crate) additional_members: &'s str = "AdditionalMembers",
        /// Whether Clang's own functions read and write additional data in precompiled headers.
        pub(crate) has_custom_serialization: bool = "HasCustomSerialization" else false,
        /// Whether Clang's own function checks it after the type of its declaration is deduced.
        pub(crate) is_type_dependent: bool = "IsTypeDependent" else false,
        /// Whether its arguments can mention the parameters of the function that it is written on.
        pub(crate) parse_args_in_function_scope: bool = "ParseArgsInFunctionScope" else false,
        /// Its documentation.
        pub(crate) documentation: Vec<DocumentationRecord<'s>> = "Documentation",
    }

    /// An attribute that redeclarations inherit.
    pub(crate) struct InheritableAttrRecord<'s>("InheritableAttr"): AttrRecord {
        /// Whether a redeclaration inherits it even if it already has it.
        pub(crate) is_inherited_even_if_present: bool = "InheritEvenIfAlreadyPresent",
    }

    /// An attribute for some targets only.
    pub(crate) struct TargetSpecificAttrRecord<'s>("TargetSpecificAttr") {
        /// The targets.
        pub(crate) target: TargetSpecRecord<'s> = "Target",
        /// The kind that it shares with attributes of other targets.
        pub(crate) parse_kind: SettableText<'s> = "ParseKind",
    }

    /// Mutually exclusive attributes.
    pub(crate) struct MutualExclusionsRecord<'s>("MutualExclusions") {
        /// The attributes.
        pub(crate) exclusions: Vec<AttrRecord<'s>> = "Exclusions",
    }

    /// The spelling of an attribute in a syntax.
    pub(crate) struct SpellingRecord<'s>("Spelling") {
        /// The written name.
        pub(crate) spelled_name: &'s str = "Name",
        /// The syntax, or a compiler name that represents several syntaxes.
        pub(crate) variety: &'s str = "Variety",
        /// The version that `__has_attribute` returns.
        pub(crate) version: i64 = "Version",
    }

    /// A spelling with a namespace. `C23` and `Pragma` have this field, too.
    pub(crate) struct Cxx11Record<'s>("CXX11"): SpellingRecord {
        /// The namespace; empty for none.
        pub(crate) namespace: &'s str = "Namespace",
    }

    /// A keyword spelling.
    pub(crate) struct KeywordRecord<'s>("Keyword"): SpellingRecord {
        /// Whether the keyword is allowed only by its own grammar rules.
        pub(crate) has_own_parse_rules: bool = "HasOwnParseRules",
    }

    /// A GCC spelling, which represents several syntaxes. `Clang` and `ClangGCC` have this field,
    /// too.
    pub(crate) struct GccRecord<'s>("GCC"): SpellingRecord {
        /// Whether C allows it in double brackets.
        pub(crate) is_allowed_in_c: bool = "AllowInC",
    }

    /// A function that tests for some of the spellings.
    pub(crate) struct AccessorRecord<'s>("Accessor") {
        /// The function name.
        pub(crate) function_name: &'s str = "Name",
        /// The spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "Spellings",
    }

    /// Spellings for some targets only.
    pub(crate) struct TargetSpecificSpellingRecord<'s>("TargetSpecificSpelling") {
        /// The targets.
        pub(crate) target: TargetSpecRecord<'s> = "Target",
        /// The spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "Spellings",
    }

    /// A target condition.
    pub(crate) struct TargetSpecRecord<'s>("TargetSpec") {
        /// Alternative architectures; empty for any.
        pub(crate) arches: Vec<&'s str> = "Arches",
        /// Alternative operating systems.
        pub(crate) oses: Option<Vec<&'s str>> = "OSes",
        /// Alternative object formats.
        pub(crate) object_formats: Option<Vec<&'s str>> = "ObjectFormats",
        /// A condition in C++.
        pub(crate) custom_code: &'s str = "CustomCode",
    }

    /// A language option.
    pub(crate) struct LangOptRecord<'s>("LangOpt") {
        /// The option's name.
        pub(crate) option_name: &'s str = "Name",
        /// A C++ condition that replaces the option; empty for none.
        pub(crate) custom_code: &'s str = "CustomCode",
    }

    /// A time for parsing arguments.
    pub(crate) struct LateAttrParseKindRecord<'s>("LateAttrParseKind") {
        /// The enumerator's number.
        pub(crate) kind: i64 = "Kind",
    }

    /// An attribute argument.
    pub(crate) struct ArgumentRecord<'s>("Argument") {
        /// Its name.
        pub(crate) argument_name: &'s str = "Name",
        /// Its name. For messages about records that are not arguments.
        pub(crate) argument_name_if_any: Option<&'s str> = "Name",
        /// Whether it may be omitted.
        pub(crate) is_optional: bool = "Optional",
        /// Whether it is stored, but neither parsed nor printed.
        pub(crate) is_fake: bool = "Fake",
        /// Whether it is fake, if specified.
        pub(crate) fake: Option<bool> = "Fake",
    }

    /// A declaration as an argument.
    pub(crate) struct DeclArgumentRecord<'s>("DeclArgument"): ArgumentRecord {
        /// The declaration node.
        pub(crate) kind: Record<'s> = "Kind",
    }

    /// An attribute as an argument.
    pub(crate) struct WrappedAttrRecord<'s>("WrappedAttr"): ArgumentRecord {
        /// Its C++ class; empty for any class.
        pub(crate) attr_type: &'s str = "AttrType" else "",
    }

    /// A Boolean argument with a default.
    pub(crate) struct DefaultBoolArgumentRecord<'s>("DefaultBoolArgument"): ArgumentRecord {
        /// The default.
        pub(crate) default: bool = "Default",
    }

    /// An integer argument with a default.
    pub(crate) struct DefaultIntArgumentRecord<'s>("DefaultIntArgument"): ArgumentRecord {
        /// The default.
        pub(crate) default: i64 = "Default",
    }

    /// An enumerator as an argument. `VariadicEnumArgument` has these fields, too.
    pub(crate) struct EnumArgumentRecord<'s>("EnumArgument"): ArgumentRecord {
        /// The enumeration.
        pub(crate) enum_type: &'s str = "Type",
        /// Whether the source has a string, not an identifier.
        pub(crate) is_string: bool = "IsString",
        /// The source text for each enumerator.
        pub(crate) values: Vec<&'s str> = "Values",
        /// The enumerators.
        pub(crate) enums: Vec<&'s str> = "Enums",
        /// Whether the enumeration is declared outside the attribute class.
        pub(crate) is_external_type: bool = "IsExternalType",
        /// Whether `Enums` contains all enumerators.
        pub(crate) is_covered: bool = "IsCovered",
    }

    /// The subjects on which an attribute is allowed.
    pub(crate) struct SubjectListRecord<'s>("SubjectList") {
        /// The subjects.
        pub(crate) subjects: Vec<AttrSubjectRecord<'s>> = "Subjects",
        /// The diagnostic for other subjects.
        pub(crate) diag: SubjectDiagRecord<'s> = "Diag",
        /// The subjects in words; empty to derive them from the subjects.
        pub(crate) custom_diag: &'s str = "CustomDiag",
    }

    /// The diagnostic for an attribute on a wrong subject.
    pub(crate) struct SubjectDiagRecord<'s>("SubjectDiag") {
        /// Whether it is a warning, not an error.
        pub(crate) is_warning: bool = "Warn",
    }

    /// A subject. Derived classes have these fields.
    pub(crate) struct AttrSubjectRecord<'s>("AttrSubject") {
        /// The subject in words; empty to inherit the words of its base.
        pub(crate) diag_spelling: &'s str = "DiagSpelling",
        /// A node's base node, or the node that a subset belongs to.
        pub(crate) base: Option<AttrSubjectRecord<'s>> = "Base",
    }

    /// A subset of the declarations for a node.
    pub(crate) struct SubsetSubjectRecord<'s>("SubsetSubject"): AttrSubjectRecord {
        /// The node.
        pub(crate) node: AttrSubjectRecord<'s> = "Base",
        /// The test for a declaration `S` of the node, as C++.
        pub(crate) check_code: &'s str = "CheckCode",
    }

    /// A rule for `#pragma clang attribute`.
    pub(crate) struct AttrSubjectMatcherRuleRecord<'s>("AttrSubjectMatcherRule") {
        /// Its name.
        pub(crate) rule_name: &'s str = "Name",
        /// The subjects that it matches.
        pub(crate) subjects: Vec<AttrSubjectRecord<'s>> = "Subjects",
        /// Its sub-rules.
        pub(crate) constraints: Vec<AttrSubjectMatcherSubRuleRecord<'s>> = "Constraints",
        /// Language options. At least one is required, unless the list is empty.
        pub(crate) lang_opts: Vec<LangOptRecord<'s>> = "LangOpts",
    }

    /// A sub-rule for `#pragma clang attribute`.
    pub(crate) struct AttrSubjectMatcherSubRuleRecord<'s>("AttrSubjectMatcherSubRule") {
        /// Its name.
        pub(crate) rule_name: &'s str = "Name",
        /// The subjects that it matches.
        pub(crate) subjects: Vec<AttrSubjectRecord<'s>> = "Subjects",
        /// Whether it matches everything except its subjects.
        pub(crate) is_negated: bool = "Negated",
        /// Language options. At least one is required; if the list is empty, the rule's options
        /// apply.
        pub(crate) lang_opts: Vec<LangOptRecord<'s>> = "LangOpts",
    }

    /// An aggregate of all rules for declarations that derive from a subject.
    pub(crate) struct AttrSubjectMatcherAggregateRuleRecord<'s>("AttrSubjectMatcherAggregateRule") {
        /// The subject.
        pub(crate) subject: AttrSubjectRecord<'s> = "Subject",
    }

    /// Documentation for attributes.
    pub(crate) struct DocumentationRecord<'s>("Documentation") {
        /// Its section.
        pub(crate) category: DocumentationCategoryRecord<'s> = "Category",
        /// The text.
        pub(crate) content: &'s str = "Content",
        /// The text; here `?` is allowed for no text.
        pub(crate) content_if_any: Option<&'s str> = "Content",
        /// The heading; empty to derive it from the spellings.
        pub(crate) heading: &'s str = "Heading",
        /// The target for links from other pages; empty for none.
        pub(crate) label: &'s str = "Label" else "",
        /// The deprecation, if the attribute is deprecated.
        pub(crate) deprecated: Option<DocDeprecatedRecord<'s>> = "Deprecated",
    }

    /// A documentation section.
    pub(crate) struct DocumentationCategoryRecord<'s>("DocumentationCategory") {
        /// The heading.
        pub(crate) category_name: &'s str = "Name",
        /// The text.
        pub(crate) content: &'s str = "Content",
    }

    /// A deprecation notice.
    pub(crate) struct DocDeprecatedRecord<'s>("DocDeprecated") {
        /// The recommended attribute; empty if there is none.
        pub(crate) replacement: &'s str = "Replacement",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../tests/data/support/attr-classes.inc");

    #[test]
    fn fields_of_attributes_have_their_types() {
        let error = |fields: &str| {
            let text = format!("{CLASSES}def X : Attr {{ {fields} }}");
            output("gen-clang-attr-classes", &text)
        };
        let fields = [
            "let Spellings = [?];",
            "let Spellings = [GNU<\"x\">]; let Args = [?];",
            "let Spellings = [GNU<\"x\">]; let Args = [IntArgument<?>];",
            "let Spellings = [GNU<?>];",
        ];
        expect![[r#"
            error: Record `X', field `Documentation' exists but does not have a list value
            error: Record `X', field `Documentation' exists but does not have a list value
            error: Record `X', field `Documentation' exists but does not have a list value
            error: Record `X', field `Documentation' exists but does not have a list value
        "#]]
        .assert_eq(&fields.map(error).concat());
    }
}
