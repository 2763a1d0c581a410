//! Rules for `#pragma clang attribute`, which match declarations.
//!
//! In: records of class `AttrSubjectMatcherRule`, sub-rules and aggregates. Out: the rules in
//! order, and the rules for each subject.

use rustc_hash::FxHashMap;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};

use super::ClangAttribute;
use super::language_condition::LanguageCondition;
use super::late_parsing::LateParsing;
use super::spelling::AttrSpelling;
use super::subjects::{self, AttrSubject, SubjectList, SubjectTest};
use crate::record_views::attr::{
    AttrSubjectMatcherAggregateRuleRecord, AttrSubjectMatcherRuleRecord,
    AttrSubjectMatcherSubRuleRecord, AttrSubjectRecord,
};

define_index! {
    /// A rule or sub-rule.
    pub(crate) struct MatchRuleId;
}

/// All rules.
#[doc(alias = "PragmaClangAttributeSupport")]
pub(crate) struct MatchRules<'s> {
    /// Each rule, followed by its sub-rules.
    pub(crate) rules: IndexVec<MatchRuleId, MatchRule<'s>>,
    by_subject: FxHashMap<RecordId, SubjectRules>,
}

/// A rule or sub-rule.
#[doc(alias = "AttributeSubjectMatchRule")]
#[derive(Clone, Copy)]
pub(crate) struct MatchRule<'s> {
    /// The rule; for a sub-rule, its parent.
    pub(crate) rule: AttrSubjectMatcherRuleRecord<'s>,
    sub_rule: Option<AttrSubjectMatcherSubRuleRecord<'s>>,
}

/// The rules for a subject.
pub(crate) enum SubjectRules {
    One(MatchRuleId),
    /// The rules for all declarations that derive from the subject.
    Aggregate(Vec<MatchRuleId>),
}

impl SubjectRules {
    pub(crate) fn rules(&self) -> &[MatchRuleId] {
        match self {
            SubjectRules::One(rule) => std::slice::from_ref(rule),
            SubjectRules::Aggregate(rules) => rules,
        }
    }
}

impl<'s> MatchRules<'s> {
    pub(crate) fn collect(store: &'s RecordStore) -> Result<MatchRules<'s>, Diagnostic> {
        let mut all = MatchRules { rules: IndexVec::new(), by_subject: FxHashMap::default() };
        for rule in AttrSubjectMatcherRuleRecord::all(store)? {
            all.add(MatchRule { rule, sub_rule: None })?;
            for sub_rule in rule.constraints()? {
                all.add(MatchRule { rule, sub_rule: Some(sub_rule) })?;
            }
        }
        let aggregates = AttrSubjectMatcherAggregateRuleRecord::all(store)?;
        let nodes = store.derived_from_name("DeclNode")?;
        for aggregate in aggregates {
            let subject = aggregate.subject()?;
            let mut rules = Vec::new();
            for &node in &nodes {
                if !subjects::derives_from(AttrSubjectRecord::new(node), subject)? {
                    continue;
                }
                // A sub-rule's parent matches another node, from which the subject derives.
                if let Some(&SubjectRules::One(rule)) = all.by_subject.get(&node.id())
                    && !all.rules[rule].is_sub_rule()
                {
                    rules.push(rule);
                }
            }
            all.insert(subject, SubjectRules::Aggregate(rules), aggregate.into())?;
        }
        Ok(all)
    }

    fn add(&mut self, rule: MatchRule<'s>) -> Result<(), Diagnostic> {
        let id = self.rules.push(rule);
        for subject in rule.subjects()? {
            self.insert(subject.record(), SubjectRules::One(id), rule.record())?;
        }
        Ok(())
    }

    fn insert(
        &mut self,
        subject: AttrSubjectRecord<'s>,
        rules: SubjectRules,
        rule: Record<'_>,
    ) -> Result<(), Diagnostic> {
        if self.by_subject.insert(subject.id(), rules).is_none() {
            return Ok(());
        }
        // Tools match on this wording, including the missing blank.
        let message = "Attribute subject match rules should not representsame attribute subjects.";
        let mut diagnostic = Diagnostic::error_anywhere(Code::AttributeSubjects, message);
        let name = subject.name();
        diagnostic.note(Some(rule.pos()), format!("'{name}' is a subject of another rule too"));
        Err(diagnostic)
    }

    /// Returns the rules for a subject.
    pub(crate) fn for_subject(&self, subject: AttrSubject<'s>) -> Option<&SubjectRules> {
        self.by_subject.get(&subject.record().id())
    }

    /// Whether `#pragma clang attribute` supports the attribute.
    pub(crate) fn support(&self, attribute: ClangAttribute<'s>) -> Result<bool, FieldError> {
        match explicit_support(attribute)? {
            Some(is_supported) => Ok(is_supported),
            None => {
                self.inferred_support(&attribute.spellings()?, attribute.subject_list()?.as_ref())
            }
        }
    }

    /// Whether `#pragma clang attribute` supports an attribute with these spellings and subjects.
    pub(crate) fn support_as(
        &self,
        attribute: ClangAttribute<'s>,
        spellings: &[AttrSpelling<'s>],
        subjects: Option<&SubjectList<'s>>,
    ) -> Result<bool, FieldError> {
        match explicit_support(attribute)? {
            Some(is_supported) => Ok(is_supported),
            None => self.inferred_support(spellings, subjects),
        }
    }

    fn inferred_support(
        &self,
        spellings: &[AttrSpelling<'s>],
        subjects: Option<&SubjectList<'s>>,
    ) -> Result<bool, FieldError> {
        if !spellings.iter().any(|spelling| matches!(spelling.variety, "GNU" | "CXX11")) {
            return Ok(false);
        }
        let mut has_declarations = false;
        for &subject in subjects.map_or(&[][..], |list| &list.subjects) {
            if subject.is_declaration()? {
                if self.for_subject(subject).is_none() {
                    return Ok(false);
                }
                has_declarations = true;
            }
        }
        Ok(has_declarations)
    }

    /// Returns the rules for a supported attribute's subjects. A subject that is not a declaration
    /// has none.
    pub(crate) fn for_subjects(
        &self,
        attribute: ClangAttribute<'s>,
        subjects: &[AttrSubject<'s>],
    ) -> Result<Vec<&SubjectRules>, FieldError> {
        let mut rules = Vec::with_capacity(subjects.len());
        for &subject in subjects {
            if !subject.is_declaration()? {
                continue;
            }
            let Some(rule) = self.for_subject(subject) else {
                let name = subject.name();
                let message = format!("No rule of '#pragma clang attribute' is for '{name}'");
                return Err(attribute
                    .error(Code::AttributeSubjects, message)
                    .label_field(attribute.record(), "PragmaAttributeSupport"));
            };
            rules.push(rule);
        }
        Ok(rules)
    }
}

/// Returns whether an attribute is supported; `None` if its spellings and subjects decide.
fn explicit_support(attribute: ClangAttribute<'_>) -> Result<Option<bool>, FieldError> {
    if let Some(is_supported) = attribute.record().pragma_attribute_support()? {
        return Ok(Some(is_supported));
    }
    Ok(if attribute.late_parsing()? == LateParsing::Never { None } else { Some(false) })
}

impl<'s> MatchRule<'s> {
    /// Returns the record of the rule or sub-rule.
    fn record(self) -> Record<'s> {
        self.sub_rule.map_or(self.rule.into(), Record::from)
    }

    pub(crate) fn is_sub_rule(self) -> bool {
        self.sub_rule.is_some()
    }

    /// Returns a sub-rule's parent, or a rule itself.
    pub(crate) fn parent(self) -> MatchRule<'s> {
        MatchRule { rule: self.rule, sub_rule: None }
    }

    pub(crate) fn name(self) -> Result<&'s str, FieldError> {
        match self.sub_rule {
            Some(sub_rule) => sub_rule.rule_name(),
            None => self.rule.rule_name(),
        }
    }

    fn subjects(self) -> Result<Vec<AttrSubject<'s>>, FieldError> {
        let records = match self.sub_rule {
            Some(sub_rule) => sub_rule.subjects()?,
            None => self.rule.subjects()?,
        };
        Ok(subjects::for_records(records))
    }

