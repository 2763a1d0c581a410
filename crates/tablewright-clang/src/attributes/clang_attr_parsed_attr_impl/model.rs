//! What is known of each kind of parsed attribute.
//!
//! In come the kinds of attributes and the rules of `#pragma clang attribute`; out come the facts and
//! conditions of each kind, the tests of subjects, and the rules with their tests.

use tablewright_records::{FieldError, Record, RecordStore};
use tablewright_syntax::diagnostic::{Diagnostic, Diagnostics};

use crate::attributes::model::Attribute;
use crate::attributes::model::exclusions::{Excluded, Exclusions};
use crate::attributes::model::language_condition::LanguageCondition;
use crate::attributes::model::match_rules::MatchRules;
use crate::attributes::model::parsed::{ParsedAttributes, Selection};
use crate::attributes::model::semantic_spelling::{self, SemanticSpelling};
use crate::attributes::model::spelling::{self, Spelling};
use crate::attributes::model::subjects::{CustomSubject, SubjectCheck, SubjectTest};
use crate::attributes::model::target_condition::{self, TargetCondition};

pub(super) struct Model<'s> {
    /// The subjects with functions of their own, each once.
    pub(super) custom_subjects: Vec<CustomSubject<'s>>,
    pub(super) kinds: Vec<Kind<'s>>,
    pub(super) rules: Vec<Rule<'s>>,
}

/// A kind of attribute.
pub(super) struct Kind<'s> {
    pub(super) name: &'s str,
    /// The name of the attribute.
    pub(super) attribute: &'s str,
    pub(super) spellings: Vec<Spelling<'s>>,
    pub(super) arguments: Arguments,
    pub(super) facts: Facts,
    pub(super) subjects: Option<[SubjectCheck<'s>; 2]>,
    pub(super) excluded: Excluded,
    pub(super) conditions: Conditions<'s>,
    /// The enumerators of spellings that differ in more than syntax.
    pub(super) semantic_spellings: Vec<SemanticSpelling>,
    /// The rules that select declarations for the attribute, if a pragma can.
    pub(super) match_rules: Option<Vec<(String, LanguageCondition<'s>)>>,
}

/// The arguments that are written.
#[derive(Default)]
pub(super) struct Arguments {
    /// The names; those of which there can be several have dots behind them.
    pub(super) names: Vec<String>,
    pub(super) required: u64,
    pub(super) optional: u64,
    pub(super) has_variadic: bool,
    /// The places of expressions among all arguments.
    pub(super) expressions: Vec<usize>,
}

/// Facts that are true or false.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) has_custom_parsing: bool,
    pub(super) accepts_pack: bool,
    pub(super) is_target_specific: bool,
    pub(super) is_type: bool,
    pub(super) is_statement: bool,
    pub(super) is_known_to_gcc: bool,
    pub(super) has_pragma_support: bool,
    /// Whether the attribute is added to the declaration without further checks.
    pub(super) has_simple_handler: bool,
}

/// The conditions under which the attribute exists.
#[derive(Default)]
pub(super) struct Conditions<'s> {
    pub(super) language: Option<LanguageCondition<'s>>,
    pub(super) target: Option<TargetCondition<'s>>,
    /// Conditions for some spellings, by their places.
    pub(super) spellings: Vec<(Vec<usize>, TargetCondition<'s>)>,
}

/// A rule of `#pragma clang attribute`.
pub(super) struct Rule<'s> {
    pub(super) enumerator: String,
    /// The tests of a declaration, of which one has to hold; none where only sub-rules select any.
    pub(super) tests: Vec<SubjectTest<'s>>,
}

/// What kinds are collected from.
struct Collector<'a, 's> {
    store: &'s RecordStore,
    parsed: &'a ParsedAttributes<'s>,
    rules: &'a MatchRules<'s>,
    /// Read when the first attribute is met that is not written on types.
    exclusions: Option<Exclusions<'s>>,
    diagnostics: &'a mut Diagnostics,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Model<'s>, Diagnostic> {
    let match_rules = MatchRules::collect(store)?;
    let parsed = ParsedAttributes::collect(store, Selection::Handled)?;
    let custom_subjects = custom_subjects(&parsed)?;
    let (rules, exclusions) = (&match_rules, None);
    let mut collector = Collector { store, parsed: &parsed, rules, exclusions, diagnostics };
    let mut kinds = Vec::with_capacity(parsed.kinds.len());
    for kind in &parsed.kinds {
        kinds.push(collector.kind(kind.kind, kind.attribute)?);
    }
    let mut rules = Vec::with_capacity(match_rules.rules.len());
    for rule in &match_rules.rules {
        rules.push(Rule { enumerator: rule.enumerator()?, tests: rule.tests()? });
    }
    Ok(Model { custom_subjects, kinds, rules })
}

fn custom_subjects<'s>(
    parsed: &ParsedAttributes<'s>,
) -> Result<Vec<CustomSubject<'s>>, FieldError> {
    let mut functions: Vec<CustomSubject<'s>> = Vec::new();
    for kind in &parsed.kinds {
        for subject in kind.attribute.subject_list()?.map(|l| l.subjects).unwrap_or_default() {
            let name = subject.record().name();
            if functions.iter().all(|function| function.name != name) {
                functions.extend(subject.custom()?);
            }
        }
    }
    Ok(functions)
}

