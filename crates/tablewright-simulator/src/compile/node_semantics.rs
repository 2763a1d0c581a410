//! Programs from the trees of `NodeSemantics` records.
//!
//! The trees of such a record have no types. Types follow from the values of the arguments: both operands of an
//! operation have one type, and a constant has the type of the other operand. A type is written where it does not
//! follow: `(i32 (zext $a))`.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use tablewright_records::{Dag, Record, RecordId, RecordView, Value as Init, ValueId};
use tablewright_selection::record_views::selection_dag::{PatFragsRecord, SdNodeRecord};
use tablewright_syntax::symbol::Symbol;

use super::tree::{MAX_DEPTH, MAX_VALUES, TreeCompiler, has_code};
use crate::operation::{Operation, operation};
use crate::program::{BinaryOp, Statement, UnaryOp, Value, ValueIx, ValueType};
use crate::stop::NoMeaning;

/// Named values: the arguments of a node or of a fragment.
type Arguments = FxHashMap<Symbol, Argument>;

#[derive(Clone)]
enum Argument {
    Value(ValueIx),
    /// A tree of the fragment's user.
    Tree(ValueId, Rc<Arguments>),
}

/// A tree with the meaning of its names.
#[derive(Clone, Copy)]
struct Scope<'a> {
    arguments: &'a Rc<Arguments>,
}

impl<'s> TreeCompiler<'_, 's, '_> {
    /// Compiles the semantics of the node `record`: adds the effects, and returns the results.
    pub(super) fn node_semantics(
        &mut self,
        record: RecordId,
        arguments: &[ValueIx],
        types: &[ValueType],
    ) -> Result<Vec<ValueIx>, NoMeaning> {
        let name = self.context.store.record(record).name();
        let described = self.context.nodes.get(record).cloned();
        let described =
            described.ok_or_else(|| NoMeaning::new(format!("node '{name}' has no semantics")))?;
        if described.parameters.len() != arguments.len() {
            let (expected, given) = (described.parameters.len(), arguments.len());
            let message =
                format!("node '{name}' has {given} operands, and {expected} in its semantics");
            return Err(NoMeaning::new(message));
        }
        let names = described.parameters.iter().copied();
        let values = arguments.iter().map(|&value| Argument::Value(value));
        let arguments: Rc<Arguments> = Rc::new(names.zip(values).collect());
        let mut results = Vec::new();
        for &tree in described.trees {
            let scope = Scope { arguments: &arguments };
            if !self.described_effect(tree, scope)? {
                let ty = types.get(results.len()).copied();
                let ty = ty.ok_or_else(|| {
                    NoMeaning::new(format!("the semantics of node '{name}' have too many results"))
                })?;
                let value = self.described(tree, scope, Some(ty))?;
                if self.program.ty(value).width != ty.width {
                    let message = format!("a result of node '{name}' has another width");
                    return Err(NoMeaning::new(message));
                }
                results.push(value);
            }
        }
        if results.len() < types.len() {
            let message = format!("the semantics of node '{name}' have too few results");
            return Err(NoMeaning::new(message));
        }
        Ok(results)
    }

    fn dag(&self, tree: ValueId) -> Option<(Dag<'s>, Record<'s>)> {
        let store = self.context.store;
        let Init::Dag(dag) = store.value(tree) else { return None };
        let Init::Def(operator) = store.value(dag.operator) else { return None };
        Some((dag, store.record(operator)))
    }

    /// Adds the effect of a tree. Returns false if the tree is a value.
    fn described_effect(&mut self, tree: ValueId, scope: Scope<'_>) -> Result<bool, NoMeaning> {
        let Some((dag, operator)) = self.dag(tree) else { return Ok(false) };
        if operator.name() == "set" {
            let [destination, value] = dag.args else {
                return Err(NoMeaning::new("'set' in node semantics has a register and a value"));
            };
            let Init::Def(record) = self.context.store.value(destination.value) else {
                return Err(NoMeaning::new("'set' in node semantics lacks a register"));
            };
            let register = self.context.registers.for_record(record).ok_or_else(|| {
                NoMeaning::new(format!(
                    "'{}' is not a register",
                    self.context.store.record(record).name()
                ))
            })?;
            let ty = ValueType::integer(self.context.layout.width(register));
            let value = self.described_argument(value.value, value.name, scope, Some(ty))?;
            if self.program.ty(value).width > ty.width {
                return Err(NoMeaning::new("a value does not fit its register"));
            }
            self.program.statements.push(Statement::SetRegister { register, value });
            return Ok(true);
        }
        let Some(opcode) = SdNodeRecord::from_record(operator) else { return Ok(false) };
        let opcode = self.context.store.str(opcode.opcode()?);
        let address = ValueType::integer(self.context.address_width);
        let statement = match (operation(opcode), dag.args) {
            (Some(Operation::Jump), [target]) => {
                let target =
                    self.described_argument(target.value, target.name, scope, Some(address))?;
                Statement::Jump { target, condition: None }
            }
            (Some(Operation::JumpIf), [condition, target]) => {
                let bit = Some(ValueType::BIT);
                let condition =
                    self.described_argument(condition.value, condition.name, scope, bit)?;
                let target =
                    self.described_argument(target.value, target.name, scope, Some(address))?;
                Statement::Jump { target, condition: Some(condition) }
            }
            _ => return Ok(false),
        };
        self.program.statements.push(statement);
        Ok(true)
    }

