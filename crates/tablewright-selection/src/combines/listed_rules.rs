//! The rules in a combiner, including rules in groups.

use tablewright_records::{FieldError, Record, RecordView};
use tablewright_syntax::diagnostic::Code;

use crate::record_views::global_isel::GiCombineGroupRecord;

/// A limit above the rule count of any combiner. Groups that list one another repeatedly would exceed it.
const MOST_RULES: usize = 1 << 16;

/// Maximum nesting depth of groups.
const MOST_NESTED: usize = 100;

/// A combiner rule.
#[derive(Clone, Copy)]
pub struct ListedRule<'s> {
    /// Its record.
    pub record: Record<'s>,
    /// Whether the combiner lists it a second time.
    pub is_repeated: bool,
}

/// Returns the rules in a combiner, in order.
///
/// # Errors
/// Fails if a group is invalid, or lists itself.
pub fn listed_rules(combiner: Record<'_>) -> Result<Vec<ListedRule<'_>>, FieldError> {
    let mut rules = Vec::new();
    add(combiner, &mut Vec::new(), &mut rules)?;
    let mut seen = rustc_hash::FxHashSet::default();
    for rule in &mut rules {
        rule.is_repeated = !seen.insert(rule.record.id());
    }
    Ok(rules)
}

/// Adds the rules of `group`; `around` are the groups that it is listed in.
fn add<'s>(
    group: Record<'s>,
    around: &mut Vec<Record<'s>>,
    rules: &mut Vec<ListedRule<'s>>,
) -> Result<(), FieldError> {
    if around.iter().any(|outer| outer.id() == group.id()) {
        let message = format!("group '{}' lists itself", group.name());
        return Err(FieldError::new(Code::Combines, group, message));
    }
    if around.len() >= MOST_NESTED {
        let message = format!("groups are nested more than {MOST_NESTED} deep");
        return Err(FieldError::new(Code::Combines, group, message));
    }
    around.push(group);
    for listed in GiCombineGroupRecord::new(group).listed()? {
        if listed.rules()?.is_some() {
            add(listed.into(), around, rules)?;
        } else if rules.len() < MOST_RULES {
            rules.push(ListedRule { record: listed.into(), is_repeated: false });
        } else {
            let message = format!("group '{}' has more than {MOST_RULES} rules", group.name());
            return Err(FieldError::new(Code::Combines, group, message));
        }
    }
    around.pop();
    Ok(())
}
