//! Languages of directives, such as OpenMP (`DirectiveBase.td`).

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::{Idx, IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

define_index! {
    /// A directive of a language, in order of the records.
    pub struct DirectiveId;
}

define_index! {
    /// A clause of a language, in order of the records.
    pub struct ClauseId;
}

/// A language of directives. There is one in a description. It has many fields because the record
/// has: each is one of the record's.
pub struct DirectiveLanguage<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// Its name, which is part of the names of functions.
    pub name: &'s str,
    /// The namespace within `llvm`, perhaps a nested one.
    pub cpp_namespace: &'s str,
    /// What the enumerators of directives begin with.
    pub directive_prefix: &'s str,
    /// What the enumerators of clauses begin with.
    pub clause_prefix: &'s str,
    /// The class of sets of clauses.
    pub clause_enum_set_class: &'s str,
    /// The class of clauses in Flang's parse tree.
    pub flang_clause_base_class: &'s str,
    /// Whether enumerators can be named without their type.
    pub make_enum_available: bool,
    /// Whether enumerators can be combined as bits.
    pub enable_bitmask_enum: bool,
    /// What directives can be associated with, in order of the records.
    pub associations: Vec<NamedRecord<'s>>,
    /// The categories of directives, in order of the records.
    pub categories: Vec<NamedRecord<'s>>,
    /// The directives, in order of the records.
    pub directives: IndexVec<DirectiveId, Directive<'s>>,
    /// The clauses, in order of the records.
    pub clauses: IndexVec<ClauseId, Clause<'s>>,
}

/// An association or a category.
pub struct NamedRecord<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// The name of its enumerator.
    pub name: &'s str,
}

/// A directive.
pub struct Directive<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// How it is written, perhaps in several words.
    pub name: &'s str,
    /// How it is shown, if not as it is written.
    pub alternative_name: &'s str,
    /// The clauses it takes any number of times.
    pub allowed_clauses: Vec<VersionedClause>,
    /// The clauses it takes once.
    pub allowed_once_clauses: Vec<VersionedClause>,
    /// The clauses of which it takes one.
    pub allowed_exclusive_clauses: Vec<VersionedClause>,
    /// The clauses it has to have.
    pub required_clauses: Vec<VersionedClause>,
    /// The directives it combines.
    pub leaves: Vec<DirectiveId>,
    /// Whether it stands for what is unknown.
    pub is_default: bool,
}

/// A clause that a directive takes.
#[derive(Clone, Copy)]
pub struct VersionedClause {
    /// The clause.
    pub clause: ClauseId,
    /// The first version of the language that allows it.
    pub min_version: i64,
    /// The last version of the language that allows it.
    pub max_version: i64,
}

/// A clause. It has many fields because the record has: each is one of the record's.
pub struct Clause<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// How it is written.
    pub name: &'s str,
    /// How it is shown, if not as it is written.
    pub alternative_name: &'s str,
    /// Other ways it is written.
    pub aliases: Vec<&'s str>,
    /// Its class in Clang; empty for none.
    pub clang_class: &'s str,
    /// The class of its value in Flang; empty if it has none.
    pub flang_class: &'s str,
    /// Whether its value may be missing.
    pub is_value_optional: bool,
    /// Whether its value is a list.
    pub is_value_list: bool,
    /// The value where it is missing.
    pub default_value: &'s str,
    /// Whether the program cannot name it.
    pub is_implicit: bool,
    /// Whether it stands for what is unknown.
    pub is_default: bool,
    /// What stands before the value; empty for nothing.
    pub prefix: &'s str,
    /// Whether that may be missing.
    pub is_prefix_optional: bool,
    /// The enumeration of its values; none if it has no fixed values.
    pub values: Option<ClauseValues<'s>>,
}

/// The fixed values of a clause.
pub struct ClauseValues<'s> {
    /// The name of the enumeration.
    pub enum_name: &'s str,
    /// The values.
    pub values: Vec<ClauseValue<'s>>,
}

