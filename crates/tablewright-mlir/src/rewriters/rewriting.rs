//! Statements that build the replacement of a matched pattern.

use tablewright_records::FieldError;

use super::bound_symbols::{RewriterSide, collect};
use super::context::PatternContext;
use super::statement::{RewriterStatement, block, statement};
use super::symbols::{SymbolKind, SymbolTable, split_index};
use super::template::{Holes, fill};
use crate::model::operation::Argument;
use crate::model::{
    ConstantAttribute, PatternArgument, PatternLeaf, PatternNode, PatternNodeKind, PatternValue,
};

/// The label for errors that the reference prints without a position.
const IN_PATTERN: &str = "in this pattern";

/// A builder for pattern nodes.
pub(super) struct Rewriter<'m, 'a, 's> {
    pub(super) context: &'m PatternContext<'a, 's>,
    pub(super) symbols: SymbolTable<'a, 's>,
    /// The number of the next variable.
    next_variable: usize,
}

/// The directives after the arguments of a node.
pub(super) struct Directives<'n, 's> {
    pub(super) location: Option<&'n PatternNode<'s>>,
    pub(super) return_type: Option<&'n PatternNode<'s>>,
    /// The number of arguments before them.
    pub(super) argument_count: usize,
}

type RewritingStatements = Vec<RewriterStatement>;

