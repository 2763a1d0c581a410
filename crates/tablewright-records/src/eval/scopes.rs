//! Scopes: the meaning of local names (ProgRef, "Name Scopes" under "How records are built").

use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::definitions::MulticlassId;
use super::{Eval, Evaluator};
use crate::ids::{ClassId, TypeId};
use crate::record::Param;
use crate::rewind::Rewind;
use crate::value::{ValueId, Values};

/// A region of the input in which names can be local.
#[doc(alias = "TGVarScope")]
#[derive(Clone)]
pub(crate) struct Scope {
    kind: ScopeKind,
    /// Variables that `defvar` defined in this scope.
    variables: Vec<LocalVariable>,
}

#[derive(Clone)]
struct LocalVariable {
    name: Symbol,
    value: ValueId,
    pos: Pos,
}

#[derive(Clone, Copy)]
enum ScopeKind {
    /// Braces, an `if` branch, or the top level.
    Block,
    /// The body of the class or record under construction.
    Record,
    /// The body of a `foreach` statement.
    Loop { name: Symbol, variable: ValueId, pos: Pos },
    /// A multiclass body.
    Multiclass(MulticlassId),
    /// The body of `!foreach`, `!filter` or `!foldl`. Its variables, and then the enclosing record's fields, hide
    /// local variables from scopes between the record and the operator.
    Iteration([Option<IterationVariable>; 2]),
}

/// The variable of an operator such as `!foreach`.
#[derive(Clone, Copy)]
pub(crate) struct IterationVariable {
    pub(crate) name: Symbol,
    pub(crate) value: ValueId,
    pub(crate) pos: Pos,
}

/// A definition of a name in a scope, or a list that may contain it.
pub(crate) enum LocalDefinition {
    /// Definition at this position.
    At(Pos),
    /// Parameter list of a multiclass.
    InMulticlass(MulticlassId),
    /// Fields and parameters of the class or record under construction.
    InRecord,
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

    pub(crate) fn loop_body(name: Symbol, variable: ValueId, pos: Pos) -> Scope {
        Scope::new(ScopeKind::Loop { name, variable, pos })
    }

    pub(crate) fn multiclass(id: MulticlassId) -> Scope {
        Scope::new(ScopeKind::Multiclass(id))
    }

    pub(crate) fn iteration(variables: [Option<IterationVariable>; 2]) -> Scope {
        Scope::new(ScopeKind::Iteration(variables))
    }

    /// Iterates over the scope's variable names.
    fn names(&self) -> impl Iterator<Item = Symbol> {
        let bound = match self.kind {
            ScopeKind::Loop { name, .. } => [Some(name), None],
            ScopeKind::Iteration(variables) => variables.map(|bound| bound.map(|bound| bound.name)),
            ScopeKind::Block | ScopeKind::Record | ScopeKind::Multiclass(_) => [None; 2],
        };
        let own = self.variables.iter().map(|variable| variable.name);
        own.chain(bound.into_iter().flatten())
    }

    fn variable(&self, name: Symbol) -> Option<&LocalVariable> {
        self.variables.iter().find(|variable| variable.name == name)
    }
}

/// The scopes at the current point of evaluation, from the top level to the innermost scope.
#[derive(Clone)]
pub(crate) struct Scopes(Vec<Scope>);

impl Scopes {
    pub(crate) fn new() -> Scopes {
        Scopes(vec![Scope::block()])
    }

    pub(crate) fn push(&mut self, scope: Scope) {
        self.0.push(scope);
    }

    /// Returns the number of scopes, for [`Self::truncate`].
    pub(crate) fn depth(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn truncate(&mut self, depth: usize) {
        self.0.truncate(depth);
    }

    /// Iterates over the variable names in all scopes.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> {
        self.0.iter().flat_map(Scope::names)
    }

    /// Returns the position of the variable `name` in the innermost scope, if it is defined there.
    pub(crate) fn local_variable_pos(&self, name: Symbol) -> Option<Pos> {
        self.0.last()?.variable(name).map(|variable| variable.pos)
    }

    /// Returns whether the innermost scope is the top level. Its variables are global.
    pub(crate) fn at_top_level(&self) -> bool {
        self.0.len() == 1
    }

    /// Iterates over the definitions to which a name may refer here, from the innermost scope outwards.
    pub(crate) fn definitions(&self, name: Symbol) -> impl Iterator<Item = LocalDefinition> {
        self.0.iter().rev().flat_map(move |scope| scope.definitions(name))
    }

    pub(crate) fn add_local_variable(&mut self, name: Symbol, value: ValueId, pos: Pos) {
        let scope = self.0.last_mut().expect("the top level is a scope");
        scope.variables.push(LocalVariable { name, value, pos });
    }

    /// Returns whether `name` is the variable of an innermost operator such as `!foreach`.
    fn is_iteration_variable(&self, name: Symbol) -> bool {
        // Only operators nested directly in each other count: another scope between them may hide names.
        let iterations = self.0.iter().rev().map_while(|scope| {
            if let ScopeKind::Iteration(variables) = scope.kind { Some(variables) } else { None }
        });
        iterations.flatten().flatten().any(|variable| variable.name == name)
    }
}

