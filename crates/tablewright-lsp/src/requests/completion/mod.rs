//! `textDocument/completion`, based on the tokens before the cursor ([`cursor`]).

mod cursor;
mod include_paths;

use gen_lsp_types as lsp;
use gen_lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionResponse, Documentation,
    InsertTextFormat,
};
use tablewright_records::trace::DefinitionKind;
use tablewright_records::{Class, RecordStore, Type};

use super::names::shortened;
use super::operators::OPERATORS;
use super::template_parameters::{class_parameters, template_parameters};
use crate::context::FileContext;
use cursor::{CursorExpectation, cursor};

/// Record limit for a response. More letters narrow the result.
const MAX_RECORDS: usize = 300;

/// Keywords that begin statements.
const STATEMENTS: [&str; 13] = [
    "assert",
    "class",
    "def",
    "defm",
    "defset",
    "deftype",
    "defvar",
    "dump",
    "foreach",
    "if",
    "include",
    "let",
    "multiclass",
];

/// Built-in types.
const TYPES: [&str; 7] = ["bit", "bits", "code", "dag", "int", "list", "string"];

pub(crate) fn completion(
    context: &FileContext<'_>,
    params: lsp::CompletionParams,
) -> Option<CompletionResponse> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let offset = snapshot.offset(context.path, params.text_document_position_params.position)?;
    let at = cursor(&view.text, offset);
    let mut items = Completion { context, store: snapshot.store(), items: Vec::new() };
    let mut is_incomplete = false;
    match &at.expected {
        CursorExpectation::Nothing => {}
        CursorExpectation::IncludePath(typed) => items.items = include_paths::paths(context, typed),
        CursorExpectation::Statement => items.keywords(&STATEMENTS),
        CursorExpectation::BodyItem => {
            items.keywords(&["let", "defvar", "assert", "dump", "field"]);
            items.keywords(&TYPES);
            items.classes();
            items.variables();
        }
        CursorExpectation::Classes => items.classes(),
        CursorExpectation::Multiclasses => {
            items.multiclasses();
            items.classes();
        }
        CursorExpectation::LetField { parents } => items.fields(parents),
        CursorExpectation::OuterLetField => items.all_fields(),
        CursorExpectation::Operator => items.operators(),
        CursorExpectation::Member { value } => items.members(value, &at.parents),
        CursorExpectation::Value { call, word } => {
            let class = call.as_ref().and_then(|(name, index)| items.argument(name, *index));
            items.variables();
            items.fields(&at.parents);
            is_incomplete = items.records(class.as_deref(), word);
            items.operators();
            items.classes();
            items.keywords(&["true", "false"]);
        }
    }
    let mut distinct_items = items.items;
    let mut seen = std::collections::BTreeSet::new();
    distinct_items.retain(|item| seen.insert(item.label.clone()));
    let list = CompletionList {
        is_incomplete,
        item_defaults: None,
        apply_kind: None,
        items: distinct_items,
    };
    Some(CompletionResponse::CompletionList(list))
}

/// Creates an item that inserts its label.
pub(crate) fn item(label: impl Into<String>, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem { label: label.into(), kind: Some(kind), ..CompletionItem::default() }
}

/// Builds the item list.
struct Completion<'a> {
    context: &'a FileContext<'a>,
    store: &'a RecordStore,
    items: Vec<CompletionItem>,
}

