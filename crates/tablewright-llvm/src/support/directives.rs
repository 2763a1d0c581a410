//! Directive languages, for example OpenMP (`DirectiveBase.td`), collected and checked.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::{Idx, IndexVec, define_index};
use tablewright_records::release::Feature;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use crate::record_views::directive::{
    AssociationRecord, CategoryRecord, ClauseRecord, ClauseValRecord, DirectiveLanguageRecord,
    DirectiveRecord, LoopModifierRecord, SourceLanguageRecord, SpellingRecord,
    VersionedClauseRecord,
};

define_index! {
    /// A directive. Ids follow record order.
    pub(crate) struct DirectiveId;
}

define_index! {
    /// A clause. Ids follow record order.
    pub(crate) struct ClauseId;
}

/// The directive language in the description, field by field as in its record.
pub(crate) struct DirectiveLanguage<'s> {
    pub(crate) record: Record<'s>,
    /// Name, used in function names.
    pub(crate) name: &'s str,
    /// C++ namespace within `llvm`, possibly nested.
    pub(crate) cpp_namespace: &'s str,
    /// Prefix for directive enumerators.
    pub(crate) directive_prefix: &'s str,
    /// Prefix for clause enumerators.
    pub(crate) clause_prefix: &'s str,
    /// C++ class for clause sets.
    pub(crate) clause_enum_set_class: &'s str,
    /// Base class for clauses in Flang's parse tree.
    pub(crate) flang_clause_base_class: &'s str,
    /// Whether enumerators can be named without their type.
    pub(crate) make_enum_available: bool,
    /// Whether enumerators can be combined as bits.
    pub(crate) enable_bitmask_enum: bool,
    /// Contents that the release prints.
    pub(crate) layout: DirectiveLayout,
    /// Prefix for loop modifier enumerators.
    pub(crate) loop_modifier_prefix: &'s str,
    /// Loop modifiers in record order.
    pub(crate) loop_modifiers: Vec<LoopModifier<'s>>,
    /// Programming languages with directives, in record order.
    pub(crate) source_languages: Vec<NamedRecord<'s>>,
    /// Constructs that directives can be associated with, in record order.
    pub(crate) associations: Vec<NamedRecord<'s>>,
    /// Directive categories in record order.
    pub(crate) categories: Vec<NamedRecord<'s>>,
    /// Directives in record order.
    pub(crate) directives: IndexVec<DirectiveId, LanguageDirective<'s>>,
    /// Clauses in record order.
    pub(crate) clauses: IndexVec<ClauseId, Clause<'s>>,
}

/// The language whose versions have a C++ class.
pub(crate) const TYPED_VERSIONS: &str = "OpenMP";

/// Directive contents printed by a release.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DirectiveLayout {
    /// A name for each directive and clause.
    Names,
    /// Spellings too, each with its language versions.
    Versions,
    /// Names, spellings and loop modifiers.
    LoopModifiers,
    /// First pure versions, too; versions have a type.
    PureVersions,
}

/// A spelling, with the language versions that have it.
#[derive(Clone, Copy)]
pub(crate) struct DirectiveSpelling<'s> {
    pub(crate) text: &'s str,
    /// First language version with the spelling.
    pub(crate) min_version: i64,
    /// Last language version with the spelling.
    pub(crate) max_version: i64,
}

impl<'s> DirectiveSpelling<'s> {
    /// Version range that includes all versions.
    const ALL_VERSIONS: (i64, i64) = (0, i32::MAX as i64);

