//! The dags of a body as statements of C.

use tablewright_records::{Dag, FieldError, Value, ValueId};
use tablewright_text::append;

use super::intrinsic::{ClassKind, Intrinsic, IntrinsicId, Intrinsics, error};
use super::neon_type::NeonType;
use super::shuffle::{self, Masks};

/// How deeply dags may be nested.
const MAX_DEPTH: u32 = 500;

/// The room that most expressions and statements fit in: growing them costs more than writing them.
pub(super) const LINE_ROOM: usize = 96;

/// A value: its type, and the expression for it.
pub(super) struct Typed {
    pub(super) ty: NeonType,
    pub(super) code: String,
}

/// A variable: its type, and its name in C.
#[derive(Clone)]
pub(super) struct Variable {
    pub(super) ty: NeonType,
    pub(super) name: String,
}

/// An operator of C in a body, with what it is applied to.
pub(crate) struct Operator<'s> {
    pub(crate) text: &'s str,
    /// The type of its operands.
    pub(crate) ty: NeonType,
    pub(crate) is_unary: bool,
    /// Whether an operand is a constant of the description.
    pub(crate) has_literal: bool,
}

/// Turns the body of one function into statements.
pub(super) struct OperationWriter<'a, 's> {
    pub(super) intrinsics: &'a Intrinsics<'s>,
    pub(super) of: &'a Intrinsic<'s>,
    /// What the names of functions begin with that must not reverse their arguments.
    pub(super) call_prefix: &'static str,
    /// What the names of variables end with.
    pub(super) postfix: &'a str,
    /// The operands, which a body calls `p0` and so on.
    pub(super) parameters: &'a [Variable],
    /// The variables of the body, by their names there.
    pub(super) variables: Vec<(String, Variable)>,
    /// The statements so far.
    pub(super) lines: Vec<String>,
    /// The intrinsics that were called.
    pub(super) calls: Vec<IntrinsicId>,
    /// The operators, each after those in its operands.
    pub(super) operators: Vec<Operator<'s>>,
    pub(super) masks: &'a mut Masks<'s>,
    pub(super) depth: u32,
}

