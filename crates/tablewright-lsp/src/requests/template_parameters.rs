//! The template parameters of classes and multiclasses, as they are declared.

use tablewright::Class;
use tablewright::trace::DefinitionKind;

use crate::items::{Item, ItemKind, items};
use crate::scan::code_tokens;
use crate::snapshot::Snapshot;

/// The parameters of a class, each as `type NAME = value`.
pub(crate) fn class_parameters(class: Class<'_>) -> Vec<String> {
    let store = class.store();
    let parameters = class.params().iter().map(|parameter| {
        let name = store.str(parameter.name);
        let short = name.rsplit(':').next().unwrap_or(name);
        let mut text = String::new();
        store.write_param(&mut text, parameter);
        // One without a default is printed with `?`.
        let text = text.replacen(name, short, 1);
        text.strip_suffix(" = ?").map_or_else(|| text.clone(), str::to_owned)
    });
    parameters.collect()
}

/// The parameters of a class or multiclass, each as `type NAME = value`.
pub(crate) fn template_parameters(snapshot: &Snapshot<'_>, name: &str) -> Option<Vec<String>> {
    let store = snapshot.store();
    if let Some(class) = store.get_class(name) {
        return Some(class_parameters(class));
    }
    let names = snapshot.names()?;
    let mut definitions = names.definitions().map(|(_, definition)| definition);
    let definition = definitions.find(|definition| {
        definition.kind == DefinitionKind::Multiclass && store.str(definition.name) == name
    })?;
    // The records have no multiclasses, so their parameters are read from the text.
    let file = store.sources().file_of(definition.span.lo);
    let text = &store.sources().file(file).text;
    let items = items(text);
    let item = find_item(&items, store.sources().offset_in_file(definition.span.lo))?;
    Some(written_parameters(text, item))
}

fn find_item(items: &[Item], name: usize) -> Option<&Item> {
    items.iter().find_map(|item| {
        let is_it = item.kind == ItemKind::Multiclass && item.name.start == name;
        if is_it { Some(item) } else { find_item(&item.children, name) }
    })
}

/// What stands between the angle brackets after a name, split at commas.
fn written_parameters(text: &str, item: &Item) -> Vec<String> {
    let rest = &text[item.name.end..item.range.end];
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for token in code_tokens(rest) {
        if token.opens() {
            depth += 1;
            if depth == 1 {
                start = token.range.end;
            }
        } else if token.closes() {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                found.push(rest[start..token.range.start].trim().to_owned());
                return found;
            }
        } else if depth == 0 {
            return found;
        } else if depth == 1 && token.is(b',') {
            found.push(rest[start..token.range.start].trim().to_owned());
            start = token.range.end;
        }
    }
    found
}