    /// Compiles an argument: a tree, or a name.
    fn described_argument(
        &mut self,
        value: ValueId,
        name: Option<Symbol>,
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<ValueIx, NoMeaning> {
        let store = self.context.store;
        if let Some(name) = name
            && let Some(argument) = scope.arguments.get(&name)
        {
            return match argument {
                Argument::Value(value) => Ok(*value),
                Argument::Tree(tree, arguments) => {
                    let scope = Scope { arguments: &arguments.clone() };
                    self.described(*tree, scope, expected)
                }
            };
        }
        if value == ValueId::UNSET {
            let name = name.map_or("?", |name| store.str(name));
            return Err(NoMeaning::new(format!("unknown name '${name}' in node semantics")));
        }
        self.described(value, scope, expected)
    }

    /// Compiles a tree as a value.
    fn described(
        &mut self,
        tree: ValueId,
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<ValueIx, NoMeaning> {
        if self.depth >= MAX_DEPTH || self.program.values.len() >= MAX_VALUES {
            return Err(NoMeaning::new("node semantics are too large"));
        }
        self.depth += 1;
        let value = self.described_tree(tree, scope, expected);
        self.depth -= 1;
        value
    }

    fn described_tree(
        &mut self,
        tree: ValueId,
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<ValueIx, NoMeaning> {
        let store = self.context.store;
        let value = store.value(tree);
        if let Init::Int(number) = value {
            let ty = expected.ok_or_else(|| {
                NoMeaning::new(format!("the type of {number} is not known in node semantics"))
            })?;
            return Ok(self.program.constant(number.into(), ty));
        }
        if let Init::Def(record) = value {
            if let Some(register) = self.context.registers.for_record(record) {
                let ty = ValueType::integer(self.context.layout.width(register));
                return Ok(self.program.push(Value::Register(register), ty));
            }
            return self.described_operator(store.record(record), &[], scope, expected);
        }
        let Some((dag, operator)) = self.dag(tree) else {
            return Err(NoMeaning::new("a tree in node semantics is not a node"));
        };
        let args: Vec<(ValueId, Option<Symbol>)> =
            dag.args.iter().map(|arg| (arg.value, arg.name)).collect();
        self.described_operator(operator, &args, scope, expected)
    }

    fn described_operator(
        &mut self,
        operator: Record<'s>,
        args: &[(ValueId, Option<Symbol>)],
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<ValueIx, NoMeaning> {
        // A type: `(i32 …)`.
        if operator.inherits("ValueType") {
            let ty = self.record_type(operator)?;
            let &[(value, name)] = args else {
                return Err(NoMeaning::new("a type in node semantics has one operand"));
            };
            return self.described_argument(value, name, scope, Some(ty));
        }
        let fragment =
            PatFragsRecord::from_record(operator).filter(|_| !operator.inherits("SDNode"));
        if let Some(fragment) = fragment {
            return self.described_fragment(fragment, args, scope, expected);
        }
        let Some(node) = SdNodeRecord::from_record(operator) else {
            return Err(NoMeaning::new(format!("'{}' in node semantics", operator.name())));
        };
        if self.context.nodes.contains(operator.id()) {
            let mut values = Vec::new();
            for &(value, name) in args {
                values.push(self.described_argument(value, name, scope, None)?);
            }
            let ty = expected.ok_or_else(|| {
                NoMeaning::new(format!("the type of '{}' is not known", operator.name()))
            })?;
            let results = self.node_semantics(operator.id(), &values, &[ty])?;
            return results.first().copied().ok_or_else(|| NoMeaning::new("a node has no value"));
        }
        let opcode = self.context.store.str(node.opcode()?);
        let operation = operation(opcode).ok_or_else(|| {
            NoMeaning::new(format!("node '{}' in node semantics", operator.name()))
        })?;
        self.described_operation(operation, args, scope, expected)
    }

    /// Compiles the first tree of a fragment, with trees in the place of its parameters.
    fn described_fragment(
        &mut self,
        fragment: PatFragsRecord<'s>,
        args: &[(ValueId, Option<Symbol>)],
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<ValueIx, NoMeaning> {
        let name = fragment.name();
        if has_code(fragment)? || fragment.is_load()? == Some(true) {
            return Err(NoMeaning::new(format!("fragment '{name}' in node semantics")));
        }
        let parameters = fragment.operands()?;
        let tree = fragment.fragments()?.first().copied();
        let tree = tree.filter(|_| parameters.args.len() == args.len());
        let tree = tree.ok_or_else(|| NoMeaning::new(format!("fragment '{name}' does not fit")))?;
        let mut arguments = Arguments::default();
        for (parameter, &(value, own)) in parameters.args.iter().zip(args) {
            let Some(parameter) = parameter.name else { continue };
            let known = own.and_then(|own| scope.arguments.get(&own).cloned());
            let argument = known.unwrap_or_else(|| Argument::Tree(value, scope.arguments.clone()));
            arguments.insert(parameter, argument);
        }
        let arguments = Rc::new(arguments);
        self.described(tree, Scope { arguments: &arguments }, expected)
    }

    fn described_operation(
        &mut self,
        operation: Operation,
        args: &[(ValueId, Option<Symbol>)],
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<ValueIx, NoMeaning> {
        let argument = |this: &mut Self, index: usize, ty| {
            let (value, name) = args[index];
            this.described_argument(value, name, scope, ty)
        };
        let untyped = || NoMeaning::new("the type of a value is not known in node semantics");
        let result = expected.ok_or_else(untyped);
        match (operation, args.len()) {
            (Operation::Unary(op), 1) => {
                let is_conversion = !matches!(
                    op,
                    UnaryOp::LeadingZeros
                        | UnaryOp::TrailingZeros
                        | UnaryOp::Population
                        | UnaryOp::ByteSwap
                        | UnaryOp::BitReverse
                        | UnaryOp::Absolute
                        | UnaryOp::FloatNegate
                        | UnaryOp::FloatAbsolute
                        | UnaryOp::SquareRoot
                );
                let value = argument(self, 0, if is_conversion { None } else { expected })?;
                let ty = if is_conversion { result? } else { self.program.ty(value) };
                self.program.unary(op, value, ty)
            }
            (Operation::SignExtendInRegister, 2) => {
                let value = argument(self, 0, expected)?;
                let Init::Def(from) = self.context.store.value(args[1].0) else {
                    return Err(untyped());
                };
                let from = self.record_type(self.context.store.record(from))?;
                let ty = self.program.ty(value);
                self.program.unary(UnaryOp::SignExtendInRegister(from.width), value, ty)
            }
            (Operation::Binary(op), 2) => {
                let is_shift = matches!(
                    op,
                    BinaryOp::ShiftLeft | BinaryOp::ShiftRight | BinaryOp::ShiftRightArithmetic
                );
                let (a, b) = if is_shift {
                    let a = argument(self, 0, expected)?;
                    (a, argument(self, 1, Some(self.program.ty(a)))?)
                } else {
                    self.described_pair(args, scope, expected)?
                };
                self.program.binary(op, a, b, self.program.ty(a))
            }
            (Operation::Compare, 3) => {
                let (a, b) = self.described_pair(&args[..2], scope, None)?;
                let Init::Def(code) = self.context.store.value(args[2].0) else {
                    return Err(untyped());
                };
                let code = self.context.store.record(code).name();
                self.program.compare(a, b, code, expected.unwrap_or(ValueType::BIT))
            }
            (Operation::Select, 3) => {
                let condition = argument(self, 0, Some(ValueType::BIT))?;
                let (a, b) = self.described_pair(&args[1..], scope, expected)?;
                let ty = self.program.ty(a);
                self.program.operation(Operation::Select, &[condition, a, b], 0, ty)
            }
            (Operation::ProgramCounter | Operation::NextInstruction, 0) => {
                let ty = expected.unwrap_or(ValueType::integer(self.context.address_width));
                self.program.operation(operation, &[], 0, ty)
            }
            (other, count) => {
                Err(NoMeaning::new(format!("{other:?} with {count} operands in node semantics")))
            }
        }
    }

    /// Compiles two operands with one type. A constant has the type of the other operand.
    fn described_pair(
        &mut self,
        args: &[(ValueId, Option<Symbol>)],
        scope: Scope<'_>,
        expected: Option<ValueType>,
    ) -> Result<(ValueIx, ValueIx), NoMeaning> {
        let (first, second) = (args[0], args[1]);
        match self.described_argument(first.0, first.1, scope, expected) {
            Ok(a) => {
                let ty = self.program.ty(a);
                Ok((a, self.described_argument(second.0, second.1, scope, Some(ty))?))
            }
            Err(error) if expected.is_some() => Err(error),
            Err(_) => {
                let b = self.described_argument(second.0, second.1, scope, None)?;
                let ty = self.program.ty(b);
                Ok((self.described_argument(first.0, first.1, scope, Some(ty))?, b))
            }
        }
    }
}