impl Completion<'_> {
    fn keywords(&mut self, words: &[&str]) {
        self.items.extend(words.iter().map(|&word| item(word, CompletionItemKind::Keyword)));
    }

    fn classes(&mut self) {
        for class in self.store.classes() {
            self.items.push(CompletionItem {
                detail: Some(parameters_text(&class_parameters(class))),
                ..item(class.name(), CompletionItemKind::Class)
            });
        }
    }

    fn multiclasses(&mut self) {
        for name in self.named(DefinitionKind::Multiclass) {
            let parameters = template_parameters(&self.context.snapshot, &name).unwrap_or_default();
            self.items.push(CompletionItem {
                detail: Some(parameters_text(&parameters)),
                ..item(name, CompletionItemKind::Interface)
            });
        }
    }

    /// Returns all definition names for a kind.
    fn named(&self, kind: DefinitionKind) -> Vec<String> {
        let Some(names) = self.context.snapshot.names() else { return Vec::new() };
        let definitions = names.definitions().map(|(_, definition)| definition);
        let mut sorted_names: Vec<String> = definitions
            .filter(|definition| definition.kind == kind)
            .map(|definition| self.store.str(definition.name).to_owned())
            .collect();
        sorted_names.sort_unstable();
        sorted_names.dedup();
        sorted_names
    }

    /// Adds class fields.
    fn fields(&mut self, classes: &[String]) {
        let store = self.store;
        for class in classes.iter().filter_map(|name| store.get_class(name)) {
            self.fields_of(class);
        }
    }

    fn fields_of(&mut self, class: Class<'_>) {
        for field in class.fields() {
            let ty = self.store.type_text(field.ty);
            let value = shortened(&self.store.value_text(field.value), 60);
            self.items.push(CompletionItem {
                detail: Some(ty),
                documentation: Some(Documentation::String(format!("{}: {value}", class.name()))),
                ..item(self.store.str(field.name), CompletionItemKind::Field)
            });
        }
    }

    fn all_fields(&mut self) {
        let fields = self.named(DefinitionKind::Field);
        self.items.extend(fields.into_iter().map(|name| item(name, CompletionItemKind::Field)));
    }

    /// Adds class parameters in the file, and variables.
    fn variables(&mut self) {
        let variables = self.named(DefinitionKind::Variable);
        let variables = variables.into_iter().map(|name| item(name, CompletionItemKind::Variable));
        self.items.extend(variables);
        let snapshot = &self.context.snapshot;
        let Some(names) = snapshot.names() else { return };
        for &file in snapshot.analysis.inclusions(self.context.path).iter().take(1) {
            for &(_, id) in snapshot.analysis.definitions_in(file) {
                let definition = names.definition(id);
                if definition.kind == DefinitionKind::Parameter {
                    let name = self.store.str(definition.name);
                    let name = name.rsplit(':').next().unwrap_or(name);
                    self.items.push(item(name, CompletionItemKind::TypeParameter));
                }
            }
        }
    }

    fn operators(&mut self) {
        for operator in OPERATORS {
            self.items.push(CompletionItem {
                detail: Some(operator.signature()),
                documentation: Some(Documentation::String(operator.summary.to_owned())),
                filter_text: Some(format!("!{}", operator.name)),
                insert_text_format: Some(InsertTextFormat::PlainText),
                ..item(format!("!{}", operator.name), CompletionItemKind::Function)
            });
        }
    }

    /// Adds the members after a dot: fields of a record, or of the class of a parameter or field.
    fn members(&mut self, value: &str, classes: &[String]) {
        if let Some(record) = self.store.get(value) {
            for field in record.fields() {
                let text = shortened(&self.store.value_text(field.value), 60);
                self.items.push(CompletionItem {
                    detail: Some(self.store.type_text(field.ty)),
                    documentation: Some(Documentation::String(text)),
                    ..item(self.store.str(field.name), CompletionItemKind::Field)
                });
            }
            return;
        }
        let mut types = Vec::new();
        for class in classes.iter().filter_map(|name| self.store.get_class(name)) {
            let own = |name: &str| name.rsplit(':').next() == Some(value);
            let params = class.params().iter();
            let params = params.filter(|param| own(self.store.str(param.name))).map(|p| p.ty);
            let fields = class.fields().filter(|field| self.store.str(field.name) == value);
            types.extend(params.chain(fields.map(|field| field.ty)));
        }
        for ty in types {
            if let Type::Record(classes) = self.store.ty(ty) {
                for &class in classes {
                    self.fields_of(self.store.class(class));
                }
            }
        }
    }

    /// Returns the class of an argument that is a record. Adds parameters that can be named.
    fn argument(&mut self, callee: &str, index: usize) -> Option<String> {
        let class = self.store.get_class(callee)?;
        for parameter in class_parameters(class).iter().skip(index) {
            let declaration = parameter.split(" = ").next().unwrap_or(parameter);
            let name = declaration.rsplit(' ').next().unwrap_or(declaration);
            self.items.push(CompletionItem {
                detail: Some(parameter.clone()),
                insert_text: Some(format!("{name} = ")),
                sort_text: Some(format!("1{name}")),
                ..item(format!("{name} ="), CompletionItemKind::Property)
            });
        }
        let ty = self.store.ty(class.params().get(index)?.ty);
        let Type::Record(classes) = ty else { return None };
        Some(self.store.class(*classes.first()?).name().to_owned())
    }

    /// Adds records, restricted to an expected class. Returns whether the list is incomplete.
    fn records(&mut self, class: Option<&str>, typed: &str) -> bool {
        let fits = |name: &str| name.to_lowercase().contains(&typed.to_lowercase());
        let records = self.store.records().filter(|record| !record.is_anonymous());
        let records = records.filter(|record| class.is_none_or(|class| record.inherits(class)));
        let mut fitting = records.filter(|record| fits(record.name()));
        for record in fitting.by_ref().take(MAX_RECORDS) {
            self.items.push(CompletionItem {
                detail: Some(record.direct_superclass_names().join(", ")),
                sort_text: class.map(|_| format!("0{}", record.name())),
                ..item(record.name(), CompletionItemKind::Constant)
            });
        }
        fitting.next().is_some()
    }
}

fn parameters_text(parameters: &[String]) -> String {
    if parameters.is_empty() { String::new() } else { format!("<{}>", parameters.join(", ")) }
}