/// A fixed value of a clause.
pub struct ClauseValue<'s> {
    /// How it is written.
    pub name: &'s str,
    /// The name of its enumerator.
    pub enumerator: &'s str,
    /// The number of its enumerator.
    pub number: i32,
    /// Whether it stands for what is unknown.
    pub is_default: bool,
}

/// A name as part of an identifier: blanks become underscores.
pub fn formatted_name(name: &str) -> String {
    name.replace(' ', "_")
}

impl<'s> DirectiveLanguage<'s> {
    /// The language of a description. Clauses that a directive names twice are in `diagnostics`.
    pub fn collect(
        store: &'s RecordStore,
        diagnostics: &mut Diagnostics,
    ) -> Result<DirectiveLanguage<'s>, Diagnostic> {
        let [record] = store.derived_from_name("DirectiveLanguage")?[..] else {
            let message = "A single definition of DirectiveLanguage is needed.";
            return Err(Diagnostic::error_anywhere(Code::Directives, message));
        };
        let clause_records = store.derived_from_name("Clause")?;
        let directive_records = store.derived_from_name("Directive")?;
        let known = RecordIndices {
            clauses: indices(&clause_records),
            directives: indices(&directive_records),
        };
        let language = DirectiveLanguage {
            record,
            name: record.string("name")?,
            cpp_namespace: record.string("cppNamespace")?,
            directive_prefix: record.string("directivePrefix")?,
            clause_prefix: record.string("clausePrefix")?,
            clause_enum_set_class: record.string("clauseEnumSetClass")?,
            flang_clause_base_class: record.string("flangClauseBaseClass")?,
            make_enum_available: record.bit("makeEnumAvailableInNamespace")?,
            enable_bitmask_enum: record.bit("enableBitmaskEnumInNamespace")?,
            associations: named_records(store, "Association")?,
            categories: named_records(store, "Category")?,
            directives: directive_records
                .into_iter()
                .map(|record| Directive::new(record, &known))
                .collect::<Result<_, _>>()?,
            clauses: clause_records.into_iter().map(Clause::new).collect::<Result<_, _>>()?,
        };
        language.check_clauses(diagnostics)?;
        Ok(language)
    }

    /// No clause may be in two lists of allowed clauses of a directive, nor be allowed any number
    /// of times and required too.
    ///
    /// Tools expect these errors without a place; it is in notes.
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
                    let mut places = directive.record.positions().iter().copied();
                    diagnostics
                        .push(Diagnostic::error_anywhere(Code::Directives, message))
                        .note(places.next(), "the directive is defined here")
                        .trail(places);
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
    pub fn max_leaf_count(&self) -> usize {
        self.directives.iter().map(|directive| directive.leaves.len()).max().unwrap_or(0)
    }

    /// The parts of the namespace, the outermost first.
    pub fn namespaces(&self) -> impl DoubleEndedIterator<Item = &'s str> + use<'s> {
        self.cpp_namespace.split(':').filter(|part| !part.is_empty())
    }
}

fn named_records<'s>(
    store: &'s RecordStore,
    class: &str,
) -> Result<Vec<NamedRecord<'s>>, FieldError> {
    let named = |record: Record<'s>| Ok(NamedRecord { record, name: record.string("name")? });
    store.derived_from_name(class)?.into_iter().map(named).collect()
}

/// The ids of records in the lists of a language.
struct RecordIndices {
    clauses: FxHashMap<RecordId, ClauseId>,
    directives: FxHashMap<RecordId, DirectiveId>,
}

