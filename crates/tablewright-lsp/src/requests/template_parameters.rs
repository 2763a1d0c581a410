//! Template parameters of classes and multiclasses, as declared.

use tablewright_records::Class;
use tablewright_records::trace::DefinitionKind;
use tablewright_syntax::lossless::views::{Multiclass, View};

use crate::items::nodes_around;
use crate::scan::tree;
use crate::snapshot::Snapshot;

/// Returns a class's parameters, each as `type NAME = value`.
pub(crate) fn class_parameters(class: Class<'_>) -> Vec<String> {
    let store = class.store();
    let parameters = class.params().iter().map(|parameter| {
        let name = store.str(parameter.name);
        let short = name.rsplit(':').next().unwrap_or(name);
        let mut text = String::new();
        store.write_param(&mut text, parameter);
        // Without a default, the parameter is printed with `?`.
        let text = text.replacen(name, short, 1);
        text.strip_suffix(" = ?").map_or_else(|| text.clone(), str::to_owned)
    });
    parameters.collect()
}

/// Returns the parameters of a class or multiclass, each as `type NAME = value`.
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
    // The store does not contain multiclasses. Their parameters are read from the text.
    let file = store.sources().file_of(definition.span.lo);
    let tree = tree(&store.sources().file(file).text);
    let around = nodes_around(&tree, store.sources().offset_in_file(definition.span.lo));
    let multiclass = around.into_iter().rev().find_map(Multiclass::from_node)?;
    let parameters = multiclass.parameters().into_iter().flatten();
    Some(parameters.map(|parameter| parameter.node().text().to_owned()).collect())
}