    /// Builds a spelling that exists in all versions.
    fn from_name(text: &'s str) -> DirectiveSpelling<'s> {
        let (min_version, max_version) = DirectiveSpelling::ALL_VERSIONS;
        DirectiveSpelling { text, min_version, max_version }
    }

    fn read(record: SpellingRecord<'s>) -> Result<DirectiveSpelling<'s>, FieldError> {
        Ok(DirectiveSpelling {
            text: record.spelling()?,
            min_version: record.min_version()?,
            max_version: record.max_version()?,
        })
    }

    /// Whether all language versions have the spelling.
    pub(crate) fn is_in_all_versions(&self) -> bool {
        (self.min_version, self.max_version) == DirectiveSpelling::ALL_VERSIONS
    }
}

fn spellings(records: Vec<SpellingRecord<'_>>) -> Result<Vec<DirectiveSpelling<'_>>, FieldError> {
    records.into_iter().map(DirectiveSpelling::read).collect()
}

/// Returns the spelling used for identifiers: the first among those with the earliest version.
fn name_of<'s>(
    record: Record<'_>,
    spellings: &[DirectiveSpelling<'s>],
) -> Result<&'s str, FieldError> {
    let earliest = spellings.iter().min_by_key(|spelling| spelling.min_version);
    earliest.map(|spelling| spelling.text).ok_or_else(|| {
        let message = format!("`{}' lacks a spelling", record.name());
        FieldError::new(Code::Directives, record, message)
    })
}

pub(crate) struct LoopModifier<'s> {
    pub(crate) name: &'s str,
    pub(crate) spellings: Vec<DirectiveSpelling<'s>>,
}

impl<'s> LoopModifier<'s> {
    fn new(record: LoopModifierRecord<'s>) -> Result<LoopModifier<'s>, FieldError> {
        let spellings = spellings(record.spellings()?)?;
        Ok(LoopModifier { name: name_of(record.into(), &spellings)?, spellings })
    }
}

/// An association, a category or a programming language.
pub(crate) struct NamedRecord<'s> {
    pub(crate) record: Record<'s>,
    /// Enumerator name.
    pub(crate) name: &'s str,
}

pub(crate) struct LanguageDirective<'s> {
    pub(crate) record: DirectiveRecord<'s>,
    /// Spelling, possibly several words.
    pub(crate) name: &'s str,
    pub(crate) spellings: Vec<DirectiveSpelling<'s>>,
    /// Names of the programming languages that have the directive.
    pub(crate) languages: Vec<&'s str>,
    /// Names of the loop modifiers that the directive accepts.
    pub(crate) loop_modifiers: Vec<&'s str>,
    /// Spelling in messages, if different.
    pub(crate) alternative_name: &'s str,
    /// Clauses that may be repeated.
    pub(crate) allowed_clauses: Vec<VersionedClause>,
    /// Clauses that may appear at most once.
    pub(crate) allowed_once_clauses: Vec<VersionedClause>,
    /// Clauses that exclude each other.
    pub(crate) allowed_exclusive_clauses: Vec<VersionedClause>,
    /// Clauses that must appear.
    pub(crate) required_clauses: Vec<VersionedClause>,
    /// Directives that this directive combines.
    pub(crate) leaves: Vec<DirectiveId>,
    /// Whether the directive represents unknown spellings.
    pub(crate) is_default: bool,
    /// The name for identifiers, if it is not the spelling.
    pub(crate) identifier: &'s str,
    /// The directive's first pure version.
    pub(crate) pure_since: i64,
}

/// The version for a directive that is never pure.
pub(crate) const NEVER_PURE: i64 = i32::MAX as i64;

/// A clause of a directive, with the language versions that allow it.
#[derive(Clone, Copy)]
pub(crate) struct VersionedClause {
    pub(crate) clause: ClauseId,
    /// First language version that allows the clause.
    pub(crate) min_version: i64,
    /// Last language version that allows the clause.
    pub(crate) max_version: i64,
}

/// A clause, field by field as in its record.
pub(crate) struct Clause<'s> {
    pub(crate) record: Record<'s>,
    pub(crate) name: &'s str,
    /// Spellings; before release 22 without the aliases.
    pub(crate) spellings: Vec<DirectiveSpelling<'s>>,
    /// Whether Flang's unparse function for the clause is hand-written.
    pub(crate) skip_flang_unparser: bool,
    /// Enumerator in Clang's OpenACC clause kinds, if it differs from the name.
    pub(crate) clang_acc_spelling: &'s str,
    /// Spelling in messages, if different.
    pub(crate) alternative_name: &'s str,
    /// Other spellings.
    pub(crate) aliases: Vec<&'s str>,
    /// Clang class; empty if there is none.
    pub(crate) clang_class: &'s str,
    /// Flang class for the value; empty if the clause has no value.
    pub(crate) flang_class: &'s str,
    /// Whether the value may be omitted.
    pub(crate) is_value_optional: bool,
    /// Whether the value is a list.
    pub(crate) is_value_list: bool,
    /// Default for an omitted value.
    pub(crate) default_value: &'s str,
    /// Whether users cannot write the clause.
    pub(crate) is_implicit: bool,
    /// Whether the clause represents unknown spellings.
    pub(crate) is_default: bool,
    /// Prefix before the value; may be empty.
    pub(crate) prefix: &'s str,
    /// Whether the prefix may be omitted.
    pub(crate) is_prefix_optional: bool,
    /// Fixed values. `None` if the value is free.
    pub(crate) values: Option<ClauseValues<'s>>,
    /// The name for identifiers, if it is not the spelling.
    pub(crate) identifier: &'s str,
}

