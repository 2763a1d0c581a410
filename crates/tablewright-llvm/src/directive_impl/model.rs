//! What the tables of directives say beyond the language itself.

use crate::support::directives::{
    ClauseId, Directive, DirectiveId, DirectiveLanguage, VersionedClause,
};
use rustc_hash::FxHashSet;
use tablewright_backend::Failure;
use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, RecordStore};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

/// How deeply directives may combine others that combine others.
const MAX_DEPTH: usize = 256;

define_index! {
    /// A row of the table in which combinations of directives are looked up.
    pub(super) struct LeafRow;
}

pub(super) struct Model<'s> {
    pub(super) language: DirectiveLanguage<'s>,
    /// The directive that stands for unknown ones; likewise for clauses.
    pub(super) default_directive: DirectiveId,
    pub(super) default_clause: ClauseId,
    /// For each clause with fixed values, that which stands for what is unknown.
    pub(super) default_values: IndexVec<ClauseId, Option<&'s str>>,
    /// What each directive is associated with.
    pub(super) associations: IndexVec<DirectiveId, &'s str>,
    /// The category of each directive.
    pub(super) categories: IndexVec<DirectiveId, &'s str>,
    /// The clauses that each directive may have, each clause once.
    pub(super) allowed_clauses: IndexVec<DirectiveId, Vec<VersionedClause>>,
    /// The clauses, so that of two names the longer comes before its beginning.
    pub(super) clauses_to_parse: Vec<ClauseId>,
    /// The directives, in the order in which combinations are looked up.
    pub(super) leaf_order: IndexVec<LeafRow, DirectiveId>,
    /// The row of each directive in that order.
    pub(super) rows_of_directives: IndexVec<DirectiveId, LeafRow>,
    /// How many of these can be looked up: those that end others come last.
    pub(super) first_end: usize,
}

pub(super) fn collect<'s>(
    store: &'s RecordStore,
    diagnostics: &mut Diagnostics,
) -> Result<Model<'s>, Failure> {
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
    Ok(Model {
        default_directive: default_directive.ok_or_else(|| no_default("Directive"))?.0,
        default_clause: default_clause.ok_or_else(|| no_default("Clause"))?.0,
        default_values: default_values(&language)?,
        associations: Associations::of(&language)?,
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

fn categories<'s>(
    language: &DirectiveLanguage<'s>,
) -> Result<IndexVec<DirectiveId, &'s str>, FieldError> {
    let category = |directive: &Directive<'s>| directive.record.category()?.spelling();
    language.directives.iter().map(category).collect()
}

/// For each directive all clauses that it may have. A clause may be required and allowed once: the
/// first of its versions hold.
fn allowed_clauses(
    language: &DirectiveLanguage<'_>,
) -> IndexVec<DirectiveId, Vec<VersionedClause>> {
    let of_directive = |directive: &Directive<'_>| {
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
        lists.into_iter().flatten().filter(is_new).copied().collect()
    };
    language.directives.iter().map(of_directive).collect()
}

fn clauses_to_parse(language: &DirectiveLanguage<'_>) -> Vec<ClauseId> {
    let mut order: Vec<ClauseId> = language.clauses.indices().collect();
    // In descending order: the parser takes the first alternative that matches, so a longer name
    // has to come before one that it begins with.
    order.sort_by(|&a, &b| language.clauses[b].name.cmp(language.clauses[a].name));
    order
}

/// Directives by what they combine, those that combine nothing first. Those that end others come
/// last: they combine the same as those, which are to be found instead.
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

/// What directives can be associated with. [`combine`] relies on the order of the variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Association {
    None,
    Block,
    Declaration,
    Delimited,
    Loop,
    Separating,
}

const ASSOCIATIONS: [(&str, Option<Association>); 7] = [
    ("AS_None", Some(Association::None)),
    ("AS_Block", Some(Association::Block)),
    ("AS_Declaration", Some(Association::Declaration)),
    ("AS_Delimited", Some(Association::Delimited)),
    ("AS_Loop", Some(Association::Loop)),
    ("AS_Separating", Some(Association::Separating)),
    // It follows from the directives that are combined.
    ("AS_FromLeaves", None),
];

/// The associations of directives.
struct Associations<'a, 's> {
    language: &'a DirectiveLanguage<'s>,
    /// Those that were computed.
    memo: IndexVec<DirectiveId, Option<Association>>,
}

