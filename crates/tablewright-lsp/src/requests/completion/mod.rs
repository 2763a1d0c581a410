//! `textDocument/completion`, based on the tokens before the cursor ([`cursor`]).

mod candidates;
mod cursor;
mod families;
mod include_paths;
mod slot;

use std::collections::BTreeSet;

use gen_lsp_types as lsp;
use gen_lsp_types::{CompletionItem, CompletionItemKind, CompletionList, CompletionResponse};
use tablewright_records::trace::{DefinitionKind, LetPosition};
use tablewright_records::{Class, ClassId, RecordStore, Type};
use tablewright_syntax::symbol::Symbol;

use super::operators::OPERATORS;
use super::template_parameters::{class_parameters, template_parameters, type_and_name};
use crate::context::FileContext;
use candidates::{Candidates, Rank, Source};
use cursor::{Cursor, CursorExpectation, cursor};
use families::Families;
use slot::{DagPart, Declared, ValueSlot};

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

/// Preprocessor directives.
const DIRECTIVES: [&str; 5] = ["define", "else", "endif", "ifdef", "ifndef"];

/// LLVM's class for operators of patterns, for dags that no other dags are near.
const PATTERN_OPERATOR: &str = "SDPatternOperator";

pub(crate) fn completion(
    context: &FileContext<'_>,
    params: lsp::CompletionParams,
) -> Option<CompletionResponse> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let offset = snapshot.offset(context.path, params.text_document_position_params.position)?;
    let at = cursor(&view.text, offset);
    let (items, is_incomplete) = if let CursorExpectation::IncludePath(typed) = &at.expected {
        (include_paths::paths(context, typed), false)
    } else {
        let store = snapshot.store();
        let list = Candidates::new(store, &at.word);
        let mut completion = Completion { context, store, at: &at, list };
        completion.add_expected();
        completion.list.into_items()
    };
    let list = CompletionList { is_incomplete, item_defaults: None, apply_kind: None, items };
    Some(CompletionResponse::CompletionList(list))
}

/// Creates an item that inserts its label.
pub(crate) fn item(label: impl Into<String>, kind: CompletionItemKind) -> CompletionItem {
    CompletionItem { label: label.into(), kind: Some(kind), ..CompletionItem::default() }
}

/// Collects the candidates.
struct Completion<'a> {
    context: &'a FileContext<'a>,
    store: &'a RecordStore,
    at: &'a Cursor,
    list: Candidates<'a>,
}

impl<'a> Completion<'a> {
    fn add_expected(&mut self) {
        match &self.at.expected {
            CursorExpectation::Nothing | CursorExpectation::IncludePath(_) => {}
            CursorExpectation::Statement => self.keywords(Rank::Expected, &STATEMENTS),
            CursorExpectation::BodyItem => {
                let items = ["let", "defvar", "assert", "dump", "field"];
                self.keywords(Rank::Expected, &items);
                self.types();
            }
            CursorExpectation::Classes => self.classes(Rank::Expected, None),
            CursorExpectation::Multiclasses => {
                self.named(Rank::Expected, DefinitionKind::Multiclass);
                self.classes(Rank::Other, None);
            }
            CursorExpectation::Type => self.types(),
            CursorExpectation::Directive => self.keywords(Rank::Expected, &DIRECTIVES),
            CursorExpectation::Macro => self.named(Rank::Expected, DefinitionKind::Macro),
            CursorExpectation::LetField { parents } => self.fields(Rank::Expected, parents, None),
            CursorExpectation::OuterLetField => self.all_fields(),
            CursorExpectation::Operator => self.operators(),
            CursorExpectation::Member { value } => self.members(value),
            CursorExpectation::DagName(names) => self.dag_names(names),
            CursorExpectation::Value(slot) => self.values(slot),
        }
    }

