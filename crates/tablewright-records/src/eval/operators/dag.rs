//! Operators on dags.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_syntax::tree::{self, Expr};

use crate::eval::heap::Heap;
use crate::eval::operators::{Fold, FoldError, FoldResult};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{DagArg, Value, ValueId};

/// A dag taken apart.
struct Parts {
    operator: ValueId,
    operator_name: Option<Symbol>,
    args: Vec<DagArg>,
}

impl Evaluator {
    pub(super) fn check_dag_operands(
        &mut self,
        tree: &tree::BangExpr<'_>,
        children: Option<TypeId>,
        names: Option<TypeId>,
    ) -> Eval<()> {
        let (children_span, names_span) = (tree.args[1].span, tree.args[2].span);
        if let Some(ty) = children
            && self.heap.store.types.element(ty).is_none()
        {
            let ty = self.heap.store.type_text(ty);
            let message = format!("expected list of children, got type '{ty}'");
            return Err(self.reports.error(Code::OperandType, children_span, message));
        }
        if let Some(ty) = names
            && self.heap.store.types.element(ty) != Some(TypeId::STRING)
        {
            let ty = self.heap.store.type_text(ty);
            let message = format!("expected list<string>, got type '{ty}'");
            return Err(self.reports.error(Code::OperandType, names_span, message));
        }
        if children.is_none() && names.is_none() {
            let message = "cannot have both unset children and unset names in !dag";
            return Err(self.reports.error(Code::UntypedValue, children_span, message));
        }
        Ok(())
    }

    pub(super) fn check_dag_key(&mut self, operand: &Expr<'_>, key: ValueId) -> Eval<()> {
        let found = match self.heap.type_of(key) {
            Some(TypeId::INT | TypeId::STRING) => return Ok(()),
            Some(ty) => format!("type '{}'", self.heap.store.type_text(ty)),
            None => format!("'{}'", self.heap.store.value_text(key)),
        };
        let message = format!("expected integer index or string name, got {found}");
        Err(self.reports.error(Code::OperandType, operand.span, message))
    }
}

impl Heap {
    pub(super) fn fold_dag(&mut self, op: BangOp, ty: TypeId, args: &[ValueId]) -> Fold {
        match op {
            BangOp::Con => self.fold_con(args[0], args[1]),
            BangOp::Dag => Ok(self.fold_new_dag(args)),
            BangOp::GetDagOp => self.fold_getdagop(ty, args[0]),
            BangOp::GetDagOpName => {
                let Some(dag) = self.parts(args[0]) else { return Ok(None) };
                Ok(Some(self.name_value(dag.operator_name)))
            }
            BangOp::GetDagArg => self.fold_getdagarg(ty, args[0], args[1]),
            BangOp::GetDagName => self.fold_getdagname(args[0], args[1]),
            BangOp::SetDagOp => {
                let (Some(dag), Value::Def(_)) = (self.parts(args[0]), self.store.value(args[1]))
                else {
                    return Ok(None);
                };
                // The name belonged to the old operator, and the reference drops it.
                Ok(Some(self.store.values.dag(args[1], None, &dag.args)))
            }
            BangOp::SetDagOpName => {
                let name = self.optional_name(args[1]);
                let (Some(dag), Some(name)) = (self.parts(args[0]), name) else {
                    return Ok(None);
                };
                Ok(Some(self.store.values.dag(dag.operator, name, &dag.args)))
            }
            BangOp::SetDagArg | BangOp::SetDagName => self.fold_set_arg(op, args),
            _ => unreachable!("not an operator on dags"),
        }
    }

    fn parts(&self, value: ValueId) -> Option<Parts> {
        match self.store.value(value) {
            Value::Dag(dag) => Some(Parts {
                operator: dag.operator,
                operator_name: dag.operator_name,
                args: dag.args.to_vec(),
            }),
            _ => None,
        }
    }

    fn name_value(&mut self, name: Option<Symbol>) -> ValueId {
        name.map_or(ValueId::UNSET, |name| self.store.values.string(name))
    }

    /// A name, or none for `?`; nothing if it is not known yet.
    fn optional_name(&self, value: ValueId) -> Option<Option<Symbol>> {
        match self.store.value(value) {
            Value::Unset => Some(None),
            Value::String(name) | Value::Code(name) => Some(Some(name)),
            _ => None,
        }
    }

