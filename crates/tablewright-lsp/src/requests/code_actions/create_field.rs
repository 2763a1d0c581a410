//! Fix for a missing field: a declaration at the `let` that sets it, or in a class of the record.

use std::collections::BTreeMap;
use std::ops::Range;

use tablewright_records::trace::DefinitionKind;
use tablewright_syntax::TokenKind;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_syntax::lossless::views::{Declaration, LetItem, Value, View};
use tablewright_syntax::lossless::{LosslessTree, Node, NodeKind};
use tablewright_syntax::source::Span;
use tablewright_syntax::tree::LetMode;

use super::FileEdit;
use crate::context::FileContext;
use crate::items::nodes_around;
use crate::names::value_type;
use crate::scan::tree;
use crate::snapshot::Snapshot;

/// Returns actions for the missing field in a diagnostic, each with a title.
pub(super) fn actions(
    context: &FileContext<'_>,
    diagnostic: &Diagnostic,
) -> Vec<(String, FileEdit)> {
    find(context, diagnostic).unwrap_or_default()
}

fn find(context: &FileContext<'_>, diagnostic: &Diagnostic) -> Option<Vec<(String, FileEdit)>> {
    let snapshot = &context.snapshot;
    let span = diagnostic.span?;
    let view = snapshot.view(context.path)?;
    let tree = tree(&view.text);
    let offset = snapshot.client_offset(span.lo)?;
    let around = nodes_around(&tree, offset);
    let name = around.last().filter(|node| node.kind() == NodeKind::Name)?;
    let field = name.text();
    let mut offers = Vec::new();
    let innermost = around.iter().rev().nth(1)?;
    let mut ty = None;
    if let Some(set) = LetItem::from_node(*innermost) {
        let classes = classes_of(snapshot, diagnostic, &around);
        ty = set.value().and_then(|value| {
            let sibling = sibling_type(snapshot, &around, &classes, field, value);
            sibling.or_else(|| type_of(snapshot, &around, value))
        });
        if let (Some(ty), Some(edit)) = (&ty, declaration_here(set)) {
            let edit = FileEdit::new(view.uri.clone(), view.client_range(edit, snapshot), ty);
            offers.push((format!("Declare '{field}' here"), edit));
        }
    } else if innermost.kind() == NodeKind::FieldValue {
        let parent = around.iter().rev().nth(2)?;
        ty = Declaration::from_node(*parent)
            .and_then(Declaration::ty)
            .map(|ty| ty.node().text().to_owned());
    }
    // Without a type there is nothing to declare.
    let Some(ty) = ty else { return Some(offers) };
    for class in classes_of(snapshot, diagnostic, &around) {
        if let Some(edit) = declaration_in(snapshot, &class, &format!("{ty} {field};")) {
            offers.push((format!("Create the field '{field}' in the class '{class}'"), edit));
        }
    }
    Some(offers)
}

