//! The functions of a header: in which order they come, and what each consists of.
//!
//! A function is written for little and for big endian where the order of elements matters. For big
//! endian its vectors are reversed; what it calls must not reverse them again, so that what is called
//! has a third version.

use tablewright_index::IndexVec;
use tablewright_records::{FieldError, RecordStore};
use tablewright_text::append;

use super::intrinsic::{ClassKind, Intrinsic, IntrinsicId, Intrinsics, error};
use super::neon_type::NeonType;
use super::operation::{LINE_ROOM, OperationWriter, Operator, Variable};
use super::shuffle::Masks;

/// What names begin with that do not reverse their vectors.
const NO_SWAP: &str = "__noswap_";

pub(crate) struct Function<'s> {
    /// A condition for the preprocessor; may be empty.
    pub(super) arch_guard: &'s str,
    pub(super) versions: Versions,
}

pub(super) enum Versions {
    /// One for all.
    One(Version),
    ByEndianness {
        little: Version,
        big: Vec<Version>,
    },
}

/// A function, or a macro.
pub(super) struct Version {
    pub(super) head: String,
    /// The statements; none if it is declared as unavailable.
    pub(super) body: Option<Vec<String>>,
    pub(super) is_macro: bool,
}

/// The statements of a function, and what they consist of.
pub(crate) struct Body<'s> {
    lines: Vec<String>,
    /// The intrinsics that are called.
    pub(crate) calls: Vec<IntrinsicId>,
    pub(crate) operators: Vec<Operator<'s>>,
}

/// The bodies of all intrinsics, in their order. What calls its builtin has an empty one.
pub(crate) fn bodies<'s>(
    intrinsics: &Intrinsics<'s>,
    masks: &mut Masks<'s>,
) -> Result<IndexVec<IntrinsicId, Body<'s>>, FieldError> {
    let mut bodies = IndexVec::new();
    for intrinsic in &intrinsics.all {
        bodies.push(match intrinsic.has_builtin() {
            true => Body { lines: Vec::new(), calls: Vec::new(), operators: Vec::new() },
            false => {
                FunctionWriter::new(intrinsics, intrinsic, String::new(), masks).write(false, "")?
            }
        });
    }
    Ok(bodies)
}

/// The functions of all intrinsics, each after those it calls.
pub(crate) fn collect(store: &RecordStore) -> Result<Vec<Function<'_>>, FieldError> {
    let intrinsics = Intrinsics::collect(store)?;
    let mut masks = Masks::default();
    let bodies = bodies(&intrinsics, &mut masks)?;
    let mut is_called = IndexVec::from_elem(false, &intrinsics.all);
    bodies.iter().flat_map(|body| &body.calls).for_each(|&id| is_called[id] = true);
    let mut next_number = 0;
    let mut functions = Vec::new();
    for id in order(&intrinsics, &bodies)? {
        let intrinsic = &intrinsics.all[id];
        // The variables of macros that are called could have the same names.
        let calls_macro = bodies[id].calls.iter().any(|&callee| intrinsics.all[callee].is_macro);
        let mut version = |reverses, name_prefix: &str, call_prefix| {
            let mut postfix = String::new();
            if calls_macro {
                append!(&mut postfix, "_", next_number);
                next_number += 1_u32;
            }
            let mut writer = FunctionWriter::new(&intrinsics, intrinsic, postfix, &mut masks);
            let head = writer.head(name_prefix);
            let body = match intrinsic.is_unavailable {
                true => None,
                false => Some(writer.write(reverses, call_prefix)?.lines),
            };
            Ok::<Version, FieldError>(Version { head, body, is_macro: intrinsic.is_macro })
        };
        let little = version(false, "", "")?;
        let versions = if intrinsic.is_big_endian_safe {
            Versions::One(little)
        } else {
            let mut big = vec![version(true, "", NO_SWAP)?];
            if is_called[id] {
                big.push(version(false, NO_SWAP, NO_SWAP)?);
            }
            Versions::ByEndianness { little, big }
        };
        functions.push(Function { arch_guard: intrinsic.guards.arch, versions });
    }
    Ok(functions)
}

