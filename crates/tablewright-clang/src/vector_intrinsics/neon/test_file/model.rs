//! Test functions: the call in each, and the LLVM IR instructions that it must be compiled to.

use tablewright_records::{FieldError, RecordStore};
use tablewright_text::append;

use crate::vector_intrinsics::c_type::ElementKind;
use crate::vector_intrinsics::neon::body_reader;
use crate::vector_intrinsics::neon::expression::{
    Bodies, Expression, ExpressionId, ExpressionKind,
};
use crate::vector_intrinsics::neon::immediate::immediate_range;
use crate::vector_intrinsics::neon::intrinsic::{
    IntrinsicId, NeonGuards, NeonIntrinsic, NeonIntrinsics,
};
use crate::vector_intrinsics::neon::neon_type::NeonType;

/// A function that calls a single intrinsic.
pub(super) struct TestFunction<'s> {
    pub(super) guards: NeonGuards<'s>,
    pub(super) result: NeonType,
    /// The intrinsic's name.
    pub(super) name: String,
    pub(super) parameters: Vec<NeonTestParameter>,
    /// The call arguments: parameters, and numbers for immediate operands.
    pub(super) arguments: Vec<String>,
    /// The result type in IR.
    pub(super) ir_result: String,
    /// Instructions that the function must contain, in this order.
    pub(super) instructions: Vec<String>,
}

pub(super) struct NeonTestParameter {
    pub(super) ty: NeonType,
    pub(super) name: String,
    /// The type in IR.
    pub(super) ir_type: String,
}

/// Collects the functions, sorted by conditions and name.
pub(super) fn collect<'s>(
    intrinsics: &'s NeonIntrinsics,
    store: &'s RecordStore,
) -> Result<Vec<TestFunction<'s>>, FieldError> {
    let bodies = body_reader::read(intrinsics, store)?;
    let calls = Calls { intrinsics, bodies: &bodies, store };
    let mut test = Vec::new();
    for id in intrinsics.ids() {
        let intrinsic = intrinsics.get(id, store);
        if !intrinsic.is_unavailable() && !is_half_a_number(&intrinsic) {
            let immediate = calls.least_immediate(id, MAX_CALLS)?;
            let instructions = bodies
                .expressions_of(id)
                .iter()
                .filter_map(|expression| instruction(expression, &bodies, store));
            test.push(function(&intrinsic, instructions, immediate));
        }
    }
    test.sort_by(|a, b| (a.guards, &a.name).cmp(&(b.guards, &b.name)));
    Ok(test)
}

/// Whether it multiplies complex numbers in vectors that are too short for one. Clang declares such
/// functions but cannot compile them.
fn is_half_a_number(intrinsic: &NeonIntrinsic<'_>) -> bool {
    intrinsic.name().starts_with("vcmla") && intrinsic.result().elements() < 2
}

/// Maximum number of calls to follow. Recursive intrinsics are invalid in the header, too.
const MAX_CALLS: u32 = 20;

/// The intrinsics with their calls.
struct Calls<'a> {
    intrinsics: &'a NeonIntrinsics,
    bodies: &'a Bodies,
    store: &'a RecordStore,
}

impl Calls<'_> {
    /// Returns the minimum for an immediate operand: the minimum of the builtin, or of the
    /// intrinsics that it calls.
    fn least_immediate(&self, id: IntrinsicId, calls_left: u32) -> Result<u32, FieldError> {
        let intrinsic = self.intrinsics.get(id, self.store);
        let Some(immediate) = intrinsic.immediate().filter(|_| calls_left > 0) else {
            return Ok(0);
        };
        if intrinsic.has_builtin() {
            return Ok(immediate_range(&intrinsic, immediate)?.lower.unwrap_or(0));
        }
        let mut least = 0;
        for callee in self.bodies.calls_of(id) {
            least = least.max(self.least_immediate(callee, calls_left - 1)?);
        }
        Ok(least)
    }
}

