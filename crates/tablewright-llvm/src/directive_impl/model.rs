//! Derived directive tables: associations, default values and leaf rows.

use crate::support::directive_associations::{Associations, categories};
use crate::support::directives::{ClauseId, DirectiveId, DirectiveLanguage, VersionedClause};
use rustc_hash::FxHashSet;
use tablewright_backend::Failure;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

define_index! {
    /// A row in the lookup table for directive combinations.
    pub(super) struct LeafRow;
}

pub(super) struct DirectiveImplModel<'s> {
    pub(super) language: DirectiveLanguage<'s>,
    /// The directive for unknown spellings.
    pub(super) default_directive: DirectiveId,
    pub(super) default_clause: ClauseId,
    /// For each clause with fixed values, the value for unknown spellings.
    pub(super) default_values: IndexVec<ClauseId, Option<&'s str>>,
    /// Each directive's association.
    pub(super) associations: IndexVec<DirectiveId, &'s str>,
    /// Category by directive.
    pub(super) categories: IndexVec<DirectiveId, &'s str>,
    /// The clauses that each directive may have, each clause once.
    pub(super) allowed_clauses: IndexVec<DirectiveId, Vec<VersionedClause>>,
    /// Clauses by spelling. A longer spelling comes before its own prefix.
    pub(super) clauses_to_parse: Vec<(&'s str, ClauseId)>,
    /// The directives, in the order in which combinations are looked up.
    pub(super) leaf_order: IndexVec<LeafRow, DirectiveId>,
    /// The row of each directive in that order.
    pub(super) rows_of_directives: IndexVec<DirectiveId, LeafRow>,
    /// Number of rows that can be looked up. End directives come last.
    pub(super) first_end: usize,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<DirectiveImplModel<'s>, Failure> {
    let language = DirectiveLanguage::collect(store, diagnostics)?;
    let (leaf_order, first_end) = leaf_order(&language);
    let mut rows_of_directives = IndexVec::from_elem(LeafRow::from_index(0), &language.directives);
    for (row, &directive) in leaf_order.iter_enumerated() {
        rows_of_directives[directive] = row;
    }
    let no_default = |what: &str| {
        let message = format!("At least one {what} must be defined as default.");
        FieldError::new(Code::Directives, language.record, message)
    };
    let default_directive = language.directives.iter_enumerated().find(|(_, d)| d.is_default);
    let default_clause = language.clauses.iter_enumerated().find(|(_, c)| c.is_default);
    Ok(DirectiveImplModel {
        default_directive: default_directive.ok_or_else(|| no_default("Directive"))?.0,
        default_clause: default_clause.ok_or_else(|| no_default("Clause"))?.0,
        default_values: default_values(&language)?,
        associations: Associations::for_language(&language)?,
        categories: categories(&language)?,
        allowed_clauses: allowed_clauses(&language),
        clauses_to_parse: clauses_to_parse(&language),
        leaf_order,
        rows_of_directives,
        first_end,
        language,
    })
}

fn default_values<'s>(
    language: &DirectiveLanguage<'s>,
) -> Result<IndexVec<ClauseId, Option<&'s str>>, FieldError> {
    let mut defaults = IndexVec::with_capacity(language.clauses.len());
    for clause in &language.clauses {
        let Some(values) = &clause.values else {
            defaults.push(None);
            continue;
        };
        let Some(default) = values.values.iter().find(|value| value.is_default) else {
            let name = clause.formatted_name();
            let message = format!("At least one val in Clause {name} must be defined as default.");
            return Err(FieldError::new(Code::Directives, clause.record, message));
        };
        defaults.push(Some(default.enumerator));
    }
    Ok(defaults)
}

/// Returns all allowed clauses for each directive. If a clause is both required and allowed once, the first entry's
/// versions apply.
fn allowed_clauses(
    language: &DirectiveLanguage<'_>,
) -> IndexVec<DirectiveId, Vec<VersionedClause>> {
    let mut allowed = IndexVec::with_capacity(language.directives.len());
    for directive in language.directives.iter() {
        let lists = [
            &directive.allowed_clauses,
            &directive.allowed_once_clauses,
            &directive.allowed_exclusive_clauses,
            &directive.required_clauses,
        ];
        let mut names = FxHashSet::default();
        let is_new = |versioned: &&VersionedClause| {
            names.insert(language.clauses[versioned.clause].formatted_name())
        };
        allowed.push(lists.into_iter().flatten().filter(is_new).copied().collect());
    }
    allowed
}

/// Maximum length for a stable sort in the reference.
const LONGEST_STABLE_SORT: usize = 16;

fn clauses_to_parse<'s>(language: &DirectiveLanguage<'s>) -> Vec<(&'s str, ClauseId)> {
    let mut order: Vec<(&str, ClauseId)> = Vec::new();
    for (id, clause) in language.clauses.iter_enumerated() {
        order.extend(clause.spellings.iter().map(|spelling| (spelling.text, id)));
    }
    // In descending order: the parser accepts the first alternative that matches, so a longer name must precede its own
    // prefix. The reference's sort keeps clauses with the same spelling in order in short lists only. In OpenMP's list
    // their order is reversed.
    if order.len() <= LONGEST_STABLE_SORT {
        order.sort_by(|(a, _), (b, _)| b.cmp(a));
    } else {
        order.sort_by(|a, b| b.cmp(a));
    }
    order
}

/// Orders directives by their leaves: directives without leaves first, end directives last. An end directive has the
/// same leaves as the directive that it ends, and lookup must find the latter.
fn leaf_order(language: &DirectiveLanguage<'_>) -> (IndexVec<LeafRow, DirectiveId>, usize) {
    let ends = |i: DirectiveId| {
        let name = language.directives[i].name.as_bytes();
        name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"end "))
    };
    let mut order: Vec<DirectiveId> = language.directives.indices().collect();
    order.sort_by_key(|&i| (ends(i), &language.directives[i].leaves));
    let first_end = order.partition_point(|&i| !ends(i));
    (order.into_iter().collect(), first_end)
}