/// Returns the type for a number: the type of similar fields that can have this value. Fields that
/// begin with the same word, such as `isAdd` and `isSub`, are the most similar, then fields that
/// other `let`s in the body set.
fn sibling_type(
    snapshot: &Snapshot<'_>,
    around: &[Node<'_>],
    classes: &[String],
    field: &str,
    value: Value<'_>,
) -> Option<String> {
    let store = snapshot.store();
    let number = Some(value).filter(|value| value.kind() == NodeKind::Integer)?;
    let number: i64 = number.node().text().parse().ok()?;
    let word = &field[..field.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(0)];
    let body = around.iter().rev().find(|node| node.kind() == NodeKind::Body);
    let lets = body.into_iter().flat_map(|body| body.children()).filter_map(LetItem::from_node);
    let lets = lets.filter_map(|set| Some(set.node().child(NodeKind::Name)?.text()));
    let set: Vec<&str> = lets.collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for class in classes.iter().filter_map(|name| store.get_class(name)) {
        for other in class.fields() {
            let (name, ty) = (store.str(other.name), store.type_text(other.ty));
            let is_alike = !word.is_empty() && name.starts_with(word);
            let weight = usize::from(set.contains(&name)) + 100 * usize::from(is_alike);
            if weight > 0 && can_be(&ty, number) {
                *counts.entry(ty).or_default() += weight;
            }
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(ty, _)| ty)
}

/// Whether a type has a number as a value.
fn can_be(ty: &str, number: i64) -> bool {
    let width = ty.strip_prefix("bits<").and_then(|ty| ty.strip_suffix('>'));
    match width.and_then(|width| width.parse::<u32>().ok()) {
        Some(width) => 0 <= number && number.checked_shr(width).unwrap_or(0) == 0,
        None => ty == "int" || ty == "bit" && (0..2).contains(&number),
    }
}

/// Returns the keyword of a `let` in a body, if the `let` could be a declaration.
fn declaration_here(set: LetItem<'_>) -> Option<Range<usize>> {
    let node = set.node();
    let is_whole = set.bits().is_none() && set.mode() == LetMode::Replace;
    let keyword = node.first_token().filter(|token| token.kind() == TokenKind::KwLet)?;
    (node.kind() == NodeKind::BodyLet && is_whole).then(|| keyword.range())
}

/// Infers a value's type from its syntax and from the names in it; `None` if this fails.
fn type_of(snapshot: &Snapshot<'_>, around: &[Node<'_>], value: Value<'_>) -> Option<String> {
    let kind = value.kind();
    let by_kind = LITERALS.iter().find(|(literal, _)| *literal == kind);
    if let Some((_, ty)) = by_kind {
        return Some((*ty).to_owned());
    }
    if kind == NodeKind::BitsValue {
        return Some(format!("bits<{}>", value.operands().count()));
    }
    if kind == NodeKind::ListValue {
        return Some(format!("list<{}>", type_of(snapshot, around, value.operands().next()?)?));
    }
    if kind == NodeKind::InstanceValue {
        return Some(value.names().next()?.text().to_owned());
    }
    if kind == NodeKind::BangValue {
        return operator_type(snapshot, around, value);
    }
    name_type(snapshot, around, value.node().text())
}

/// Infers an operator's result type from its name, the type in angle brackets, or an operand.
fn operator_type(snapshot: &Snapshot<'_>, around: &[Node<'_>], value: Value<'_>) -> Option<String> {
    let text = value.node().text();
    let name = text.strip_prefix('!')?;
    let name = &name[..name.find(|c: char| !c.is_alphanumeric()).unwrap_or(name.len())];
    if let Some(ty) = BangOp::from_name(name).and_then(BangOp::result_type) {
        return Some(ty.to_owned());
    }
    let mut operands = value.operands();
    match name {
        "if" => type_of(snapshot, around, operands.nth(1)?),
        "listconcat" | "listremove" => type_of(snapshot, around, operands.next()?),
        _ => None,
    }
}

/// Returns a name's type: a parameter or field of the enclosing class, a field of the enclosing
/// record, a global variable or a record.
fn name_type(snapshot: &Snapshot<'_>, around: &[Node<'_>], name: &str) -> Option<String> {
    if let Some(ty) = around.iter().rev().find_map(|node| declared_type(*node, name)) {
        return Some(ty);
    }
    let store = snapshot.store();
    let class = around.iter().rev().find(|node| node.kind() == NodeKind::Class);
    let class = class.and_then(|node| store.get_class(node.child(NodeKind::Name)?.text()));
    if let Some(class) = class {
        // Own fields are declared in the text. These are inherited.
        if let Some(field) = class.fields().find(|field| store.str(field.name) == name) {
            return Some(store.type_text(field.ty));
        }
    }
    let mut globals = store.globals();
    if let Some((_, value)) = globals.find(|(global, _)| store.str(*global) == name) {
        return value_type(store, value);
    }
    let record = store.get(name)?;
    Some((*record.direct_superclass_names().first()?).to_owned())
}