/// By conditions and name, but for those that call what comes later.
fn order(
    intrinsics: &Intrinsics<'_>,
    bodies: &IndexVec<IntrinsicId, Body<'_>>,
) -> Result<Vec<IntrinsicId>, FieldError> {
    let mut left: Vec<IntrinsicId> = intrinsics.all.indices().collect();
    left.sort_by_key(|&id| (intrinsics.all[id].guards, intrinsics.all[id].name));
    let mut is_written = IndexVec::from_elem(false, &intrinsics.all);
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let count = left.len();
        left.retain(|&id| {
            let is_ready = bodies[id].calls.iter().all(|&callee| is_written[callee]);
            if is_ready {
                is_written[id] = true;
                order.push(id);
            }
            !is_ready
        });
        if left.len() == count {
            let record = intrinsics.all[left[0]].record;
            return Err(error(record, "intrinsics call each other in a ring"));
        }
    }
    Ok(order)
}

/// Writes one version of a function.
struct FunctionWriter<'a, 's> {
    intrinsics: &'a Intrinsics<'s>,
    of: &'a Intrinsic<'s>,
    /// What the names of variables end with.
    postfix: String,
    parameters: Vec<Variable>,
    result: Variable,
    masks: &'a mut Masks<'s>,
}

impl<'a, 's> FunctionWriter<'a, 's> {
    fn new(
        intrinsics: &'a Intrinsics<'s>,
        of: &'a Intrinsic<'s>,
        postfix: String,
        masks: &'a mut Masks<'s>,
    ) -> FunctionWriter<'a, 's> {
        let parameters = of.parameters().iter().enumerate();
        let parameters =
            parameters.map(|(i, &ty)| Variable { ty, name: numbered("__p", i, &postfix) });
        let parameters = parameters.collect();
        let mut name = "__ret".to_owned();
        name.push_str(&postfix);
        let result = Variable { ty: of.result(), name };
        FunctionWriter { intrinsics, of, postfix, parameters, result, masks }
    }

    /// The declaration, up to the parenthesis that closes the parameters.
    fn head(&self, name_prefix: &str) -> String {
        let mut head = String::with_capacity(2 * LINE_ROOM);
        if self.of.is_macro {
            head.push_str("#define ");
        } else {
            head.push_str("__ai ");
            if !self.of.guards.target.is_empty() {
                append!(&mut head, "__attribute__((target(\"", self.of.guards.target, "\"))) ");
            }
            append!(&mut head, self.result.ty, " ");
        }
        append!(&mut head, name_prefix, self.of.function_name, "(");
        for (i, parameter) in self.parameters.iter().enumerate() {
            append!(&mut head, if i > 0 { ", " } else { "" });
            if !self.of.is_macro {
                append!(&mut head, parameter.ty, " ");
            }
            append!(&mut head, parameter.name);
        }
        head.push(')');
        head
    }

