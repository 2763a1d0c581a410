//! Which options and groups belong to which group, and which options are other names of one.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_syntax::diagnostic::Code;

use crate::support::source_order::SourceOrder;

/// The members of all groups, and the other names of options.
pub(super) struct Tree<'s> {
    /// By group; what is in none is the page's.
    members: FxHashMap<Option<RecordId>, Members<'s>>,
    aliases: FxHashMap<RecordId, Vec<Record<'s>>>,
}

#[derive(Default)]
pub(super) struct Members<'s> {
    /// By name.
    pub(super) options: Vec<Record<'s>>,
    /// In source order.
    pub(super) groups: Vec<Record<'s>>,
}

impl<'s> Tree<'s> {
    pub(super) fn collect(store: &'s RecordStore) -> Result<Tree<'s>, FieldError> {
        let mut tree = Tree { members: FxHashMap::default(), aliases: FxHashMap::default() };
        let mut groups = store.derived_from_name("OptionGroup")?;
        let order = SourceOrder::of(store);
        groups.sort_by_key(|&group| order.key(group));
        for group in groups {
            if !is_flattened(group)? {
                tree.members.entry(shown_group(group)?).or_default().groups.push(group);
            }
        }
        let mut options = Vec::new();
        for option in store.derived_from_name("Option")? {
            options.push((option.string("Name")?, option));
        }
        // Later ones take the place of earlier ones of the same name.
        let by_name: FxHashMap<&str, Record<'s>> = options.iter().copied().collect();
        options.sort_by_key(|&(name, _)| name);
        for (name, option) in options {
            match shown_with(name, option, &by_name)? {
                Some(other) => tree.aliases.entry(other.id()).or_default().push(option),
                None => {
                    tree.members.entry(shown_group(option)?).or_default().options.push(option);
                }
            }
        }
        Ok(tree)
    }

    pub(super) fn members(&self, group: Record<'s>) -> Option<&Members<'s>> {
        self.members.get(&Some(group.id()))
    }

    /// The members of `group`, or of the page, which are asked for once.
    pub(super) fn take_members(&mut self, group: Option<Record<'s>>) -> Members<'s> {
        self.members.remove(&group.map(Record::id)).unwrap_or_default()
    }

    /// The other names of `option`, by name, which are asked for once.
    pub(super) fn take_aliases(&mut self, option: Record<'s>) -> Vec<Record<'s>> {
        self.aliases.remove(&option.id()).unwrap_or_default()
    }
}

/// The option that `option` is shown with, as another name of it: the one it is an alias of, or the
/// one it turns off.
fn shown_with<'s>(
    name: &str,
    option: Record<'s>,
    by_name: &FxHashMap<&str, Record<'s>>,
) -> Result<Option<Record<'s>>, FieldError> {
    if let Some(other) = option.optional_record("Alias")? {
        return Ok(Some(other));
    }
    let negated = name.strip_prefix("no-").filter(|rest| !rest.is_empty());
    if let Some(other) = negated.and_then(|rest| by_name.get(rest)) {
        return Ok(Some(*other));
    }
    // `fno-x` turns `fx` off.
    let mut letters = name.chars();
    let letter = letters.next();
    let negated = letters.as_str().strip_prefix("no-").zip(letter);
    Ok(negated.and_then(|(rest, letter)| by_name.get(&*format!("{letter}{rest}"))).copied())
}

/// The group under whose heading an option or group is shown: the innermost that has one.
fn shown_group(member: Record<'_>) -> Result<Option<RecordId>, FieldError> {
    let mut seen = FxHashSet::default();
    let mut group = member.optional_record("Group")?;
    while let Some(flattened) = group {
        if !is_flattened(flattened)? {
            break;
        }
        if !seen.insert(flattened.id()) {
            return Err(FieldError::new(
                Code::ClangDocumentation,
                flattened,
                "group lies within itself",
            ));
        }
        group = flattened.optional_record("Group")?;
    }
    Ok(group.map(Record::id))
}

/// Whether the members of the group are shown as if they were in the group around it.
fn is_flattened(group: Record<'_>) -> Result<bool, FieldError> {
    if group.field("DocFlatten").is_some() { group.bit("DocFlatten") } else { Ok(false) }
}
