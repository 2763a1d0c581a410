//! What changed of a target: one section for each list.
//!
//! In: the changes of a list, entry by entry. Out: a section in which changes that are alike stand together. Where a
//! property changed in many different ways, the most frequent ones stand for all.

use std::collections::{BTreeMap, HashSet};

use tablewright::inspect::diff::{AddedGroup, Change, ChangedEntry, ListChanges, Renamed};

use super::section::{CHARACTERS, Item, Limits, NAMES, Section, Sign, counts};

/// How many different changes of one property are shown, unless all are asked for.
const CHANGES_OF_PROPERTY: usize = 4;

/// How many groups of new instructions are shown, unless all are asked for.
const GROUPS: usize = 8;

/// How many members of a set are shown that were added, and that were removed.
const MEMBERS: usize = 8;

/// The properties that say the same as others in more words.
const DERIVED_PROPERTIES: [(&str, &[&str]); 4] = [
    ("all features", &["features", "features for tuning"]),
    // A model that did not know an instruction has no numbers of it.
    ("latency", &["coverage"]),
    ("micro-operations", &["coverage"]),
    ("resources", &["coverage"]),
];

/// The order of the sections: what users of a target see comes first.
const SECTIONS: [&str; 2] = ["features", "processors"];

/// The lists in the order of their sections.
pub(super) fn in_order(lists: &[ListChanges]) -> Vec<&ListChanges> {
    let mut ordered: Vec<&ListChanges> = lists.iter().collect();
    let position = |list: &str| SECTIONS.iter().position(|name| *name == list);
    ordered.sort_by_key(|list| position(list.list).unwrap_or(SECTIONS.len()));
    ordered
}

impl Limits {
    /// The section of a list.
    pub(super) fn list(self, list: &ListChanges) -> Section {
        let mut items = Vec::new();
        if let Some(problem) = &list.problem {
            let which = if problem.is_new { "new" } else { "old" };
            let what = format!("cannot be told for the {which} description: {}", problem.message);
            items.push(self.item(Sign::Changed, what, Vec::new(), String::new()));
        }
        let (added, removed) = without_renamed(list);
        for (sign, names) in [(Sign::Added, &added), (Sign::Removed, &removed)] {
            let groups = &list.added_by_predicates;
            if list.list == "patterns" {
                items.extend(self.patterns(sign, names));
            } else if sign == Sign::Added && names.len() > NAMES && groups.len() > 1 {
                items.extend(self.added_instructions(groups, names));
            } else if !names.is_empty() {
                items.push(self.item(sign, String::new(), names.clone(), String::new()));
            }
        }
        if !list.renamed.is_empty() {
            let names = list.renamed.iter().map(|Renamed { old, new }| format!("{old} -> {new}"));
            items.push(self.item(Sign::Renamed, String::new(), names.collect(), String::new()));
        }
        items.extend(self.changed(list));
        if list.moved > 0 {
            let what = format!("{} tried in another order", list.moved);
            items.push(self.item(Sign::Changed, what, Vec::new(), String::new()));
        }
        let counts = counts(&[
            (added.len(), "added"),
            (removed.len(), "removed"),
            (list.renamed.len(), "renamed"),
            (list.changed.len(), "changed"),
            (list.moved, "moved"),
        ]);
        self.section(format!("{}: {counts}", list.list), items)
    }

    /// New instructions, by what they need: those of an extension of the target stand together.
    fn added_instructions(self, groups: &[AddedGroup], names: &[String]) -> Vec<Item> {
        let is_folded = !self.is_full && groups.len() > GROUPS;
        let shown = if is_folded { GROUPS - 1 } else { groups.len() };
        let mut items: Vec<Item> = Vec::new();
        let mut push = |what: String, names: Vec<String>| {
            if !names.is_empty() {
                items.push(self.item(Sign::Added, what, names, String::new()));
            }
        };
        for AddedGroup { predicates, names } in &groups[..shown] {
            let what = match &predicates[..] {
                [] => "without predicates".to_owned(),
                predicates => format!("with {}", predicates.join(", ")),
            };
            push(format!("{} {what}", names.len()), names.clone());
        }
        let rest = groups[shown..].iter().flat_map(|group| group.names.iter().cloned());
        let rest: Vec<String> = rest.collect();
        push(format!("{} with other predicates", rest.len()), rest);
        let grouped: HashSet<&String> = groups.iter().flat_map(|group| &group.names).collect();
        let others = names.iter().filter(|name| !grouped.contains(name)).cloned();
        let others: Vec<String> = others.collect();
        push(format!("{} pseudo instructions and those of all targets", others.len()), others);
        items
    }

