//! Suggestions for unknown names. Only errors need them, so all names may be compared.

use tablewright_syntax::similar::most_similar;
use tablewright_syntax::symbol::Symbol;

use super::Evaluator;
use crate::types::Type;
use crate::value::ValueId;

impl Evaluator {
    /// Returns a class or type alias name similar to `name`.
    pub(super) fn similar_class(&self, name: Symbol) -> Option<String> {
        let classes = self.heap.store.classes.list.iter().map(|class| class.name);
        let mut names: Vec<Symbol> = classes.collect();
        names.extend(self.definitions.type_aliases.keys());
        self.similar(name, names)
    }

    /// Returns a multiclass name similar to `name`.
    pub(super) fn similar_multiclass(&self, name: Symbol) -> Option<String> {
        self.similar(name, self.definitions.multiclasses.iter().map(|m| m.name).collect())
    }

    /// Returns a field name in the innermost prototype that is similar to `name`.
    pub(super) fn similar_field(&self, name: Symbol) -> Option<String> {
        self.similar(name, self.field_names())
    }

    /// Returns a field name in a value that is similar to `name`.
    pub(super) fn similar_field_of(&mut self, value: ValueId, name: Symbol) -> Option<String> {
        let mut names = Vec::new();
        if let Some(record) = self.heap.store.values.as_record(value) {
            names.extend(self.heap.store.shape_of(record).fields.iter().map(|field| field.name));
        } else if let Some(ty) = self.heap.type_of(value)
            && let Type::Record(classes) = self.heap.store.ty(ty)
        {
            for &class in classes {
                names.extend(self.heap.store.class(class).fields().map(|field| field.name));
                // The store may not have the latest fields in a class that is being defined.
                if self.construction.last().is_some_and(|p| p.class == Some(class)) {
                    names.extend(self.field_names());
                }
            }
        }
        self.similar(name, names)
    }

    /// Returns a visible variable, field, parameter or record name similar to `name`.
    pub(super) fn similar_variable(&self, name: Symbol) -> Option<String> {
        let mut names = self.field_names();
        if let Some(class) = self.construction.last().and_then(|prototype| prototype.class) {
            let params = &self.heap.store.classes.get(class).params;
            names.extend(params.iter().map(|param| param.short_name));
        }
        if let Some(id) = self.context.multiclass {
            let params = &self.definitions.multiclasses[id].params;
            names.extend(params.iter().map(|param| param.short_name));
        }
        names.extend(self.scopes.names());
        names.extend(self.heap.store.names.globals.keys());
        names.extend(self.heap.store.names.defs.iter().map(|(name, _)| name));
        self.similar(name, names)
    }

    fn field_names(&self) -> Vec<Symbol> {
        let Some(prototype) = self.construction.last() else { return Vec::new() };
        let inherited = self.heap.store.tables.shapes[prototype.shape].fields.iter();
        inherited.chain(prototype.own_fields.as_slice()).map(|field| field.name).collect()
    }

    fn similar(&self, name: Symbol, names: Vec<Symbol>) -> Option<String> {
        let mut names: Vec<&str> = names.into_iter().map(|name| self.heap.str(name)).collect();
        // Some names come from hash tables, whose order must not affect the result.
        names.sort_unstable();
        most_similar(self.heap.str(name), names).map(str::to_owned)
    }
}
