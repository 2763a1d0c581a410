//! Reader for function bodies, from the dags in their records.
//!
//! Names in a dag are parameters (`p0` and so on) or variables that earlier dags declare. Calls are
//! resolved by name and argument types.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use tablewright_records::{Dag, FieldError, RecordId, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::symbol::Symbol;
use tablewright_text::append;

use super::expression::{
    Bodies, Expression, ExpressionId, ExpressionKind, MaskId, NeonBody, NeonMask, NeonVariable,
    VariableId, VariableName,
};
use super::expression_writer::{ExpressionWriter, Postfix, VariableNames};
use super::intrinsic::{DescriptionId, IntrinsicId, NeonIntrinsic, NeonIntrinsics};
use super::mangled_name::{ClassKind, MangledName};
use super::neon_type::NeonType;
use super::shuffle;
use crate::vector_intrinsics::c_type::ElementKind;

/// Depth limit for nested dags.
const MAX_DEPTH: u32 = 500;

/// Reads the bodies of all intrinsics.
pub(crate) fn read(intrinsics: &NeonIntrinsics, store: &RecordStore) -> Result<Bodies, FieldError> {
    let mut state = BodyReaderState::default();
    for (id, description) in intrinsics.descriptions.iter_enumerated() {
        state.by_name.entry(description.name).or_default().push(id);
    }
    for of in intrinsics.iter(store) {
        let body = BodyReader { store, intrinsics, of, state: &mut state, depth: 0 }.read()?;
        state.bodies.bodies.push(body);
    }
    Ok(state.bodies)
}

/// State that is reused between bodies.
#[derive(Default)]
struct BodyReaderState {
    bodies: Bodies,
    /// The descriptions for each name. Their intrinsics are its overloads.
    by_name: FxHashMap<Symbol, Vec<DescriptionId>>,
    operators: FxHashMap<RecordId, NeonOperator>,
    /// By mask, element width, and number of elements.
    masks: FxHashMap<(ValueId, u32, u32), MaskId>,
    /// The current body's variables.
    variables: Vec<VariableId>,
    /// Arguments of unfinished calls.
    arguments: Vec<ExpressionId>,
}

/// A record's meaning as a dag operator.
#[derive(Clone, Copy)]
enum NeonOperator {
    Cast,
    Bitcast,
    Shuffle,
    Dup,
    DupTyped,
    Splat,
    SaveTemp,
    Op,
    Call,
    CallMangled,
    NameReplace,
    Literal,
    Unknown,
}

impl NeonOperator {
    fn from_name(name: &str) -> NeonOperator {
        match name {
            "cast" => NeonOperator::Cast,
            "bitcast" => NeonOperator::Bitcast,
            "shuffle" => NeonOperator::Shuffle,
            "dup" => NeonOperator::Dup,
            "dup_typed" => NeonOperator::DupTyped,
            "splat" => NeonOperator::Splat,
            "save_temp" => NeonOperator::SaveTemp,
            "op" => NeonOperator::Op,
            "call" => NeonOperator::Call,
            "call_mangled" => NeonOperator::CallMangled,
            "name_replace" => NeonOperator::NameReplace,
            "literal" => NeonOperator::Literal,
            _ => NeonOperator::Unknown,
        }
    }
}

/// Reads an intrinsic's body.
#[doc(alias = "DagEmitter")]
struct BodyReader<'a, 'r> {
    store: &'a RecordStore,
    intrinsics: &'a NeonIntrinsics,
    of: NeonIntrinsic<'a>,
    state: &'r mut BodyReaderState,
    depth: u32,
}

