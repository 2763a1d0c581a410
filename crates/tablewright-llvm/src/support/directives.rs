//! Languages of directives, such as OpenMP (`DirectiveBase.td`): collected and checked.

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
    /// A directive of a language, in order of the records.
    pub(crate) struct DirectiveId;
}

define_index! {
    /// A clause of a language, in order of the records.
    pub(crate) struct ClauseId;
}

/// A language of directives. There is one in a description. It has many fields because the record
/// has: each is one of the record's.
pub(crate) struct DirectiveLanguage<'s> {
    /// Its record.
    pub(crate) record: Record<'s>,
    /// Its name, which is part of the names of functions.
    pub(crate) name: &'s str,
    /// The namespace within `llvm`, perhaps a nested one.
    pub(crate) cpp_namespace: &'s str,
    /// The prefix of the enumerators of directives.
    pub(crate) directive_prefix: &'s str,
    /// The prefix of the enumerators of clauses.
    pub(crate) clause_prefix: &'s str,
    /// The class of sets of clauses.
    pub(crate) clause_enum_set_class: &'s str,
    /// The class of clauses in Flang's parse tree.
    pub(crate) flang_clause_base_class: &'s str,
    /// Whether enumerators can be named without their type.
    pub(crate) make_enum_available: bool,
    /// Whether enumerators can be combined as bits.
    pub(crate) enable_bitmask_enum: bool,
    /// What the release prints of it.
    pub(crate) layout: DirectiveLayout,
    /// The prefix of the enumerators of loop modifiers.
    pub(crate) loop_modifier_prefix: &'s str,
    /// The modifiers of loops, in order of the records.
    pub(crate) loop_modifiers: Vec<LoopModifier<'s>>,
    /// The programming languages that have directives, in order of the records.
    pub(crate) source_languages: Vec<NamedRecord<'s>>,
    /// The kinds of construct that directives can be associated with, in order of the records.
    pub(crate) associations: Vec<NamedRecord<'s>>,
    /// The categories of directives, in order of the records.
    pub(crate) categories: Vec<NamedRecord<'s>>,
    /// The directives, in order of the records.
    pub(crate) directives: IndexVec<DirectiveId, Directive<'s>>,
    /// The clauses, in order of the records.
    pub(crate) clauses: IndexVec<ClauseId, Clause<'s>>,
}

/// What releases print of a language of directives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DirectiveLayout {
    /// A name for each directive and clause.
    Names,
    /// Spellings, which belong to versions of the language.
    Versions,
    /// These, and modifiers of loops.
    LoopModifiers,
}

/// A way to write something, in some versions of the language.
#[derive(Clone, Copy)]
pub(crate) struct Spelling<'s> {
    /// The words.
    pub(crate) text: &'s str,
    /// The first version of the language that has it.
    pub(crate) min_version: i64,
    /// The last version of the language that has it.
    pub(crate) max_version: i64,
}

impl<'s> Spelling<'s> {
    /// The versions of a spelling that all versions have.
    const ALL_VERSIONS: (i64, i64) = (0, i32::MAX as i64);

