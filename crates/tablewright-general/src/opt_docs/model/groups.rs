//! The group tree: the options and groups in each group, and each option's other names.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{FieldError, RecordId, RecordStore, RecordView, SourceOrder};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::option::{OptionGroupRecord, OptionRecord};

/// The members of all groups, and the options' other names.
pub(super) struct GroupTree<'s> {
    /// Members by group; `None` is the page itself.
    members: FxHashMap<Option<RecordId>, GroupMembers<'s>>,
    aliases: FxHashMap<RecordId, Vec<OptionRecord<'s>>>,
}

#[derive(Default)]
pub(super) struct GroupMembers<'s> {
    /// Sorted by name.
    pub(super) options: Vec<OptionRecord<'s>>,
    /// In source order.
    pub(super) groups: Vec<OptionGroupRecord<'s>>,
}

impl<'s> GroupTree<'s> {
    pub(super) fn collect(store: &'s RecordStore) -> Result<GroupTree<'s>, FieldError> {
        let mut tree = GroupTree { members: FxHashMap::default(), aliases: FxHashMap::default() };
        let mut groups = OptionGroupRecord::all(store)?;
        let order = SourceOrder::new(store);
        groups.sort_by_key(|&group| order.key(group.into()));
        for group in groups {
            if !group.is_flattened()? {
                tree.members.entry(shown_group(group.group()?)?).or_default().groups.push(group);
            }
        }
        let mut options = Vec::new();
        for option in OptionRecord::all(store)? {
            options.push((option.spelling()?, option));
        }
        // Later options replace earlier options with the same name.
        let by_name: FxHashMap<&str, OptionRecord<'s>> = options.iter().copied().collect();
        options.sort_by_key(|&(name, _)| name);
        for (name, option) in options {
            match shown_with(name, option, &by_name)? {
                Some(other) => tree.aliases.entry(other.id()).or_default().push(option),
                None => {
                    tree.members
                        .entry(shown_group(option.group()?)?)
                        .or_default()
                        .options
                        .push(option);
                }
            }
        }
        Ok(tree)
    }

    pub(super) fn members(&self, group: OptionGroupRecord<'s>) -> Option<&GroupMembers<'s>> {
        self.members.get(&Some(group.id()))
    }

    /// Takes the members of `group` or the page. Each group's members can be taken once.
    pub(super) fn take_members(
        &mut self,
        group: Option<OptionGroupRecord<'s>>,
    ) -> GroupMembers<'s> {
        self.members.remove(&group.map(|group| group.id())).unwrap_or_default()
    }

    /// Takes the other names of `option`, sorted by name. They can be taken once.
    pub(super) fn take_aliases(&mut self, option: OptionRecord<'s>) -> Vec<OptionRecord<'s>> {
        self.aliases.remove(&option.id()).unwrap_or_default()
    }
}

/// Returns the option under which `option` is shown as another name: the option that it is an alias
/// of, or that it turns off.
fn shown_with<'s>(
    name: &str,
    option: OptionRecord<'s>,
    by_name: &FxHashMap<&str, OptionRecord<'s>>,
) -> Result<Option<OptionRecord<'s>>, FieldError> {
    if let Some(other) = option.alias()? {
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

/// Returns the group whose heading contains a member of `group`: the innermost group with a
/// heading.
fn shown_group(mut group: Option<OptionGroupRecord<'_>>) -> Result<Option<RecordId>, FieldError> {
    let mut seen = FxHashSet::default();
    while let Some(flattened) = group {
        if !flattened.is_flattened()? {
            break;
        }
        if !seen.insert(flattened.id()) {
            let message = "group lies within itself";
            return Err(FieldError::new(Code::Options, flattened, message));
        }
        group = flattened.group()?;
    }
    Ok(group.map(|group| group.id()))
}