impl<'a> BodyReader<'a, '_> {
    fn read(&mut self) -> Result<NeonBody, FieldError> {
        self.state.variables.clear();
        let bodies = &self.state.bodies;
        let reinterpreted = bodies.reinterpreted.start();
        let statements = bodies.statements.start();
        let expressions = bodies.expressions.len();
        for &value in self.of.body() {
            let Value::Dag(dag) = self.store.value(value) else {
                return Err(self.error("an operation has an element that is not a dag"));
            };
            let statement = self.dag(dag)?;
            self.state.bodies.statements.add(statement);
        }
        let bodies = &self.state.bodies;
        Ok(NeonBody {
            reinterpreted: bodies.reinterpreted.row_from(reinterpreted),
            statements: bodies.statements.row_from(statements),
            expressions: expressions..bodies.expressions.len(),
        })
    }

    fn error(&self, message: impl Into<String>) -> FieldError {
        FieldError::new(Code::IntrinsicBodies, *self.of.record(), message)
    }

    fn check(&self, holds: bool, message: &str) -> Result<(), FieldError> {
        if holds { Ok(()) } else { Err(self.error(message)) }
    }

    fn push(&mut self, ty: NeonType, kind: ExpressionKind) -> ExpressionId {
        self.state.bodies.expressions.push(Expression { ty, kind })
    }

    fn ty(&self, id: ExpressionId) -> NeonType {
        self.state.bodies.expressions[id].ty
    }

    fn dag(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return Err(self.error("Unknown operation!"));
        };
        self.depth += 1;
        self.check(self.depth <= MAX_DEPTH, "an operation is nested too deeply")?;
        let value = match self.operator(operator) {
            NeonOperator::Cast => self.cast(dag, false),
            NeonOperator::Bitcast => self.cast(dag, true),
            NeonOperator::Shuffle => self.shuffle(dag),
            NeonOperator::Dup => self.dup(dag),
            NeonOperator::DupTyped => self.dup_typed(dag),
            NeonOperator::Splat => self.splat(dag),
            NeonOperator::SaveTemp => self.save_temp(dag),
            NeonOperator::Op => self.op(dag),
            NeonOperator::Call => self.call(dag, false),
            NeonOperator::CallMangled => self.call(dag, true),
            NeonOperator::NameReplace => self.name_replace(dag),
            NeonOperator::Literal => self.literal(dag),
            NeonOperator::Unknown => Err(self.error("Unknown operation!")),
        };
        self.depth -= 1;
        value
    }

    fn operator(&mut self, record: RecordId) -> NeonOperator {
        let store = self.store;
        let operators = &mut self.state.operators;
        *operators
            .entry(record)
            .or_insert_with(|| NeonOperator::from_name(store.record(record).name()))
    }

    fn value_of(&self, dag: Dag<'a>, at: usize) -> Result<ValueId, FieldError> {
        let arg = dag.args.get(at).ok_or_else(|| {
            self.error(format!("an operation has too few arguments: {}", dag.args.len()))
        })?;
        Ok(arg.value)
    }

    fn name_of(&self, dag: Dag<'a>, at: usize) -> Option<Symbol> {
        let name = dag.args.get(at)?.name?;
        Some(name).filter(|&name| !self.store.str(name).is_empty())
    }

    fn symbol_of(&self, dag: Dag<'a>, at: usize) -> Result<Option<Symbol>, FieldError> {
        let value = self.store.value(self.value_of(dag, at)?);
        let text =
            if let Value::String(text) | Value::Code(text) = value { Some(text) } else { None };
        Ok(text)
    }

    fn expect_symbol(&self, dag: Dag<'a>, at: usize) -> Result<Symbol, FieldError> {
        let symbol = self.symbol_of(dag, at)?;
        symbol.ok_or_else(|| self.error("an argument of an operation is not a string"))
    }

    fn expect_string(&self, dag: Dag<'a>, at: usize) -> Result<&'a str, FieldError> {
        Ok(self.store.str(self.expect_symbol(dag, at)?))
    }

    /// Reads an argument that is a value: a variable or another dag.
    fn arg(&mut self, dag: Dag<'a>, at: usize) -> Result<ExpressionId, FieldError> {
        let value = self.store.value(self.value_of(dag, at)?);
        if let Some(name) = self.name_of(dag, at) {
            let is_unset = matches!(value, Value::Unset);
            self.check(is_unset, "Arguments must either be DAGs or names, not both!")?;
            let variable = self.variable(self.store.str(name));
            let (ty, kind) = variable.ok_or_else(|| self.error("Variable not defined!"))?;
            return Ok(self.push(ty, kind));
        }
        if let Value::Dag(inner) = value {
            self.dag(inner)
        } else {
            Err(self.error("Arguments must either be DAGs or names!"))
        }
    }

    /// Finds the meaning of `name` in the body.
    fn variable(&self, name: &str) -> Option<(NeonType, ExpressionKind)> {
        for &id in &self.state.variables {
            let variable = self.state.bodies.variables[id];
            if variable.name.is(name, self.store) {
                return Some((variable.ty, ExpressionKind::Variable(id)));
            }
        }
        let number = name.strip_prefix('p')?;
        // Only the canonical number: neither `p01` nor `p+1`.
        let is_canonical = number.bytes().all(|byte| byte.is_ascii_digit())
            && (number.len() == 1 || !number.starts_with('0'));
        let number = number.parse::<u32>().ok().filter(|_| is_canonical)?;
        let ty = *self.of.parameters().get(number as usize)?;
        Some((ty, ExpressionKind::Parameter(number)))
    }

    fn new_variable(&mut self, name: VariableName, ty: NeonType) -> VariableId {
        let id = self.state.bodies.variables.push(NeonVariable { ty, name });
        self.state.variables.push(id);
        id
    }

    fn op(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        let operator = self.expect_symbol(dag, 0)?;
        let first = self.arg(dag, 1)?;
        let ty = self.ty(first);
        if dag.args.len() == 2 {
            return Ok(self.push(ty, ExpressionKind::Unary { operator, operand: first }));
        }
        let second = self.arg(dag, 2)?;
        self.check(dag.args.len() == 3, "an operator has one or two operands")?;
        self.check(ty == self.ty(second), "Argument type mismatch!")?;
        Ok(self.push(ty, ExpressionKind::Binary { operator, operands: [first, second] }))
    }

    fn call(&mut self, dag: Dag<'a>, match_mangled_name: bool) -> Result<ExpressionId, FieldError> {
        let first = self.state.arguments.len();
        for at in 1..dag.args.len() {
            let argument = self.arg(dag, at)?;
            self.state.arguments.push(argument);
        }
        let mut name: Cow<'_, str> = match self.symbol_of(dag, 0)? {
            Some(name) => self.store.str(name).into(),
            None => {
                let name = self.arg(dag, 0)?;
                self.text(name).into()
            }
        };
        if match_mangled_name && self.of.name().contains("laneq") {
            name.to_mut().push('q');
        }
        let mangled = match_mangled_name.then(|| self.of.mangled(&name, ClassKind::Signed));
        let callee = self.find(&name, &self.state.arguments[first..], mangled)?;
        let BodyReaderState { bodies, arguments, .. } = &mut *self.state;
        let arguments = bodies.arguments.push(arguments.drain(first..));
        let ty = self.intrinsics.get(callee, self.store).result();
        Ok(self.push(ty, ExpressionKind::Call { callee, arguments }))
    }

    /// Formats an expression as in the little endian version.
    fn text(&self, id: ExpressionId) -> String {
        let names =
            VariableNames { is_macro: self.of.is_macro(), reverses: false, postfix: Postfix(None) };
        let writer = ExpressionWriter {
            store: self.store,
            intrinsics: self.intrinsics,
            bodies: &self.state.bodies,
            names,
            call_prefix: "",
        };
        let mut text = String::new();
        writer.write(id, &mut text);
        text
    }

    /// Finds the only intrinsic with this name and these argument types.
    fn find(
        &self,
        name: &str,
        arguments: &[ExpressionId],
        mangled: Option<MangledName<'_>>,
    ) -> Result<IntrinsicId, FieldError> {
        let symbol = self.store.symbols().get(name);
        let Some(descriptions) = symbol.and_then(|name| self.state.by_name.get(&name)) else {
            return Err(self.error(format!("Intrinsic '{name}' not found!")));
        };
        let types: Vec<NeonType> = arguments.iter().map(|&argument| self.ty(argument)).collect();
        let overloads = || descriptions.iter().flat_map(|&id| self.intrinsics.for_id(id));
        let mut good = overloads().filter(|&id| self.is_overload(id, &types, mangled));
        match (good.next(), good.next()) {
            (Some(id), None) => Ok(id),
            (first, _) => {
                let problem = match first {
                    None => "No compatible intrinsic found",
                    Some(_) => "Multiple overloads found",
                };
                let mut text = format!("{problem} - looking up intrinsic '{name}(");
                push_types(&mut text, types.iter().copied());
                text.push_str(")'\nAvailable overloads:\n");
                overloads().for_each(|id| self.push_overload(&mut text, id));
                Err(self.error(text))
            }
        }
    }

    /// Returns whether an intrinsic has these parameter types and the mangled name, if any.
    fn is_overload(
        &self,
        id: IntrinsicId,
        types: &[NeonType],
        mangled: Option<MangledName<'_>>,
    ) -> bool {
        let intrinsic = self.intrinsics.get(id, self.store);
        intrinsic.parameters() == types
            && mangled.is_none_or(|mangled| mangled.is_as(intrinsic.function_name()))
    }

    fn push_overload(&self, text: &mut String, id: IntrinsicId) {
        let intrinsic = self.intrinsics.get(id, self.store);
        append!(text, "  - ", intrinsic.result(), " ", intrinsic.builtin_name(), "(");
        push_types(text, intrinsic.parameters().iter().copied());
        text.push_str(")\n");
    }

    fn cast(&mut self, dag: Dag<'a>, is_bitcast: bool) -> Result<ExpressionId, FieldError> {
        let last = dag.args.len().checked_sub(1);
        let last = last.ok_or_else(|| self.error("a cast needs a value"))?;
        let value = self.arg(dag, last)?;
        let mut ty = self.ty(value);
        for at in 0..last {
            ty = self.cast_type(dag, at, ty)?;
        }
        if !is_bitcast {
            return Ok(self.push(ty, ExpressionKind::Cast(value)));
        }
        if self.intrinsics.has_bit_casts {
            return Ok(self.push(ty, ExpressionKind::Bitcast(value)));
        }
        // A value whose address is needed becomes a variable.
        let mut number = 0;
        let mut name = "reint".to_owned();
        while self.variable(&name).is_some() {
            number += 1;
            name = format!("reint{number}");
        }
        let variable = self.new_variable(VariableName::Reinterpreted(number), self.ty(value));
        self.state.bodies.reinterpreted.add((variable, value));
        Ok(self.push(ty, ExpressionKind::Reinterpretation(variable)))
    }

    /// Applies a cast's type modifier to `ty`.
    fn cast_type(&self, dag: Dag<'a>, at: usize, ty: NeonType) -> Result<NeonType, FieldError> {
        if let Some(name) = self.name_of(dag, at) {
            let variable = self.variable(self.store.str(name));
            return Ok(variable.ok_or_else(|| self.error("Variable not found"))?.0);
        }
        let modifier = self
            .symbol_of(dag, at)?
            .ok_or_else(|| self.error("Expected string type or $Name for cast type"))?;
        Ok(match self.store.str(modifier) {
            "R" => self.of.result(),
            "U" => ty.with_kind(ElementKind::Unsigned),
            "S" => ty.with_kind(ElementKind::Signed),
            "H" => self.halved(ty)?,
            "D" => self.doubled(ty)?,
            "8" => ty.integers(8, true),
            "32" => {
                self.check(ty.bits() > 32, "Not enough bits to make it 32!")?;
                ty.with_element_bits(32)
            }
            name => self.typedef(name)?,
        })
    }

    fn typedef(&self, name: &str) -> Result<NeonType, FieldError> {
        NeonType::from_typedef(name).ok_or_else(|| self.error("Unknown typedef"))
    }

    fn halved(&self, ty: NeonType) -> Result<NeonType, FieldError> {
        self.check(ty.bits() != 64, "Can't get smaller than 64!")?;
        Ok(ty.with_bits(64))
    }

    fn doubled(&self, ty: NeonType) -> Result<NeonType, FieldError> {
        self.check(ty.bits() != 128, "Can't get bigger than 128!")?;
        Ok(ty.with_bits(128))
    }

    fn shuffle(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        let first = self.arg(dag, 0)?;
        let second = self.arg(dag, 1)?;
        let mut ty = self.ty(first);
        self.check(ty == self.ty(second), "Different types in arguments to shuffle!")?;
        let elements = ty.elements();
        let mask = self.mask(self.value_of(dag, 2)?, ty)?;
        let count = self.state.bodies.masks[mask].count;
        let message = "Can only double or half the number of elements in a shuffle!";
        if count > elements {
            self.check(count == elements * 2, message)?;
            ty = self.doubled(ty)?;
        } else if count < elements {
            self.check(count == elements / 2, message)?;
            ty = self.halved(ty)?;
        }
        Ok(self.push(ty, ExpressionKind::Shuffle { vectors: [first, second], mask }))
    }

    /// Returns the mask for vectors of type `ty`.
    fn mask(&mut self, mask: ValueId, ty: NeonType) -> Result<MaskId, FieldError> {
        let key = (mask, ty.element_bits(), ty.elements());
        if let Some(&mask) = self.state.masks.get(&key) {
            return Ok(mask);
        }
        let lanes = shuffle::lanes(mask, ty.element_bits(), ty.elements(), *self.of.record())?;
        let mut text = String::new();
        for lane in &lanes {
            append!(&mut text, ", ", lane);
        }
        let id = self.state.bodies.masks.push(NeonMask { count: lanes.len() as u32, text });
        self.state.masks.insert(key, id);
        Ok(id)
    }

    fn dup(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        self.check(dag.args.len() == 1, "dup() expects one argument")?;
        let scalar = self.arg(dag, 0)?;
        self.check(self.ty(scalar).is_scalar(), "dup() expects a scalar argument")?;
        let ty = self.of.base();
        self.check(ty.is_vector(), "dup() used but default type is scalar!")?;
        Ok(self.push(ty, ExpressionKind::Duplicates(scalar)))
    }

    fn dup_typed(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        self.check(dag.args.len() == 2, "dup_typed() expects two arguments")?;
        let scalar = self.arg(dag, 1)?;
        let message = "dup_typed() requires a scalar as the second argument";
        self.check(self.ty(scalar).is_scalar(), message)?;
        let ty = match self.symbol_of(dag, 0)? {
            Some(name) => self.typedef(self.store.str(name))?,
            None => {
                let like = self.arg(dag, 0)?;
                self.ty(like)
            }
        };
        self.check(ty.is_vector(), "dup_typed() used but target type is scalar!")?;
        Ok(self.push(ty, ExpressionKind::Duplicates(scalar)))
    }

    fn splat(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        self.check(dag.args.len() == 2, "splat() expects two arguments")?;
        let vector = self.arg(dag, 0)?;
        let lane = self.arg(dag, 1)?;
        let message = "splat() requires a scalar int as the second argument";
        self.check(self.ty(lane).is_scalar(), message)?;
        let ty = self.of.base();
        Ok(self.push(ty, ExpressionKind::Splat { vector, lane, elements: ty.elements() }))
    }

    fn save_temp(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        self.check(dag.args.len() == 2, "save_temp() expects two arguments")?;
        let value = self.arg(dag, 1)?;
        let ty = self.ty(value);
        let message = "Argument to save_temp() must have non-void type!";
        self.check(!ty.is_void(), message)?;
        let name = self.name_of(dag, 0);
        let name =
            name.ok_or_else(|| self.error("save_temp() expects a name as the first argument"))?;
        let is_new = self.variable(self.store.str(name)).is_none();
        self.check(is_new, "Variable already defined!")?;
        let variable = self.new_variable(VariableName::Temporary(name), ty);
        Ok(self.push(NeonType::void(), ExpressionKind::Declaration(variable, value)))
    }

    fn name_replace(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        self.check(dag.args.len() == 2, "name_replace requires 2 arguments!")?;
        let (from, to) = (self.expect_string(dag, 0)?, self.expect_string(dag, 1)?);
        if !self.of.name().contains(from) {
            return Err(self.error(format!("name should contain '{from}'!")));
        }
        let name = self.of.name().replacen(from, to, 1);
        let name = self.state.bodies.names.push(name);
        Ok(self.push(NeonType::void(), ExpressionKind::Name(name)))
    }

    fn literal(&mut self, dag: Dag<'a>) -> Result<ExpressionId, FieldError> {
        let ty = self.typedef(self.expect_string(dag, 0)?)?;
        let text = self.expect_symbol(dag, 1)?;
        Ok(self.push(ty, ExpressionKind::Literal(text)))
    }
}