    /// The spelling of a name, which all versions have.
    fn of_name(text: &'s str) -> Spelling<'s> {
        let (min_version, max_version) = Spelling::ALL_VERSIONS;
        Spelling { text, min_version, max_version }
    }

    fn read(record: SpellingRecord<'s>) -> Result<Spelling<'s>, FieldError> {
        Ok(Spelling {
            text: record.spelling()?,
            min_version: record.min_version()?,
            max_version: record.max_version()?,
        })
    }

    /// Whether all versions of the language have it.
    pub(crate) fn is_in_all_versions(&self) -> bool {
        (self.min_version, self.max_version) == Spelling::ALL_VERSIONS
    }
}

fn spellings(records: Vec<SpellingRecord<'_>>) -> Result<Vec<Spelling<'_>>, FieldError> {
    records.into_iter().map(Spelling::read).collect()
}

/// The spelling that identifiers are made of: the first of those from the earliest version.
fn name_of<'s>(record: Record<'_>, spellings: &[Spelling<'s>]) -> Result<&'s str, FieldError> {
    let earliest = spellings.iter().min_by_key(|spelling| spelling.min_version);
    earliest.map(|spelling| spelling.text).ok_or_else(|| {
        let message = format!("`{}' has no spelling", record.name());
        FieldError::new(Code::Directives, record, message)
    })
}

/// A modifier of a loop.
pub(crate) struct LoopModifier<'s> {
    /// Its name.
    pub(crate) name: &'s str,
    /// How it is written.
    pub(crate) spellings: Vec<Spelling<'s>>,
}

impl<'s> LoopModifier<'s> {
    fn new(record: LoopModifierRecord<'s>) -> Result<LoopModifier<'s>, FieldError> {
        let spellings = spellings(record.spellings()?)?;
        Ok(LoopModifier { name: name_of(record.into(), &spellings)?, spellings })
    }
}

/// An association, a category or a programming language.
pub(crate) struct NamedRecord<'s> {
    /// Its record.
    pub(crate) record: Record<'s>,
    /// The name of its enumerator.
    pub(crate) name: &'s str,
}

/// A directive.
pub(crate) struct Directive<'s> {
    /// Its record.
    pub(crate) record: DirectiveRecord<'s>,
    /// Its spelling, perhaps of several words.
    pub(crate) name: &'s str,
    /// How it is written.
    pub(crate) spellings: Vec<Spelling<'s>>,
    /// The programming languages that have it, by name.
    pub(crate) languages: Vec<&'s str>,
    /// The modifiers of loops that it takes, by name.
    pub(crate) loop_modifiers: Vec<&'s str>,
    /// Its spelling in messages, if it differs.
    pub(crate) alternative_name: &'s str,
    /// The clauses it takes any number of times.
    pub(crate) allowed_clauses: Vec<VersionedClause>,
    /// The clauses it takes once.
    pub(crate) allowed_once_clauses: Vec<VersionedClause>,
    /// The clauses of which it takes one.
    pub(crate) allowed_exclusive_clauses: Vec<VersionedClause>,
    /// The clauses it has to have.
    pub(crate) required_clauses: Vec<VersionedClause>,
    /// The directives it combines.
    pub(crate) leaves: Vec<DirectiveId>,
    /// Whether it stands for unknown spellings.
    pub(crate) is_default: bool,
}

/// A clause that a directive takes.
#[derive(Clone, Copy)]
pub(crate) struct VersionedClause {
    /// The clause.
    pub(crate) clause: ClauseId,
    /// The first version of the language that allows it.
    pub(crate) min_version: i64,
    /// The last version of the language that allows it.
    pub(crate) max_version: i64,
}

/// A clause. It has many fields because the record has: each is one of the record's.
pub(crate) struct Clause<'s> {
    /// Its record.
    pub(crate) record: Record<'s>,
    /// Its spelling.
    pub(crate) name: &'s str,
    /// How it is written; before release 22 without its aliases.
    pub(crate) spellings: Vec<Spelling<'s>>,
    /// Whether Flang writes the function that writes it.
    pub(crate) skip_flang_unparser: bool,
    /// Its enumerator in Clang's kinds of OpenACC's clauses, if it is not made of the name.
    pub(crate) clang_acc_spelling: &'s str,
    /// Its spelling in messages, if it differs.
    pub(crate) alternative_name: &'s str,
    /// Other ways it is written.
    pub(crate) aliases: Vec<&'s str>,
    /// Its class in Clang; empty for none.
    pub(crate) clang_class: &'s str,
    /// The class of its value in Flang; empty if it has none.
    pub(crate) flang_class: &'s str,
    /// Whether its value may be missing.
    pub(crate) is_value_optional: bool,
    /// Whether its value is a list.
    pub(crate) is_value_list: bool,
    /// The value where it is missing.
    pub(crate) default_value: &'s str,
    /// Whether the program cannot name it.
    pub(crate) is_implicit: bool,
    /// Whether it stands for unknown spellings.
    pub(crate) is_default: bool,
    /// The prefix of the value; it may be empty.
    pub(crate) prefix: &'s str,
    /// Whether that may be missing.
    pub(crate) is_prefix_optional: bool,
    /// The enumeration of its values; none if it has no fixed values.
    pub(crate) values: Option<ClauseValues<'s>>,
}

/// The fixed values of a clause.
pub(crate) struct ClauseValues<'s> {
    /// The name of the enumeration.
    pub(crate) enum_name: &'s str,
    /// The values.
    pub(crate) values: Vec<ClauseValue<'s>>,
}

/// A fixed value of a clause.
pub(crate) struct ClauseValue<'s> {
    /// Its spelling.
    pub(crate) name: &'s str,
    /// The name of its enumerator.
    pub(crate) enumerator: &'s str,
    /// The number of its enumerator.
    pub(crate) number: i32,
    /// Whether it stands for unknown spellings.
    pub(crate) is_default: bool,
}