fn indices<I: Idx>(records: &[Record<'_>]) -> FxHashMap<RecordId, I> {
    records.iter().enumerate().map(|(i, record)| (record.id(), I::from_index(i))).collect()
}

fn index_of<I: Idx>(
    known: &FxHashMap<RecordId, I>,
    record: Record<'_>,
    class: &str,
    user: Record<'_>,
) -> Result<I, FieldError> {
    known.get(&record.id()).copied().ok_or_else(|| {
        let (user_name, name) = (user.name(), record.name());
        FieldError::new(
            Code::Directives,
            user,
            format!("`{user_name}' names `{name}', which is no {class}"),
        )
    })
}

impl<'s> Directive<'s> {
    fn new(record: Record<'s>, known: &RecordIndices) -> Result<Directive<'s>, FieldError> {
        let clauses = |field| versioned_clauses(record, field, known);
        let leaves = record.list_of_records("leafConstructs")?;
        let leaf = |leaf: &Record<'_>| index_of(&known.directives, *leaf, "Directive", record);
        Ok(Directive {
            record,
            name: record.string("name")?,
            alternative_name: record.string("alternativeName")?,
            allowed_clauses: clauses("allowedClauses")?,
            allowed_once_clauses: clauses("allowedOnceClauses")?,
            allowed_exclusive_clauses: clauses("allowedExclusiveClauses")?,
            required_clauses: clauses("requiredClauses")?,
            leaves: leaves.iter().map(leaf).collect::<Result<_, _>>()?,
            is_default: record.bit("isDefault")?,
        })
    }

    /// The name as part of an identifier.
    pub fn formatted_name(&self) -> String {
        formatted_name(self.name)
    }
}

fn versioned_clauses(
    directive: Record<'_>,
    field: &str,
    known: &RecordIndices,
) -> Result<Vec<VersionedClause>, FieldError> {
    let versioned = |record: Record<'_>| {
        let clause = record.record("clause")?;
        Ok(VersionedClause {
            clause: index_of(&known.clauses, clause, "Clause", directive)?,
            min_version: record.int("minVersion")?,
            max_version: record.int("maxVersion")?,
        })
    };
    directive.list_of_records(field)?.into_iter().map(versioned).collect()
}

impl<'s> Clause<'s> {
    fn new(record: Record<'s>) -> Result<Clause<'s>, FieldError> {
        Ok(Clause {
            record,
            name: record.string("name")?,
            alternative_name: record.string("alternativeName")?,
            aliases: record.list_of_strings("aliases")?,
            clang_class: record.string("clangClass")?,
            flang_class: record.string("flangClass")?,
            is_value_optional: record.bit("isValueOptional")?,
            is_value_list: record.bit("isValueList")?,
            default_value: record.string("defaultValue")?,
            is_implicit: record.bit("isImplicit")?,
            is_default: record.bit("isDefault")?,
            prefix: record.string("prefix")?,
            is_prefix_optional: record.bit("isPrefixOptional")?,
            values: clause_values(record)?,
        })
    }

    /// The name as part of an identifier.
    pub fn formatted_name(&self) -> String {
        formatted_name(self.name)
    }

    /// The name of its class in Flang's parse tree: the words with capital initials.
    pub fn parser_class_name(&self) -> String {
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
    fn new(record: Record<'s>) -> Result<ClauseValue<'s>, FieldError> {
        Ok(ClauseValue {
            name: record.string("name")?,
            enumerator: record.name(),
            // Enumerators are of type int.
            number: record.int("value")? as i32,
            is_default: record.bit("isDefault")?,
        })
    }

    /// The name as part of an identifier.
    pub fn formatted_name(&self) -> String {
        formatted_name(self.name)
    }
}

fn clause_values(record: Record<'_>) -> Result<Option<ClauseValues<'_>>, FieldError> {
    let values = record.list_of_records("allowedClauseValues")?;
    if values.is_empty() {
        return Ok(None);
    }
    let enum_name = record.string("enumClauseValue")?;
    if enum_name.is_empty() {
        let name = formatted_name(record.string("name")?);
        let message = format!("enumClauseValue field not set in Clause{name}.");
        return Err(FieldError::new(Code::Directives, record, message));
    }
    let values = values.into_iter().map(ClauseValue::new).collect::<Result<_, _>>()?;
    Ok(Some(ClauseValues { enum_name, values }))
}
