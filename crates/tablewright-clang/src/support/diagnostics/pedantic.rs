//! Extensions that `-Wpedantic` implies: extensions that are off by default.
//!
//! In: the catalogue. Out: diagnostics and groups to add to the group `pedantic`. If all members of
//! a group are implied, the group is implied as a whole.

use tablewright_index::IndexVec;
use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::{Catalogue, Diag, DiagnosticId, GroupDefinitionId, GroupId, GroupRule};

/// Implicit members of the group `pedantic`.
#[doc(alias = "InferPedantic")]
pub(crate) struct Pedantic {
    /// In order.
    pub(crate) diagnostics: Vec<DiagnosticId>,
    /// In record order.
    pub(crate) groups: Vec<GroupId>,
}

impl Analysis for Pedantic {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Pedantic, AnalysisError> {
        let catalogue = Catalogue::for_store(store)?;
        let is_candidate =
            |d: &Diag| d.group_rule == GroupRule::Extension && store.str(d.severity) == "Ignored";
        let diagnostics = catalogue.diagnostics.iter_enumerated();
        let candidates: Vec<DiagnosticId> =
            diagnostics.filter(|(_, diag)| is_candidate(diag)).map(|(id, _)| id).collect();
        let implied = catalogue.implied_groups(&candidates);
        let is_implied = |&definition: &GroupDefinitionId| implied[definition];
        let diagnostics = candidates.into_iter().filter(|&diag| {
            !catalogue.diagnostics[diag].definition.as_ref().is_some_and(is_implied)
        });
        // A group whose parents are all implied is included in them.
        let definitions = catalogue.definitions.iter_enumerated().filter(|(id, definition)| {
            let parents = &definition.parents;
            is_implied(id) && (parents.is_empty() || !parents.iter().all(is_implied))
        });
        let groups = definitions.map(|(_, definition)| definition.group);
        Ok(Pedantic { diagnostics: diagnostics.collect(), groups: groups.collect() })
    }
}

impl Catalogue {
    /// Determines for each group record whether all its members are implied.
    fn implied_groups(&self, candidates: &[DiagnosticId]) -> IndexVec<GroupDefinitionId, bool> {
        let mut implied_members = IndexVec::from_elem(0, &self.definitions);
        let members = |definition: GroupDefinitionId| {
            let group = &self.groups[self.definitions[definition].group];
            group.subgroups.len() + group.diagnostics.len()
        };
        let groups = candidates.iter().filter_map(|&diag| self.diagnostics[diag].definition);
        let mut open: Vec<GroupDefinitionId> =
            groups.filter(|&group| !self.lies_in_pedantic(group)).collect();
        while let Some(definition) = open.pop() {
            implied_members[definition] += 1;
            if implied_members[definition] == members(definition) {
                open.extend(&self.definitions[definition].parents);
            }
        }
        let implied = implied_members.iter_enumerated();
        implied.map(|(definition, &count)| count != 0 && count == members(definition)).collect()
    }

    fn lies_in_pedantic(&self, definition: GroupDefinitionId) -> bool {
        self.ancestors(definition).any(|above| Some(above.group) == self.pedantic)
    }
}
