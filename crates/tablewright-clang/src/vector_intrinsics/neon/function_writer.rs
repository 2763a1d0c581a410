//! Writer for a version of a header function.

use tablewright_text::{Append, CppWriter, TextSink, append};

use super::expression_writer::{
    ExpressionWriter, NeonParameterName, Postfix, VariableNames, has_typed_argument, is_reversed,
};
use super::functions::{NeonFunction, NeonFunctions};
use super::intrinsic::NeonIntrinsic;
use super::mangled_name::{ClassKind, MangledName};
use super::neon_type::NeonType;
use crate::vector_intrinsics::c_type::ElementKind;

/// The prefix of functions that do not reverse their vectors.
const NO_SWAP: &str = "__noswap_";

/// A version of a function.
#[derive(Clone, Copy)]
pub(super) struct NeonVersion {
    /// Its index among the function's versions.
    number: u32,
    /// The prefix of its name.
    name_prefix: &'static str,
    /// Whether vectors are reversed.
    reverses: bool,
    /// The prefix of called functions.
    call_prefix: &'static str,
}

impl NeonVersion {
    /// The version for little endian, or for both byte orders.
    pub(super) const LITTLE: NeonVersion =
        NeonVersion { number: 0, name_prefix: "", reverses: false, call_prefix: "" };
    pub(super) const BIG: NeonVersion =
        NeonVersion { number: 1, name_prefix: "", reverses: true, call_prefix: NO_SWAP };
    /// The big-endian version for callers that have already reversed the vectors.
    pub(super) const UNREVERSED: NeonVersion =
        NeonVersion { number: 2, name_prefix: NO_SWAP, reverses: false, call_prefix: NO_SWAP };
}

/// Writes a version of a function or macro.
pub(super) struct FunctionWriter<'a> {
    of: NeonIntrinsic<'a>,
    function: &'a NeonFunction,
    expressions: ExpressionWriter<'a>,
    version: NeonVersion,
    /// The form in which the builtin's name represents its types.
    builtin_class: ClassKind,
    end_of_line: &'static str,
}

