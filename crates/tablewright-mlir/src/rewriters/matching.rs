//! The statements that match a pattern.

use tablewright_records::FieldError;
use tablewright_text::Escaped;

use super::bound_symbols::{RewriterSide, collect};
use super::child_nodes;
use super::context::PatternContext;
use super::statement::{RewriterStatement, block, call_check, check, statement};
use super::symbols::{SymbolSource, SymbolTable};
use super::template::{Holes, fill};
use crate::model::operation::Argument;
use crate::model::{
    PatternArgument, PatternConstraint, PatternConstraintKind, PatternLeaf, PatternNode,
    PatternNodeKind, PatternOperation, PatternValue,
};

/// A matcher for pattern nodes.
pub(super) struct NodeMatcher<'m, 'a, 's> {
    pub(super) context: &'m PatternContext<'a, 's>,
    pub(super) symbols: &'m SymbolTable<'a, 's>,
}

/// An operation that is matched.
pub(super) struct MatchedOperation<'n, 'a, 's> {
    pub(super) node: &'n PatternNode<'s>,
    pub(super) operation: &'a PatternOperation<'s>,
    /// The C++ variable for the operation.
    pub(super) variable: String,
    pub(super) depth: usize,
}

/// A matched operand, or one of its values.
pub(super) struct MatchedOperand<'x> {
    /// Its index among the arguments and among the operands.
    pub(super) argument: usize,
    pub(super) operand: usize,
    pub(super) part: Option<usize>,
    /// The C++ range of its values.
    pub(super) range: &'x str,
}

type MatchingStatements = Vec<RewriterStatement>;

/// The number of entities that a constraint may be about.
const MAX_ENTITIES: usize = 4;