    /// What changed of entries, by properties.
    fn changed(self, list: &ListChanges) -> Vec<Item> {
        let mut by_property: BTreeMap<&str, BTreeMap<String, Vec<&str>>> = BTreeMap::new();
        for entry in &list.changed {
            let is_shown = |change: &&Change| self.is_full || !is_derived(entry, change);
            for change in entry.changes.iter().filter(is_shown) {
                let alike = by_property.entry(property(change)).or_default();
                alike.entry(self.change(change)).or_default().push(&entry.name);
            }
        }
        let has_models = list.list == "schedules";
        let mut properties: Vec<Vec<Item>> = by_property
            .into_iter()
            .map(|(property, alike)| self.property(property, alike, has_models))
            .collect();
        // The property that changed of most entries comes first.
        let count = |items: &[Item]| -> usize { items.iter().map(|item| item.count).sum() };
        properties.sort_by_key(|items| std::cmp::Reverse(count(items)));
        properties.into_iter().flatten().collect()
    }

    /// The changes of a property, the most frequent first.
    fn property(
        self,
        property: &str,
        alike: BTreeMap<String, Vec<&str>>,
        has_models: bool,
    ) -> Vec<Item> {
        let mut alike: Vec<(String, Vec<&str>)> = alike.into_iter().collect();
        alike.sort_by_key(|(_, names)| std::cmp::Reverse(names.len()));
        let is_folded = !self.is_full && alike.len() > CHANGES_OF_PROPERTY;
        let shown = if is_folded { CHANGES_OF_PROPERTY - 1 } else { alike.len() };
        let rest = alike.split_off(shown);
        let mut items: Vec<Item> = alike
            .into_iter()
            .map(|(what, names)| self.change_item(what, names, has_models))
            .collect();
        if !rest.is_empty() {
            let what = format!("{property}: {} other changes", rest.len());
            let mut names: Vec<&str> = Vec::new();
            for name in rest.into_iter().flat_map(|(_, names)| names) {
                if names.last() != Some(&name) {
                    names.push(name);
                }
            }
            items.push(self.change_item(what, names, has_models));
        }
        items
    }

    /// An item about entries; many entries of models are counted by model.
    fn change_item(self, what: String, names: Vec<&str>, has_models: bool) -> Item {
        let count = names.len();
        if self.is_full || !has_models || count <= NAMES {
            let names = names.into_iter().map(str::to_owned).collect();
            return self.item(Sign::Changed, what, names, String::new());
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
        Item { count, ..self.item(Sign::Changed, what, names.collect(), String::new()) }
    }

    /// Patterns, without their types unless all is asked for; many are counted by the instruction that they select.
    fn patterns(self, sign: Sign, patterns: &[String]) -> Vec<Item> {
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
                format!("{property}: {} -> {}", self.clipped(old), self.clipped(new))
            }
            Change::Members { property, added, removed } => {
                let mut members = self.members('+', added);
                members.extend(self.members('-', removed));
                format!("{property}: {}", members.join(" "))
            }
        }
    }

    /// The first members of a list, each with a sign, and how many there are more.
    fn members(self, sign: char, names: &[String]) -> Vec<String> {
        let shown = if self.is_full { names.len() } else { names.len().min(MEMBERS) };
        let mut members: Vec<String> =
            names[..shown].iter().map(|name| format!("{sign}{name}")).collect();
        if shown < names.len() {
            members.push(format!("{sign}({} more)", names.len() - shown));
        }
        members
    }
}

/// The names of what was added and removed, without what has another name.
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

/// Whether a change of an entry follows from others.
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

/// Instructions that move values; what matters of a result is the instruction in them.
const MOVES: [&str; 5] =
    ["COPY_TO_REGCLASS", "EXTRACT_SUBREG", "INSERT_SUBREG", "SUBREG_TO_REG", "REG_SEQUENCE"];

/// The instruction that a pattern selects: the first operator of its result that does more than move a value.
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

/// A pattern without the types of its nodes: `:{ *:[i32] }`.
fn without_types(pattern: &str) -> String {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some(start) = rest.find(":{ ") {
        let Some(end) = rest[start..].find('}') else { break };
        text.push_str(&rest[..start]);
        rest = &rest[start + end + 1..];
    }
    text + rest
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