/// The fixed values for a clause.
pub(crate) struct ClauseValues<'s> {
    /// Enumeration name.
    pub(crate) enum_name: &'s str,
    pub(crate) values: Vec<ClauseValue<'s>>,
}

/// A fixed value for a clause.
pub(crate) struct ClauseValue<'s> {
    pub(crate) name: &'s str,
    pub(crate) enumerator: &'s str,
    pub(crate) number: i32,
    /// Whether the value represents unknown spellings.
    pub(crate) is_default: bool,
}

/// Converts a name to a part of an identifier: blanks become underscores.
pub(crate) fn formatted_name(name: &str) -> String {
    name.replace(' ', "_")
}

impl<'s> DirectiveLanguage<'s> {
    /// Collects the language in a description. If a directive names a clause twice, an error is added to
    /// `diagnostics`.
    pub(crate) fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<DirectiveLanguage<'s>, Diagnostic> {
        let [record] = DirectiveLanguageRecord::all(store)?[..] else {
            let message = "A single definition of DirectiveLanguage is needed.";
            return Err(Diagnostic::error_anywhere(Code::Directives, message));
        };
        let clause_records = ClauseRecord::all(store)?;
        let directive_records = DirectiveRecord::all(store)?;
        let ids = RecordIds { clauses: ids(&clause_records), directives: ids(&directive_records) };
        let language = DirectiveLanguage {
            record: record.into(),
            layout: layout(store),
            loop_modifier_prefix: record.loop_modifier_prefix()?,
            loop_modifiers: loop_modifiers(store)?,
            source_languages: source_languages(store)?,
            name: record.spelling()?,
            cpp_namespace: record.cpp_namespace()?,
            directive_prefix: record.directive_prefix()?,
            clause_prefix: record.clause_prefix()?,
            clause_enum_set_class: record.clause_enum_set_class()?,
            flang_clause_base_class: record.flang_clause_base_class()?,
            make_enum_available: record.make_enum_available()?,
            enable_bitmask_enum: record.enable_bitmask_enum()?,
            associations: associations(store)?,
            categories: categories(store)?,
            directives: directive_records
                .into_iter()
                .map(|record| LanguageDirective::new(record, &ids))
                .collect::<Result<_, _>>()?,
            clauses: clause_records.into_iter().map(Clause::new).collect::<Result<_, _>>()?,
        };
        language.check_clauses(diagnostics)?;
        Ok(language)
    }

    /// Checks that no clause is in two lists of allowed clauses, or both repeatable and required.
    ///
    /// Tools expect these errors without a position, so the position is in a note.
    fn check_clauses(&self, diagnostics: &mut Diagnostics) -> Result<(), Diagnostic> {
        for directive in &self.directives {
            let allowed = [
                &directive.allowed_clauses,
                &directive.allowed_once_clauses,
                &directive.allowed_exclusive_clauses,
            ];
            let demanded = [&directive.allowed_clauses, &directive.required_clauses];
            // Both checks are done before the first failure ends the run, so that all errors are
            // reported.
            let allowed_are_unique = self.are_unique(directive, &allowed, diagnostics);
            if !self.are_unique(directive, &demanded, diagnostics) || !allowed_are_unique {
                let name = directive.record.name();
                let message =
                    format!("One or more clauses are defined multiple times on directive {name}");
                return Err(Diagnostic::error_anywhere(Code::Directives, message));
            }
        }
        Ok(())
    }

    fn are_unique(
        &self,
        directive: &LanguageDirective<'_>,
        lists: &[&Vec<VersionedClause>],
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut are_unique = true;
        for list in lists {
            for listed in *list {
                let clause = &self.clauses[listed.clause];
                if !seen.insert(clause.identifier()) {
                    let (clause, name) = (clause.record.name(), directive.record.name());
                    let message = format!("Clause {clause} already defined on directive {name}");
                    let mut positions = directive.record.positions().iter().copied();
                    diagnostics
                        .push(Diagnostic::error_anywhere(Code::Directives, message))
                        .note(positions.next(), "the directive is defined here")
                        .trail(positions);
                    are_unique = false;
                }
            }
            if !are_unique {
                break;
            }
        }
        are_unique
    }

    /// Returns the C++ type of versions, in releases with such a type.
    pub(crate) fn version_type(&self) -> &'static str {
        if self.name == TYPED_VERSIONS { "Version" } else { "unsigned" }
    }

    /// Returns the largest number of leaf directives in a combined directive.
    pub(crate) fn max_leaf_count(&self) -> usize {
        self.directives.iter().map(|directive| directive.leaves.len()).max().unwrap_or(0)
    }

    /// Returns the parts of the namespace, outermost first.
    pub(crate) fn namespaces(&self) -> impl DoubleEndedIterator<Item = &'s str> + use<'s> {
        self.cpp_namespace.split(':').filter(|part| !part.is_empty())
    }
}

