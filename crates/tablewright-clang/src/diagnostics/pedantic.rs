//! What `-Wpedantic` implies: extensions that are off by default.
//!
//! Groups all of whose members are implied are implied as a whole, instead of their members.

use super::{Catalogue, PEDANTIC};

/// What belongs to the group `pedantic` without being written there.
pub(crate) struct Pedantic {
    /// Diagnostics, indices in order.
    pub(crate) diagnostics: Vec<usize>,
    /// Groups, indices of their records in order.
    pub(crate) definitions: Vec<usize>,
}

impl Catalogue<'_> {
    /// What `-Wpedantic` implies.
    pub(crate) fn pedantic(&self) -> Pedantic {
        let candidates: Vec<usize> = self
            .diagnostics
            .iter()
            .enumerate()
            .filter(|(_, diag)| diag.class == "CLASS_EXTENSION" && diag.severity == "Ignored")
            .map(|(i, _)| i)
            .collect();
        let implied = self.implied_groups(&candidates);
        let is_implied = |&definition: &usize| implied[definition];
        let diagnostics = candidates
            .into_iter()
            .filter(|&diag| !self.diagnostics[diag].definition.as_ref().is_some_and(is_implied));
        // A group that all its parents bring along already need not be there itself.
        let definitions = (0..self.definitions.len()).filter(|definition| {
            let parents = &self.definitions[*definition].parents;
            is_implied(definition) && (parents.is_empty() || !parents.iter().all(is_implied))
        });
        Pedantic { diagnostics: diagnostics.collect(), definitions: definitions.collect() }
    }

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
        self.ancestors(definition).any(|above| self.groups[above.group].name == PEDANTIC)
    }
}
