//! `let … in` (ProgRef, "let — override fields in classes or records"), at top level and elsewhere.

use std::sync::Arc;

use tablewright_syntax::tree;

use crate::eval::context::{LetBinding, OpenLet};
use crate::eval::lower::Mode;
use crate::eval::scopes::Scope;
use crate::eval::{Eval, Evaluator};
use crate::trace::LetPosition;

impl Evaluator {
    pub(super) fn start_let(&mut self, items: tree::PartList<tree::LetItem>, braced: bool) {
        let (lets, scopes) = (self.context.lets.len(), self.scopes.depth());
        let given_up =
            self.context.is_given_up() || self.attempt(|this| this.let_items(items)).is_none();
        if given_up {
            self.reports.is_complete = false;
        }
        if braced {
            // Only braces create a scope, in which a `defvar` is local.
            self.scopes.push(Scope::block());
        }
        self.context.open_lets.push(OpenLet { lets, scopes, given_up });
    }

    pub(super) fn let_statement(&mut self, tree: &tree::Let) -> Eval<()> {
        let outer = self.context.lets.len();
        self.let_items(tree.items)?;
        if tree.body.braced {
            self.in_scope(Scope::block(), |this| this.statements(tree.body.statements))?;
        } else {
            self.statements(tree.body.statements)?;
        }
        self.context.lets.truncate(outer);
        Ok(())
    }

    /// Adds the bindings of a `let` to the context.
    fn let_items(&mut self, items: tree::PartList<tree::LetItem>) -> Eval<()> {
        let mut bindings = Vec::with_capacity(items.len());
        for item in items {
            let item = self.node(item);
            let bits: Arc<[u32]> = self.let_bits(item.bits)?.into();
            let value = self.expr(&item.value, None, Mode::Value)?;
            let (name, span) = (self.heap.symbol(item.name.name), item.name.span);
            let site = self.trace_let_site(&item, LetPosition::Around, &bits);
            bindings.push(LetBinding { mode: item.mode, name, bits, value, span, site });
        }
        self.context.lets.append(&mut bindings);
        Ok(())
    }

    /// Applies the enclosing `let` statements, the outermost first.
    pub(super) fn apply_lets(&mut self) -> Eval<()> {
        for i in 0..self.context.lets.len() {
            let binding = self.context.lets[i].clone();
            let LetBinding { mode, name, bits, value, span, site } = binding;
            self.set_field_by_let(mode, name, &bits, value, span)?;
            self.trace_let(site, name, span);
        }
        Ok(())
    }
}