fn layout(store: &RecordStore) -> DirectiveLayout {
    let release = store.release();
    if release.has(Feature::DirectivesHavePureVersions) {
        DirectiveLayout::PureVersions
    } else if release.has(Feature::DirectivesHaveLoopModifiers) {
        DirectiveLayout::LoopModifiers
    } else if release.has(Feature::DirectivesHaveVersions) {
        DirectiveLayout::Versions
    } else {
        DirectiveLayout::Names
    }
}

fn loop_modifiers(store: &RecordStore) -> Result<Vec<LoopModifier<'_>>, FieldError> {
    LoopModifierRecord::all_if_defined(store).into_iter().map(LoopModifier::new).collect()
}

fn source_languages(store: &RecordStore) -> Result<Vec<NamedRecord<'_>>, FieldError> {
    let mut languages = Vec::new();
    for record in SourceLanguageRecord::all_if_defined(store) {
        languages.push(NamedRecord { record: record.into(), name: record.spelling()? });
    }
    Ok(languages)
}

fn associations<'s>(store: &'s RecordStore) -> Result<Vec<NamedRecord<'s>>, FieldError> {
    let named = |record: AssociationRecord<'s>| {
        Ok(NamedRecord { record: record.into(), name: record.spelling()? })
    };
    AssociationRecord::all(store)?.into_iter().map(named).collect()
}

fn categories<'s>(store: &'s RecordStore) -> Result<Vec<NamedRecord<'s>>, FieldError> {
    let named = |record: CategoryRecord<'s>| {
        Ok(NamedRecord { record: record.into(), name: record.spelling()? })
    };
    CategoryRecord::all(store)?.into_iter().map(named).collect()
}

/// Ids for the records that directives refer to.
struct RecordIds {
    clauses: FxHashMap<RecordId, ClauseId>,
    directives: FxHashMap<RecordId, DirectiveId>,
}

fn ids<'s, I: Idx>(records: &[impl RecordView<'s>]) -> FxHashMap<RecordId, I> {
    let ids = records.iter().enumerate();
    ids.map(|(i, &record)| (record.into().id(), I::from_index(i))).collect()
}

fn id_of<'s, I: Idx, V: RecordView<'s>>(
    ids: &FxHashMap<RecordId, I>,
    record: V,
    user: Record<'_>,
) -> Result<I, FieldError> {
    let record = record.into();
    ids.get(&record.id()).copied().ok_or_else(|| {
        let (user_name, name, class) = (user.name(), record.name(), V::CLASS);
        let message = format!("`{user_name}' names `{name}', which is not a {class}");
        FieldError::new(Code::Directives, user, message)
    })
}