/// A name as part of an identifier: blanks become underscores.
pub(crate) fn formatted_name(name: &str) -> String {
    name.replace(' ', "_")
}

impl<'s> DirectiveLanguage<'s> {
    /// The language of a description. Clauses that a directive names twice are in `diagnostics`.
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
                .map(|record| Directive::new(record, &ids))
                .collect::<Result<_, _>>()?,
            clauses: clause_records.into_iter().map(Clause::new).collect::<Result<_, _>>()?,
        };
        language.check_clauses(diagnostics)?;
        Ok(language)
    }

    /// No clause may be in two lists of allowed clauses of a directive, nor be allowed any number
    /// of times and required too.
    ///
    /// Tools expect these errors without a position; it is in notes.
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
        directive: &Directive<'_>,
        lists: &[&Vec<VersionedClause>],
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut are_unique = true;
        for list in lists {
            for listed in *list {
                let clause = &self.clauses[listed.clause];
                if !seen.insert(clause.name) {
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

    /// The most directives that one combines.
    pub(crate) fn max_leaf_count(&self) -> usize {
        self.directives.iter().map(|directive| directive.leaves.len()).max().unwrap_or(0)
    }

    /// The parts of the namespace, the outermost first.
    pub(crate) fn namespaces(&self) -> impl DoubleEndedIterator<Item = &'s str> + use<'s> {
        self.cpp_namespace.split(':').filter(|part| !part.is_empty())
    }
}

fn layout(store: &RecordStore) -> DirectiveLayout {
    let release = store.release();
    if release.has(Feature::DirectivesHaveLoopModifiers) {
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

/// The ids of the records that directives refer to.
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
        let message = format!("`{user_name}' names `{name}', which is no {class}");
        FieldError::new(Code::Directives, user, message)
    })
}

impl<'s> Directive<'s> {
    fn new(record: DirectiveRecord<'s>, ids: &RecordIds) -> Result<Directive<'s>, FieldError> {
        let clauses = |list| versioned_clauses(record, list, ids);
        let leaves = record.leaf_constructs()?.into_iter();
        let leaf = |leaf: DirectiveRecord<'_>| id_of(&ids.directives, leaf, record.into());
        let spellings = match &record.spellings()?[..] {
            [] if record.has_field("name") => vec![Spelling::of_name(record.spelling()?)],
            records => spellings(records.to_vec())?,
        };
        let languages = record.languages()?.into_iter().map(|language| language.spelling());
        let mut loop_modifiers = Vec::new();
        for modifier in record.allowed_loop_modifiers()? {
            loop_modifiers.push(LoopModifier::new(modifier)?.name);
        }
        Ok(Directive {
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
        })
    }

    /// The name as part of an identifier.
    pub(crate) fn formatted_name(&self) -> String {
        formatted_name(self.name)
    }

    /// The set of its programming languages, in C++.
    pub(crate) fn language_set(&self) -> String {
        let names: Vec<String> =
            self.languages.iter().map(|name| format!("SourceLanguage::{name}")).collect();
        names.join(" | ")
    }
}

fn versioned_clauses(
    directive: DirectiveRecord<'_>,
    clauses: Vec<VersionedClauseRecord<'_>>,
    ids: &RecordIds,
) -> Result<Vec<VersionedClause>, FieldError> {
    let versioned = |record: VersionedClauseRecord<'_>| {
        Ok(VersionedClause {
            clause: id_of(&ids.clauses, record.clause()?, directive.into())?,
            min_version: record.min_version()?,
            max_version: record.max_version()?,
        })
    };
    clauses.into_iter().map(versioned).collect()
}

impl<'s> Clause<'s> {
    fn new(record: ClauseRecord<'s>) -> Result<Clause<'s>, FieldError> {
        let spellings = match &record.spellings()?[..] {
            [] if record.has_field("name") => vec![Spelling::of_name(record.spelling()?)],
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
        })
    }

    /// The name as part of an identifier.
    pub(crate) fn formatted_name(&self) -> String {
        formatted_name(self.name)
    }

    /// The name of its class in Flang's parse tree: the words with capital initials.
    pub(crate) fn parser_class_name(&self) -> String {
        let mut name = String::with_capacity(self.name.len());
        for word in self.name.split('_') {
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
            // Enumerators are of type int.
            number: record.number()? as i32,
            is_default: record.is_default()?,
        })
    }

    /// The name as part of an identifier.
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
