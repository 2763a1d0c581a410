//! The tree of groups: the options and groups in each group, and the other names of each option.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{FieldError, RecordId, RecordStore, RecordView, SourceOrder};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::option::{OptionGroupRecord, OptionRecord};

/// The members of all groups, and the other names of options.
pub(super) struct GroupTree<'s> {
    /// By group; what is in none is the page's.
    members: FxHashMap<Option<RecordId>, GroupMembers<'s>>,
    aliases: FxHashMap<RecordId, Vec<OptionRecord<'s>>>,
}

#[derive(Default)]
pub(super) struct GroupMembers<'s> {
    /// By name.
    pub(super) options: Vec<OptionRecord<'s>>,
    /// In source order.
    pub(super) groups: Vec<OptionGroupRecord<'s>>,
}

impl<'s> GroupTree<'s> {
    pub(super) fn collect(store: &'s RecordStore) -> Result<GroupTree<'s>, FieldError> {
        let mut tree = GroupTree { members: FxHashMap::default(), aliases: FxHashMap::default() };
        let mut groups = OptionGroupRecord::all(store)?;
        let order = SourceOrder::of(store);
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
        // Later ones take the place of earlier ones of the same name.
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

    /// The members of `group`, or of the page, which are asked for once.
    pub(super) fn take_members(
        &mut self,
        group: Option<OptionGroupRecord<'s>>,
    ) -> GroupMembers<'s> {
        self.members.remove(&group.map(|group| group.id())).unwrap_or_default()
    }

    /// The other names of `option`, by name, which are asked for once.
    pub(super) fn take_aliases(&mut self, option: OptionRecord<'s>) -> Vec<OptionRecord<'s>> {
        self.aliases.remove(&option.id()).unwrap_or_default()
    }
}

/// The option that `option` is shown with, as another name of it: the one it is an alias of, or the
/// one it turns off.
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

/// The group under whose heading a member of `group` is shown: the innermost that has one.
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