impl<'a> FunctionWriter<'a> {
    pub(super) fn new(
        functions: &'a NeonFunctions<'_>,
        of: NeonIntrinsic<'a>,
        function: &'a NeonFunction,
        version: NeonVersion,
    ) -> FunctionWriter<'a> {
        let NeonFunctions { store, intrinsics, bodies, .. } = functions;
        let postfix = Postfix(function.first_number.map(|first| first + version.number));
        let names = VariableNames { is_macro: of.is_macro(), reverses: version.reverses, postfix };
        let call_prefix = version.call_prefix;
        let expressions = ExpressionWriter { store, intrinsics, bodies, names, call_prefix };
        let end_of_line = if of.is_macro() { " \\\n" } else { "\n" };
        FunctionWriter {
            of,
            function,
            expressions,
            version,
            builtin_class: of.builtin_class(),
            end_of_line,
        }
    }

    pub(super) fn write(&self, w: &mut CppWriter) {
        self.write_head(w);
        if self.of.is_unavailable() {
            return w.raw(" __attribute__((unavailable));\n");
        }
        let (open, close) =
            if self.of.is_macro() { (" __extension__ ({", "})\n") } else { (" {", "}\n") };
        append!(w, open, self.end_of_line);
        let result = self.of.result();
        if !result.is_void() {
            append!(w, "  ", result, " ", self.result_name(), ";", self.end_of_line);
        }
        self.write_arguments(w);
        if self.of.has_builtin() {
            self.write_builtin_call(w);
        } else {
            self.write_body(w);
        }
        if !result.is_void() {
            if self.version.reverses && result.is_vector() && result.elements() > 1 {
                if result.vectors() > 1 {
                    w.raw(self.end_of_line);
                }
                let name = self.result_name();
                self.write_reversals(result, &name, &name, w);
            }
            let return_ = if self.of.is_macro() { "" } else { "return " };
            append!(w, "  ", return_, self.result_name(), ";", self.end_of_line);
        }
        w.raw(close);
    }

    fn names(&self) -> VariableNames {
        self.expressions.names
    }

    fn result_name(&self) -> NeonResultName {
        NeonResultName(self.names().postfix)
    }

    /// Iterates over the parameters with their numbers.
    fn parameters(&self) -> impl Iterator<Item = (u32, NeonType)> + use<'a> {
        (0..).zip(self.of.parameters().iter().copied())
    }

    /// Writes the declaration, including the parameters.
    fn write_head(&self, w: &mut CppWriter) {
        let of = self.of;
        if of.is_macro() {
            w.raw("#define ");
        } else {
            w.raw("__ai ");
            let target = self.expressions.store.str(of.target_guard());
            if !target.is_empty() {
                append!(w, "__attribute__((target(\"", target, "\"))) ");
            }
            append!(w, of.result(), " ");
        }
        let name: MangledName<'_> = of.function_name();
        append!(w, self.version.name_prefix, name, "(");
        for (number, ty) in self.parameters() {
            w.raw(if number > 0 { ", " } else { "" });
            if !of.is_macro() {
                append!(w, ty, " ");
            }
            append!(w, self.names().declared(number));
        }
        w.raw(")");
    }

    /// Declares the variables for parameter values.
    fn write_arguments(&self, w: &mut CppWriter) {
        let names = self.names();
        if names.is_macro {
            for (number, ty) in self.parameters().filter(|&(_, ty)| has_typed_argument(ty)) {
                append!(w, "  ", ty, " ", names.typed(number), " = ", names.declared(number));
                append!(w, ";", self.end_of_line);
            }
        }
        if !names.reverses {
            return;
        }
        for (number, ty) in self.parameters().filter(|&(_, ty)| is_reversed(ty)) {
            let reversed = names.reversed(number);
            append!(w, "  ", ty, " ", reversed, ";");
            // A single vector is reversed on the same line. The difference is visible, since the
            // lines of a macro are joined.
            if ty.vectors() != 1 {
                w.raw(self.end_of_line);
            }
            self.write_reversals(ty, &reversed, &names.unreversed(number, ty), w);
        }
    }

    /// Writes statements that assign the vectors of `from` to `to` in reversed order of elements.
    fn write_reversals(
        &self,
        ty: NeonType,
        to: &impl Append,
        from: &impl Append,
        w: &mut CppWriter,
    ) {
        for number in 0..ty.vectors().max(1) {
            let vector = VectorOf { number, all: ty.vectors() };
            append!(w, "  ", to, vector, " = __builtin_shufflevector(", from, vector);
            append!(w, ", ", from, vector);
            if self.expressions.intrinsics.has_bit_casts {
                append!(w, ", __lane_reverse_", ty.bits(), "_", ty.element_bits(), ");");
            } else {
                append!(w, ReversedLanes(ty.elements()), ");");
            }
            w.raw(self.end_of_line);
        }
    }

    fn write_body(&self, w: &mut CppWriter) {
        let bodies = self.expressions.bodies;
        let body = &bodies.bodies[self.function.intrinsic];
        for &(variable, value) in &bodies.reinterpreted[body.reinterpreted] {
            self.expressions.write_declaration(variable, value, w);
            append!(w, ";", self.end_of_line);
        }
        let statements = &bodies.statements[body.statements];
        for (i, &statement) in statements.iter().enumerate() {
            w.raw("  ");
            if i + 1 == statements.len() && !self.of.result().is_void() {
                append!(w, self.result_name(), " = ");
            }
            self.expressions.write(statement, w);
            append!(w, ";", self.end_of_line);
        }
    }

    /// Writes the statement that calls the builtin.
    fn write_builtin_call(&self, w: &mut CppWriter) {
        let result = self.of.result();
        // A structure of vectors is stored through a pointer.
        let is_stored = result.vectors() >= 2;
        w.raw("  ");
        let mut end = ");";
        if !is_stored && !result.is_void() {
            append!(w, self.result_name(), " = ");
            if self.expressions.intrinsics.has_bit_casts {
                append!(w, "__builtin_bit_cast(", result, ", ");
                end = "));";
            } else {
                append!(w, "(", result, ") ");
            }
        }
        append!(w, "__builtin_neon_", self.of.builtin_name(), "(");
        let mut comma = "";
        if is_stored {
            append!(w, "&", self.result_name());
            comma = ", ";
        }
        for (number, ty) in self.parameters() {
            for vector in 0..ty.vectors().max(1) {
                w.raw(comma);
                comma = ", ";
                self.write_builtin_argument(
                    number,
                    ty,
                    VectorOf { number: vector, all: ty.vectors() },
                    w,
                );
            }
        }
        if let Some(ty) = self.function.builtin_type {
            append!(w, comma, ty);
        }
        append!(w, end, self.end_of_line);
    }

    /// Writes a parameter, or a vector of it, with the type that the builtin requires.
    fn write_builtin_argument(
        &self,
        number: u32,
        ty: NeonType,
        vector: VectorOf,
        w: &mut CppWriter,
    ) {
        let name: NeonParameterName = self.names().parameter(number, ty);
        match self.type_of_builtin_argument(ty) {
            None => append!(w, name, vector),
            Some(ty) if self.expressions.intrinsics.has_bit_casts => {
                append!(w, "__builtin_bit_cast(", ty, ", ", name, vector, ")");
            }
            Some(ty) => append!(w, "(", ty, ")", name, vector),
        }
    }

    /// Returns a vector argument's type for a builtin; `None` if a cast is unnecessary.
    fn type_of_builtin_argument(&self, ty: NeonType) -> Option<NeonType> {
        let class = self.builtin_class;
        if ty.vectors() > 1 {
            return (class == ClassKind::Any).then(|| ty.with_vectors(1).integers(8, true));
        }
        if !ty.is_vector() {
            return None;
        }
        let is_half = ty.is_float(16) && !ty.is_scalar_for_mangling;
        if class == ClassKind::Any || is_half {
            Some(ty.integers(8, true))
        } else if class == ClassKind::Integer {
            if self.expressions.intrinsics.has_bit_casts {
                (ty.is_integer() || ty.is(ElementKind::Poly))
                    .then(|| ty.with_kind(ElementKind::Signed))
            } else {
                Some(if ty.is_integer() { ty.with_kind(ElementKind::Signed) } else { ty })
            }
        } else {
            None
        }
    }
}

/// The variable for the result.
struct NeonResultName(Postfix);

impl Append for NeonResultName {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, "__ret", self.0);
    }
}

/// A vector in a structure. Empty for a single vector, which is not a structure.
#[derive(Clone, Copy)]
struct VectorOf {
    number: u32,
    all: u32,
}

impl Append for VectorOf {
    fn append_to(&self, out: &mut impl TextSink) {
        if self.all > 1 {
            append!(out, ".val[", self.number, "]");
        }
    }
}

/// Lane numbers in descending order, each after a comma.
struct ReversedLanes(u32);

impl Append for ReversedLanes {
    fn append_to(&self, out: &mut impl TextSink) {
        match self.0 {
            2 => out.push_str(", 1, 0"),
            4 => out.push_str(", 3, 2, 1, 0"),
            8 => out.push_str(", 7, 6, 5, 4, 3, 2, 1, 0"),
            16 => out.push_str(", 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0"),
            lanes => (0..lanes).rev().for_each(|lane| append!(out, ", ", lane)),
        }
    }
}
