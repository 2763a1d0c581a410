//! Directive associations and categories.

use tablewright_index::IndexVec;
use tablewright_records::FieldError;
use tablewright_syntax::diagnostic::Code;

use crate::support::directives::{DirectiveId, DirectiveLanguage, LanguageDirective};

/// Maximum depth of directives that combine combined directives.
const MAX_DEPTH: usize = 256;

/// Returns the category names for all directives.
pub(crate) fn categories<'s>(
    language: &DirectiveLanguage<'s>,
) -> Result<IndexVec<DirectiveId, &'s str>, FieldError> {
    let category = |directive: &LanguageDirective<'s>| directive.record.category()?.spelling();
    language.directives.iter().map(category).collect()
}

/// Constructs with which directives can be associated. [`combine`] relies on the order of the variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Association {
    None,
    Block,
    Declaration,
    Delimited,
    Explicit,
    Loop,
    LoopSequence,
    Separating,
}

const ASSOCIATIONS: [(&str, Option<Association>); 10] = [
    ("AS_None", Some(Association::None)),
    ("AS_Block", Some(Association::Block)),
    ("AS_Declaration", Some(Association::Declaration)),
    ("AS_Delimited", Some(Association::Delimited)),
    ("AS_Explicit", Some(Association::Explicit)),
    ("AS_Loop", Some(Association::Loop)),
    // Since release 22 a loop is a nest of loops, or a sequence of them.
    ("AS_LoopNest", Some(Association::Loop)),
    ("AS_LoopSeq", Some(Association::LoopSequence)),
    ("AS_Separating", Some(Association::Separating)),
    // It follows from the directives that are combined.
    ("AS_FromLeaves", None),
];

/// Directive associations.
pub(crate) struct Associations<'a, 's> {
    language: &'a DirectiveLanguage<'s>,
    /// Memo of results.
    memo: IndexVec<DirectiveId, Option<Association>>,
}

impl<'s> Associations<'_, 's> {
    /// Returns the association names for all directives.
    pub(crate) fn for_language(
        language: &DirectiveLanguage<'s>,
    ) -> Result<IndexVec<DirectiveId, &'s str>, FieldError> {
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
            None => self.for_leaves(i, depth)?,
        };
        self.memo[i] = Some(association);
        Ok(association)
    }

    /// Returns the association declared on the directive.
    fn own(&self, i: DirectiveId) -> Result<Option<Association>, FieldError> {
        let record = self.language.directives[i].record.association()?;
        let listed = ASSOCIATIONS.iter().find(|(name, _)| *name == record.name());
        listed.map(|&(_, association)| association).ok_or_else(|| {
            let name = record.name();
            self.error(i, &format!("has an unrecognized value for association: '{name}'"))
        })
    }

    fn for_leaves(&mut self, i: DirectiveId, depth: usize) -> Result<Association, FieldError> {
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

    /// Returns the enumerator name for the `association` of directive `i`.
    fn name(&self, association: Association, i: DirectiveId) -> Result<&'s str, FieldError> {
        let records = || {
            let of_kind = ASSOCIATIONS.iter().filter(move |(_, kind)| *kind == Some(association));
            of_kind.map(|&(record, _)| record)
        };
        let mut kinds = self.language.associations.iter();
        let kind = kinds.find(|kind| records().any(|record| kind.record.name() == record));
        kind.map(|kind| kind.name).ok_or_else(|| {
            let record = records().next().unwrap_or_default();
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

/// Returns the association for two combined directives.
fn combine(a: Association, b: Association) -> Option<Association> {
    use Association::{
        Block, Declaration, Delimited, Explicit, Loop, LoopSequence, None as Nothing, Separating,
    };
    // The order of the arguments does not matter, so that half of the pairs need a case.
    match (a.min(b), a.max(b)) {
        (Nothing, other) => Some(other),
        (a, b) if a == b => Some(a),
        (Block, Loop | LoopSequence) => Some(a.max(b)),
        (Block | Declaration | Delimited | Explicit | Loop | LoopSequence | Separating, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_can_be_combined_with_a_block_and_all_others_with_themselves_only() {
        use Association::{
            Block, Declaration, Delimited, Loop, LoopSequence, None as Nothing, Separating,
        };
        for kind in [Nothing, Block, Declaration, Delimited, Loop, LoopSequence, Separating] {
            assert!(combine(kind, kind) == Some(kind));
            assert!(combine(kind, Nothing) == Some(kind) && combine(Nothing, kind) == Some(kind));
        }
        assert!(combine(Loop, Block) == Some(Loop) && combine(Block, Loop) == Some(Loop));
        assert!(combine(LoopSequence, Block) == Some(LoopSequence));
        assert!(combine(Loop, LoopSequence).is_none());
        assert!(combine(Declaration, Block).is_none() && combine(Separating, Loop).is_none());
    }
}