impl<'m, 'a, 's> Rewriter<'m, 'a, 's> {
    pub(super) fn new(
        context: &'m PatternContext<'a, 's>,
        symbols: SymbolTable<'a, 's>,
    ) -> Rewriter<'m, 'a, 's> {
        Rewriter { context, symbols, next_variable: 0 }
    }

    /// Replaces or erases the root.
    pub(super) fn rewrite_root(&mut self, out: &mut RewritingStatements) -> Result<(), FieldError> {
        let pattern = self.context.pattern;
        for node in pattern.results.iter().chain(&pattern.supplements) {
            collect(self.context, node, RewriterSide::Result, &mut self.symbols)?;
        }
        let offsets = self.offsets()?;
        let expected = offsets.last().copied().unwrap_or_default();
        let first = match expected {
            0 => pattern.results.len(),
            _ => offsets.iter().rposition(|&offset| offset == 0).unwrap_or(0),
        };
        let locations = (0..pattern.source.operation_count())
            .map(|i| format!("tblgen_ops[{i}]->getLoc()"))
            .collect::<Vec<_>>();
        out.push(statement(format!(
            "auto odsLoc = rewriter.getFusedLoc({{{}}}); (void)odsLoc;",
            locations.join(", ")
        )));
        for (node, &offset) in pattern.results[..first].iter().zip(&offsets) {
            self.build_beside(node, offset, out)?;
        }
        if expected == 0 {
            self.build_supplements(out)?;
            out.push(statement("rewriter.eraseOp(op0);"));
            return Ok(());
        }
        out.push(statement("::llvm::SmallVector<::mlir::Value, 4> tblgen_repl_values;"));
        for (node, &offset) in pattern.results.iter().zip(&offsets).skip(first) {
            let symbol = self.build(node, offset, 0, out)?;
            let ranges = self.symbols.ranges(&symbol).ok_or_else(|| self.unbound(&symbol))?;
            for range in ranges {
                out.push(block(
                    format!("for (auto v: ::llvm::SmallVector<::mlir::Value, 4>{{ {range} }})"),
                    vec![statement("tblgen_repl_values.push_back(v);")],
                ));
            }
        }
        self.build_supplements(out)?;
        out.push(statement("rewriter.replaceOp(op0, tblgen_repl_values);"));
        Ok(())
    }

    /// Returns, for each result pattern, the first root result that it replaces (negative if it replaces none),
    /// followed by the result count.
    fn offsets(&self) -> Result<Vec<i64>, FieldError> {
        let pattern = self.context.pattern;
        let expected = if let PatternNodeKind::Operation(index) = pattern.source.kind {
            self.context.operation(index).operation.results.len() as i64
        } else {
            0
        };
        let mut offsets = vec![expected];
        let mut after = expected;
        for node in pattern.results.iter().rev() {
            let offset = after - self.value_count(node)?;
            if offset < 0 && after > 0 {
                return Err(self.context.error(format!(
                    "cannot use the same multi-result op '{}' to generate both auxiliary values \
                     and values to be used for replacing the matched op",
                    node.symbol
                )));
            }
            offsets.push(offset);
            after = offset;
        }
        if after > 0 {
            let message = "not enough values generated to replace the matched op";
            return Err(self.context.error(message));
        }
        offsets.reverse();
        Ok(offsets)
    }

    fn value_count(&self, node: &PatternNode<'s>) -> Result<i64, FieldError> {
        Ok(match node.kind {
            PatternNodeKind::Operation(_) if !node.symbol.is_empty() => {
                let count = self.symbols.value_count(node.symbol);
                count.ok_or_else(|| self.unbound(node.symbol))?
            }
            PatternNodeKind::Operation(index) => {
                self.context.operation(index).operation.results.len() as i64
            }
            PatternNodeKind::Native { return_count, .. } => return_count,
            PatternNodeKind::ReplaceWithValue
            | PatternNodeKind::Location
            | PatternNodeKind::ReturnType
            | PatternNodeKind::Either
            | PatternNodeKind::Variadic => 1,
        })
    }

    fn build_supplements(&mut self, out: &mut RewritingStatements) -> Result<(), FieldError> {
        let supplements = &self.context.pattern.supplements;
        let count = supplements.len() as i64;
        for (node, offset) in supplements.iter().zip(-count..) {
            self.build_beside(node, offset, out)?;
        }
        Ok(())
    }

    /// Builds a node that replaces nothing.
    fn build_beside(
        &mut self,
        node: &PatternNode<'s>,
        offset: i64,
        out: &mut RewritingStatements,
    ) -> Result<(), FieldError> {
        let value = self.build(node, offset, 0, out)?;
        if let PatternNodeKind::Native { return_count: 0, .. } = node.kind {
            out.push(statement(format!("{value};")));
        }
        Ok(())
    }

    /// Builds a node. Returns its symbol, or the C++ of a call without a result.
    pub(super) fn build(
        &mut self,
        node: &PatternNode<'s>,
        result_index: i64,
        depth: usize,
        out: &mut RewritingStatements,
    ) -> Result<String, FieldError> {
        match node.kind {
            PatternNodeKind::Operation(index) => {
                let symbol = self.build_operation(node, index, result_index, depth, out)?;
                if node.symbol.is_empty() {
                    let operation = &self.context.operation(index).operation;
                    self.symbols.bind(&symbol, SymbolKind::Result(operation));
                }
                Ok(symbol)
            }
            PatternNodeKind::Native { expression, return_count } => {
                self.build_native(node, expression, return_count, depth, out)
            }
            PatternNodeKind::ReplaceWithValue => {
                let [argument] = &node.arguments[..] else {
                    let message = "replaceWithValue directive must take exactly one argument";
                    return Err(self.context.error(message));
                };
                if !node.symbol.is_empty() {
                    return Err(self.context.error("cannot bind symbol to replaceWithValue"));
                }
                Ok(argument.name.to_owned())
            }
            PatternNodeKind::Variadic => self.build_variadic(node, depth, out),
            PatternNodeKind::Location => {
                let message = "location directive can only be used with op creation";
                Err(self.context.error(message))
            }
            PatternNodeKind::ReturnType => {
                let message = "`returnType` can only be used with op creation";
                Err(self.context.error(message))
            }
            PatternNodeKind::Either => {
                Err(self.context.error("`either` can only be used in source patterns"))
            }
        }
    }

    fn build_variadic(
        &mut self,
        node: &PatternNode<'s>,
        depth: usize,
        out: &mut RewritingStatements,
    ) -> Result<String, FieldError> {
        let variable = format!("tblgen_variadic_values_{}", self.next_variable());
        self.symbols.bind(&variable, SymbolKind::List);
        let mut values = Vec::with_capacity(node.arguments.len());
        for (argument, index) in node.arguments.iter().zip(0..) {
            values.push(match &argument.value {
                // An operation that is built here is added itself, not the first of its results.
                PatternValue::Node(child) => self.build(child, index, depth + 1, out)?,
                PatternValue::Leaf(leaf) => self.argument(leaf, argument.name)?,
            });
        }
        out.push(statement(format!("::llvm::SmallVector<::mlir::Value, 4> {variable};")));
        for value in values {
            out.push(statement(format!("{variable}.push_back({value});")));
        }
        Ok(variable)
    }

    fn build_native(
        &mut self,
        node: &PatternNode<'s>,
        expression: &str,
        return_count: i64,
        depth: usize,
        out: &mut RewritingStatements,
    ) -> Result<String, FieldError> {
        let directives = self.directives(node)?;
        if directives.return_type.is_some() {
            return Err(self.context.error("`NativeCodeCall` cannot have return type specifier"));
        }
        let location = self.location(&directives)?;
        let mut arguments = Vec::with_capacity(directives.argument_count);
        for (argument, index) in node.arguments[..directives.argument_count].iter().zip(0..) {
            arguments.push(match &argument.value {
                PatternValue::Node(child) => self.build(child, index, depth + 1, out)?,
                PatternValue::Leaf(leaf) => self.argument(leaf, argument.name)?,
            });
        }
        let holes = Holes { subject: None, location: Some(&location), arguments: &arguments };
        let call = fill(expression, &holes);
        if return_count == 0 {
            return Ok(call);
        }
        let (variable, _) = split_index(node.symbol);
        let mut variable = variable.to_owned();
        if variable.is_empty() {
            variable = format!("nativeVar_{}", self.next_variable());
            let kind = match return_count {
                1 => SymbolKind::Value,
                count => SymbolKind::Values(count),
            };
            self.symbols.bind(&variable, kind);
        }
        out.push(statement(format!("auto {variable} = {call}; (void){variable};")));
        Ok(if node.symbol.is_empty() { variable } else { node.symbol.to_owned() })
    }

    pub(super) fn next_variable(&mut self) -> usize {
        self.next_variable += 1;
        self.next_variable - 1
    }

    pub(super) fn value(&self, symbol: &str) -> Result<String, FieldError> {
        self.symbols.value(symbol).ok_or_else(|| self.unbound(symbol))
    }

    fn unbound(&self, symbol: &str) -> FieldError {
        self.context.error(format!("referencing unbound symbol '{symbol}'"))
    }

    /// Returns the directives after a node's arguments.
    pub(super) fn directives<'n>(
        &self,
        node: &'n PatternNode<'s>,
    ) -> Result<Directives<'n, 's>, FieldError> {
        let mut trailing =
            Directives { location: None, return_type: None, argument_count: node.arguments.len() };
        for argument in node.arguments.iter().rev() {
            let Some(child) = argument.node() else { break };
            let (slot, name) = match child.kind {
                PatternNodeKind::Location => (&mut trailing.location, "location"),
                PatternNodeKind::ReturnType => (&mut trailing.return_type, "returnType"),
                PatternNodeKind::Operation(_)
                | PatternNodeKind::Native { .. }
                | PatternNodeKind::ReplaceWithValue
                | PatternNodeKind::Either
                | PatternNodeKind::Variadic => break,
            };
            if slot.replace(child).is_some() {
                let message = format!("`{name}` directive can only be specified once");
                return Err(self.context.error(message));
            }
            trailing.argument_count -= 1;
        }
        Ok(trailing)
    }

    /// Returns the C++ expression for a built operation's location.
    pub(super) fn location(&self, directives: &Directives<'_, 's>) -> Result<String, FieldError> {
        let Some(node) = directives.location else { return Ok("odsLoc".to_owned()) };
        if !node.symbol.is_empty() {
            return Err(self.context.error("cannot bind symbol to location"));
        }
        let mut name = None;
        let mut locations = Vec::new();
        for argument in &node.arguments {
            match &argument.value {
                PatternValue::Leaf(PatternLeaf::Text(text)) if name.is_none() => name = Some(*text),
                PatternValue::Leaf(PatternLeaf::Text(_)) => {
                    let message = "Only one string attribute may be specified";
                    return Err(self.context.error(message).without_position(IN_PATTERN));
                }
                PatternValue::Leaf(_) | PatternValue::Node(_) => {
                    let symbol = argument.name;
                    let location = self.symbols.value_with(symbol, ".getLoc()");
                    locations.push(location.ok_or_else(|| self.unbound(symbol))?);
                }
            }
        }
        match (name, &locations[..]) {
            (None, []) => {
                let message = "At least one argument to location directive required";
                Err(self.context.error(message).without_position(IN_PATTERN))
            }
            (Some(name), []) => {
                Ok(format!("::mlir::NameLoc::get(rewriter.getStringAttr(\"{name}\"))"))
            }
            (None, [location]) => Ok(location.clone()),
            (name, _) => {
                let name = name.map(|name| format!(", rewriter.getStringAttr(\"{name}\")"));
                let name = name.unwrap_or_default();
                Ok(format!("rewriter.getFusedLoc({{{}}}{name})", locations.join(", ")))
            }
        }
    }

    /// Returns the C++ expression for an argument without child nodes.
    pub(super) fn argument(
        &self,
        leaf: &PatternLeaf<'s>,
        symbol: &str,
    ) -> Result<String, FieldError> {
        match leaf {
            PatternLeaf::Text(_) => Err(self.context.error("raw string not supported as argument")),
            PatternLeaf::Attribute(_, Some(constant)) => self.constant(constant),
            PatternLeaf::Property(_, property) if property.value.is_some() => {
                Ok(property.value.unwrap_or_default().to_owned())
            }
            PatternLeaf::Any | PatternLeaf::Operand(_) => self.value(symbol),
            PatternLeaf::Native(expression) => {
                let value = self.value(symbol)?;
                let holes = Holes { subject: Some(&value), ..Holes::default() };
                Ok(fill(expression, &holes))
            }
            PatternLeaf::Attribute(_, None) | PatternLeaf::Property(..) => {
                Err(self.context.error("unhandled case when rewriting op"))
            }
        }
    }

    fn constant(&self, constant: &ConstantAttribute<'s>) -> Result<String, FieldError> {
        let Some(builder) = constant.builder_call else {
            return Err(self.context.error(format!(
                "Attribute {} does not have the 'constBuilderCall' field",
                constant.definition
            )));
        };
        let arguments = [constant.value.clone()];
        Ok(fill(builder, &Holes { arguments: &arguments, ..Holes::default() }))
    }

    /// Returns the C++ expression for a built operation's operand. `child` is the symbol for the operand's node.
    pub(super) fn operand(
        &self,
        argument: &PatternArgument<'s>,
        child: Option<&str>,
    ) -> Result<String, FieldError> {
        if let Some(child) = child {
            return self.value(child);
        }
        match &argument.value {
            PatternValue::Leaf(PatternLeaf::Attribute(_, Some(_))) => Err(self.context.error(
                "attribute found where value was expected, if attempting to use constant value, \
                 construct a constant op with given attribute instead",
            )),
            PatternValue::Leaf(leaf @ PatternLeaf::Native(_)) => self.argument(leaf, argument.name),
            PatternValue::Leaf(_) | PatternValue::Node(_) => self.value(argument.name),
        }
    }

    /// Returns the C++ expression for a built operation's attribute or property. Messages name it `created`.
    pub(super) fn attribute(
        &self,
        argument: &PatternArgument<'s>,
        child: Option<&str>,
        created: &str,
    ) -> Result<String, FieldError> {
        match (&argument.value, child) {
            (PatternValue::Node(node), child) => {
                if !matches!(node.kind, PatternNodeKind::Native { .. }) {
                    let message = format!(
                        "only NativeCodeCall allowed in nested dag node for creating {created}"
                    );
                    return Err(self.context.error(message));
                }
                Ok(child.unwrap_or_default().to_owned())
            }
            (PatternValue::Leaf(leaf), _) => self.argument(leaf, argument.name),
        }
    }

    /// Whether an operand is variadic.
    pub(super) fn is_variadic_operand(&self, operation: usize, position: usize) -> bool {
        let operation = self.context.operation(operation);
        match operation.argument(position) {
            Some(Argument::Operand(index)) => {
                operation.operation.arguments.operands[index].is_variadic()
            }
            Some(Argument::Attribute(_) | Argument::Property(_)) | None => false,
        }
    }
}