impl<'s> LanguageDirective<'s> {
    fn new(
        record: DirectiveRecord<'s>,
        ids: &RecordIds,
    ) -> Result<LanguageDirective<'s>, FieldError> {
        let clauses = |list| versioned_clauses(record, list, ids);
        let leaves = record.leaf_constructs()?.into_iter();
        let leaf = |leaf: DirectiveRecord<'_>| id_of(&ids.directives, leaf, record.into());
        let spellings = match &record.spellings()?[..] {
            [] if record.has_field("name") => {
                vec![DirectiveSpelling::from_name(record.spelling()?)]
            }
            records => spellings(records.to_vec())?,
        };
        let languages = record.languages()?.into_iter().map(|language| language.spelling());
        let mut loop_modifiers = Vec::new();
        for modifier in record.allowed_loop_modifiers()? {
            loop_modifiers.push(LoopModifier::new(modifier)?.name);
        }
        Ok(LanguageDirective {
            record,
            name: name_of(record.into(), &spellings)?,
            spellings,
            languages: languages.collect::<Result<_, _>>()?,
            loop_modifiers,
            alternative_name: record.alternative_name()?,
            allowed_clauses: clauses(record.allowed_clauses()?)?,
            allowed_once_clauses: clauses(record.allowed_once_clauses()?)?,
            allowed_exclusive_clauses: clauses(record.allowed_exclusive_clauses()?)?,
            required_clauses: clauses(record.required_clauses()?)?,
            leaves: leaves.map(leaf).collect::<Result<_, _>>()?,
            is_default: record.is_default()?,
            identifier: identifier(record.identifier()?),
            pure_since: record.pure_since()?,
        })
    }

    pub(crate) fn formatted_name(&self) -> String {
        formatted_name(if self.identifier.is_empty() { self.name } else { self.identifier })
    }

    /// Returns the set of programming languages as a C++ expression.
    pub(crate) fn language_set(&self) -> String {
        let names: Vec<String> =
            self.languages.iter().map(|name| format!("SourceLanguage::{name}")).collect();
        names.join(" | ")
    }
}

/// Returns the name for identifiers; empty if it is the spelling, also in a release where the field has the spelling.
fn identifier(name: Option<&str>) -> &str {
    name.unwrap_or_default()
}

fn versioned_clauses(
    directive: DirectiveRecord<'_>,
    clauses: Vec<VersionedClauseRecord<'_>>,
    ids: &RecordIds,
) -> Result<Vec<VersionedClause>, FieldError> {
    let mut versioned = Vec::with_capacity(clauses.len());
    for record in clauses {
        versioned.push(VersionedClause {
            clause: id_of(&ids.clauses, record.clause()?, directive.into())?,
            min_version: record.min_version()?,
            max_version: record.max_version()?,
        });
    }
    Ok(versioned)
}

impl<'s> Clause<'s> {
    fn new(record: ClauseRecord<'s>) -> Result<Clause<'s>, FieldError> {
        let spellings = match &record.spellings()?[..] {
            [] if record.has_field("name") => {
                vec![DirectiveSpelling::from_name(record.spelling()?)]
            }
            records => spellings(records.to_vec())?,
        };
        let name = name_of(record.into(), &spellings)?;
        let values = clause_values(record, name)?;
        Ok(Clause {
            record: record.into(),
            name,
            spellings,
            skip_flang_unparser: record.skip_flang_unparser()?,
            clang_acc_spelling: record.clang_acc_spelling()?,
            alternative_name: record.alternative_name()?,
            aliases: record.aliases()?,
            clang_class: record.clang_class()?,
            flang_class: record.flang_class()?,
            is_value_optional: record.is_value_optional()?,
            is_value_list: record.is_value_list()?,
            default_value: record.default_value()?,
            is_implicit: record.is_implicit()?,
            is_default: record.is_default()?,
            prefix: record.prefix()?,
            is_prefix_optional: record.is_prefix_optional()?,
            values,
            identifier: identifier(record.identifier()?),
        })
    }

    pub(crate) fn formatted_name(&self) -> String {
        formatted_name(self.identifier())
    }

    fn identifier(&self) -> &'s str {
        if self.identifier.is_empty() { self.name } else { self.identifier }
    }

    /// Returns the class name in Flang's parse tree: the words with capital initials.
    pub(crate) fn parser_class_name(&self) -> String {
        let identifier = self.identifier();
        let mut name = String::with_capacity(identifier.len());
        for word in identifier.split('_') {
            let mut letters = word.chars();
            name.extend(letters.next().map(|initial| initial.to_ascii_uppercase()));
            name.push_str(letters.as_str());
        }
        name
    }
}

