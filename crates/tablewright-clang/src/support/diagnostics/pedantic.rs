//! What `-Wpedantic` implies: extensions that are off by default.
//!
//! Groups all of whose members are implied are implied as a whole, instead of their members.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::{Catalogue, Kind};

/// What belongs to the group `pedantic` without being written there.
pub(crate) struct Pedantic {
    /// Diagnostics, indices in order.
    pub(crate) diagnostics: Vec<usize>,
    /// Indices of groups, in the order of their records.
    pub(crate) groups: Vec<usize>,
}

impl Analysis for Pedantic {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<Pedantic, AnalysisError> {
        let catalogue = Catalogue::of(store)?;
        let candidates: Vec<usize> = catalogue
            .diagnostics
            .iter()
            .enumerate()
            .filter(|(_, d)| d.kind == Kind::Extension && store.str(d.severity) == "Ignored")
            .map(|(i, _)| i)
            .collect();
        let implied = catalogue.implied_groups(&candidates);
        let is_implied = |&definition: &usize| implied[definition];
        let diagnostics = candidates.into_iter().filter(|&diag| {
            !catalogue.diagnostics[diag].definition.as_ref().is_some_and(is_implied)
        });
        // A group that all its parents bring along already need not be there itself.
        let definitions = catalogue.definitions.iter().enumerate().filter(|(i, definition)| {
            let parents = &definition.parents;
            is_implied(i) && (parents.is_empty() || !parents.iter().all(is_implied))
        });
        let groups = definitions.map(|(_, definition)| definition.group);
        Ok(Pedantic { diagnostics: diagnostics.collect(), groups: groups.collect() })
    }
}

impl Catalogue {
    /// For each record of a group, whether all members of the group are implied.
    fn implied_groups(&self, candidates: &[usize]) -> Vec<bool> {
        let mut implied_members = vec![0; self.definitions.len()];
        let members = |definition: usize| {
            let group = &self.groups[self.definitions[definition].group];
            group.subgroups.len() + group.diagnostics.len()
        };
        let groups = candidates.iter().filter_map(|&diag| self.diagnostics[diag].definition);
        let mut open: Vec<usize> = groups.filter(|&group| !self.lies_in_pedantic(group)).collect();
        while let Some(definition) = open.pop() {
            implied_members[definition] += 1;
            if implied_members[definition] == members(definition) {
                open.extend(&self.definitions[definition].parents);
            }
        }
        let implied = implied_members.iter().enumerate();
        implied.map(|(definition, &count)| count != 0 && count == members(definition)).collect()
    }

    fn lies_in_pedantic(&self, definition: usize) -> bool {
        self.ancestors(definition).any(|above| Some(above.group) == self.pedantic)
    }
}
