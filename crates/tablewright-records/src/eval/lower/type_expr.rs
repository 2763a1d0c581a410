//! Type expressions (ProgRef, "Types").

use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::tree;

use crate::eval::limits::{MAX_BITS, too_wide};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::trace::UseKind;

impl Evaluator {
    /// Evaluates a type expression.
    pub(crate) fn ty(&mut self, tree: &tree::TypeExpr) -> Eval<TypeId> {
        Ok(match tree.kind {
            tree::TypeSyntax::Bit => TypeId::BIT,
            tree::TypeSyntax::Int => TypeId::INT,
            tree::TypeSyntax::String | tree::TypeSyntax::Code => TypeId::STRING,
            tree::TypeSyntax::Dag => TypeId::DAG,
            tree::TypeSyntax::Bits(width) if width > MAX_BITS => {
                return Err(self.reports.error(
                    Code::EvaluationLimit,
                    tree.span,
                    too_wide(width as usize),
                ));
            }
            tree::TypeSyntax::Bits(width) => self.heap.store.types.bits(width),
            tree::TypeSyntax::List(element) => {
                let element = self.ty(&self.node(element))?;
                self.heap.store.types.list(element)
            }
            tree::TypeSyntax::Named(name) => {
                let symbol = self.heap.symbol(name);
                if let Some(&alias) = self.definitions.type_aliases.get(&symbol) {
                    if let Some(&pos) = self.definitions.positions.get(&symbol) {
                        self.trace_use(UseKind::Type, tree.span, pos);
                    }
                    return Ok(alias);
                }
                let class = self.find_class(tree::Ident { name, span: tree.span })?;
                self.trace_class_use(UseKind::Type, tree.span, class);
                self.heap.class_type(class)
            }
        })
    }
}