impl<'s> ClauseValue<'s> {
    fn new(record: ClauseValRecord<'s>) -> Result<ClauseValue<'s>, FieldError> {
        Ok(ClauseValue {
            name: record.spelling()?,
            enumerator: Record::from(record).name(),
            // Enumerators have the type `int`.
            number: record.number()? as i32,
            is_default: record.is_default()?,
        })
    }

    pub(crate) fn formatted_name(&self) -> String {
        formatted_name(self.name)
    }
}

fn clause_values<'s>(
    record: ClauseRecord<'s>,
    name: &str,
) -> Result<Option<ClauseValues<'s>>, FieldError> {
    let values = record.allowed_clause_values()?;
    if values.is_empty() {
        return Ok(None);
    }
    let enum_name = record.enum_clause_value()?;
    if enum_name.is_empty() {
        let name = formatted_name(name);
        let message = format!("enumClauseValue field not set in Clause{name}.");
        return Err(FieldError::new(Code::Directives, record, message));
    }
    let values = values.into_iter().map(ClauseValue::new).collect::<Result<_, _>>()?;
    Ok(Some(ClauseValues { enum_name, values }))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use tablewright_backend::Options;
    use tablewright_test_support::{item, lines, output_of, store_of};

    use crate::directive_decl::BACKEND;

    const CLASSES: &str = include_str!("../../../../tests/data/directive-decl/directives.inc");

    fn output(definitions: &str) -> String {
        let store = store_of(&format!("{CLASSES}{definitions}"));
        output_of(&BACKEND, &Options::default(), &store)
    }

    const LANGUAGE: &str = "def Toy : DirectiveLanguage { let name = \"Toy\"; let directivePrefix = \"TD_\"; let clausePrefix = \"TC_\"; }\n";

    #[test]
    fn an_enumerator_is_the_name_with_underscores() {
        let output = output(&format!(
            "{LANGUAGE}def A : Directive<\"end parallel\">;\ndef B : Directive<\"loop\">;\ndef C : Clause<\"in order\">;"
        ));
        expect![[r#"
            static constexpr std::size_t Association_enumSize = 6;
            static constexpr std::size_t Category_enumSize = 2;
            TD_end_parallel,
            TD_loop,
            static constexpr std::size_t Directive_enumSize = 2;
            TC_in_order,
            static constexpr std::size_t Clause_enumSize = 1;
        "#]]
        .assert_eq(&lines(&output, &["TD_", "TC_", "_enumSize"]));
    }

    #[test]
    fn enumerators_can_be_available_in_the_namespace() {
        let output = output(
            "def Toy : DirectiveLanguage { let name = \"Toy\"; let makeEnumAvailableInNamespace = true; }
def A : Directive<\"a\">;
def C : Clause<\"c\">;",
        );
        expect![[r#"
            constexpr auto a = llvm::Toy::Directive::a;
            constexpr auto c = llvm::Toy::Clause::c;
        "#]]
        .assert_eq(&lines(&output, &["constexpr auto a", "constexpr auto c"]));
    }

    #[test]
    fn values_of_a_clause_are_an_enum() {
        let output = output(&format!(
            "{LANGUAGE}def D : Directive<\"d\">;
def Low : ClauseVal<\"low\", 1>;
def High : ClauseVal<\"very high\", 4> {{ let isDefault = true; }}
def C : Clause<\"order\"> {{ let enumClauseValue = \"Order\"; let allowedClauseValues = [Low, High]; }}"
        ));
        expect![[r#"
            enum class Order {
              Low=1,
              High=4,
            };
        "#]]
        .assert_eq(&item(&output, "enum class Order {"));
    }

    #[test]
    fn a_clause_is_listed_once_for_a_directive() {
        let twice = output(&format!(
            "{LANGUAGE}def C : Clause<\"c\">;
def D : Directive<\"d\"> {{
  let allowedClauses = [VersionedClause<C>];
  let requiredClauses = [VersionedClause<C>];
}}"
        ));
        expect![[r#"
            error: One or more clauses are defined multiple times on directive D
        "#]]
        .assert_eq(&twice);
    }

    #[test]
    fn there_is_one_language() {
        expect![[r#"
            error: A single definition of DirectiveLanguage is needed.
        "#]]
        .assert_eq(&output("def D : Directive<\"d\">;"));
        expect![[r#"
            error: A single definition of DirectiveLanguage is needed.
        "#]]
        .assert_eq(&output(&format!(
            "{LANGUAGE}def Other : DirectiveLanguage {{ let name = \"o\"; }}"
        )));
    }
}