impl<'s> Collector<'_, 's> {
    fn kind(&mut self, name: &'s str, attribute: Attribute<'s>) -> Result<Kind<'s>, FieldError> {
        let spellings = attribute.spellings()?;
        let arguments = arguments(attribute)?;
        let mut facts = self.facts(attribute, &spellings)?;
        let subjects = self.subjects(attribute)?;
        let excluded = self.excluded(attribute)?;
        let conditions = self.conditions(attribute, &spellings)?;
        let semantic_spellings = semantic_spellings(attribute, &spellings)?;
        let match_rules = self.match_rules(attribute, &facts)?;
        facts.has_simple_handler = attribute.record().bit("SimpleHandler")?;
        Ok(Kind {
            name,
            attribute: attribute.name(),
            spellings,
            arguments,
            facts,
            subjects,
            excluded,
            conditions,
            semantic_spellings,
            match_rules,
        })
    }

    fn facts(
        &self,
        attribute: Attribute<'s>,
        spellings: &[Spelling<'s>],
    ) -> Result<Facts, FieldError> {
        let inherits = |class| attribute.inherits(class);
        Ok(Facts {
            has_custom_parsing: attribute.record().bit("HasCustomParsing")?,
            accepts_pack: attribute.accepts_pack()?,
            is_target_specific: inherits("TargetSpecificAttr"),
            is_type: inherits("TypeAttr") || inherits("DeclOrTypeAttr"),
            is_statement: inherits("StmtAttr") || inherits("DeclOrStmtAttr"),
            is_known_to_gcc: spellings.iter().any(|spelling| spelling.is_known_to_gcc),
            has_pragma_support: self.rules.support(attribute)?,
            has_simple_handler: false,
        })
    }

    fn subjects(
        &mut self,
        attribute: Attribute<'s>,
    ) -> Result<Option<[SubjectCheck<'s>; 2]>, FieldError> {
        match attribute.subject_list()? {
            // Without subjects, the attribute can be written anywhere.
            Some(list) if !list.subjects.is_empty() => Ok(Some(list.checks(self.diagnostics)?)),
            _ => Ok(None),
        }
    }

    fn excluded(&mut self, attribute: Attribute<'s>) -> Result<Excluded, FieldError> {
        if attribute.inherits("TypeAttr") {
            return Ok(Excluded::default());
        }
        let exclusions = match &mut self.exclusions {
            Some(exclusions) => exclusions,
            none => none.insert(Exclusions::collect(self.store)?),
        };
        Ok(exclusions.of_attribute(attribute))
    }

    fn conditions(
        &mut self,
        attribute: Attribute<'s>,
        spellings: &[Spelling<'s>],
    ) -> Result<Conditions<'s>, FieldError> {
        let mut conditions = Conditions::default();
        let options = attribute.record().list_of_records("LangOpts")?;
        if !options.is_empty() {
            conditions.language = Some(LanguageCondition::read(options, self.diagnostics)?);
        }
        if attribute.inherits("TargetSpecificAttr") {
            conditions.target = Some(self.target(attribute)?);
        }
        for part in attribute.record().list_of_records("TargetSpecificSpellings")? {
            let user = "A record in 'TargetSpecificSpellings'";
            let parts = spelling::of_field(part)?;
            let places = spelling::places(attribute, user, &parts, spellings)?;
            let target = TargetCondition::read(part.record("Target")?)?;
            conditions.spellings.push((places, target));
        }
        Ok(conditions)
    }

    /// The condition on the target. A kind that attributes of several targets share exists for the
    /// architectures of all of them.
    fn target(&self, attribute: Attribute<'s>) -> Result<TargetCondition<'s>, FieldError> {
        let target = attribute.record().record("Target")?;
        let mut architectures = target_condition::architectures(target)?;
        if let Some(kind) = attribute.shared_kind()? {
            for other in self.parsed.duplicates_of(kind) {
                let target: Record<'s> = other.record().record("Target")?;
                architectures.extend(target_condition::architectures(target)?);
            }
        }
        TargetCondition::with_architectures(target, architectures)
    }

    fn match_rules(
        &mut self,
        attribute: Attribute<'s>,
        facts: &Facts,
    ) -> Result<Option<Vec<(String, LanguageCondition<'s>)>>, FieldError> {
        if !facts.has_pragma_support || attribute.subject_list()?.is_none() {
            return Ok(None);
        }
        let mut selected = Vec::new();
        for rules in self.rules.of_attribute(attribute)? {
            for rule in rules.rules() {
                let language = rule.language(self.diagnostics)?;
                selected.push((rule.enumerator()?, language));
            }
        }
        Ok(Some(selected))
    }
}

fn arguments(attribute: Attribute<'_>) -> Result<Arguments, FieldError> {
    let mut arguments = Arguments::default();
    let records = attribute.argument_records()?;
    for &record in &records {
        if !record.is_marked_fake()? {
            let dots = if record.has_variadic_class() { "..." } else { "" };
            arguments.names.push(format!("{}{dots}", record.name()?));
        }
    }
    for (place, &record) in records.iter().enumerate() {
        if record.is_expression() {
            arguments.expressions.push(place);
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

fn semantic_spellings(
    attribute: Attribute<'_>,
    spellings: &[Spelling<'_>],
) -> Result<Vec<SemanticSpelling>, FieldError> {
    let is_needed = attribute.is_node()? && !spelling::share_a_name(spellings);
    Ok(if is_needed { semantic_spelling::of_spellings(spellings) } else { Vec::new() })
}
