//! Model of each kind of parsed attribute.
//!
//! In: the attribute kinds and the rules for `#pragma clang attribute`. Out: the flags and
//! conditions of each kind, tests of subjects, and rules with their tests.

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore, RecordView, ShapeId};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use crate::attributes::model::ClangAttribute;
use crate::attributes::model::base_classes::BaseClasses;
use crate::attributes::model::exclusions::{Excluded, Exclusions};
use crate::attributes::model::language_condition::LanguageCondition;
use crate::attributes::model::match_rules::{MatchRuleId, MatchRules};
use crate::attributes::model::parsed::{AttrSelection, ParsedAttributes};
use crate::attributes::model::semantic_spelling::{self, SemanticSpelling};
use crate::attributes::model::spelling::{self, AttrSpelling};
use crate::attributes::model::subjects::{CustomSubject, SubjectCheck, SubjectList, SubjectTest};
use crate::attributes::model::target_condition::TargetCondition;
use crate::record_views::attr::TargetSpecificAttrRecord;

pub(super) struct ParsedAttrModel<'s> {
    /// Distinct subjects with their own test function.
    pub(super) custom_subjects: Vec<CustomSubject<'s>>,
    pub(super) kinds: Vec<ParsedAttrKind<'s>>,
    pub(super) rules: IndexVec<MatchRuleId, ParsedAttrRule<'s>>,
}

/// An attribute kind.
pub(super) struct ParsedAttrKind<'s> {
    pub(super) name: &'s str,
    /// The attribute's name.
    pub(super) attribute: &'s str,
    pub(super) spellings: Vec<AttrSpelling<'s>>,
    pub(super) arguments: ParsedAttrArguments<'s>,
    pub(super) flags: KindFlags,
    pub(super) subjects: Option<[SubjectCheck<'s>; 2]>,
    pub(super) excluded: Excluded<'s>,
    pub(super) conditions: Conditions<'s>,
    /// Enumerators of spellings; empty if the spellings differ in syntax only.
    pub(super) semantic_spellings: Vec<SemanticSpelling<'s>>,
    /// The rules that match declarations; `None` if the pragma does not support the attribute.
    pub(super) match_rules: Option<Vec<(MatchRuleId, LanguageCondition<'s>)>>,
}

/// The written arguments.
#[derive(Default)]
pub(super) struct ParsedAttrArguments<'s> {
    /// The names, each with a flag for arguments that can be repeated.
    pub(super) names: Vec<(&'s str, bool)>,
    pub(super) required: u64,
    pub(super) optional: u64,
    pub(super) has_variadic: bool,
    /// Indices of expressions among all arguments.
    pub(super) expressions: Vec<usize>,
}

/// Boolean properties of a kind.
#[derive(Default)]
pub(super) struct KindFlags {
    pub(super) has_custom_parsing: bool,
    pub(super) accepts_pack: bool,
    pub(super) is_target_specific: bool,
    pub(super) is_type: bool,
    pub(super) is_statement: bool,
    pub(super) is_known_to_gcc: bool,
    pub(super) has_pragma_support: bool,
    /// Whether the attribute is added without further checks.
    pub(super) has_simple_handler: bool,
}

/// Conditions for the existence of the attribute.
#[derive(Default)]
pub(super) struct Conditions<'s> {
    pub(super) language: Option<LanguageCondition<'s>>,
    pub(super) target: Option<TargetCondition<'s>>,
    /// Conditions for some spellings, by index.
    pub(super) spellings: Vec<(Vec<usize>, TargetCondition<'s>)>,
}

/// A rule for `#pragma clang attribute`.
pub(super) struct ParsedAttrRule<'s> {
    pub(super) enumerator: String,
    /// Alternative tests of a declaration. Empty for a rule with sub-rules only.
    pub(super) tests: Vec<SubjectTest<'s>>,
}