impl<'s> OperationWriter<'_, 's> {
    fn error(&self, message: impl Into<String>) -> FieldError {
        error(self.of.record, message)
    }

    fn check(&self, holds: bool, message: &str) -> Result<(), FieldError> {
        if holds { Ok(()) } else { Err(self.error(message)) }
    }

    /// Adds the statements of the body; the value of the last dag is the result.
    pub(super) fn write_body(&mut self, result: &Variable) -> Result<(), FieldError> {
        let store = self.of.record.store();
        let mut statements = Vec::with_capacity(self.of.body.len());
        for (i, &value) in self.of.body.iter().enumerate() {
            let Value::Dag(dag) = store.value(value) else {
                return Err(self.error("an operation has an element that is no dag"));
            };
            let is_result = i + 1 == self.of.body.len() && !result.ty.is_void();
            let (name, assign) = if is_result { (result.name.as_str(), " = ") } else { ("", "") };
            let code = self.dag(dag)?.code;
            let mut statement = String::with_capacity(LINE_ROOM);
            append!(&mut statement, "  ", name, assign, code, ";");
            statements.push(statement);
        }
        // Behind the variables that they need.
        self.lines.append(&mut statements);
        Ok(())
    }

    fn dag(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        let store = self.of.record.store();
        let Value::Def(operator) = store.value(dag.operator) else {
            return Err(self.error("Unknown operation!"));
        };
        self.depth += 1;
        self.check(self.depth <= MAX_DEPTH, "an operation is nested too deeply")?;
        let value = match store.record(operator).name() {
            "cast" => self.cast(dag, false),
            "bitcast" => self.cast(dag, true),
            "shuffle" => self.shuffle(dag),
            "dup" => self.dup(dag),
            "dup_typed" => self.dup_typed(dag),
            "splat" => self.splat(dag),
            "save_temp" => self.save_temp(dag),
            "op" => self.op(dag),
            "call" => self.call(dag, false),
            "call_mangled" => self.call(dag, true),
            "name_replace" => self.name_replace(dag),
            "literal" => self.literal(dag),
            _ => Err(self.error("Unknown operation!")),
        };
        self.depth -= 1;
        value
    }

    fn value_of(&self, dag: Dag<'s>, at: usize) -> Result<ValueId, FieldError> {
        let arg = dag.args.get(at).ok_or_else(|| {
            self.error(format!("an operation has too few arguments: {}", dag.args.len()))
        })?;
        Ok(arg.value)
    }

    fn name_of(&self, dag: Dag<'s>, at: usize) -> Option<&'s str> {
        let name = dag.args.get(at)?.name?;
        Some(self.of.record.store().str(name)).filter(|name| !name.is_empty())
    }

    fn string_of(&self, dag: Dag<'s>, at: usize) -> Result<Option<&'s str>, FieldError> {
        let store = self.of.record.store();
        Ok(match store.value(self.value_of(dag, at)?) {
            Value::String(text) | Value::Code(text) => Some(store.str(text)),
            _ => None,
        })
    }

    fn expect_string(&self, dag: Dag<'s>, at: usize) -> Result<&'s str, FieldError> {
        let string = self.string_of(dag, at)?;
        string.ok_or_else(|| self.error("an argument of an operation is no string"))
    }

    /// An argument that is a value: a variable, or another dag.
    fn arg(&mut self, dag: Dag<'s>, at: usize) -> Result<Typed, FieldError> {
        let value = self.of.record.store().value(self.value_of(dag, at)?);
        if let Some(name) = self.name_of(dag, at) {
            let is_unset = matches!(value, Value::Unset);
            self.check(is_unset, "Arguments must either be DAGs or names, not both!")?;
            let variable = self.variable(name);
            let variable = variable.ok_or_else(|| self.error("Variable not defined!"))?;
            return Ok(Typed { ty: variable.ty, code: variable.name.clone() });
        }
        match value {
            Value::Dag(inner) => self.dag(inner),
            _ => Err(self.error("Arguments must either be DAGs or names!")),
        }
    }

    /// The variable that the body calls `name`.
    fn variable(&self, name: &str) -> Option<&Variable> {
        if let Some((_, variable)) = self.variables.iter().find(|(known, _)| known == name) {
            return Some(variable);
        }
        let number = name.strip_prefix('p')?;
        let parameter = self.parameters.get(number.parse::<usize>().ok()?)?;
        // Only the number as it is written: not `p01`, nor `p+1`.
        let is_canonical = number.bytes().all(|byte| byte.is_ascii_digit())
            && (number.len() == 1 || !number.starts_with('0'));
        is_canonical.then_some(parameter)
    }

    fn op(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        let op = self.expect_string(dag, 0)?;
        let first = self.arg(dag, 1)?;
        let is_unary = dag.args.len() == 2;
        let mut operator =
            Operator { text: op, ty: first.ty, is_unary, has_literal: self.is_literal(dag, 1) };
        let mut code = String::with_capacity(LINE_ROOM);
        if is_unary {
            self.operators.push(operator);
            append!(&mut code, op, first.code);
            return Ok(Typed { ty: first.ty, code });
        }
        let second = self.arg(dag, 2)?;
        self.check(dag.args.len() == 3, "an operator has one or two operands")?;
        self.check(first.ty == second.ty, "Argument type mismatch!")?;
        operator.has_literal |= self.is_literal(dag, 2);
        self.operators.push(operator);
        append!(&mut code, first.code, " ", op, " ", second.code);
        Ok(Typed { ty: first.ty, code })
    }

    /// Whether an argument is a dag with the operator `literal`.
    fn is_literal(&self, dag: Dag<'s>, at: usize) -> bool {
        let store = self.of.record.store();
        let Some(Value::Dag(inner)) = dag.args.get(at).map(|arg| store.value(arg.value)) else {
            return false;
        };
        matches!(store.value(inner.operator), Value::Def(op) if store.record(op).name() == "literal")
    }

    fn call(&mut self, dag: Dag<'s>, match_mangled_name: bool) -> Result<Typed, FieldError> {
        let mut args = Vec::new();
        for at in 1..dag.args.len() {
            args.push(self.arg(dag, at)?);
        }
        let mut name = match self.string_of(dag, 0)? {
            Some(name) => name.to_owned(),
            None => self.arg(dag, 0)?.code,
        };
        let mut mangled = None;
        if match_mangled_name {
            if self.of.name.contains("laneq") {
                name.push('q');
            }
            mangled = Some(self.of.mangled(&name, ClassKind::Signed));
        }
        let id = self.find(&name, &args, mangled.as_deref())?;
        self.calls.push(id);
        let callee = &self.intrinsics.all[id];
        let mut code = String::with_capacity(LINE_ROOM);
        if !callee.is_big_endian_safe {
            code.push_str(self.call_prefix);
        }
        append!(&mut code, callee.function_name, "(");
        for (i, arg) in args.iter().enumerate() {
            append!(&mut code, if i > 0 { ", " } else { "" }, arg.code);
        }
        code.push(')');
        Ok(Typed { ty: callee.result(), code })
    }

    /// The one intrinsic of that name that takes such arguments.
    fn find(
        &self,
        name: &str,
        args: &[Typed],
        mangled: Option<&str>,
    ) -> Result<IntrinsicId, FieldError> {
        let Some(overloads) = self.intrinsics.by_name.get(name) else {
            return Err(self.error(format!("Intrinsic '{name}' not found!")));
        };
        let fits = |&&id: &&IntrinsicId| {
            let intrinsic = &self.intrinsics.all[id];
            intrinsic.parameters().iter().eq(args.iter().map(|arg| &arg.ty))
                && mangled.is_none_or(|mangled| mangled == intrinsic.function_name)
        };
        let mut good = overloads.iter().filter(fits);
        match (good.next(), good.next()) {
            (Some(&id), None) => Ok(id),
            (first, _) => {
                let problem = match first {
                    None => "No compatible intrinsic found",
                    Some(_) => "Multiple overloads found",
                };
                Err(self.error(format!("{problem} - {}", self.overloads(name, args, overloads))))
            }
        }
    }

    /// What was looked for, and what there is.
    fn overloads(&self, name: &str, args: &[Typed], overloads: &[IntrinsicId]) -> String {
        let mut text = format!("looking up intrinsic '{name}(");
        let push_types = |text: &mut String, types: &mut dyn Iterator<Item = NeonType>| {
            for (i, ty) in types.enumerate() {
                append!(text, if i > 0 { ", " } else { "" }, ty);
            }
        };
        push_types(&mut text, &mut args.iter().map(|arg| arg.ty));
        text.push_str(")'\nAvailable overloads:\n");
        for &id in overloads {
            let intrinsic = &self.intrinsics.all[id];
            append!(&mut text, "  - ", intrinsic.result(), " ", intrinsic.builtin_name(), "(");
            push_types(&mut text, &mut intrinsic.parameters().iter().copied());
            text.push_str(")\n");
        }
        text
    }

    fn cast(&mut self, dag: Dag<'s>, is_bitcast: bool) -> Result<Typed, FieldError> {
        let last = dag.args.len().checked_sub(1);
        let last = last.ok_or_else(|| self.error("a cast needs a value"))?;
        let value = self.arg(dag, last)?;
        let mut ty = value.ty;
        for at in 0..last {
            ty = self.cast_type(dag, at, ty)?;
        }
        let mut code = String::with_capacity(LINE_ROOM);
        if is_bitcast {
            // The address of the value is needed, so it becomes a variable.
            let mut name = "reint".to_owned();
            let mut number = 0;
            while self.variable(&name).is_some() {
                number += 1;
                name = format!("reint{number}");
            }
            let variable = self.new_variable(name, value.ty);
            let mut line = String::with_capacity(LINE_ROOM);
            append!(&mut line, value.ty, " ", variable, " = ", value.code, ";");
            self.lines.push(line);
            append!(&mut code, "*(", ty, " *) &", variable);
        } else {
            append!(&mut code, "(", ty, ")(", value.code, ")");
        }
        Ok(Typed { ty, code })
    }

    /// The type that a modifier of a cast makes of `ty`.
    fn cast_type(&self, dag: Dag<'s>, at: usize, ty: NeonType) -> Result<NeonType, FieldError> {
        if let Some(name) = self.name_of(dag, at) {
            let variable = self.variable(name);
            return Ok(variable.ok_or_else(|| self.error("Variable not found"))?.ty);
        }
        let modifier = self
            .string_of(dag, at)?
            .ok_or_else(|| self.error("Expected string type or $Name for cast type"))?;
        Ok(match modifier {
            "R" => self.of.result(),
            "U" => ty.unsigned(),
            "S" => ty.signed(),
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
        NeonType::of_typedef(name).ok_or_else(|| self.error("Unknown typedef"))
    }

    fn halved(&self, ty: NeonType) -> Result<NeonType, FieldError> {
        self.check(ty.bits() != 64, "Can't get smaller than 64!")?;
        Ok(ty.with_bits(64))
    }

    fn doubled(&self, ty: NeonType) -> Result<NeonType, FieldError> {
        self.check(ty.bits() != 128, "Can't get bigger than 128!")?;
        Ok(ty.with_bits(128))
    }

    fn new_variable(&mut self, name: String, ty: NeonType) -> String {
        let text = format!("__{name}{}", self.postfix);
        self.variables.push((name, Variable { ty, name: text.clone() }));
        text
    }

    fn shuffle(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        let first = self.arg(dag, 0)?;
        let second = self.arg(dag, 1)?;
        self.check(first.ty == second.ty, "Different types in arguments to shuffle!")?;
        let mut ty = first.ty;
        let elements = ty.elements();
        let mask = self.value_of(dag, 2)?;
        let key = (mask, ty.element_bits(), elements);
        if !self.masks.contains_key(&key) {
            let lanes = shuffle::lanes(mask, key.1, key.2, self.of.record)?;
            self.masks.insert(key, lanes);
        }
        let lanes = &self.masks[&key];
        let count = lanes.len() as u32;
        let mut code = String::with_capacity(LINE_ROOM);
        append!(&mut code, "__builtin_shufflevector(", first.code, ", ", second.code);
        for lane in lanes {
            append!(&mut code, ", ", lane);
        }
        code.push(')');
        let message = "Can only double or half the number of elements in a shuffle!";
        if count > elements {
            self.check(count == elements * 2, message)?;
            ty = self.doubled(ty)?;
        } else if count < elements {
            self.check(count == elements / 2, message)?;
            ty = self.halved(ty)?;
        }
        Ok(Typed { ty, code })
    }

    fn dup(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        self.check(dag.args.len() == 1, "dup() expects one argument")?;
        let scalar = self.arg(dag, 0)?;
        self.check(scalar.ty.is_scalar(), "dup() expects a scalar argument")?;
        let ty = self.of.base();
        self.check(ty.is_vector(), "dup() used but default type is scalar!")?;
        Ok(all_elements(ty, &scalar.code))
    }

    fn dup_typed(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        self.check(dag.args.len() == 2, "dup_typed() expects two arguments")?;
        let scalar = self.arg(dag, 1)?;
        let message = "dup_typed() requires a scalar as the second argument";
        self.check(scalar.ty.is_scalar(), message)?;
        let ty = match self.string_of(dag, 0)? {
            Some(name) => self.typedef(name)?,
            None => self.arg(dag, 0)?.ty,
        };
        self.check(ty.is_vector(), "dup_typed() used but target type is scalar!")?;
        Ok(all_elements(ty, &scalar.code))
    }

    fn splat(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        self.check(dag.args.len() == 2, "splat() expects two arguments")?;
        let vector = self.arg(dag, 0)?.code;
        let lane = self.arg(dag, 1)?;
        let message = "splat() requires a scalar int as the second argument";
        self.check(lane.ty.is_scalar(), message)?;
        let ty = self.of.base();
        let mut code = String::with_capacity(LINE_ROOM);
        append!(&mut code, "__builtin_shufflevector(", vector, ", ", vector);
        for _ in 0..ty.elements() {
            append!(&mut code, ", ", lane.code);
        }
        code.push(')');
        Ok(Typed { ty, code })
    }

    fn save_temp(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        self.check(dag.args.len() == 2, "save_temp() expects two arguments")?;
        let value = self.arg(dag, 1)?;
        let message = "Argument to save_temp() must have non-void type!";
        self.check(!value.ty.is_void(), message)?;
        let name = self.name_of(dag, 0);
        let name =
            name.ok_or_else(|| self.error("save_temp() expects a name as the first argument"))?;
        self.check(self.variable(name).is_none(), "Variable already defined!")?;
        let variable = self.new_variable(name.to_owned(), value.ty);
        let mut code = String::new();
        append!(&mut code, value.ty, " ", variable, " = ", value.code);
        Ok(Typed { ty: self.void()?, code })
    }

    fn name_replace(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        self.check(dag.args.len() == 2, "name_replace requires 2 arguments!")?;
        let (from, to) = (self.expect_string(dag, 0)?, self.expect_string(dag, 1)?);
        let message = format!("name should contain '{from}'!");
        self.check(self.of.name.contains(from), &message)?;
        Ok(Typed { ty: self.void()?, code: self.of.name.replacen(from, to, 1) })
    }

    fn literal(&mut self, dag: Dag<'s>) -> Result<Typed, FieldError> {
        let ty = self.typedef(self.expect_string(dag, 0)?)?;
        Ok(Typed { ty, code: self.expect_string(dag, 1)?.to_owned() })
    }

    fn void(&self) -> Result<NeonType, FieldError> {
        NeonType::new("i", "v").map_err(|problem| self.error(problem))
    }
}

/// A vector of which all elements are the same.
fn all_elements(ty: NeonType, element: &str) -> Typed {
    let mut code = String::with_capacity(LINE_ROOM);
    append!(&mut code, "(", ty, ") {");
    for i in 0..ty.elements() {
        append!(&mut code, if i > 0 { ", " } else { "" }, element);
    }
    code.push('}');
    Typed { ty, code }
}