/// Returns the type for a parameter or field that a class, multiclass or record itself declares.
fn declared_type(statement: Node<'_>, name: &str) -> Option<String> {
    let is_list = |node: &Node<'_>| matches!(node.kind(), NodeKind::ParameterList | NodeKind::Body);
    let mut declarations = statement
        .children()
        .filter(is_list)
        .flat_map(Node::children)
        .filter_map(Declaration::from_node);
    let declared = declarations.find(|declaration| {
        declaration.node().child(NodeKind::Name).is_some_and(|found| found.text() == name)
    });
    Some(declared?.ty()?.node().text().to_owned())
}

/// Literal types.
const LITERALS: [(NodeKind, &str); 6] = [
    (NodeKind::Integer, "int"),
    (NodeKind::Boolean, "bit"),
    (NodeKind::StringValue, "string"),
    (NodeKind::PasteValue, "string"),
    (NodeKind::CodeValue, "code"),
    (NodeKind::DagValue, "dag"),
];

/// Returns the classes that could declare the field: the parents of the class or record that lacks
/// it.
fn classes_of(
    snapshot: &Snapshot<'_>,
    diagnostic: &Diagnostic,
    around: &[Node<'_>],
) -> Vec<String> {
    let label = diagnostic.labels.first().map(|label| label.span);
    let value = label.and_then(|span| snapshot.store().get(snapshot.text(span)));
    if let Some(record) = value {
        return record.direct_superclass_names().iter().map(|&name| name.to_owned()).collect();
    }
    let owner =
        around.iter().rev().find(|node| matches!(node.kind(), NodeKind::Class | NodeKind::Def));
    let parents = owner.and_then(|owner| owner.child(NodeKind::ParentList));
    let parents = parents.into_iter().flat_map(Node::children);
    let names = parents.filter_map(|parent| parent.child(NodeKind::Name));
    names.map(|name| name.text().to_owned()).collect()
}

/// Returns the edit that adds a declaration to a class in the root's own tree.
fn declaration_in(snapshot: &Snapshot<'_>, class: &str, declaration: &str) -> Option<FileEdit> {
    let names = snapshot.names()?;
    let mut definitions = names.definitions().map(|(_, definition)| definition);
    let definition = definitions.find(|definition| {
        definition.kind == DefinitionKind::Class && snapshot.store().str(definition.name) == class
    })?;
    let span: Span = definition.span;
    let path = snapshot.analysis.path_of(span.lo);
    let own = snapshot.analysis.paths.first()?.parent()?;
    let view = snapshot.view(path).filter(|_| path.starts_with(own))?;
    let tree = tree(&view.text);
    let around = nodes_around(&tree, snapshot.client_offset(span.lo)?);
    let node = around.iter().rev().find(|node| node.kind() == NodeKind::Class)?;
    let (range, text) = insertion(&tree, *node, declaration)?;
    Some(FileEdit::new(view.uri.clone(), view.client_range(range, snapshot), &text))
}

/// Returns the range to replace and the new text that adds a declaration to a class.
fn insertion(
    tree: &LosslessTree,
    class: Node<'_>,
    declaration: &str,
) -> Option<(Range<usize>, String)> {
    let Some(body) = class.child(NodeKind::Body) else {
        let end = class.last_token().filter(|token| token.kind() == TokenKind::Semi)?.range();
        return Some((end, format!(" {{\n  {declaration}\n}}")));
    };
    let Some(last) = body.children().next_back().map(Node::range) else {
        let open = body.first_token()?.range().end;
        return Some((open..open, format!("\n  {declaration}\n")));
    };
    let line = tree.text()[..last.start].rfind('\n').map_or(0, |at| at + 1);
    let before = &tree.text()[line..last.start];
    let separator = if before.trim().is_empty() { format!("\n{before}") } else { " ".to_owned() };
    Some((last.end..last.end, format!("{separator}{declaration}")))
}