impl<'s> Associations<'_, 's> {
    /// The names of the associations of all directives.
    fn of(language: &DirectiveLanguage<'s>) -> Result<IndexVec<DirectiveId, &'s str>, FieldError> {
        let memo = IndexVec::from_elem(None, &language.directives);
        let mut associations = Associations { language, memo };
        let mut names = IndexVec::with_capacity(language.directives.len());
        for i in language.directives.indices() {
            let association = associations.association(i, 0)?;
            names.push(associations.name(association, i)?);
        }
        Ok(names)
    }

    fn association(&mut self, i: DirectiveId, depth: usize) -> Result<Association, FieldError> {
        if let Some(association) = self.memo[i] {
            return Ok(association);
        }
        let association = match self.own(i)? {
            Some(own) => own,
            None => self.of_leaves(i, depth)?,
        };
        self.memo[i] = Some(association);
        Ok(association)
    }

    /// What the directive says itself.
    fn own(&self, i: DirectiveId) -> Result<Option<Association>, FieldError> {
        let record = self.language.directives[i].record.association()?;
        let listed = ASSOCIATIONS.iter().find(|(name, _)| *name == record.name());
        listed.map(|&(_, association)| association).ok_or_else(|| {
            let name = record.name();
            self.error(i, &format!("has an unrecognized value for association: '{name}'"))
        })
    }

    fn of_leaves(&mut self, i: DirectiveId, depth: usize) -> Result<Association, FieldError> {
        let language = self.language;
        let leaves = &language.directives[i].leaves;
        let Some((&first, others)) = leaves.split_first() else {
            let message = "requests association to be computed from leaves, but it has no leaves";
            return Err(self.error(i, message));
        };
        // Directives may combine each other in a circle: without a limit this would not end.
        if depth == MAX_DEPTH {
            let message = format!("combines directives more than {MAX_DEPTH} levels deep");
            return Err(self.error(i, &message));
        }
        let mut result = self.association(first, depth + 1)?;
        for &leaf in others {
            let association = self.association(leaf, depth + 1)?;
            let Some(combined) = combine(result, association) else {
                let names = (self.name(association, i)?, self.name(result, i)?);
                let message = format!(
                    "has leaves with incompatible association values: {} and {}",
                    names.0, names.1
                );
                return Err(self.error(i, &message));
            };
            result = combined;
        }
        Ok(result)
    }

    /// The name of the enumerator of `association`, which directive `i` has.
    fn name(&self, association: Association, i: DirectiveId) -> Result<&'s str, FieldError> {
        // `ASSOCIATIONS` lists the variants in the order of the enum.
        let (record, _) = ASSOCIATIONS[association as usize];
        let kind = self.language.associations.iter().find(|kind| kind.record.name() == record);
        kind.map(|kind| kind.name).ok_or_else(|| {
            self.error(i, &format!("has association '{record}', which is undefined"))
        })
    }

    fn error(&self, i: DirectiveId, message: &str) -> FieldError {
        let directive = &self.language.directives[i];
        let (name, namespace) = (directive.name, self.language.cpp_namespace);
        let message = format!("Directive '{name}' in namespace '{namespace}' {message}");
        FieldError::new(Code::Directives, directive.record, message)
    }
}

/// What two combined directives are associated with.
fn combine(a: Association, b: Association) -> Option<Association> {
    use Association::{Block, Declaration, Delimited, Loop, None as Nothing, Separating};
    // The order of the arguments does not matter, so that half of the pairs need a case.
    match (a.min(b), a.max(b)) {
        (Nothing, other) => Some(other),
        (a, b) if a == b => Some(a),
        (Block, Loop) => Some(Loop),
        (Block | Declaration | Delimited | Loop | Separating, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_can_be_combined_with_a_block_and_all_others_with_themselves_only() {
        use Association::{Block, Declaration, Delimited, Loop, None as Nothing, Separating};
        for kind in [Nothing, Block, Declaration, Delimited, Loop, Separating] {
            assert!(combine(kind, kind) == Some(kind));
            assert!(combine(kind, Nothing) == Some(kind) && combine(Nothing, kind) == Some(kind));
        }
        assert!(combine(Loop, Block) == Some(Loop) && combine(Block, Loop) == Some(Loop));
        assert!(combine(Declaration, Block).is_none() && combine(Separating, Loop).is_none());
    }
}
