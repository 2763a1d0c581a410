//! What a name means where it stands (ProgRef, "Name Scopes" under "How records are built").

use tablewright_syntax::symbol::Symbol;

use super::Evaluator;
use crate::ids::{ClassId, TypeId};
use crate::value::ValueId;

/// A region of the input in which names can be local.
pub(crate) struct Scope {
    kind: ScopeKind,
    /// The variables that `defvar` made here.
    variables: Vec<(Symbol, ValueId)>,
}

#[derive(Clone, Copy)]
enum ScopeKind {
    /// Braces, a clause of `if`, the top level.
    Block,
    /// The body of the class or record under construction.
    Record,
    /// The body of a `foreach` statement.
    Loop { name: Symbol, variable: ValueId },
    /// The body of a multiclass.
    Multiclass(usize),
    /// The body of `!foreach`, `!filter` or `!foldl`; the record they stand in is asked again
    /// here, before the local variables around them.
    Iteration([Option<(Symbol, ValueId)>; 2]),
}

impl Scope {
    fn new(kind: ScopeKind) -> Scope {
        Scope { kind, variables: Vec::new() }
    }

    pub(crate) fn block() -> Scope {
        Scope::new(ScopeKind::Block)
    }

    pub(crate) fn record() -> Scope {
        Scope::new(ScopeKind::Record)
    }

    pub(crate) fn loop_body(name: Symbol, variable: ValueId) -> Scope {
        Scope::new(ScopeKind::Loop { name, variable })
    }

    pub(crate) fn multiclass(index: usize) -> Scope {
        Scope::new(ScopeKind::Multiclass(index))
    }

    pub(crate) fn iteration(variables: [Option<(Symbol, ValueId)>; 2]) -> Scope {
        Scope::new(ScopeKind::Iteration(variables))
    }

    fn variable(&self, name: Symbol) -> Option<ValueId> {
        self.variables.iter().find(|(n, _)| *n == name).map(|&(_, value)| value)
    }
}

impl Evaluator {
    /// What `name` means in the scopes around, outside of the global names.
    pub(crate) fn local(&mut self, name: Symbol) -> Option<ValueId> {
        for i in (0..self.scopes.len()).rev() {
            let scope = &self.scopes[i];
            if let Some(value) = scope.variable(name) {
                return Some(value);
            }
            let found = match scope.kind {
                ScopeKind::Block => None,
                ScopeKind::Loop { name: n, variable } => (n == name).then_some(variable),
                ScopeKind::Multiclass(index) => self.multiclass_param(index, name),
                ScopeKind::Record => self.record_name(name),
                ScopeKind::Iteration(variables) => {
                    let bound = variables.into_iter().flatten().find(|(n, _)| *n == name);
                    bound.map(|(_, value)| value).or_else(|| self.record_name(name))
                }
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A field, or, in a class, a template parameter, of what is under construction.
    fn record_name(&mut self, name: Symbol) -> Option<ValueId> {
        let building = self.building.last()?;
        if let Some((_, decl)) = building.field(&self.store, name) {
            return Some(self.store.values.var(name, decl.ty));
        }
        let class = building.class?;
        self.class_param(class, name)
    }

    fn class_param(&mut self, class: ClassId, name: Symbol) -> Option<ValueId> {
        let data = self.store.classes.get_mut(class);
        if let Some(param) = data.params.iter_mut().find(|p| p.short_name == name) {
            param.used = true;
            let (name, ty) = (param.name, param.ty);
            return Some(self.store.values.var(name, ty));
        }
        let implicit = data.name_param;
        (name == self.known.name).then(|| self.store.values.var(implicit, TypeId::STRING))
    }

    fn multiclass_param(&mut self, index: usize, name: Symbol) -> Option<ValueId> {
        let data = &mut self.multiclasses[index];
        if let Some(param) = data.params.iter_mut().find(|p| p.short_name == name) {
            param.used = true;
            return Some(self.store.values.var(param.name, param.ty));
        }
        let implicit = data.name_param;
        (name == self.known.name).then(|| self.store.values.var(implicit, TypeId::STRING))
    }

    /// Whether the innermost scope has a variable of that name.
    pub(crate) fn is_local_variable(&self, name: Symbol) -> bool {
        self.scopes.last().is_some_and(|s| s.variable(name).is_some())
    }

    /// Whether the innermost scope is the top level, whose variables are global.
    pub(crate) fn at_top_level(&self) -> bool {
        self.scopes.len() == 1
    }

    pub(crate) fn add_local_variable(&mut self, name: Symbol, value: ValueId) {
        let scope = self.scopes.last_mut().expect("the top level is a scope");
        scope.variables.push((name, value));
    }

    /// Whether a variable of `!foreach` and the like would hide a field, parameter excepted, or
    /// another such variable.
    pub(crate) fn is_iteration_name_taken(&self, name: Symbol) -> bool {
        let is_field = self.building.last().is_some_and(|b| b.field(&self.store, name).is_some());
        is_field
            || self
                .scopes
                .iter()
                .rev()
                .map_while(|s| match s.kind {
                    ScopeKind::Iteration(variables) => Some(variables),
                    _ => None,
                })
                .flatten()
                .flatten()
                .any(|(n, _)| n == name)
    }

    /// Runs `body` in a scope of its own.
    pub(crate) fn in_scope<T>(
        &mut self,
        scope: Scope,
        body: impl FnOnce(&mut Evaluator) -> super::Eval<T>,
    ) -> super::Eval<T> {
        self.scopes.push(scope);
        let result = body(self)?;
        // After a fault the whole statement is given up, and its scopes with it.
        self.scopes.pop();
        Ok(result)
    }
}
