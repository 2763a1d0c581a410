//! Target changes: one section for each list.
//!
//! In: the changes in a list, entry by entry. Out: a section in which equal changes are grouped. If a property
//! changed in many different ways, only the most frequent changes are listed.

use std::collections::{BTreeMap, HashSet};

use tablewright_inspect::diff::{AddedGroup, Change, ChangedEntry, ListChanges, Renamed};

use super::section::{
    CHARACTERS, DiffSection, NAMES, SectionItem, SectionLimits, SectionSign, counted, counts,
};

/// Default limit: different changes to one property.
const CHANGES_OF_PROPERTY: usize = 4;

/// Default limit: groups of new instructions.
const GROUPS: usize = 8;

/// Default limit: added members, and removed members, listed for a set.
const MEMBERS: usize = 8;

/// Properties of encodings. They come first, and their changes are listed regardless of the limits.
const ENCODINGS: [&str; 4] = ["encoding", "soft fail", "size", "TSFlags"];

/// Properties that repeat other properties in more words.
const DERIVED_PROPERTIES: [(&str, &[&str]); 4] = [
    ("all features", &["features", "features for tuning"]),
    // A model without coverage for an instruction lacks its numbers.
    ("latency", &["coverage"]),
    ("micro-operations", &["coverage"]),
    ("resources", &["coverage"]),
];

/// The first sections: the lists most visible to users of a target.
const SECTIONS: [&str; 2] = ["features", "processors"];

/// Returns the lists in section order.
pub(super) fn in_order(lists: &[ListChanges]) -> Vec<&ListChanges> {
    let mut ordered: Vec<&ListChanges> = lists.iter().collect();
    let position = |list: &str| SECTIONS.iter().position(|name| *name == list);
    ordered.sort_by_key(|list| position(list.list).unwrap_or(SECTIONS.len()));
    ordered
}

impl SectionLimits {
    /// Builds the section for a list.
    pub(super) fn list(self, list: &ListChanges) -> DiffSection {
        let mut items = Vec::new();
        if let Some(problem) = &list.problem {
            let which = if problem.is_new { "new" } else { "old" };
            let what = format!("cannot be told for the {which} description: {}", problem.message);
            items.push(self.item(SectionSign::Changed, what, Vec::new(), String::new()));
        }
        let (added, removed) = without_renamed(list);
        for (sign, names) in [(SectionSign::Added, &added), (SectionSign::Removed, &removed)] {
            let groups = &list.added_by_predicates;
            if list.list == "patterns" {
                items.extend(self.patterns(sign, names));
            } else if sign == SectionSign::Added && names.len() > NAMES && groups.len() > 1 {
                items.extend(self.added_instructions(groups, names));
            } else if !names.is_empty() {
                items.push(self.item(sign, String::new(), names.clone(), String::new()));
            }
        }
        if !list.renamed.is_empty() {
            let names = list.renamed.iter().map(|Renamed { old, new }| format!("{old} -> {new}"));
            items.push(self.item(
                SectionSign::Renamed,
                String::new(),
                names.collect(),
                String::new(),
            ));
        }
        items.extend(self.changed(list));
        if list.moved > 0 {
            let what = format!("{} tried in another order", list.moved);
            items.push(self.item(SectionSign::Changed, what, Vec::new(), String::new()));
        }
        let counts = counts([
            counted(added.len(), "added"),
            counted(removed.len(), "removed"),
            counted(list.renamed.len(), "renamed"),
            counted(list.changed.len(), "changed"),
            counted(list.moved, "moved"),
        ]);
        self.section(format!("{}: {counts}", list.list), items)
    }

    /// Groups new instructions by their predicates, so that the instructions in a target extension are listed
    /// together.
    fn added_instructions(self, groups: &[AddedGroup], names: &[String]) -> Vec<SectionItem> {
        let is_folded = !self.is_full && groups.len() > GROUPS;
        let limit = if is_folded { GROUPS - 1 } else { groups.len() };
        let mut items: Vec<SectionItem> = Vec::new();
        let mut push = |what: String, names: Vec<String>| {
            if !names.is_empty() {
                items.push(self.item(SectionSign::Added, what, names, String::new()));
            }
        };
        for AddedGroup { predicates, names } in &groups[..limit] {
            let what = match &predicates[..] {
                [] => "without predicates".to_owned(),
                predicates => format!("with {}", predicates.join(", ")),
            };
            push(format!("{} {what}", names.len()), names.clone());
        }
        let folded = groups[limit..].iter().flat_map(|group| group.names.iter().cloned());
        let folded_names: Vec<String> = folded.collect();
        push(format!("{} with other predicates", folded_names.len()), folded_names);
        let grouped: HashSet<&String> = groups.iter().flat_map(|group| &group.names).collect();
        let others = names.iter().filter(|name| !grouped.contains(name)).cloned();
        let others: Vec<String> = others.collect();
        push(format!("{} pseudo instructions and those of all targets", others.len()), others);
        items
    }

