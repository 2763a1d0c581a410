//! Operators on dags.

use tablewright_syntax::bang::BangOp;
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;

use crate::eval::heap::Heap;
use crate::eval::operators::{Fold, FoldError, FoldResult};
use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::release::Feature;
use crate::value::{DagArg, ValueId};

/// Operator and arguments of a dag.
struct DagParts {
    operator: ValueId,
    operator_name: Option<Symbol>,
    args: Vec<DagArg>,
}

impl Evaluator {
    pub(super) fn check_dag_key(&mut self, span: Span, key: ValueId) -> Eval<()> {
        let actual = match self.heap.type_of(key) {
            Some(TypeId::INT | TypeId::STRING) => return Ok(()),
            Some(ty) => format!("type '{}'", self.heap.store.type_text(ty)),
            None => format!("'{}'", self.heap.store.value_text(key)),
        };
        let message = format!("expected integer index or string name, got {actual}");
        Err(self.reports.error(Code::OperandType, span, message))
    }
}

impl Heap {
    pub(super) fn fold_getdagopname(&mut self, dag: ValueId) -> Option<ValueId> {
        let name = self.parts(dag)?.operator_name;
        Some(self.name_value(name))
    }

    pub(super) fn fold_setdagop(&mut self, dag: ValueId, operator: ValueId) -> Option<ValueId> {
        let dag = self.parts(dag)?;
        self.store.values.as_record(operator)?;
        // The name belonged to the old operator. The reference drops it.
        Some(self.store.values.dag(operator, None, &dag.args))
    }

    pub(super) fn fold_setdagopname(&mut self, dag: ValueId, name: ValueId) -> Option<ValueId> {
        let (dag, name) = (self.parts(dag)?, self.optional_name(name)?);
        Some(self.store.values.dag(dag.operator, name, &dag.args))
    }

    fn parts(&self, value: ValueId) -> Option<DagParts> {
        let dag = self.store.value(value).as_dag()?;
        let (operator, operator_name) = (dag.operator, dag.operator_name);
        Some(DagParts { operator, operator_name, args: dag.args.to_vec() })
    }

    fn name_value(&mut self, name: Option<Symbol>) -> ValueId {
        name.map_or(ValueId::UNSET, |name| self.store.values.string(name))
    }

    /// Returns a name, or `Some(None)` for `?`. `None` if it is not known yet.
    fn optional_name(&self, value: ValueId) -> Option<Option<Symbol>> {
        if value == ValueId::UNSET { Some(None) } else { self.store.values.text(value).map(Some) }
    }

    pub(super) fn fold_con(&mut self, left: ValueId, right: ValueId) -> Fold {
        let (Some(a), Some(b)) = (self.parts(left), self.parts(right)) else { return Ok(None) };
        // An operator `?` is replaced by the other operator. If an operator is not known yet, `!con` waits.
        let is_known = |operator| {
            operator == ValueId::UNSET || self.store.values.as_record(operator).is_some()
        };
        if !is_known(a.operator) || !is_known(b.operator) {
            return Ok(None);
        }
        let is_unset = |operator| operator == ValueId::UNSET;
        if a.operator != b.operator && !is_unset(a.operator) && !is_unset(b.operator) {
            let message = format!(
                "Concatenated Dag operators do not match: '{}' vs. '{}'",
                self.store.value_text(left),
                self.store.value_text(right)
            );
            return Err(FoldError::new(Code::DagOperator, message));
        }
        let operator = if is_unset(a.operator) { b.operator } else { a.operator };
        let name = a.operator_name.or(b.operator_name);
        let name = name.filter(|_| self.has(Feature::DagOperatorNamesAreKept));
        self.check_count((a.args.len() + b.args.len()) as i64)?;
        let args = [a.args, b.args].concat();
        Ok(Some(self.store.values.dag(operator, name, &args)))
    }

    pub(super) fn fold_new_dag(&mut self, args: &[ValueId]) -> Option<ValueId> {
        let elements = |value: ValueId| {
            let list = self.store.values.as_list(value).map(|list| list.elements.to_vec());
            if value == ValueId::UNSET { Some(None) } else { list.map(Some) }
        };
        let (children, names) = (elements(args[1])?, elements(args[2])?);
        let count = match (&children, &names) {
            (None, None) => return None,
            // The operation stays open, and is reported as unresolved if it is in a finished record.
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

    pub(super) fn fold_getdagop(&mut self, ty: TypeId, dag: ValueId) -> Fold {
        let Some(parts) = self.parts(dag) else { return Ok(None) };
        let operator_type = self.type_of(parts.operator);
        if operator_type.is_some_and(|found| self.store.is_a(found, ty)) {
            return Ok(Some(parts.operator));
        }
        let actual =
            operator_type.map_or_else(|| "?".to_owned(), |found| self.store.type_text(found));
        let message = format!(
            "Expected type '{}', got '{actual}' in: !getdagop({})\n",
            self.store.type_text(ty),
            self.store.value_text(dag),
        );
        Err(FoldError::new(Code::CastType, message))
    }

    /// Returns the index of the argument for `key`, which is a number or a name. `None` if the key is not known yet.
    fn arg_index(&mut self, op: BangOp, dag: &DagParts, key: ValueId) -> FoldResult<Option<usize>> {
        let count = dag.args.len();
        let problem = if let Some(index) = self.store.values.as_int(key) {
            if index < 0 {
                format!("index {index} is negative")
            } else if index >= count as i64 {
                format!("index {index} is out of range (dag has {count} arguments)")
            } else {
                return Ok(Some(index as usize));
            }
        } else if let Some(name) = self.store.values.text(key) {
            if let Some(index) = dag.args.iter().position(|arg| arg.name == Some(name)) {
                return Ok(Some(index));
            }
            format!("key '{}' is not found", self.str(name))
        } else {
            return Ok(None);
        };
        Err(FoldError::new(Code::DagArgument, format!("!{} {problem}", op.name())))
    }

    pub(super) fn fold_getdagarg(&mut self, ty: TypeId, dag: ValueId, key: ValueId) -> Fold {
        let Some(dag) = self.parts(dag) else { return Ok(None) };
        let Some(index) = self.arg_index(BangOp::GetDagArg, &dag, key)? else { return Ok(None) };
        let value = dag.args[index].value;
        // ProgRef, `!getdagarg`: `?` if the argument is not convertible to the type.
        let suits = self.type_of(value).is_none_or(|found| self.store.is_convertible(found, ty));
        Ok(Some(if suits { value } else { ValueId::UNSET }))
    }

    pub(super) fn fold_getdagname(&mut self, dag: ValueId, index: ValueId) -> Fold {
        let (Some(dag), Some(index)) = (self.parts(dag), self.store.values.as_int(index)) else {
            return Ok(None);
        };
        let count = dag.args.len() as i64;
        if index < 0 || index >= count {
            let message = format!("!getdagname index is out of range 0...{}: {index}", count - 1);
            return Err(FoldError::new(Code::DagArgument, message));
        }
        Ok(Some(self.name_value(dag.args[index as usize].name)))
    }

    pub(super) fn fold_set_arg(&mut self, op: BangOp, args: &[ValueId]) -> Fold {
        let Some(mut dag) = self.parts(args[0]) else { return Ok(None) };
        let Some(index) = self.arg_index(op, &dag, args[1])? else { return Ok(None) };
        if op == BangOp::SetDagArg {
            dag.args[index].value = args[2];
        } else {
            dag.args[index].name = self.optional_name(args[2]).flatten();
        }
        Ok(Some(self.store.values.dag(dag.operator, dag.operator_name, &dag.args)))
    }
}