    fn fold_con(&mut self, left: ValueId, right: ValueId) -> Fold {
        let (Some(a), Some(b)) = (self.parts(left), self.parts(right)) else { return Ok(None) };
        let operator = match (self.store.value(a.operator), self.store.value(b.operator)) {
            (Value::Def(x), Value::Def(y)) if x != y => {
                let message = format!(
                    "Concatenated Dag operators do not match: '{}' vs. '{}'",
                    self.store.value_text(left),
                    self.store.value_text(right)
                );
                return Err(FoldError::new(Code::DagOperator, message));
            }
            // An operator `?` gives way to the other one. One that is not known yet makes `!con`
            // wait.
            (Value::Def(_), Value::Def(_) | Value::Unset) => a.operator,
            (Value::Unset, Value::Def(_) | Value::Unset) => b.operator,
            _ => return Ok(None),
        };
        // The reference drops the name of the operator, even if both dags have the same.
        let args = [a.args, b.args].concat();
        Ok(Some(self.store.values.dag(operator, None, &args)))
    }

    fn fold_new_dag(&mut self, args: &[ValueId]) -> Option<ValueId> {
        let elements = |value: ValueId| match self.store.value(value) {
            Value::Unset => Some(None),
            Value::List(list) => Some(Some(list.elements.to_vec())),
            _ => None,
        };
        let (children, names) = (elements(args[1])?, elements(args[2])?);
        let count = match (&children, &names) {
            (None, None) => return None,
            // The operation stays open, and is reported as unresolved if it is in a finished
            // record.
            (Some(children), Some(names)) if children.len() != names.len() => return None,
            (Some(some), _) | (None, Some(some)) => some.len(),
        };
        let mut dag_args = Vec::with_capacity(count);
        for i in 0..count {
            let value = children.as_ref().map_or(ValueId::UNSET, |c| c[i]);
            let name = match &names {
                Some(names) => self.optional_name(names[i])?,
                None => None,
            };
            dag_args.push(DagArg { value, name });
        }
        Some(self.store.values.dag(args[0], None, &dag_args))
    }

    fn fold_getdagop(&mut self, ty: TypeId, dag: ValueId) -> Fold {
        let Some(parts) = self.parts(dag) else { return Ok(None) };
        let found = self.type_of(parts.operator);
        if found.is_some_and(|found| self.store.is_a(found, ty)) {
            return Ok(Some(parts.operator));
        }
        let found = found.map_or_else(|| "?".to_owned(), |found| self.store.type_text(found));
        let message = format!(
            "Expected type '{}', got '{found}' in: !getdagop({})\n",
            self.store.type_text(ty),
            self.store.value_text(dag),
        );
        Err(FoldError::new(Code::CastType, message))
    }

    /// The place of the argument that `key`, a number or a name, means; nothing if the key is not
    /// known yet.
    fn arg_place(&mut self, op: BangOp, dag: &Parts, key: ValueId) -> FoldResult<Option<usize>> {
        let count = dag.args.len();
        let problem = match self.store.value(key) {
            Value::Int(index) if index < 0 => format!("index {index} is negative"),
            Value::Int(index) if index >= count as i64 => {
                format!("index {index} is out of range (dag has {count} arguments)")
            }
            Value::Int(index) => return Ok(Some(index as usize)),
            Value::String(name) | Value::Code(name) => {
                match dag.args.iter().position(|a| a.name == Some(name)) {
                    Some(place) => return Ok(Some(place)),
                    None => format!("key '{}' is not found", self.str(name)),
                }
            }
            _ => return Ok(None),
        };
        Err(FoldError::new(Code::DagArgument, format!("!{} {problem}", op.name())))
    }

    fn fold_getdagarg(&mut self, ty: TypeId, dag: ValueId, key: ValueId) -> Fold {
        let Some(dag) = self.parts(dag) else { return Ok(None) };
        let Some(place) = self.arg_place(BangOp::GetDagArg, &dag, key)? else { return Ok(None) };
        let value = dag.args[place].value;
        // ProgRef, `!getdagarg`: `?` if the argument is not convertible to the type.
        let suits = self.type_of(value).is_none_or(|found| self.store.is_convertible(found, ty));
        Ok(Some(if suits { value } else { ValueId::UNSET }))
    }

    fn fold_getdagname(&mut self, dag: ValueId, index: ValueId) -> Fold {
        let (Some(dag), Value::Int(index)) = (self.parts(dag), self.store.value(index)) else {
            return Ok(None);
        };
        let count = dag.args.len() as i64;
        if index < 0 || index >= count {
            let message = format!("!getdagname index is out of range 0...{}: {index}", count - 1);
            return Err(FoldError::new(Code::DagArgument, message));
        }
        Ok(Some(self.name_value(dag.args[index as usize].name)))
    }

    fn fold_set_arg(&mut self, op: BangOp, args: &[ValueId]) -> Fold {
        let Some(mut dag) = self.parts(args[0]) else { return Ok(None) };
        let Some(place) = self.arg_place(op, &dag, args[1])? else { return Ok(None) };
        if op == BangOp::SetDagArg {
            dag.args[place].value = args[2];
        } else {
            dag.args[place].name = self.optional_name(args[2]).flatten();
        }
        Ok(Some(self.store.values.dag(dag.operator, dag.operator_name, &dag.args)))
    }
}
