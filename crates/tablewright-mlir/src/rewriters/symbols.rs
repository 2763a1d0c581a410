//! Symbols in patterns: their C++ form and uses.

use rustc_hash::FxHashSet;
use tablewright_records::ValueId;

use super::symbol_order::SymbolOrder;
use crate::model::{ConstraintArity, Operation};

/// The entity that a symbol is bound to.
#[derive(Clone)]
pub(super) enum SymbolKind<'a, 's> {
    /// An attribute of a C++ class.
    Attribute { class: &'s str },
    /// A property of a C++ type.
    Property { cpp_type: &'s str },
    /// An operand, or one of its values.
    Operand { arity: ConstraintArity<'s>, is_part: bool },
    /// The results of an operation.
    Result(&'a Operation<'s>),
    /// A value.
    Value,
    /// The given number of values, returned by a native call.
    Values(i64),
    /// A list built by `variadic`.
    List,
}

/// The argument of a node that a symbol is bound to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SymbolSource {
    pub(super) node: ValueId,
    pub(super) argument: usize,
    /// The value index within the argument.
    pub(super) part: Option<usize>,
}

struct RewriterSymbol<'a, 's> {
    name: String,
    kind: SymbolKind<'a, 's>,
    source: Option<SymbolSource>,
    /// The C++ variable, if its name differs from the symbol.
    variable: Option<String>,
}

/// The symbols of a pattern.
#[derive(Default)]
pub(super) struct SymbolTable<'a, 's> {
    symbols: Vec<RewriterSymbol<'a, 's>>,
    order: SymbolOrder,
}

/// Splits a symbol into its name and value index: `res__1` is value 1 of `res`.
pub(super) fn split_index(symbol: &str) -> (&str, Option<usize>) {
    let split = symbol.rsplit_once("__");
    match split.and_then(|(name, index)| Some((name, index.parse().ok()?))) {
        Some((name, index)) => (name, Some(index)),
        None => (symbol, None),
    }
}

impl<'a, 's> SymbolTable<'a, 's> {
    pub(super) fn add(
        &mut self,
        name: &str,
        kind: SymbolKind<'a, 's>,
        source: Option<SymbolSource>,
    ) {
        self.order.insert(name);
        self.symbols.push(RewriterSymbol { name: name.to_owned(), kind, source, variable: None });
    }

    /// Binds a symbol with a unique name; returns false if the name is taken.
    pub(super) fn bind(&mut self, name: &str, kind: SymbolKind<'a, 's>) -> bool {
        let (name, _) = split_index(name);
        let is_new = self.first(name).is_none();
        self.add(name, kind, None);
        is_new
    }

    /// Binds a symbol to an argument. Only operands may share a symbol; returns false for other repeats.
    pub(super) fn bind_argument(
        &mut self,
        name: &str,
        kind: SymbolKind<'a, 's>,
        source: SymbolSource,
    ) -> bool {
        let is_operand = |kind: &SymbolKind<'_, '_>| matches!(kind, SymbolKind::Operand { .. });
        if let Some(first) = self.first(name)
            && !(is_operand(&kind) && is_operand(&first.kind))
        {
            return false;
        }
        self.add(name, kind, Some(source));
        true
    }

    fn ordered(&self) -> impl Iterator<Item = &RewriterSymbol<'a, 's>> {
        self.order.indices().into_iter().map(|index| &self.symbols[index])
    }

    /// Returns the first symbol with a name.
    fn first(&self, name: &str) -> Option<&RewriterSymbol<'a, 's>> {
        self.ordered().find(|symbol| symbol.name == name)
    }

    /// Assigns separate variables to repeated symbols, except the first.
    pub(super) fn name_variables(&mut self) {
        let mut used: FxHashSet<String> = FxHashSet::default();
        let mut numbers: Vec<(String, usize)> = Vec::new();
        for index in self.order.indices() {
            let name = self.symbols[index].name.clone();
            let Some((_, number)) = numbers.iter_mut().find(|(other, _)| *other == name) else {
                numbers.push((name, 0));
                continue;
            };
            let variable = loop {
                let variable = format!("{name}{number}");
                *number += 1;
                let is_free = self.symbols.iter().all(|symbol| symbol.name != variable);
                if is_free && used.insert(variable.clone()) {
                    break variable;
                }
            };
            self.symbols[index].variable = Some(variable);
        }
    }

    /// Returns the variable declarations.
    pub(super) fn declarations(&self) -> Vec<String> {
        self.ordered().map(RewriterSymbol::declaration).collect()
    }

    /// Returns the variables as parameters, each after a comma.
    pub(super) fn parameters(&self) -> String {
        self.ordered().map(RewriterSymbol::parameter).collect()
    }

    /// Returns the variables for the symbols in `other`, each after a comma.
    pub(super) fn arguments_for(&self, other: &SymbolTable<'_, '_>) -> String {
        let variables = other.ordered().filter_map(|symbol| match symbol.source {
            Some(source) => self.variable_of(&symbol.name, source),
            None => self.first(&symbol.name).map(RewriterSymbol::variable),
        });
        variables.map(|variable| format!(", {variable}")).collect()
    }

    /// Returns the variable for the symbol that is bound to an argument.
    pub(super) fn variable_of(&self, name: &str, source: SymbolSource) -> Option<&str> {
        let is_same =
            |symbol: &&RewriterSymbol<'_, '_>| symbol.name == name && symbol.source == Some(source);
        self.ordered().find(is_same).map(RewriterSymbol::variable)
    }

    /// Returns the variables that must be equal: for each repeated symbol, its first variable and another.
    pub(super) fn equal_variables(&self) -> Vec<(&str, &str)> {
        let mut pairs = Vec::new();
        let mut seen: Vec<&RewriterSymbol<'a, 's>> = Vec::new();
        for symbol in self.ordered() {
            match seen.iter().find(|first| first.name == symbol.name) {
                Some(first) => pairs.push((first.variable(), symbol.variable())),
                None => seen.push(symbol),
            }
        }
        pairs
    }

    /// Returns the result count of the operation that a symbol is bound to.
    pub(super) fn value_count(&self, symbol: &str) -> Option<i64> {
        let (name, index) = split_index(symbol);
        let kind = &self.first(name)?.kind;
        Some(match kind {
            _ if index.is_some() => 1,
            SymbolKind::Result(operation) => operation.results.len() as i64,
            SymbolKind::Values(count) => *count,
            SymbolKind::Attribute { .. }
            | SymbolKind::Property { .. }
            | SymbolKind::Operand { .. }
            | SymbolKind::Value
            | SymbolKind::List => 1,
        })
    }

    /// Returns the C++ expression for a symbol's values; `None` if it is not bound.
    pub(super) fn value(&self, symbol: &str) -> Option<String> {
        self.value_with(symbol, "")
    }

    /// Returns the same with `suffix` after each value.
    pub(super) fn value_with(&self, symbol: &str, suffix: &str) -> Option<String> {
        let (name, index) = split_index(symbol);
        let symbol = self.first(name)?;
        let name = symbol.variable();
        Some(match &symbol.kind {
            SymbolKind::Attribute { .. }
            | SymbolKind::Property { .. }
            | SymbolKind::Value
            | SymbolKind::List => {
                format!("{name}{suffix}")
            }
            SymbolKind::Operand { is_part: true, .. } => format!("(*{name}.begin()){suffix}"),
            SymbolKind::Operand { arity, is_part: false } => match arity {
                ConstraintArity::Single => format!("(*{name}.begin()){suffix}"),
                ConstraintArity::Optional => {
                    format!("({name}.empty() ? ::mlir::Value() : *{name}.begin()){suffix}")
                }
                ConstraintArity::Variadic | ConstraintArity::VariadicOfVariadic { .. } => {
                    format!("{name}{suffix}")
                }
            },
            SymbolKind::Result(operation) => result_values(operation, name, index, suffix),
            SymbolKind::Values(_) => match index {
                Some(index) => format!("{name}[{index}]{suffix}"),
                None => format!("{name}.begin(), {name}.end(){suffix}"),
            },
        })
    }

    /// Returns the C++ expressions for the ranges of a symbol's values.
    pub(super) fn ranges(&self, symbol: &str) -> Option<Vec<String>> {
        let (name, index) = split_index(symbol);
        let symbol = self.first(name)?;
        let name = symbol.variable();
        Some(match &symbol.kind {
            SymbolKind::Attribute { .. } | SymbolKind::Property { .. } => return None,
            SymbolKind::Operand { .. } => vec![name.to_owned()],
            SymbolKind::Result(operation) => {
                let all = 0..operation.results.len();
                let indices = index.map_or(all, |index| index..index + 1);
                indices.map(|index| format!("{name}.getODSResults({index})")).collect()
            }
            SymbolKind::Value => vec![format!("{{{name}}}")],
            SymbolKind::Values(_) => vec![match index {
                Some(index) => format!("{{{name}[{index}]}}"),
                None => format!("{name}.begin(), {name}.end()"),
            }],
            SymbolKind::List => vec![name.to_owned()],
        })
    }
}

/// Returns an operation result or all its results. An operation without results represents itself.
fn result_values(
    operation: &Operation<'_>,
    name: &str,
    index: Option<usize>,
    suffix: &str,
) -> String {
    let value = |index: usize| match operation.results.get(index) {
        Some(result) if result.is_variadic() => format!("{name}.getODSResults({index}){suffix}"),
        Some(_) | None => format!("(*{name}.getODSResults({index}).begin()){suffix}"),
    };
    if let Some(index) = index {
        return value(index);
    }
    if operation.results.is_empty() {
        return format!("{name}{suffix}");
    }
    (0..operation.results.len()).map(value).collect::<Vec<_>>().join(", ")
}

impl RewriterSymbol<'_, '_> {
    fn variable(&self) -> &str {
        self.variable.as_deref().unwrap_or(&self.name)
    }

    fn cpp_type(&self) -> String {
        match &self.kind {
            SymbolKind::Attribute { class } => (*class).to_owned(),
            SymbolKind::Property { cpp_type } => (*cpp_type).to_owned(),
            SymbolKind::Operand { .. } => "::mlir::Operation::operand_range".to_owned(),
            SymbolKind::Result(operation) => operation.qualified_class(),
            SymbolKind::Value | SymbolKind::Values(_) | SymbolKind::List => {
                "::mlir::Value".to_owned()
            }
        }
    }

    fn declaration(&self) -> String {
        let initializer = if matches!(self.kind, SymbolKind::Operand { .. }) {
            "(op0->getOperands())"
        } else {
            ""
        };
        format!("{} {}{initializer};", self.cpp_type(), self.variable())
    }

    fn parameter(&self) -> String {
        format!(", {} &{}", self.cpp_type(), self.variable())
    }
}

#[cfg(test)]
mod tests {
    use super::split_index;

    #[test]
    fn a_number_after_underscores_is_an_index() {
        assert_eq!(split_index("res__1"), ("res", Some(1)));
        assert_eq!(split_index("my__res"), ("my__res", None));
    }
}