impl Scope {
    /// The definitions that the name may refer to in this scope.
    fn definitions(&self, name: Symbol) -> impl Iterator<Item = LocalDefinition> + use<> {
        let variable = self.variable(name).map(|variable| LocalDefinition::At(variable.pos));
        let own = match self.kind {
            ScopeKind::Block => [None, None],
            ScopeKind::Loop { name: n, pos, .. } => {
                [(n == name).then_some(LocalDefinition::At(pos)), None]
            }
            ScopeKind::Multiclass(id) => [Some(LocalDefinition::InMulticlass(id)), None],
            ScopeKind::Record => [None, Some(LocalDefinition::InRecord)],
            ScopeKind::Iteration(variables) => {
                let bound = variables.into_iter().flatten().find(|bound| bound.name == name);
                [bound.map(|b| LocalDefinition::At(b.pos)), Some(LocalDefinition::InRecord)]
            }
        };
        variable.into_iter().chain(own.into_iter().flatten())
    }
}

impl Rewind for Scopes {
    type Point = usize;

    fn point(&self) -> usize {
        self.depth()
    }

    fn rewind(&mut self, &depth: &usize) {
        self.truncate(depth);
    }
}

impl Evaluator {
    /// Returns the value of a local `name` in the enclosing scopes.
    pub(crate) fn local(&mut self, name: Symbol) -> Option<ValueId> {
        for i in (0..self.scopes.0.len()).rev() {
            let scope = &self.scopes.0[i];
            // A `defvar` in a scope hides the names that the scope itself binds: its parameters, fields or loop
            // variable.
            if let Some(variable) = scope.variable(name) {
                return Some(variable.value);
            }
            let local_value = match scope.kind {
                ScopeKind::Block => None,
                ScopeKind::Loop { name: n, variable, .. } => (n == name).then_some(variable),
                ScopeKind::Multiclass(id) => self.multiclass_param(id, name),
                ScopeKind::Record => self.record_name(name),
                ScopeKind::Iteration(variables) => {
                    let bound = variables.into_iter().flatten().find(|bound| bound.name == name);
                    bound.map(|bound| bound.value).or_else(|| self.record_name(name))
                }
            };
            if local_value.is_some() {
                return local_value;
            }
        }
        None
    }

    /// Returns a field, or in a class a template parameter, of the innermost prototype.
    fn record_name(&mut self, name: Symbol) -> Option<ValueId> {
        let prototype = self.construction.last()?;
        if let Some((_, decl)) = prototype.field(&self.heap.store, name) {
            return Some(self.heap.store.values.var(name, decl.ty));
        }
        // Fields hide parameters with the same name. Here only a class has parameters.
        let class = prototype.class?;
        self.class_param(class, name)
    }

    fn class_param(&mut self, class: ClassId, name: Symbol) -> Option<ValueId> {
        let data = self.heap.store.classes.get_mut(class);
        let is_name = name == self.heap.well_known.name;
        let implicit = is_name.then_some(data.name_param);
        use_param(&mut data.params, implicit, name, &mut self.heap.store.values)
    }

    fn multiclass_param(&mut self, id: MulticlassId, name: Symbol) -> Option<ValueId> {
        let multiclass = &mut self.definitions.multiclasses[id];
        let is_name = name == self.heap.well_known.name;
        let implicit = is_name.then_some(multiclass.name_param);
        use_param(&mut multiclass.params, implicit, name, &mut self.heap.store.values)
    }

    /// Returns whether a variable of `!foreach` or a similar operator would hide a field or another such variable.
    pub(crate) fn is_iteration_name_taken(&self, name: Symbol) -> bool {
        let field = self.construction.last().and_then(|p| p.field(&self.heap.store, name));
        field.is_some() || self.scopes.is_iteration_variable(name)
    }

    /// Runs `body` in a new scope.
    pub(crate) fn in_scope<T>(
        &mut self,
        scope: Scope,
        body: impl FnOnce(&mut Evaluator) -> Eval<T>,
    ) -> Eval<T> {
        self.scopes.push(scope);
        // After an error the whole statement is given up, together with its scopes.
        let result = body(self)?;
        self.scopes.0.pop();
        Ok(result)
    }
}

/// Returns the template parameter `name` as a variable, and marks it as used. `implicit` is the qualified name of the
/// parameter `NAME`, if `name` is `NAME`.
fn use_param(
    params: &mut [Param],
    implicit: Option<Symbol>,
    name: Symbol,
    values: &mut Values,
) -> Option<ValueId> {
    if let Some(param) = params.iter_mut().find(|p| p.short_name == name) {
        param.used = true;
        return Some(values.var(param.name, param.ty));
    }
    implicit.map(|implicit| values.var(implicit, TypeId::STRING))
}
