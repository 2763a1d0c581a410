//! Expression writer. The versions of a function differ in variable names.

use tablewright_records::RecordStore;
use tablewright_text::{Append, TextSink, append};

use super::expression::{Bodies, ExpressionId, ExpressionKind, VariableId, VariableName};
use super::intrinsic::NeonIntrinsics;
use super::neon_type::NeonType;

/// A version's variable names.
#[derive(Clone, Copy)]
pub(super) struct VariableNames {
    /// Whether parameters belong to a macro. Macro arguments do not have types and are assigned to
    /// variables, except for immediates, which must remain constants, and pointers, which keep
    /// their alignment.
    pub(super) is_macro: bool,
    /// Whether the elements of parameters are reversed before use.
    pub(super) reverses: bool,
    /// The suffix of all names.
    pub(super) postfix: Postfix,
}

/// A number that distinguishes the variables of macros in the same expression.
#[derive(Clone, Copy)]
pub(super) struct Postfix(pub(super) Option<u32>);

impl Append for Postfix {
    fn append_to(&self, out: &mut impl TextSink) {
        if let Some(number) = self.0 {
            append!(out, "_", number);
        }
    }
}

/// The variable for a parameter.
#[derive(Clone, Copy)]
pub(super) struct NeonParameterName {
    prefix: &'static str,
    number: u32,
    postfix: Postfix,
}

impl Append for NeonParameterName {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.prefix, self.number, self.postfix);
    }
}

impl VariableNames {
    fn named(self, prefix: &'static str, number: u32) -> NeonParameterName {
        NeonParameterName { prefix, number, postfix: self.postfix }
    }

    /// Returns the parameter itself.
    pub(super) fn declared(self, number: u32) -> NeonParameterName {
        self.named("__p", number)
    }

    /// Returns the variable to which a macro argument is assigned.
    pub(super) fn typed(self, number: u32) -> NeonParameterName {
        self.named("__s", number)
    }

    /// Returns the variable with reversed elements.
    pub(super) fn reversed(self, number: u32) -> NeonParameterName {
        self.named("__rev", number)
    }

    /// Returns the variable with a parameter's value before its elements are reversed.
    pub(super) fn unreversed(self, number: u32, ty: NeonType) -> NeonParameterName {
        if self.is_macro && has_typed_argument(ty) {
            self.typed(number)
        } else {
            self.declared(number)
        }
    }

    /// Returns the variable with a parameter's value.
    pub(super) fn parameter(self, number: u32, ty: NeonType) -> NeonParameterName {
        if self.reverses && is_reversed(ty) {
            self.reversed(number)
        } else {
            self.unreversed(number, ty)
        }
    }
}

/// Whether a macro argument is assigned to a variable.
pub(super) fn has_typed_argument(ty: NeonType) -> bool {
    !ty.is_immediate && !ty.is_pointer()
}

/// Whether the order of elements matters.
pub(super) fn is_reversed(ty: NeonType) -> bool {
    ty.is_vector() && ty.elements() != 1
}

/// Writes a version's expressions.
#[derive(Clone, Copy)]
pub(super) struct ExpressionWriter<'a> {
    pub(super) store: &'a RecordStore,
    pub(super) intrinsics: &'a NeonIntrinsics,
    pub(super) bodies: &'a Bodies,
    pub(super) names: VariableNames,
    /// The prefix for functions that must not reverse their arguments.
    pub(super) call_prefix: &'static str,
}

impl ExpressionWriter<'_> {
    pub(super) fn write(&self, id: ExpressionId, out: &mut impl TextSink) {
        let expression = self.bodies.expression(id);
        let ty = expression.ty;
        match expression.kind {
            ExpressionKind::Parameter(number) => append!(out, self.names.parameter(number, ty)),
            ExpressionKind::Variable(variable) => self.write_variable(variable, out),
            ExpressionKind::Literal(text) => out.push_str(self.store.str(text)),
            ExpressionKind::Name(name) => out.push_str(&self.bodies.names[name]),
            ExpressionKind::Unary { operator, operand } => {
                out.push_str(self.store.str(operator));
                self.write(operand, out);
            }
            ExpressionKind::Binary { operator, operands: [left, right] } => {
                self.write(left, out);
                append!(out, " ", self.store.str(operator), " ");
                self.write(right, out);
            }
            ExpressionKind::Cast(value) => {
                append!(out, "(", ty, ")(");
                self.write(value, out);
                out.push(')');
            }
            ExpressionKind::Bitcast(value) => {
                append!(out, "__builtin_bit_cast(", ty, ", ");
                self.write(value, out);
                out.push(')');
            }
            ExpressionKind::Reinterpretation(variable) => {
                append!(out, "*(", ty, " *) &");
                self.write_variable(variable, out);
            }
            ExpressionKind::Call { callee, arguments } => {
                let callee = self.intrinsics.get(callee, self.store);
                let prefix = if callee.is_big_endian_safe() { "" } else { self.call_prefix };
                append!(out, prefix, callee.function_name(), "(");
                for (i, &argument) in self.bodies.arguments[arguments].iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    self.write(argument, out);
                }
                out.push(')');
            }
            ExpressionKind::Shuffle { vectors, mask } => {
                self.write_shuffle(vectors, out);
                append!(out, self.bodies.masks[mask].text, ")");
            }
            ExpressionKind::Duplicates(element) => {
                append!(out, "(", ty, ") {");
                for i in 0..ty.elements() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    self.write(element, out);
                }
                out.push('}');
            }
            ExpressionKind::Splat { vector, lane, elements } => {
                self.write_shuffle([vector; 2], out);
                for _ in 0..elements {
                    out.push_str(", ");
                    self.write(lane, out);
                }
                out.push(')');
            }
            ExpressionKind::Declaration(variable, value) => {
                self.write_declaration(variable, value, out);
            }
        }
    }

    /// Writes a shuffle up to its lanes.
    fn write_shuffle(&self, [first, second]: [ExpressionId; 2], out: &mut impl TextSink) {
        out.push_str("__builtin_shufflevector(");
        self.write(first, out);
        out.push_str(", ");
        self.write(second, out);
    }

    /// Writes a variable declaration without the semicolon.
    pub(super) fn write_declaration(
        &self,
        variable: VariableId,
        value: ExpressionId,
        out: &mut impl TextSink,
    ) {
        append!(out, self.bodies.variables[variable].ty, " ");
        self.write_variable(variable, out);
        out.push_str(" = ");
        self.write(value, out);
    }

    fn write_variable(&self, id: VariableId, out: &mut impl TextSink) {
        match self.bodies.variables[id].name {
            VariableName::Temporary(name) => append!(out, "__", self.store.str(name)),
            VariableName::Reinterpreted(0) => out.push_str("__reint"),
            VariableName::Reinterpreted(number) => append!(out, "__reint", number),
        }
        append!(out, self.names.postfix);
    }
}
