//! `textDocument/documentSymbol`: the statements of a text, with the fields of classes and records.

use gen_lsp_types as lsp;
use gen_lsp_types::{DocumentSymbol, DocumentSymbolResponse, SymbolKind};

use crate::context::TextContext;
use crate::items::{Item, ItemKind, items};
use crate::line_index::LineIndex;
use crate::names::shortened;
use crate::scan::tree;

pub(crate) fn document_symbols(
    context: &TextContext<'_>,
    _: lsp::DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let lines = LineIndex::new(context.text);
    let builder = SymbolBuilder { context, lines: &lines };
    let symbols = builder.symbols(&items(&tree(context.text)));
    Some(DocumentSymbolResponse::DocumentSymbolList(symbols))
}

struct SymbolBuilder<'a> {
    context: &'a TextContext<'a>,
    lines: &'a LineIndex,
}

impl SymbolBuilder<'_> {
    /// Returns the symbols for items. A block without a name is replaced by its contents.
    fn symbols(&self, items: &[Item]) -> Vec<DocumentSymbol> {
        let mut symbol_list = Vec::new();
        for item in items {
            match symbol_kind(item.kind) {
                Some(kind) => symbol_list.push(self.symbol(item, kind)),
                None => symbol_list.extend(self.symbols(&item.children)),
            }
        }
        symbol_list
    }

    fn symbol(&self, item: &Item, kind: SymbolKind) -> DocumentSymbol {
        let text = self.context.text;
        let parents: Vec<&str> = item.parents.iter().map(|name| &text[name.clone()]).collect();
        let name = shortened(&text[item.name.clone()], 80);
        // A client rejects symbols without names.
        let (name, detail) = match (name.is_empty(), parents.is_empty()) {
            (true, true) => ("(anonymous)".to_owned(), None),
            (true, false) => (format!("({})", parents.join(", ")), None),
            (false, true) => (name, None),
            (false, false) => (name, Some(parents.join(", "))),
        };
        let range = self.lines.range(text, item.range.clone(), self.context.encoding);
        let selected = if item.name.is_empty() {
            item.range.start..item.range.start
        } else {
            item.name.clone()
        };
        let selection_range = self.lines.range(text, selected, self.context.encoding);
        let children = self.symbols(&item.children);
        let children = (!children.is_empty()).then_some(children);
        DocumentSymbol { name, detail, kind, range, selection_range, children, ..empty(range) }
    }
}

#[allow(deprecated, reason = "a field of the protocol that newer ones replace")]
fn empty(range: lsp::Range) -> DocumentSymbol {
    DocumentSymbol {
        name: String::new(),
        detail: None,
        kind: SymbolKind::Null,
        tags: None,
        deprecated: None,
        range,
        selection_range: range,
        children: None,
    }
}

fn symbol_kind(kind: ItemKind) -> Option<SymbolKind> {
    match kind {
        ItemKind::Class => Some(SymbolKind::Class),
        ItemKind::Def | ItemKind::Defm => Some(SymbolKind::Object),
        ItemKind::Multiclass => Some(SymbolKind::Interface),
        ItemKind::Defset => Some(SymbolKind::Array),
        ItemKind::Deftype => Some(SymbolKind::Struct),
        ItemKind::Defvar => Some(SymbolKind::Variable),
        ItemKind::Field => Some(SymbolKind::Field),
        ItemKind::Foreach | ItemKind::If | ItemKind::Let | ItemKind::Include | ItemKind::Other => {
            None
        }
    }
}