    fn keywords(&mut self, rank: Rank, words: &[&'static str]) {
        for &word in words {
            self.list.add(rank, word, Source::Plain(CompletionItemKind::Keyword));
        }
    }

    fn types(&mut self) {
        self.keywords(Rank::Expected, &TYPES);
        self.named(Rank::Expected, DefinitionKind::TypeAlias);
        self.classes(Rank::Local, None);
    }

    /// Adds classes. Classes that inherit from `expected` are first.
    fn classes(&mut self, rank: Rank, expected: Option<ClassId>) {
        for class in self.store.classes() {
            let is_expected =
                expected.is_some_and(|id| id == class.id() || class.superclasses().contains(&id));
            let rank = if is_expected { Rank::Local } else { rank };
            self.list.add(rank, class.name(), Source::Class(class));
        }
    }

    /// Adds definitions with a kind.
    fn named(&mut self, rank: Rank, kind: DefinitionKind) {
        let Some(names) = self.context.snapshot.names() else { return };
        for (_, definition) in names.definitions() {
            if definition.kind == kind {
                let source = match kind {
                    DefinitionKind::Multiclass => Source::Multiclass(definition.span.lo),
                    DefinitionKind::TypeAlias => Source::Plain(CompletionItemKind::Struct),
                    DefinitionKind::Class
                    | DefinitionKind::Record
                    | DefinitionKind::Field
                    | DefinitionKind::Parameter
                    | DefinitionKind::Variable
                    | DefinitionKind::Macro => Source::Plain(CompletionItemKind::Constant),
                };
                self.list.add(rank, self.store.str(definition.name), source);
            }
        }
    }

    /// Adds class fields. Fields of the type `expected` are first.
    fn fields(&mut self, rank: Rank, classes: &[String], expected: Option<&str>) {
        let store = self.store;
        for class in classes.iter().filter_map(|name| store.get_class(name)) {
            self.fields_of(class, rank, expected);
        }
    }

    fn fields_of(&mut self, class: Class<'a>, rank: Rank, expected: Option<&str>) {
        for field in class.fields() {
            let is_expected = expected.is_some_and(|ty| self.store.type_text(field.ty) == ty);
            let rank = if is_expected { Rank::Expected } else { rank };
            let source = Source::Field(field, Some(class.name()));
            self.list.add(rank, self.store.str(field.name), source);
        }
    }

    /// Adds all fields. Fields that an outer `let` sets elsewhere are first.
    fn all_fields(&mut self) {
        let Some(trace) = self.context.snapshot.trace() else { return };
        let sites = trace.let_sites().map(|(_, site)| site);
        let outer = sites.filter(|site| site.position == LetPosition::Around);
        let set: BTreeSet<Symbol> = outer.map(|site| site.name).collect();
        let definitions = trace.names().definitions().map(|(_, definition)| definition);
        let fields = definitions.filter(|definition| definition.kind == DefinitionKind::Field);
        let fields: BTreeSet<Symbol> = fields.map(|definition| definition.name).collect();
        for name in fields {
            let rank = if set.contains(&name) { Rank::Expected } else { Rank::Other };
            let source = Source::Plain(CompletionItemKind::Field);
            self.list.add(rank, self.store.str(name), source);
        }
    }

    /// Adds the parameters and variables in scope, and global variables. Values of the type
    /// `expected` are first.
    fn variables(&mut self, expected: Option<&str>) {
        let (store, at) = (self.store, self.at);
        for parameter in &at.parameters {
            let (ty, name) = type_and_name(parameter);
            let rank = if expected == Some(ty) { Rank::Expected } else { Rank::Local };
            self.list.add(rank, name, Source::Parameter(parameter));
        }
        for name in &at.variables {
            self.list.add(Rank::Local, &**name, Source::Plain(CompletionItemKind::Variable));
        }
        for (name, value) in store.globals() {
            let is_expected =
                expected.is_some() && crate::names::value_type(store, value).as_deref() == expected;
            let rank = if is_expected { Rank::Expected } else { Rank::Other };
            self.list.add(rank, store.str(name), Source::Plain(CompletionItemKind::Variable));
        }
    }

    fn operators(&mut self) {
        for operator in OPERATORS {
            let name = format!("!{}", operator.name);
            self.list.add(Rank::Syntax, name, Source::Operator(operator));
        }
    }

    /// Adds the members after a dot: fields of a record, or of the class of a parameter or field.
    fn members(&mut self, value: &str) {
        let store = self.store;
        if let Some(record) = store.get(value) {
            for field in record.fields() {
                self.list.add(Rank::Expected, store.str(field.name), Source::Field(field, None));
            }
            return;
        }
        let declared = self.at.parameters.iter().map(|parameter| type_and_name(parameter));
        let declared = declared.filter(|(_, name)| *name == value);
        let mut classes: Vec<Class<'_>> =
            declared.filter_map(|(ty, _)| store.get_class(ty)).collect();
        for class in self.at.parents.iter().filter_map(|name| store.get_class(name)) {
            let fields = class.fields().filter(|field| store.str(field.name) == value);
            for field in fields {
                if let Type::Record(ids) = store.ty(field.ty) {
                    classes.extend(ids.iter().map(|&id| store.class(id)));
                }
            }
        }
        for class in classes {
            self.fields_of(class, Rank::Expected, None);
        }
    }

    fn dag_names(&mut self, names: &'a [String]) {
        for (index, name) in names.iter().enumerate() {
            let rank = if index == 0 { Rank::Expected } else { Rank::Local };
            self.list.add(rank, &**name, Source::Plain(CompletionItemKind::Variable));
        }
    }

    /// Adds everything that can be a value. Values of the expected type are first.
    fn values(&mut self, slot: &ValueSlot) {
        let ty = self.expected_type(slot);
        let ty = ty.as_deref();
        let mut classes: Vec<ClassId> = Vec::new();
        match slot.dag {
            None => classes.extend(ty.and_then(|ty| self.store.find_class(ty))),
            Some(part) => self.dag_classes(part, &mut classes),
        }
        self.argument_names(&slot.declared);
        self.variables(ty);
        self.fields(Rank::Local, &self.at.parents, ty);
        self.records(&classes, slot.dag.is_none() && !classes.is_empty());
        self.classes(Rank::Syntax, classes.first().copied().filter(|_| slot.dag.is_none()));
        self.operators();
        let rank = if ty == Some("bit") { Rank::Expected } else { Rank::Syntax };
        self.keywords(rank, &["true", "false"]);
    }

    /// Returns the expected type as in source code.
    fn expected_type(&self, slot: &ValueSlot) -> Option<String> {
        if slot.dag.is_some() {
            return None;
        }
        let of_parameter = |callee: &str, is_it: &dyn Fn(usize, &str) -> bool| {
            let parameters = template_parameters(&self.context.snapshot, callee)?;
            let mut declared =
                parameters.iter().map(|parameter| type_and_name(parameter)).enumerate();
            let (_, (ty, _)) = declared.find(|(index, (_, name))| is_it(*index, name))?;
            Some(ty.to_owned())
        };
        let mut ty = match &slot.declared {
            Declared::Unknown => None,
            Declared::Argument { callee, index } => of_parameter(callee, &|at, _| at == *index),
            Declared::NamedArgument { callee, name } => of_parameter(callee, &|_, own| own == name),
            Declared::Field(name) => self.field_type(name),
            Declared::Type(ty) => Some(ty.clone()),
        };
        for _ in 0..slot.lists {
            ty = ty.and_then(|ty| Some(ty.strip_prefix("list<")?.strip_suffix('>')?.to_owned()));
        }
        ty
    }

    /// Returns a field's type in the surrounding class or record, or else in any class.
    fn field_type(&self, name: &str) -> Option<String> {
        let store = self.store;
        let field = store.symbols().get(name)?;
        let in_class = |class: Class<'_>| {
            class.fields().find(|declared| declared.name == field).map(|declared| declared.ty)
        };
        let near = self.at.parents.iter().filter_map(|name| store.get_class(name));
        let ty = near.chain(store.classes()).find_map(in_class)?;
        Some(store.type_text(ty))
    }