fn push_types(text: &mut String, types: impl Iterator<Item = NeonType>) {
    for (i, ty) in types.enumerate() {
        append!(text, if i > 0 { ", " } else { "" }, ty);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::item;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../../tests/data/arm-neon/classes.td");

    /// Returns the header for a function with this body and two vectors as operands.
    fn header(prototype: &str, body: &str) -> String {
        let called = "def VABD : SInst<\"vabd\", \"...\", \"is\">;";
        let text =
            format!("{CLASSES}{called}\ndef X : SOpInst<\"vx\", \"{prototype}\", \"i\", {body}>;");
        output("gen-arm-neon", &text)
    }

    /// Checks the function for little-endian targets.
    fn check(prototype: &str, body: &str, expected: Expect) {
        expected.assert_eq(&item(&header(prototype, body), " vx_s32("));
    }

    #[test]
    fn an_operator_takes_the_parameters() {
        check(
            "...",
            "Op<(op \"+\", $p0, $p1)>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0, int32x2_t __p1) {
              int32x2_t __ret;
              __ret = __p0 + __p1;
              return __ret;
            }
        "#]],
        );
        check(
            "..",
            "Op<(op \"-\", $p0)>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0) {
              int32x2_t __ret;
              __ret = -__p0;
              return __ret;
            }
        "#]],
        );
    }

    #[test]
    fn a_variable_keeps_a_step_for_later_steps() {
        check(
            "....",
            "Operation<[(save_temp $x, (call \"vabd\", $p1, $p2)), (op \"+\", $p0, $x)]>",
            expect![[r#"
                __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0, int32x2_t __p1, int32x2_t __p2) {
                  int32x2_t __ret;
                  int32x2_t __x = vabd_s32(__p1, __p2);
                  __ret = __p0 + __x;
                  return __ret;
                }
            "#]],
        );
    }

    #[test]
    fn a_shuffle_selects_elements_of_two_vectors() {
        check(
            "Q..",
            "Op<(shuffle $p0, $p1, (add mask0, mask1))>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x4_t vx_s32(int32x2_t __p0, int32x2_t __p1) {
              int32x4_t __ret;
              __ret = __builtin_shufflevector(__p0, __p1, 0, 1, 2, 3);
              return __ret;
            }
        "#]],
        );
        check(
            "..",
            "Op<(shuffle $p0, $p0, (rev 64, mask0))>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0) {
              int32x2_t __ret;
              __ret = __builtin_shufflevector(__p0, __p0, 1, 0);
              return __ret;
            }
        "#]],
        );
        check(
            "...",
            "Op<(shuffle $p0, $p1, (interleave mask0, mask1))>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0, int32x2_t __p1) {
              int32x2_t __ret;
              __ret = __builtin_shufflevector(__p0, __p1, 0, 2, 1, 3);
              return __ret;
            }
        "#]],
        );
    }

    #[test]
    fn a_cast_names_the_type_of_a_parameter_or_of_the_result() {
        check(
            "..",
            "Op<(cast \"R\", $p0)>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0) {
              int32x2_t __ret;
              __ret = (int32x2_t)(__p0);
              return __ret;
            }
        "#]],
        );
        check(
            "..",
            "Op<(bitcast \"int16x4_t\", $p0)>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32x2_t __p0) {
              int32x2_t __ret;
            int32x2_t __reint = __p0;
              __ret = *(int16x4_t *) &__reint;
              return __ret;
            }
        "#]],
        );
    }

    #[test]
    fn a_scalar_fills_all_elements() {
        check(
            ".1",
            "Op<(dup $p0)>",
            expect![[r#"
            __ai __attribute__((target("neon"))) int32x2_t vx_s32(int32_t __p0) {
              int32x2_t __ret;
              __ret = (int32x2_t) {__p0, __p0};
              return __ret;
            }
        "#]],
        );
    }

    #[test]
    fn faults_of_bodies_are_reported() {
        let error = |body: &str| header("...", body);
        let bodies = [
            "Op<(op \"+\", $p0, $p9)>",
            "Op<(call \"vnone\", $p0)>",
            "Op<(shuffle $p0, $p1, (op mask0))>",
            "Op<(mask0 $p0)>",
            "Op<(cast \"Z\", $p0)>",
        ];
        expect![[r#"
            error: Variable not defined!
            error: Intrinsic 'vnone' not found!
            error: Unknown set operator: (op mask0)
            error: Unknown operation!
            error: Unknown typedef
        "#]]
        .assert_eq(&bodies.map(error).concat());
    }
}
