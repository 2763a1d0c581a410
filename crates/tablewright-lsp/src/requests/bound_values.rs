//! Values of template parameters and loop variables during evaluation.

use std::collections::HashMap;
use std::fmt::Write;

use tablewright_records::trace::{Binding, Definition, ExpansionKind, Template};
use tablewright_records::{RecordStore, ValueId};
use tablewright_syntax::symbol::Symbol;

use crate::names::{counted, shortened};
use crate::snapshot::Snapshot;

/// Limit for values.
const SHOWN: usize = 8;

/// Values with the number of their uses.
type CountedValues = Vec<(ValueId, usize)>;

/// Returns the values of a template parameter at instances of its class or multiclass, the most
/// frequent first. Values that depend on other parameters are left out.
pub(super) fn of_parameter(snapshot: &Snapshot<'_>, definition: &Definition) -> CountedValues {
    let (store, Some(trace)) = (snapshot.store(), snapshot.trace()) else { return Vec::new() };
    let Some(owner) = definition.owner else { return Vec::new() };
    let (owner_name, name) = (store.str(owner), store.str(definition.name));
    let class = store.find_class(owner_name);
    let qualified: Vec<Symbol> = ["", ":", "::"]
        .iter()
        .filter_map(|colon| match *colon {
            "" => Some(definition.name),
            colon => store.symbols().get(&format!("{owner_name}{colon}{name}")),
        })
        .collect();
    let of_class = trace.inheritances().filter_map(|(_, inheritance)| {
        let template = trace.site(inheritance.site).template;
        let is_own = class.is_some_and(|class| template == Template::Class(class));
        is_own.then(|| trace.inheritance_bindings(inheritance))
    });
    let of_multiclass = trace.expansions().filter_map(|(_, expansion)| match expansion.kind {
        ExpansionKind::Defm(site) | ExpansionKind::Multiclass(site) => {
            let is_own = trace.site(site).template == Template::Multiclass(owner);
            is_own.then(|| trace.expansion_bindings(expansion))
        }
        ExpansionKind::Iteration(_) | ExpansionKind::Clause(_) => None,
    });
    let bindings = of_class.chain(of_multiclass).flatten();
    let mut values = counted_values(bindings.filter(|binding| qualified.contains(&binding.name)));
    values.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    values
}

/// Returns the values of a loop variable in their order.
pub(super) fn of_loop(snapshot: &Snapshot<'_>, definition: &Definition) -> CountedValues {
    let Some(trace) = snapshot.trace() else { return Vec::new() };
    let iterations = trace.expansions().filter_map(|(_, expansion)| {
        let ExpansionKind::Iteration(pos) = expansion.kind else { return None };
        let bindings = trace.expansion_bindings(expansion);
        let binding = bindings.iter().find(|binding| binding.name == definition.name)?;
        (pos <= definition.span.lo).then_some((pos, binding))
    });
    let iterations: Vec<(_, &Binding)> = iterations.collect();
    // The nearest loop before the name is its loop.
    let Some(nearest) = iterations.iter().map(|(pos, _)| *pos).max() else { return Vec::new() };
    let own = iterations.into_iter().filter(|(pos, _)| *pos == nearest);
    counted_values(own.map(|(_, binding)| binding))
}

fn counted_values<'b>(bindings: impl Iterator<Item = &'b Binding>) -> CountedValues {
    let mut indices: HashMap<ValueId, usize> = HashMap::new();
    let mut values = CountedValues::new();
    for binding in bindings.filter(|binding| !binding.value.is_open()) {
        let index = *indices.entry(binding.value).or_insert(values.len());
        match values.get_mut(index) {
            Some((_, count)) => *count += 1,
            None => values.push((binding.value, 1)),
        }
    }
    values
}

/// Formats values.
pub(super) fn shown(store: &RecordStore, values: &CountedValues, width: usize) -> String {
    if values.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}: ", counted(values.len(), "value"));
    for (index, (value, count)) in values.iter().take(SHOWN).enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        _ = write!(text, "{separator}`{}`", shortened(&store.value_text(*value), width));
        if *count > 1 {
            _ = write!(text, " ({count} times)");
        }
    }
    text.push_str(if values.len() > SHOWN { ", …\n" } else { "\n" });
    text
}