    /// Adds the classes of the operators or arguments that dags near the cursor have.
    fn dag_classes(&self, part: DagPart, classes: &mut Vec<ClassId>) {
        let records = self.at.examples.iter().filter_map(|name| self.store.get(name));
        classes.extend(records.flat_map(|record| record.direct_superclasses()));
        if classes.is_empty() && part == DagPart::Operator {
            classes.extend(self.store.find_class(PATTERN_OPERATOR));
        }
        classes.sort_unstable();
        classes.dedup();
    }

    /// Adds the parameters that the argument could name.
    fn argument_names(&mut self, declared: &Declared) {
        let Declared::Argument { callee, index } = declared else { return };
        let parameters = match self.store.get_class(callee) {
            Some(class) => class_parameters(class),
            None => template_parameters(&self.context.snapshot, callee).unwrap_or_default(),
        };
        for parameter in parameters.into_iter().skip(*index) {
            let label = format!("{} =", type_and_name(&parameter).1);
            self.list.add(Rank::Local, label, Source::Argument(parameter));
        }
    }

    /// Adds records. Records of the expected classes are first. If `is_restricted`, other records
    /// are errors.
    fn records(&mut self, classes: &[ClassId], is_restricted: bool) {
        let store = self.store;
        let families = Families::new(&self.context.snapshot, &self.at.word);
        for record in store.records().filter(|record| !record.is_anonymous()) {
            if families.is_hidden(record.name()) {
                continue;
            }
            let is_expected = !classes.is_empty()
                && record.superclasses().iter().any(|class| classes.contains(class));
            if is_expected || !is_restricted {
                let rank = if is_expected { Rank::Expected } else { Rank::Other };
                self.list.add(rank, record.name(), Source::Record(record));
            }
        }
        for &prefix in families.hidden() {
            self.list.add(Rank::Other, prefix, Source::Plain(CompletionItemKind::Module));
        }
    }
}