/// Input for the model.
struct ParsedAttrCollector<'a, 's> {
    store: &'s RecordStore,
    parsed: &'a ParsedAttributes<'s>,
    /// By shape.
    base_classes: FxHashMap<ShapeId, BaseClasses>,
    rules: &'a MatchRules<'s>,
    /// Read when the first attribute other than a type attribute is found.
    exclusions: Option<Exclusions<'s>>,
    diagnostics: &'a mut Diagnostics,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<ParsedAttrModel<'s>, Diagnostic> {
    let match_rules = MatchRules::collect(store)?;
    let parsed = ParsedAttributes::collect(store, AttrSelection::Handled)?;
    let lists = subject_lists(&parsed)?;
    let custom_subjects = custom_subjects(&lists)?;
    let mut collector = ParsedAttrCollector {
        store,
        parsed: &parsed,
        base_classes: FxHashMap::default(),
        rules: &match_rules,
        exclusions: None,
        diagnostics,
    };
    let mut kinds = Vec::with_capacity(parsed.kinds.len());
    for (kind, subjects) in parsed.kinds.iter().zip(&lists) {
        kinds.push(collector.kind(kind.kind, kind.attribute, subjects.as_ref())?);
    }
    let mut rules = IndexVec::with_capacity(match_rules.rules.len());
    for rule in &match_rules.rules {
        rules.push(ParsedAttrRule { enumerator: rule.enumerator()?, tests: rule.tests()? });
    }
    Ok(ParsedAttrModel { custom_subjects, kinds, rules })
}

/// Returns each kind's subjects.
fn subject_lists<'s>(
    parsed: &ParsedAttributes<'s>,
) -> Result<Vec<Option<SubjectList<'s>>>, FieldError> {
    parsed.kinds.iter().map(|kind| kind.attribute.subject_list()).collect()
}

fn custom_subjects<'s>(
    lists: &[Option<SubjectList<'s>>],
) -> Result<Vec<CustomSubject<'s>>, FieldError> {
    let mut functions = Vec::new();
    let mut seen = FxHashSet::default();
    for subject in lists.iter().flatten().flat_map(|list| &list.subjects) {
        if seen.insert(subject.record().id()) {
            functions.extend(subject.custom()?);
        }
    }
    Ok(functions)
}