impl<'a, 's> NodeMatcher<'_, 'a, 's> {
    /// Matches the root and the constraints on entities.
    pub(super) fn match_root(&self, out: &mut MatchingStatements) -> Result<(), FieldError> {
        let root = &self.context.pattern.source;
        if let Some(matcher) = self.context.shared_matcher(root) {
            out.push(self.shared_call(&matcher, root, "op0")?);
            if let PatternNodeKind::Operation(index) = root.kind {
                let class = self.context.operation(index).operation.qualified_class();
                out.push(statement(format!(
                    "auto castedOp0 = ::llvm::dyn_cast_or_null<{class}>(op0); (void)castedOp0;"
                )));
            }
        } else {
            self.match_body(root, "op0", 0, out)?;
        }
        for (one, other) in self.symbols.equal_variables() {
            let message = format!("\"Operands '{one}' and '{other}' must be equal\"");
            out.push(check("op0", &format!("*{one}.begin() == *{other}.begin()"), &message));
        }
        for constraint in &self.context.pattern.constraints {
            out.push(self.match_constraint(constraint)?);
        }
        Ok(())
    }

    fn shared_call(
        &self,
        matcher: &str,
        node: &PatternNode<'s>,
        variable: &str,
    ) -> Result<RewriterStatement, FieldError> {
        let mut local = SymbolTable::default();
        collect(self.context, node, RewriterSide::Source, &mut local)?;
        let arguments = self.symbols.arguments_for(&local);
        Ok(call_check(&format!("{matcher}(rewriter, {variable}, tblgen_ops{arguments})")))
    }

    /// Matches the node that defines the value in `variable`.
    pub(super) fn match_node(
        &self,
        node: &PatternNode<'s>,
        variable: &str,
        depth: usize,
        out: &mut MatchingStatements,
    ) -> Result<(), FieldError> {
        match self.context.shared_matcher(node) {
            Some(matcher) => out.push(self.shared_call(&matcher, node, variable)?),
            None => self.match_body(node, variable, depth, out)?,
        }
        Ok(())
    }

    /// Matches a node like [`match_node`](Self::match_node), but always inline, without a matcher shared by several
    /// patterns.
    pub(super) fn match_body(
        &self,
        node: &PatternNode<'s>,
        variable: &str,
        depth: usize,
        out: &mut MatchingStatements,
    ) -> Result<(), FieldError> {
        match node.kind {
            PatternNodeKind::Operation(index) => {
                self.match_operation(node, self.context.operation(index), variable, depth, out)
            }
            PatternNodeKind::Native { expression, .. } => {
                self.match_native(node, expression, variable, depth, out)
            }
            PatternNodeKind::ReplaceWithValue
            | PatternNodeKind::Location
            | PatternNodeKind::ReturnType
            | PatternNodeKind::Either
            | PatternNodeKind::Variadic => {
                Err(self.context.error("encountered non-op, non-NativeCodeCall match."))
            }
        }
    }

    fn match_operation(
        &self,
        node: &PatternNode<'s>,
        operation: &'a PatternOperation<'s>,
        variable: &str,
        depth: usize,
        out: &mut MatchingStatements,
    ) -> Result<(), FieldError> {
        let casted = format!("castedOp{depth}");
        let class = operation.operation.qualified_class();
        out.push(statement(format!(
            "auto {casted} = ::llvm::dyn_cast<{class}>({variable}); (void){casted};"
        )));
        if depth > 0 {
            out.push(check(variable, &casted, &format!("\"{casted} is not {class} type\"")));
        }
        if !node.symbol.is_empty() {
            out.push(statement(format!("{} = {casted};", node.symbol)));
        }
        let matched = MatchedOperation { node, operation, variable: casted, depth };
        child_nodes::check(self.context, node, operation)?;
        let mut position = 0;
        for argument in &node.arguments {
            let (before, operand) = (position, operand_index(operation, position));
            position += 1;
            match &argument.value {
                PatternValue::Node(child) => match child.kind {
                    PatternNodeKind::Either => {
                        position += 1;
                        self.match_either(&matched, child, before, out)?;
                    }
                    PatternNodeKind::Variadic => {
                        self.match_variadic(&matched, child, before, out)?;
                    }
                    PatternNodeKind::Operation(_)
                    | PatternNodeKind::Native { .. }
                    | PatternNodeKind::ReplaceWithValue
                    | PatternNodeKind::Location
                    | PatternNodeKind::ReturnType => {
                        out.push(self.match_defining_node(&matched, child, operand)?);
                    }
                },
                PatternValue::Leaf(leaf) => {
                    self.match_argument(&matched, argument, leaf, before, out)?;
                }
            }
        }
        Ok(())
    }

    /// Matches the node that defines an operand.
    fn match_defining_node(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        child: &PatternNode<'s>,
        operand: usize,
    ) -> Result<RewriterStatement, FieldError> {
        let (casted, depth) = (&matched.variable, matched.depth + 1);
        let variable = format!("op{depth}");
        let mut body = vec![
            statement(format!(
                "auto *{variable} = (*{casted}.getODSOperands({operand}).begin()).getDefiningOp();"
            )),
            check(
                casted,
                &variable,
                &format!("\"There's no operation that defines operand {operand} of {casted}\""),
            ),
        ];
        self.match_node(child, &variable, depth, &mut body)?;
        body.push(statement(format!("tblgen_ops.push_back({variable});")));
        Ok(block("", body))
    }

    fn match_argument(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        argument: &PatternArgument<'s>,
        leaf: &PatternLeaf<'s>,
        position: usize,
        out: &mut MatchingStatements,
    ) -> Result<(), FieldError> {
        match matched.operation.argument(position) {
            Some(Argument::Operand(operand)) => {
                let range = format!("{}.getODSOperands({operand})", matched.variable);
                let slot =
                    MatchedOperand { argument: position, operand, part: None, range: &range };
                self.match_operand(matched, argument, leaf, &slot, out)
            }
            Some(Argument::Attribute(index)) => {
                let body = self.match_attribute(matched, argument, leaf, index, position)?;
                out.push(block("", body));
                Ok(())
            }
            Some(Argument::Property(index)) => {
                let body = self.match_property(matched, argument, leaf, (index, position))?;
                out.push(block("", body));
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Matches an operand, or one of its values, against a constraint.
    pub(super) fn match_operand(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        argument: &PatternArgument<'s>,
        leaf: &PatternLeaf<'s>,
        slot: &MatchedOperand<'_>,
        out: &mut MatchingStatements,
    ) -> Result<(), FieldError> {
        let operation = &matched.operation.operation;
        let name = &operation.names.full;
        match leaf {
            PatternLeaf::Any => {}
            PatternLeaf::Operand(constraint) => {
                let own = matched.operation.constraints.get(slot.argument);
                if own != Some(&constraint.record) {
                    let operand = &operation.arguments.operands[slot.operand];
                    if operand.is_variable() && slot.part.is_none() {
                        return Err(self.context.error(format!(
                            "further constrain op {name}'s variadic operand #{} unsupported now",
                            slot.argument
                        )));
                    }
                    let summary = Escaped(constraint.constraint.summary);
                    let message = format!(
                        "operand {} of op '{name}' failed to satisfy constraint: '{summary}'",
                        slot.operand
                    );
                    let value = format!("(*{}.begin()).getType()", slot.range);
                    out.push(self.verify(leaf, &matched.variable, &value, &message));
                }
            }
            PatternLeaf::Text(_)
            | PatternLeaf::Native(_)
            | PatternLeaf::Attribute(..)
            | PatternLeaf::Property(..) => {
                return Err(self.context.error(format!(
                    "the {}-th argument of op '{name}' should be an operand",
                    slot.argument + 1
                )));
            }
        }
        if let Some(symbol) = argument.bound_symbol() {
            let source =
                SymbolSource { node: matched.node.value, argument: slot.argument, part: slot.part };
            let variable = self.symbols.variable_of(symbol, source);
            let variable = variable
                .ok_or_else(|| self.context.error(format!("symbol not found: {symbol}")))?;
            out.push(statement(format!("{variable} = {};", slot.range)));
        }
        Ok(())
    }

    fn match_attribute(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        argument: &PatternArgument<'s>,
        leaf: &PatternLeaf<'s>,
        index: usize,
        position: usize,
    ) -> Result<MatchingStatements, FieldError> {
        let operation = &matched.operation.operation;
        let attribute = &operation.arguments.attributes[index];
        let (casted, op) = (&matched.variable, &operation.names.full);
        let (name, constraint) = (attribute.name, &attribute.constraint);
        let getter = crate::support::cpp::getter(name);
        let value = if operation.attribute_storage().is_set_in_dictionary() {
            let class = constraint.storage.class;
            format!("{casted}->getAttrOfType<{class}>(\"{name}\")")
        } else {
            format!("{casted}.getProperties().{getter}()")
        };
        let mut body = vec![statement(format!("[[maybe_unused]] auto tblgen_attr = {value};"))];
        if let Some(default) = constraint.default_value {
            let builder = constraint.storage.builder_call.unwrap_or_default();
            let default = fill(default, &Holes::default());
            let value = fill(builder, &Holes { arguments: &[default], ..Holes::default() });
            body.push(statement(format!("if (!tblgen_attr) tblgen_attr = {value};")));
        } else if !constraint.is_optional {
            let class = constraint.storage.class;
            let message =
                format!("\"expected op '{op}' to have attribute '{name}' of type '{class}'\"");
            body.push(check(casted, "tblgen_attr", &message));
        }
        match leaf {
            PatternLeaf::Any => {}
            PatternLeaf::Attribute(matcher, _) => {
                let condition = matcher.constraint.condition();
                let is_used = condition.contains("$_self") && !condition.contains("!$_self");
                if constraint.is_optional && is_used {
                    body.push(statement("if (!tblgen_attr) return ::mlir::failure();"));
                }
                let summary = Escaped(matcher.constraint.summary);
                let message = format!(
                    "op '{op}' attribute '{name}' failed to satisfy constraint: '{summary}'"
                );
                body.push(self.verify(leaf, casted, "tblgen_attr", &message));
            }
            PatternLeaf::Text(_)
            | PatternLeaf::Native(_)
            | PatternLeaf::Operand(_)
            | PatternLeaf::Property(..) => {
                return Err(self.context.error(format!(
                    "the {}-th argument of op '{op}' should be an attribute",
                    position + 1
                )));
            }
        }
        if let Some(symbol) = argument.bound_symbol() {
            body.push(statement(format!("{symbol} = tblgen_attr;")));
        }
        Ok(body)
    }

    fn match_property(
        &self,
        matched: &MatchedOperation<'_, 'a, 's>,
        argument: &PatternArgument<'s>,
        leaf: &PatternLeaf<'s>,
        (index, position): (usize, usize),
    ) -> Result<MatchingStatements, FieldError> {
        let operation = &matched.operation.operation;
        let name = operation.arguments.properties[index].name;
        let (casted, op) = (&matched.variable, &operation.names.full);
        let getter = crate::support::cpp::getter(name);
        let mut body = vec![statement(format!(
            "[[maybe_unused]] auto tblgen_prop = {casted}.getProperties().{getter}();"
        ))];
        match leaf {
            PatternLeaf::Any => {}
            PatternLeaf::Property(matcher, _) => {
                let summary = Escaped(matcher.constraint.summary);
                let message = format!(
                    "op '{op}' property '{name}' failed to satisfy constraint: '{summary}'"
                );
                body.push(self.verify(leaf, casted, "tblgen_prop", &message));
            }
            PatternLeaf::Text(_)
            | PatternLeaf::Native(_)
            | PatternLeaf::Operand(_)
            | PatternLeaf::Attribute(..) => {
                let number = position + 1;
                let message = format!("the {number}-th argument of op '{op}' should be a property");
                return Err(self.context.error(message));
            }
        }
        if let Some(symbol) = argument.bound_symbol() {
            body.push(statement(format!("{symbol} = tblgen_prop;")));
        }
        Ok(body)
    }

    /// Returns the function call that checks an argument's constraint.
    fn verify(
        &self,
        leaf: &PatternLeaf<'s>,
        variable: &str,
        value: &str,
        message: &str,
    ) -> RewriterStatement {
        let function = self.context.functions.find(leaf).unwrap_or_default();
        call_check(&format!("{function}(rewriter, {variable}, {value}, \"{message}\")"))
    }

    fn match_native(
        &self,
        node: &PatternNode<'s>,
        expression: &str,
        variable: &str,
        depth: usize,
        out: &mut MatchingStatements,
    ) -> Result<(), FieldError> {
        if !expression.contains("$_self") {
            let message =
                "NativeCodeCall must have $_self as argument for passing the defining Operation";
            return Err(self.context.error(message));
        }
        let mut captures = Vec::with_capacity(node.arguments.len());
        for (i, argument) in node.arguments.iter().enumerate() {
            let name = format!("arg{depth}_{i}");
            let class = match &argument.value {
                PatternValue::Leaf(PatternLeaf::Attribute(..)) => "::mlir::Attribute",
                PatternValue::Leaf(_) => "::mlir::Value",
                PatternValue::Node(_) => {
                    return Err(self.context.error(format!(
                        "Matching nested tree in NativeCodecall not support for {name} as arg {i}"
                    )));
                }
            };
            out.push(statement(format!("{class} {name};")));
            captures.push(name);
        }
        let holes =
            Holes { subject: Some(variable), location: Some("odsLoc"), arguments: &captures };
        let call = fill(expression, &holes);
        let message = format!("\"{} return ::mlir::failure\"", Escaped(&call));
        out.push(check(variable, &format!("!::mlir::failed({call})"), &message));
        for (argument, capture) in node.arguments.iter().zip(&captures) {
            if let Some(symbol) = argument.bound_symbol() {
                out.push(statement(format!("{symbol} = {capture};")));
            }
        }
        for (i, (argument, capture)) in node.arguments.iter().zip(&captures).enumerate() {
            let PatternValue::Leaf(leaf) = &argument.value else { continue };
            let (constraint, value) = match leaf {
                PatternLeaf::Attribute(constraint, _) => (constraint, capture.clone()),
                PatternLeaf::Operand(constraint) | PatternLeaf::Property(constraint, _) => {
                    (constraint, format!("{capture}.getType()"))
                }
                PatternLeaf::Any | PatternLeaf::Text(_) | PatternLeaf::Native(_) => continue,
            };
            let message = format!(
                "operand {i} of native code call '{}' failed to satisfy constraint: '{}'",
                Escaped(expression),
                Escaped(constraint.constraint.summary)
            );
            out.push(self.verify(leaf, variable, &value, &message));
        }
        Ok(())
    }

    /// Matches a constraint on entities.
    fn match_constraint(
        &self,
        one: &PatternConstraint<'s>,
    ) -> Result<RewriterStatement, FieldError> {
        let condition = one.constraint.condition();
        let summary = Escaped(one.constraint.summary);
        match one.kind {
            PatternConstraintKind::Type => {
                let [entity] = one.entities[..] else {
                    return Err(self
                        .context
                        .error("type constraint requires exactly one argument"));
                };
                let subject = format!("({}.getType())", self.value(entity)?);
                let holes = Holes { subject: Some(&subject), ..Holes::default() };
                let message = format!(
                    "\"value entity '{entity}' failed to satisfy constraint: '{summary}'\""
                );
                Ok(check("op0", &fill(&condition, &holes), &message))
            }
            PatternConstraintKind::Attribute => Err(self
                .context
                .error("cannot use AttrConstraint in Pattern multi-entity constraints")),
            PatternConstraintKind::Entities if one.entities.len() > MAX_ENTITIES => {
                Err(self.context.error("only support up to 4-entity constraints now"))
            }
            PatternConstraintKind::Entities => {
                let values = one.entities.iter().map(|entity| self.value(entity));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                let subject = match one.subject {
                    "" => String::new(),
                    subject => self.value(subject)?,
                };
                let holes = Holes { subject: Some(&subject), location: None, arguments: &values };
                let message = format!(
                    "\"entities '{}' failed to satisfy constraint: '{summary}'\"",
                    one.entities.join(", ")
                );
                Ok(check("op0", &fill(&condition, &holes), &message))
            }
        }
    }

    fn value(&self, symbol: &str) -> Result<String, FieldError> {
        let unbound = || self.context.error(format!("referencing unbound symbol '{symbol}'"));
        self.symbols.value(symbol).ok_or_else(unbound)
    }
}

/// Returns an argument's index among the operands.
pub(super) fn operand_index(operation: &PatternOperation<'_>, position: usize) -> usize {
    match operation.argument(position) {
        Some(Argument::Operand(index)) => index,
        Some(Argument::Attribute(_) | Argument::Property(_)) | None => position,
    }
}