    /// Groups changed entries by property.
    fn changed(self, list: &ListChanges) -> Vec<SectionItem> {
        let mut by_property: BTreeMap<&str, BTreeMap<String, Vec<&str>>> = BTreeMap::new();
        for entry in &list.changed {
            let is_shown = |change: &&Change| self.is_full || !is_derived(entry, change);
            for change in entry.changes.iter().filter(is_shown) {
                let alike = by_property.entry(property(change)).or_default();
                alike.entry(self.change(change)).or_default().push(&entry.name);
            }
        }
        let has_models = list.list == "schedules";
        let mut properties: Vec<Vec<SectionItem>> = by_property
            .into_iter()
            .map(|(property, alike)| self.property(property, alike, has_models))
            .collect();
        // Then the property with the most changed entries comes first.
        let count = |items: &[SectionItem]| -> usize { items.iter().map(|item| item.count).sum() };
        let is_encoding = |items: &[SectionItem]| items.iter().any(|item| item.is_always_shown);
        properties.sort_by_key(|items| std::cmp::Reverse((is_encoding(items), count(items))));
        properties.into_iter().flatten().collect()
    }

    /// Lists the changes to a property, the most frequent first.
    fn property(
        self,
        property: &str,
        alike: BTreeMap<String, Vec<&str>>,
        has_models: bool,
    ) -> Vec<SectionItem> {
        let mut alike: Vec<(String, Vec<&str>)> = alike.into_iter().collect();
        alike.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let is_encoding = ENCODINGS.contains(&property);
        let is_folded = !self.is_full && !is_encoding && alike.len() > CHANGES_OF_PROPERTY;
        let limit = if is_folded { CHANGES_OF_PROPERTY - 1 } else { alike.len() };
        let folded_changes = alike.split_off(limit);
        let mut items: Vec<SectionItem> = alike
            .into_iter()
            .map(|(what, names)| SectionItem {
                is_always_shown: is_encoding,
                ..self.change_item(what, names, has_models)
            })
            .collect();
        if !folded_changes.is_empty() {
            let what = format!("{property}: {} other changes", folded_changes.len());
            let mut names: Vec<&str> = Vec::new();
            for name in folded_changes.into_iter().flat_map(|(_, names)| names) {
                if names.last() != Some(&name) {
                    names.push(name);
                }
            }
            items.push(self.change_item(what, names, has_models));
        }
        items
    }

    /// Builds an item about changed entries. A long list of schedule entries is reduced to counts by model.
    fn change_item(self, what: String, names: Vec<&str>, has_models: bool) -> SectionItem {
        let count = names.len();
        if self.is_full || !has_models || count <= NAMES {
            let names = names.into_iter().map(str::to_owned).collect();
            return self.item(SectionSign::Changed, what, names, String::new());
        }
        let mut models: Vec<(&str, usize)> = Vec::new();
        for name in names {
            let model = name.split(' ').next().unwrap_or(name);
            match models.iter_mut().find(|(other, _)| *other == model) {
                Some((_, count)) => *count += 1,
                None => models.push((model, 1)),
            }
        }
        let names = models.into_iter().map(|(model, count)| match count {
            1 => format!("1 instruction of {model}"),
            count => format!("{count} instructions of {model}"),
        });
        SectionItem {
            count,
            ..self.item(SectionSign::Changed, what, names.collect(), String::new())
        }
    }

    /// Lists patterns, without types unless the full report is requested. A long list is reduced to counts by
    /// selected instruction.
    fn patterns(self, sign: SectionSign, patterns: &[String]) -> Vec<SectionItem> {
        if self.is_full || patterns.len() <= NAMES {
            let text = |pattern: &String| {
                if self.is_full {
                    self.clipped(pattern)
                } else {
                    self.clipped(&without_types(pattern))
                }
            };
            let each = patterns.iter().map(text);
            return each.map(|what| self.item(sign, what, Vec::new(), String::new())).collect();
        }
        let mut selected: BTreeMap<&str, usize> = BTreeMap::new();
        for pattern in patterns {
            *selected.entry(selected_instruction(pattern)).or_default() += 1;
        }
        let mut selected: Vec<(&str, usize)> = selected.into_iter().collect();
        selected.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let names = selected.iter().map(|(name, count)| match count {
            1 => (*name).to_owned(),
            count => format!("{name} ({count})"),
        });
        let what = format!("{} that select {} instructions", patterns.len(), selected.len());
        vec![self.item(sign, what, names.collect(), String::new())]
    }