impl<'s> ParsedAttrCollector<'_, 's> {
    fn kind(
        &mut self,
        name: &'s str,
        attribute: ClangAttribute<'s>,
        list: Option<&SubjectList<'s>>,
    ) -> Result<ParsedAttrKind<'s>, FieldError> {
        let classes = self.base_classes.entry(attribute.record().shape_id());
        let classes = *classes.or_insert_with(|| BaseClasses::new(attribute));
        let spellings = attribute.spellings()?;
        let arguments = arguments(attribute)?;
        let mut flags = self.flags(attribute, classes, &spellings, list)?;
        let subjects = match list {
            // Without subjects, the attribute is allowed anywhere.
            Some(list) if !list.subjects.is_empty() => Some(list.checks(self.diagnostics)?),
            _ => None,
        };
        let excluded = self.excluded(attribute, classes)?;
        let conditions = self.conditions(attribute, classes, &spellings)?;
        let semantic_spellings = semantic_spellings(attribute, &spellings)?;
        let match_rules = match list {
            Some(list) if flags.has_pragma_support => Some(self.match_rules(attribute, list)?),
            _ => None,
        };
        flags.has_simple_handler = attribute.record().has_simple_handler()?;
        Ok(ParsedAttrKind {
            name,
            attribute: attribute.name(),
            spellings,
            arguments,
            flags,
            subjects,
            excluded,
            conditions,
            semantic_spellings,
            match_rules,
        })
    }

    fn flags(
        &self,
        attribute: ClangAttribute<'s>,
        classes: BaseClasses,
        spellings: &[AttrSpelling<'s>],
        list: Option<&SubjectList<'s>>,
    ) -> Result<KindFlags, FieldError> {
        Ok(KindFlags {
            has_custom_parsing: attribute.record().has_custom_parsing()?,
            accepts_pack: attribute.accepts_pack()?,
            is_target_specific: classes.target_specific,
            is_type: classes.on_type || classes.on_declaration_or_type,
            is_statement: classes.on_statement || classes.on_declaration_or_statement,
            is_known_to_gcc: spellings.iter().any(|spelling| spelling.is_known_to_gcc),
            has_pragma_support: self.rules.support_as(attribute, spellings, list)?,
            has_simple_handler: false,
        })
    }

    fn excluded(
        &mut self,
        attribute: ClangAttribute<'s>,
        classes: BaseClasses,
    ) -> Result<Excluded<'s>, FieldError> {
        if classes.on_type {
            return Ok(Excluded::default());
        }
        let exclusions = match &mut self.exclusions {
            Some(exclusions) => exclusions,
            none => none.insert(Exclusions::collect(self.store)?),
        };
        Ok(exclusions.for_attribute(attribute, classes))
    }

    fn conditions(
        &mut self,
        attribute: ClangAttribute<'s>,
        classes: BaseClasses,
        spellings: &[AttrSpelling<'s>],
    ) -> Result<Conditions<'s>, FieldError> {
        let mut conditions = Conditions::default();
        let options = attribute.record().lang_opts()?;
        if !options.is_empty() {
            conditions.language = Some(LanguageCondition::read(options, self.diagnostics)?);
        }
        if classes.target_specific {
            conditions.target = Some(self.target(attribute)?);
        }
        for part in attribute.record().target_specific_spellings()? {
            let user = "A record in 'TargetSpecificSpellings'";
            let parts = spelling::for_records(part.spellings()?)?;
            let indices = spelling::indices(attribute, user, &parts, spellings)?;
            let target = TargetCondition::read(part.target()?)?;
            conditions.spellings.push((indices, target));
        }
        Ok(conditions)
    }

    /// Returns the target condition. A kind that attributes of several targets share exists for the
    /// architectures of all these targets.
    fn target(&self, attribute: ClangAttribute<'s>) -> Result<TargetCondition<'s>, FieldError> {
        let target = TargetSpecificAttrRecord::new(attribute.record().into()).target()?;
        let mut architectures = target.arches()?;
        if let Some(kind) = attribute.shared_kind()? {
            for other in self.parsed.duplicates_of(kind) {
                let other = TargetSpecificAttrRecord::new(other.record().into());
                architectures.extend(other.target()?.arches()?);
            }
        }
        TargetCondition::with_architectures(target, architectures)
    }

    fn match_rules(
        &mut self,
        attribute: ClangAttribute<'s>,
        list: &SubjectList<'s>,
    ) -> Result<Vec<(MatchRuleId, LanguageCondition<'s>)>, FieldError> {
        let mut selected = Vec::new();
        for of_subject in self.rules.for_subjects(attribute, &list.subjects)? {
            for &rule in of_subject.rules() {
                selected.push((rule, self.rules.rules[rule].language(self.diagnostics)?));
            }
        }
        Ok(selected)
    }
}

fn arguments(attribute: ClangAttribute<'_>) -> Result<ParsedAttrArguments<'_>, FieldError> {
    let mut arguments = ParsedAttrArguments::default();
    let records = attribute.record().args()?;
    for &record in &records {
        if !record.is_marked_fake()? {
            arguments.names.push((record.argument_name()?, record.has_variadic_class()));
        }
    }
    for (i, &record) in records.iter().enumerate() {
        if record.is_expression() {
            arguments.expressions.push(i);
        }
        if record.is_fake()? {
            continue;
        }
        if record.is_optional()? {
            arguments.optional += 1;
        } else {
            arguments.required += 1;
        }
        if !arguments.has_variadic {
            arguments.has_variadic = attribute.argument(record)?.is_variadic();
        }
    }
    Ok(arguments)
}

fn semantic_spellings<'s>(
    attribute: ClangAttribute<'s>,
    spellings: &[AttrSpelling<'s>],
) -> Result<Vec<SemanticSpelling<'s>>, FieldError> {
    let is_needed = attribute.is_node()? && !spelling::share_a_name(spellings);
    Ok(if is_needed { semantic_spelling::for_spellings(spellings) } else { Vec::new() })
}