fn function<'s>(
    intrinsic: &NeonIntrinsic<'s>,
    of_operators: impl Iterator<Item = String>,
    immediate: u32,
) -> TestFunction<'s> {
    let mut parameters = Vec::new();
    let mut arguments = Vec::new();
    for (letter, &ty) in ('a'..='z').zip(intrinsic.parameters()) {
        if ty.is_constant() {
            arguments.push(immediate.to_string());
        } else {
            arguments.push(letter.to_string());
            let ir_type = ir_parameter(ty);
            parameters.push(NeonTestParameter { ty, name: letter.to_string(), ir_type });
        }
    }
    let result = intrinsic.result();
    let ir_result = ir_result(result);
    let mut instructions = Vec::new();
    let reads = |parameter: &NeonTestParameter| parameter.ty.is_const_pointer();
    if parameters.iter().any(reads) {
        instructions.push("{{load|call}} {{.*}}ptr".to_owned());
    }
    instructions.extend(of_operators);
    if result.is_void() {
        instructions.push("{{store|call}} {{.*}}ptr".to_owned());
        instructions.push("ret void".to_owned());
    } else {
        // The value depends on an argument: a constant does not begin with `%`.
        instructions.push(format!("ret {ir_result} %"));
    }
    let mut name = String::new();
    append!(&mut name, intrinsic.function_name());
    TestFunction {
        guards: intrinsic.guards(),
        result,
        name,
        parameters,
        arguments,
        ir_result,
        instructions,
    }
}

fn ir_result(ty: NeonType) -> String {
    let mut text = String::new();
    match ty.vectors() {
        _ if ty.is_void() => text.push_str("void"),
        0 | 1 => text = ir_type(ty),
        _ => append!(&mut text, "%struct.", ty),
    }
    text
}

/// Returns a parameter's type. AArch64 passes a structure of vectors as an array.
fn ir_parameter(ty: NeonType) -> String {
    match ty.vectors() {
        _ if ty.is_pointer() => "ptr".to_owned(),
        0 | 1 => ir_type(ty),
        vectors => format!("[{vectors} x {}]", ir_type(ty)),
    }
}

/// Returns a scalar's or a single vector's type.
fn ir_type(ty: NeonType) -> String {
    let bits = ty.element_bits();
    let element = match bits {
        _ if ty.is(ElementKind::BFloat) => "bfloat".to_owned(),
        16 if ty.is_float(16) => "half".to_owned(),
        32 if ty.is_float(32) => "float".to_owned(),
        64 if ty.is_float(64) => "double".to_owned(),
        bits => format!("i{bits}"),
    };
    if ty.is_vector() { format!("<{} x {element}>", ty.elements()) } else { element }
}

/// Returns the instruction for an operator, with its operand type. `None` if an operand is a
/// constant, since the optimizer may choose another instruction.
fn instruction(expression: &Expression, bodies: &Bodies, store: &RecordStore) -> Option<String> {
    let is_literal =
        |&id: &ExpressionId| matches!(bodies.expression(id).kind, ExpressionKind::Literal(_));
    let (operator, operands) = if let ExpressionKind::Unary { operator, operand } = &expression.kind
    {
        (*operator, std::slice::from_ref(operand))
    } else if let ExpressionKind::Binary { operator, operands } = &expression.kind {
        (*operator, &operands[..])
    } else {
        return None;
    };
    if operands.iter().any(is_literal) {
        return None;
    }
    let ty = expression.ty;
    let is_float = ty.is(ElementKind::Float) || ty.is(ElementKind::BFloat);
    let by_kind = |integer, float| if is_float { float } else { integer };
    let is_unsigned = ty.is(ElementKind::Unsigned) || ty.is(ElementKind::Poly);
    let compared = |signed, unsigned, float| {
        let integer = if is_unsigned { unsigned } else { signed };
        format!("{} {}", by_kind("icmp", "fcmp"), by_kind(integer, float))
    };
    let opcode = match (store.str(operator), operands.len() == 1) {
        ("-", true) => by_kind("sub", "fneg").to_owned(),
        ("~", true) => "xor".to_owned(),
        ("+", false) => by_kind("add", "fadd").to_owned(),
        ("-", false) => by_kind("sub", "fsub").to_owned(),
        ("*", false) => by_kind("mul", "fmul").to_owned(),
        ("/", false) => by_kind("{{[su]}}div", "fdiv").to_owned(),
        ("&", false) => "and".to_owned(),
        ("|", false) => "or".to_owned(),
        ("^", false) => "xor".to_owned(),
        ("==", false) => compared("eq", "eq", "oeq"),
        ("<", false) => compared("slt", "ult", "olt"),
        ("<=", false) => compared("sle", "ule", "ole"),
        (">", false) => compared("sgt", "ugt", "ogt"),
        (">=", false) => compared("sge", "uge", "oge"),
        _ => return None,
    };
    // The optimizer extracts the element from a vector with a single element.
    let operands = if ty.elements() == 1 { ty.element() } else { ty };
    Some(format!("{opcode} {{{{.*}}}}{}", ir_type(operands)))
}