    fn change(self, change: &Change) -> String {
        match change {
            Change::Value { property, old, new } => {
                let is_long = old.chars().count().max(new.chars().count()) > CHARACTERS;
                if is_long && !self.is_full && is_permutation(old, new) {
                    return format!("{property}: in another order");
                }
                let [old, new] = self.clipped_change(old, new);
                format!("{property}: {old} -> {new}")
            }
            Change::Members { property, added, removed } => {
                let mut members = self.members('+', added);
                members.extend(self.members('-', removed));
                format!("{property}: {}", members.join(" "))
            }
        }
    }

    /// Lists the first members with a sign, and the number of omitted members.
    fn members(self, sign: char, names: &[String]) -> Vec<String> {
        let limit = if self.is_full { names.len() } else { names.len().min(MEMBERS) };
        let mut members: Vec<String> =
            names[..limit].iter().map(|name| format!("{sign}{name}")).collect();
        if limit < names.len() {
            members.push(format!("{sign}({} more)", names.len() - limit));
        }
        members
    }
}

/// Returns the added and removed names, without renamed entries.
fn without_renamed(list: &ListChanges) -> (Vec<String>, Vec<String>) {
    let names =
        |name: fn(&Renamed) -> &str| -> HashSet<&str> { list.renamed.iter().map(name).collect() };
    let (old, new) = (names(|it| &it.old), names(|it| &it.new));
    let without = |all: &[String], names: &HashSet<&str>| -> Vec<String> {
        all.iter().filter(|name| !names.contains(name.as_str())).cloned().collect()
    };
    (without(&list.added, &new), without(&list.removed, &old))
}

fn property(change: &Change) -> &str {
    match change {
        Change::Value { property, .. } | Change::Members { property, .. } => property,
    }
}

/// Whether a change to an entry follows from its other changes.
fn is_derived(entry: &ChangedEntry, change: &Change) -> bool {
    let derived = DERIVED_PROPERTIES.iter().find(|(name, _)| *name == property(change));
    derived
        .is_some_and(|(_, from)| entry.changes.iter().any(|other| from.contains(&property(other))))
}

/// Whether two lists have the same elements.
fn is_permutation(one: &str, other: &str) -> bool {
    let sorted = |list: &str| {
        let mut elements: Vec<String> = list.split(", ").map(str::to_owned).collect();
        elements.sort_unstable();
        elements
    };
    sorted(one) == sorted(other)
}

/// Instructions that only move a value. Such a result is described by the instruction inside.
const MOVES: [&str; 5] =
    ["COPY_TO_REGCLASS", "EXTRACT_SUBREG", "INSERT_SUBREG", "SUBREG_TO_REG", "REG_SEQUENCE"];

/// Returns the instruction that a pattern selects: the first result operator that is not a move.
fn selected_instruction(pattern: &str) -> &str {
    let result = pattern.split_once(" => ").map_or(pattern, |(_, result)| result);
    let operator = |text: &'_ str| {
        text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len())
    };
    let operators = result.split('(').skip(1).map(|text| &text[..operator(text)]);
    let mut operators = operators.filter(|name| !name.is_empty());
    let first = operators.clone().next().unwrap_or(result);
    operators.find(|name| !MOVES.contains(name)).unwrap_or(first)
}

/// Removes node types such as `:{ *:[i32] }` from a pattern.
fn without_types(pattern: &str) -> String {
    let mut text = String::new();
    let mut remainder = pattern;
    while let Some(start) = remainder.find(":{ ") {
        let Some(end) = remainder[start..].find('}') else { break };
        text.push_str(&remainder[..start]);
        remainder = &remainder[start + end + 1..];
    }
    text + remainder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_say_what_they_select() {
        let text =
            "(add:{ *:[i32] } GPR:{ *:[i32] }:$a, 1:{ *:[i32] }) => (INC:{ *:[i32] } GPR:$a) if P";
        assert_eq!(without_types(text), "(add GPR:$a, 1) => (INC GPR:$a) if P");
        assert_eq!(selected_instruction(text), "INC");
        assert_eq!(selected_instruction("x => (EXTRACT_SUBREG (ADD GPR:$a), sub_lo)"), "ADD");
        assert_eq!(selected_instruction("x => (EXTRACT_SUBREG GPR:$a, sub_lo)"), "EXTRACT_SUBREG");
    }

    #[test]
    fn an_order_is_no_content() {
        assert!(is_permutation("a, b, c", "c, a, b"));
        assert!(!is_permutation("a, b", "a, b, b"));
    }
}