    /// Returns alternative tests for the subjects; empty for an abstract rule.
    pub(crate) fn tests(self) -> Result<Vec<SubjectTest<'s>>, FieldError> {
        Ok(self.subjects()?.into_iter().map(AttrSubject::declaration_test).collect())
    }

    /// Whether the rule has sub-rules only.
    pub(crate) fn is_abstract(self) -> Result<bool, FieldError> {
        Ok(self.subjects()?.is_empty())
    }

    /// Whether it is a sub-rule that matches everything that its siblings do not match.
    pub(crate) fn is_negated(self) -> Result<bool, FieldError> {
        self.sub_rule.map_or(Ok(false), AttrSubjectMatcherSubRuleRecord::is_negated)
    }

    /// Returns a sub-rule as written in its rule.
    pub(crate) fn sub_rule_spelling(self) -> Result<String, FieldError> {
        let name = self.name()?;
        Ok(if self.is_negated()? { format!("unless({name})") } else { name.to_owned() })
    }

    /// Returns the rule as written.
    pub(crate) fn spelling(self) -> Result<String, FieldError> {
        let rule = self.rule.rule_name()?;
        if self.is_sub_rule() {
            Ok(format!("{rule}({})", self.sub_rule_spelling()?))
        } else {
            Ok(rule.to_owned())
        }
    }

    /// Returns the rule's enumerator.
    pub(crate) fn enumerator(self) -> Result<String, FieldError> {
        let mut name = format!("SubjectMatchRule_{}", self.rule.rule_name()?);
        if let Some(sub_rule) = self.sub_rule {
            name.push_str(if self.is_negated()? { "_not_" } else { "_" });
            name.push_str(sub_rule.rule_name()?);
        }
        if self.is_abstract()? {
            name.push_str("_abstract");
        }
        Ok(name)
    }

    /// Returns the language condition. A sub-rule inherits its parent's condition by default.
    pub(crate) fn language(
        self,
        diagnostics: &mut Diagnostics,
    ) -> Result<LanguageCondition<'s>, FieldError> {
        let mut options = match self.sub_rule {
            Some(sub_rule) => sub_rule.lang_opts()?,
            None => Vec::new(),
        };
        if options.is_empty() {
            options = self.rule.lang_opts()?;
        }
        LanguageCondition::read(options, diagnostics)
    }
}
