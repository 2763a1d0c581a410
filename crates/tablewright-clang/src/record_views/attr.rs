//! Attributes: the classes of `Attr.td`.

use tablewright_records::record_view::SettableText;
use tablewright_records::{Record, record_views};

record_views! {
    /// An attribute.
    pub(crate) struct AttrRecord<'s>("Attr") {
        /// How it is written.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "Spellings",
        /// What it can be written on; anything where it is `?`.
        pub(crate) subjects: Option<SubjectListRecord<'s>> = "Subjects",
        /// Its arguments.
        pub(crate) args: Vec<ArgumentRecord<'s>> = "Args",
        /// Functions that say which spelling was written.
        pub(crate) accessors: Vec<AccessorRecord<'s>> = "Accessors",
        /// Spellings that only some targets have.
        pub(crate) target_specific_spellings: Vec<TargetSpecificSpellingRecord<'s>> = "TargetSpecificSpellings",
        /// When its arguments are parsed.
        pub(crate) late_parsed: LateAttrParseKindRecord<'s> = "LateParsed",
        /// Whether the attribute of a template is copied to instances.
        pub(crate) is_cloned: bool = "Clone",
        /// Whether its arguments depend on the parameters of templates.
        pub(crate) is_template_dependent: bool = "TemplateDependent",
        /// Whether it has a class and is kept in the syntax tree.
        pub(crate) is_ast_node: bool = "ASTNode",
        /// Whether Clang does something about it.
        pub(crate) has_sema_handler: bool = "SemaHandler",
        /// Whether it is added to the declaration without further checks.
        pub(crate) has_simple_handler: bool = "SimpleHandler",
        /// Whether it is ignored without a warning.
        pub(crate) is_ignored: bool = "Ignored",
        /// Whether a function of Clang's own parses it.
        pub(crate) has_custom_parsing: bool = "HasCustomParsing",
        /// Whether the expressions in it are not evaluated.
        pub(crate) parse_arguments_as_unevaluated: bool = "ParseArgumentsAsUnevaluated",
        /// Whether the definition of a class template has it too.
        pub(crate) is_meaningful_to_class_template_definition: bool = "MeaningfulToClassTemplateDefinition",
        /// Whether `#pragma clang attribute` can apply it; where it is `?`, its subjects decide.
        pub(crate) pragma_attribute_support: Option<bool> = "PragmaAttributeSupport",
        /// Whether its arguments may be expanded from a pack.
        pub(crate) accepts_expr_pack: bool = "AcceptsExprPack",
        /// Whether an argument that is an enumerator can be nothing else.
        pub(crate) has_strict_enum_parameters: bool = "StrictEnumParameters",
        /// The language options, one of which it needs.
        pub(crate) lang_opts: Vec<LangOptRecord<'s>> = "LangOpts",
        /// The function of Clang's own that compares two of them; empty where the arguments are compared.
        pub(crate) comparison_fn: &'s str = "comparisonFn" else "",
        /// The function of Clang's own that adds one to a profile; empty where the arguments are added.
        pub(crate) profile_fn: &'s str = "profileFn" else "",
        /// Members of its class, as C++.
        pub(crate) additional_members: &'s str = "AdditionalMembers",
        /// Whether functions of Clang's own read and write more of it in precompiled headers.
        pub(crate) has_custom_serialization: bool = "HasCustomSerialization" else false,
        /// Whether a function of Clang's own checks it once the type of its declaration is deduced.
        pub(crate) is_type_dependent: bool = "IsTypeDependent" else false,
        /// Whether its arguments can mention the parameters of the function that it is written on.
        pub(crate) parse_args_in_function_scope: bool = "ParseArgsInFunctionScope" else false,
        /// The texts that document it.
        pub(crate) documentation: Vec<DocumentationRecord<'s>> = "Documentation",
    }

    /// An attribute that redeclarations inherit.
    pub(crate) struct InheritableAttrRecord<'s>("InheritableAttr"): AttrRecord {
        /// Whether they inherit it if they have it already.
        pub(crate) is_inherited_even_if_present: bool = "InheritEvenIfAlreadyPresent",
    }

    /// An attribute that only some targets have.
    pub(crate) struct TargetSpecificAttrRecord<'s>("TargetSpecificAttr") {
        /// The targets.
        pub(crate) target: TargetSpecRecord<'s> = "Target",
        /// The kind that attributes of several targets share.
        pub(crate) parse_kind: SettableText<'s> = "ParseKind",
    }

    /// Attributes that nothing may have at the same time.
    pub(crate) struct MutualExclusionsRecord<'s>("MutualExclusions") {
        /// The attributes.
        pub(crate) exclusions: Vec<AttrRecord<'s>> = "Exclusions",
    }

    /// How an attribute is written in a syntax.
    pub(crate) struct SpellingRecord<'s>("Spelling") {
        /// The name that is written.
        pub(crate) spelled_name: &'s str = "Name",
        /// The syntax, or the compiler whose syntaxes are meant.
        pub(crate) variety: &'s str = "Variety",
        /// The version that `__has_attribute` returns.
        pub(crate) version: i64 = "Version",
    }

    /// A spelling with a namespace. `C23` and `Pragma` have the field too.
    pub(crate) struct Cxx11Record<'s>("CXX11"): SpellingRecord {
        /// The namespace; empty for none.
        pub(crate) namespace: &'s str = "Namespace",
    }

    /// A spelling that is a keyword.
    pub(crate) struct KeywordRecord<'s>("Keyword"): SpellingRecord {
        /// Whether the keyword can stand only where the language has a rule for it.
        pub(crate) has_own_parse_rules: bool = "HasOwnParseRules",
    }

    /// A spelling of GCC, which stands for several. `Clang` and `ClangGCC` have the field too.
    pub(crate) struct GccRecord<'s>("GCC"): SpellingRecord {
        /// Whether C has it in double brackets.
        pub(crate) is_allowed_in_c: bool = "AllowInC",
    }

    /// A function that says whether one of some spellings was written.
    pub(crate) struct AccessorRecord<'s>("Accessor") {
        /// The name of the function.
        pub(crate) function_name: &'s str = "Name",
        /// The spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "Spellings",
    }

    /// Spellings that only some targets have.
    pub(crate) struct TargetSpecificSpellingRecord<'s>("TargetSpecificSpelling") {
        /// The targets.
        pub(crate) target: TargetSpecRecord<'s> = "Target",
        /// The spellings.
        pub(crate) spellings: Vec<SpellingRecord<'s>> = "Spellings",
    }

    /// A condition on the target.
    pub(crate) struct TargetSpecRecord<'s>("TargetSpec") {
        /// The architectures, one of which is needed unless there are none.
        pub(crate) arches: Vec<&'s str> = "Arches",
        /// The operating systems, one of which is needed.
        pub(crate) oses: Option<Vec<&'s str>> = "OSes",
        /// The object formats, one of which is needed.
        pub(crate) object_formats: Option<Vec<&'s str>> = "ObjectFormats",
        /// A condition in C++.
        pub(crate) custom_code: &'s str = "CustomCode",
    }

    /// A language option.
    pub(crate) struct LangOptRecord<'s>("LangOpt") {
        /// The name of the option.
        pub(crate) option_name: &'s str = "Name",
        /// A condition in C++ that takes the place of the option; empty for none.
        pub(crate) custom_code: &'s str = "CustomCode",
    }

    /// When arguments are parsed.
    pub(crate) struct LateAttrParseKindRecord<'s>("LateAttrParseKind") {
        /// The number of the enumerator.
        pub(crate) kind: i64 = "Kind",
    }

    /// An argument of an attribute.
    pub(crate) struct ArgumentRecord<'s>("Argument") {
        /// Its name.
        pub(crate) argument_name: &'s str = "Name",
        /// Its name, for messages about records that are no arguments.
        pub(crate) argument_name_if_any: Option<&'s str> = "Name",
        /// Whether it can be left out.
        pub(crate) is_optional: bool = "Optional",
        /// Whether it is kept with the others, but neither parsed nor printed.
        pub(crate) is_fake: bool = "Fake",
        /// Whether it is fake, where it says so.
        pub(crate) fake: Option<bool> = "Fake",
    }

    /// An argument that is a declaration.
    pub(crate) struct DeclArgumentRecord<'s>("DeclArgument"): ArgumentRecord {
        /// The node of the declaration.
        pub(crate) kind: Record<'s> = "Kind",
    }

    /// An argument that is another attribute.
    pub(crate) struct WrappedAttrRecord<'s>("WrappedAttr"): ArgumentRecord {
        /// Its class in C++; empty where it can be of any.
        pub(crate) attr_type: &'s str = "AttrType" else "",
    }

    /// An argument that is true or false, with a default.
    pub(crate) struct DefaultBoolArgumentRecord<'s>("DefaultBoolArgument"): ArgumentRecord {
        /// The value where none is written.
        pub(crate) default: bool = "Default",
    }

    /// An argument that is an integer, with a default.
    pub(crate) struct DefaultIntArgumentRecord<'s>("DefaultIntArgument"): ArgumentRecord {
        /// The value where none is written.
        pub(crate) default: i64 = "Default",
    }

    /// An argument that is an enumerator. `VariadicEnumArgument` has the fields too.
    pub(crate) struct EnumArgumentRecord<'s>("EnumArgument"): ArgumentRecord {
        /// The enumeration.
        pub(crate) enum_type: &'s str = "Type",
        /// Whether a string is written, and not an identifier.
        pub(crate) is_string: bool = "IsString",
        /// What is written for each enumerator.
        pub(crate) values: Vec<&'s str> = "Values",
        /// The enumerators.
        pub(crate) enums: Vec<&'s str> = "Enums",
        /// Whether the enumeration is not declared by the class of the attribute.
        pub(crate) is_external_type: bool = "IsExternalType",
        /// Whether `Enums` has all enumerators.
        pub(crate) is_covered: bool = "IsCovered",
    }

    /// What an attribute can be written on.
    pub(crate) struct SubjectListRecord<'s>("SubjectList") {
        /// The subjects.
        pub(crate) subjects: Vec<AttrSubjectRecord<'s>> = "Subjects",
        /// What is reported elsewhere.
        pub(crate) diag: SubjectDiagRecord<'s> = "Diag",
        /// The subjects in words; empty where they follow from the subjects.
        pub(crate) custom_diag: &'s str = "CustomDiag",
    }

    /// How an attribute on a wrong subject is reported.
    pub(crate) struct SubjectDiagRecord<'s>("SubjectDiag") {
        /// Whether it is a warning, and not an error.
        pub(crate) is_warning: bool = "Warn",
    }

    /// Something that an attribute can be written on. The classes derived from it have the fields.
    pub(crate) struct AttrSubjectRecord<'s>("AttrSubject") {
        /// The subject in words; empty where it has those of its base.
        pub(crate) diag_spelling: &'s str = "DiagSpelling",
        /// The node that a node derives from, or that a subset is taken from.
        pub(crate) base: Option<AttrSubjectRecord<'s>> = "Base",
    }

    /// A subset of the declarations of a node.
    pub(crate) struct SubsetSubjectRecord<'s>("SubsetSubject"): AttrSubjectRecord {
        /// The node.
        pub(crate) node: AttrSubjectRecord<'s> = "Base",
        /// The test of a declaration `S` of the node, as C++.
        pub(crate) check_code: &'s str = "CheckCode",
    }

    /// A rule of `#pragma clang attribute`.
    pub(crate) struct AttrSubjectMatcherRuleRecord<'s>("AttrSubjectMatcherRule") {
        /// Its name.
        pub(crate) rule_name: &'s str = "Name",
        /// The subjects that it selects.
        pub(crate) subjects: Vec<AttrSubjectRecord<'s>> = "Subjects",
        /// Its sub-rules.
        pub(crate) constraints: Vec<AttrSubjectMatcherSubRuleRecord<'s>> = "Constraints",
        /// The language options, one of which it needs.
        pub(crate) lang_opts: Vec<LangOptRecord<'s>> = "LangOpts",
    }

    /// A sub-rule of a rule of `#pragma clang attribute`.
    pub(crate) struct AttrSubjectMatcherSubRuleRecord<'s>("AttrSubjectMatcherSubRule") {
        /// Its name.
        pub(crate) rule_name: &'s str = "Name",
        /// The subjects that it selects.
        pub(crate) subjects: Vec<AttrSubjectRecord<'s>> = "Subjects",
        /// Whether it selects what its name does not say.
        pub(crate) is_negated: bool = "Negated",
        /// The language options, one of which it needs; those of its rule where there are none.
        pub(crate) lang_opts: Vec<LangOptRecord<'s>> = "LangOpts",
    }

    /// All rules for the declarations that derive from a subject.
    pub(crate) struct AttrSubjectMatcherAggregateRuleRecord<'s>("AttrSubjectMatcherAggregateRule") {
        /// The subject.
        pub(crate) subject: AttrSubjectRecord<'s> = "Subject",
    }

    /// A text that documents attributes.
    pub(crate) struct DocumentationRecord<'s>("Documentation") {
        /// The section that it is in.
        pub(crate) category: DocumentationCategoryRecord<'s> = "Category",
        /// The text.
        pub(crate) content: &'s str = "Content",
        /// The text; `?` stands for no text here.
        pub(crate) content_if_any: Option<&'s str> = "Content",
        /// The heading; empty where it follows from the spellings.
        pub(crate) heading: &'s str = "Heading",
        /// The name by which other pages refer to it; empty for none.
        pub(crate) label: &'s str = "Label" else "",
        /// Whether the attribute should not be used any more.
        pub(crate) deprecated: Option<DocDeprecatedRecord<'s>> = "Deprecated",
    }

    /// A section of the documentation.
    pub(crate) struct DocumentationCategoryRecord<'s>("DocumentationCategory") {
        /// The heading of the section.
        pub(crate) category_name: &'s str = "Name",
        /// The text of the section.
        pub(crate) content: &'s str = "Content",
    }

    /// What should be used instead of an attribute.
    pub(crate) struct DocDeprecatedRecord<'s>("DocDeprecated") {
        /// The attribute; empty where there is none.
        pub(crate) replacement: &'s str = "Replacement",
    }
}