    fn write(&mut self, reverses: bool, call_prefix: &'static str) -> Result<Body<'s>, FieldError> {
        let mut lines = Vec::new();
        if !self.result.ty.is_void() {
            let mut line = String::with_capacity(LINE_ROOM);
            append!(&mut line, "  ", self.result.ty, " ", self.result.name, ";");
            lines.push(line);
        }
        if self.of.is_macro {
            self.write_typed_arguments(&mut lines);
        }
        if reverses {
            self.write_reversed_arguments(&mut lines);
        }
        let (mut calls, mut operators) = (Vec::new(), Vec::new());
        if self.of.body.is_empty() {
            lines.push(self.builtin_call()?);
        } else {
            let mut operation = OperationWriter {
                intrinsics: self.intrinsics,
                of: self.of,
                call_prefix,
                postfix: &self.postfix,
                parameters: &self.parameters,
                variables: Vec::new(),
                lines,
                calls,
                operators,
                masks: &mut *self.masks,
                depth: 0,
            };
            operation.write_body(&self.result)?;
            OperationWriter { lines, calls, operators, .. } = operation;
        }
        if !self.result.ty.is_void() {
            let ty = self.result.ty;
            if reverses && ty.is_vector() && ty.elements() > 1 {
                if ty.vectors() > 1 {
                    lines.push(String::new());
                }
                let name = &self.result.name;
                lines.extend(reversals(ty, name, name));
            }
            let return_ = if self.of.is_macro { "" } else { "return " };
            let mut line = String::with_capacity(LINE_ROOM);
            append!(&mut line, "  ", return_, self.result.name, ";");
            lines.push(line);
        }
        Ok(Body { lines, calls, operators })
    }

    /// Arguments of macros have no type, so that they are assigned to variables. Immediates have to
    /// stay constants, and pointers keep their alignment.
    fn write_typed_arguments(&mut self, lines: &mut Vec<String>) {
        for (i, parameter) in self.parameters.iter_mut().enumerate() {
            if parameter.ty.is_immediate || parameter.ty.is_pointer() {
                continue;
            }
            let name = numbered("__s", i, &self.postfix);
            let mut line = String::with_capacity(LINE_ROOM);
            append!(&mut line, "  ", parameter.ty, " ", name, " = ", parameter.name, ";");
            lines.push(line);
            parameter.name = name;
        }
    }

    fn write_reversed_arguments(&mut self, lines: &mut Vec<String>) {
        for (i, parameter) in self.parameters.iter_mut().enumerate() {
            let ty = parameter.ty;
            if !ty.is_vector() || ty.elements() == 1 {
                continue;
            }
            let name = numbered("__rev", i, &self.postfix);
            let mut line = String::with_capacity(2 * LINE_ROOM);
            append!(&mut line, "  ", ty, " ", name, ";");
            let mut reversals = reversals(ty, &name, &parameter.name);
            if ty.vectors() == 1 {
                // On one line: the lines of a macro are joined, and show.
                line += &reversals.swap_remove(0);
            }
            lines.push(line);
            lines.extend(reversals);
            parameter.name = name;
        }
    }

    /// The statement that calls the builtin.
    fn builtin_call(&self) -> Result<String, FieldError> {
        let result = self.result.ty;
        // A structure of vectors is stored through a pointer.
        let is_stored = result.vectors() >= 2;
        let class = self.of.builtin_class();
        let mut call = String::with_capacity(2 * LINE_ROOM);
        call.push_str("  ");
        if !is_stored && !result.is_void() {
            append!(&mut call, self.result.name, " = (", result, ") ");
        }
        append!(&mut call, "__builtin_neon_", self.of.builtin_name(), "(");
        let mut comma = "";
        if is_stored {
            append!(&mut call, "&", self.result.name);
            comma = ", ";
        }
        for parameter in &self.parameters {
            let ty = parameter.ty;
            if ty.vectors() > 1 {
                for i in 0..ty.vectors() {
                    append!(&mut call, comma);
                    comma = ", ";
                    if class == ClassKind::Any {
                        append!(&mut call, "(", ty.with_vectors(1).integers(8, true), ")");
                    }
                    append!(&mut call, parameter.name, ".val[", i, "]");
                }
                continue;
            }
            append!(&mut call, comma);
            comma = ", ";
            let is_half = ty.is_half() && !ty.is_scalar_for_mangling;
            if ty.is_vector() && (class == ClassKind::Any || is_half) {
                append!(&mut call, "(", ty.integers(8, true), ")");
            } else if ty.is_vector() && class == ClassKind::Integer {
                let ty = if ty.is_integer() { ty.signed() } else { ty };
                append!(&mut call, "(", ty, ")");
            }
            append!(&mut call, parameter.name);
        }
        if class == ClassKind::Any {
            let flags = self.of.key_type.flags();
            append!(&mut call, comma, flags.map_err(|problem| error(self.of.record, problem))?);
        }
        call.push_str(");");
        Ok(call)
    }
}

/// The name of a variable.
fn numbered(prefix: &str, number: usize, postfix: &str) -> String {
    let mut name = String::with_capacity(16);
    append!(&mut name, prefix, number, postfix);
    name
}

/// The statements that assign the vectors of `from` to `to`, with their elements in reverse.
fn reversals(ty: NeonType, to: &str, from: &str) -> Vec<String> {
    let statement = |suffix: &str| {
        let mut line = String::with_capacity(2 * LINE_ROOM);
        append!(&mut line, "  ", to, suffix, " = __builtin_shufflevector(", from, suffix);
        append!(&mut line, ", ", from, suffix);
        for lane in (0..ty.elements()).rev() {
            append!(&mut line, ", ", lane);
        }
        line.push_str(");");
        line
    };
    match ty.vectors() {
        0 | 1 => vec![statement("")],
        vectors => (0..vectors).map(|i| statement(&format!(".val[{i}]"))).collect(),
    }
}
