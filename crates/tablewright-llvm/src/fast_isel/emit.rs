//! The functions in C++: for each opcode and type, one that makes the instruction; above them, functions
//! that choose by type, by opcode, and for operands of certain kinds.

use tablewright_text::{CppWriter, line};

use super::model::{
    ByOpcode, BySignature, ByType, Destination, FastIsel, FastIselSignature,
    SignatureImmediatePredicate, SignatureOperandKind, SimpleInstruction,
};

pub(super) fn emit(model: &FastIsel<'_>, w: &mut CppWriter) {
    let description = format!("\"Fast\" Instruction Selector for the {} target", model.target);
    w.file_header(&description, None);
    if !model.predicates.is_empty() {
        line!(w, "\n// Conditions on immediate operands.");
        for SignatureImmediatePredicate { function, code, .. } in &model.predicates {
            line!(w, "static bool {function}(int64_t Imm) {{\n{code}\n}}");
        }
        w.raw("\n\n");
    }
    for by_signature in &model.signatures {
        let operands = FastIselOperands { model, signature: &by_signature.signature };
        for opcode in &by_signature.opcodes {
            functions(operands, opcode, w);
        }
        choose_opcode(operands, by_signature, w);
    }
}

/// A function's operands.
#[derive(Clone, Copy)]
struct FastIselOperands<'a> {
    model: &'a FastIsel<'a>,
    signature: &'a FastIselSignature,
}

impl FastIselOperands<'_> {
    /// Returns the function name's suffix: operand kinds, with their conditions.
    fn suffix(self) -> String {
        let mut suffix = String::new();
        for operand in &self.signature.0 {
            suffix.push(operand.letter());
            if let SignatureOperandKind::Immediate(Some(predicate)) = operand {
                suffix.push('_');
                suffix.push_str(&self.model.predicates[predicate.index()].function);
            }
        }
        suffix
    }

    /// Returns the C++ type for registers.
    fn register_type(self) -> &'static str {
        self.model.register_type.name()
    }

    /// Returns the C++ for no register.
    fn no_register(self) -> &'static str {
        self.model.register_type.none()
    }

    /// Returns the parameters after `first`.
    fn parameters(self, first: &str) -> String {
        let parameters = self.signature.0.iter().enumerate().map(|(at, operand)| match operand {
            SignatureOperandKind::Register => format!("{} Op{at}", self.model.register_type.name()),
            SignatureOperandKind::Float => format!("const ConstantFP *f{at}"),
            SignatureOperandKind::Immediate(_) => format!("uint64_t imm{at}"),
        });
        join(first, parameters)
    }

    /// Returns the arguments after `first`.
    fn arguments(self, first: &str) -> String {
        self.arguments_without(first, &[])
    }

    /// Returns the arguments after `first`, without arguments that have a register in `fixed`.
    fn arguments_without(self, first: &str, fixed: &[Option<String>]) -> String {
        let arguments = self.signature.0.iter().enumerate();
        let arguments = arguments.filter(|(at, _)| !matches!(fixed.get(*at), Some(Some(_))));
        join(first, arguments.map(|(at, operand)| argument(at, *operand)))
    }
}

fn argument(at: usize, operand: SignatureOperandKind) -> String {
    match operand {
        SignatureOperandKind::Register => format!("Op{at}"),
        SignatureOperandKind::Float => format!("f{at}"),
        SignatureOperandKind::Immediate(_) => format!("imm{at}"),
    }
}

/// Items after `first`, separated by commas; `first` may be empty.
fn join(first: &str, items: impl Iterator<Item = String>) -> String {
    let first = (!first.is_empty()).then(|| first.to_owned());
    let items: Vec<String> = first.into_iter().chain(items).collect();
    items.join(", ")
}

/// Returns a name with a namespace as a part of another name.
fn in_name(name: &str) -> String {
    name.replacen("::", "_", 1)
}

/// Writes an opcode's functions.
fn functions(operands: FastIselOperands<'_>, by_opcode: &ByOpcode<'_>, w: &mut CppWriter) {
    let suffix = operands.suffix();
    line!(w, "// {}\n", by_opcode.opcode);
    let opcode = format!("fastEmit_{}", in_name(by_opcode.opcode));
    for by_type in &by_opcode.types {
        let name = format!("{opcode}_{}", in_name(&by_type.ty));
        for_type(operands, by_type, &name, &suffix, w);
    }
    let (ty, none) = (operands.register_type(), operands.no_register());
    line!(w, "{ty} {opcode}_{suffix}({}) {{", operands.parameters("MVT VT, MVT RetVT"));
    line!(w, "  switch (VT.SimpleTy) {{");
    let arguments = operands.arguments("RetVT");
    for ByType { ty, .. } in &by_opcode.types {
        line!(w, "  case {ty}: return {opcode}_{}_{suffix}({arguments});", in_name(ty));
    }
    line!(w, "  default: return {none};\n  }}\n}}\n");
}

/// Writes the functions of an opcode and a type.
fn for_type(
    operands: FastIselOperands<'_>,
    by_type: &ByType<'_>,
    name: &str,
    suffix: &str,
    w: &mut CppWriter,
) {
    let parameters = operands.parameters("MVT RetVT");
    let (ty, none) = (operands.register_type(), operands.no_register());
    if let [(result, instructions)] = &by_type.results[..] {
        line!(w, "{ty} {name}_{suffix}({parameters}) {{");
        line!(w, "  if (RetVT.SimpleTy != {result})\n    return {none};");
        return make(operands, instructions, "RetVT", w);
    }
    for (result, instructions) in &by_type.results {
        let parameters = operands.parameters("");
        line!(w, "{ty} {name}_{}_{suffix}({parameters}) {{", in_name(result));
        make(operands, instructions, result, w);
    }
    line!(w, "{ty} {name}_{suffix}({parameters}) {{\n  switch (RetVT.SimpleTy) {{");
    let arguments = operands.arguments("");
    for (result, _) in &by_type.results {
        line!(w, "  case {result}: return {name}_{}_{suffix}({arguments});", in_name(result));
    }
    line!(w, "  default: return {none};\n  }}\n}}\n");
}

/// Writes the remaining function, which creates the first instruction whose condition is true.
fn make(
    operands: FastIselOperands<'_>,
    instructions: &[SimpleInstruction<'_>],
    result: &str,
    w: &mut CppWriter,
) {
    let namespace = operands.model.namespace;
    for instruction in instructions {
        let is_conditional = !instruction.condition.is_empty();
        if is_conditional {
            line!(w, "  if ({}) {{", instruction.condition);
        }
        let indent = if is_conditional { "    " } else { "  " };
        let SimpleInstruction { name, destination, fixed_registers: fixed, .. } = instruction;
        for (at, register) in fixed.iter().enumerate() {
            if let Some(register) = register {
                write!(w, "{indent}BuildMI(*FuncInfo.MBB, FuncInfo.InsertPt, MIMD, ");
                line!(w, "TII.get(TargetOpcode::COPY), {register}).addReg(Op{at});");
            }
        }
        match destination {
            Destination::SubRegister(index) => {
                line!(w, "{indent}return fastEmitInst_extractsubreg({result}, Op0, {index});");
            }
            Destination::Class(class) => {
                let kinds = operands.signature.0.iter().zip(fixed);
                let kinds = kinds.filter(|(_, fixed)| fixed.is_none());
                let suffix: String = kinds.map(|(operand, _)| operand.letter()).collect();
                let first = format!("{namespace}::{name}, &{namespace}::{class}RegClass");
                let arguments = operands.arguments_without(&first, fixed);
                line!(w, "{indent}return fastEmitInst_{suffix}({arguments});");
            }
        }
        if is_conditional {
            w.raw("  }\n");
        }
    }
    if instructions.last().is_none_or(|last| !last.condition.is_empty()) {
        line!(w, "  return {};", operands.no_register());
    }
    w.raw("}\n\n");
}

/// Writes the function for an operand signature. It selects by opcode.
fn choose_opcode(
    operands: FastIselOperands<'_>,
    by_signature: &BySignature<'_>,
    w: &mut CppWriter,
) {
    let suffix = operands.suffix();
    w.raw("// All opcodes.\n\n");
    let parameters = operands.parameters("MVT VT, MVT RetVT, unsigned Opcode");
    // Functions for operands with conditions are members that no base class declares.
    let is_constrained = by_signature.signature.is_constrained();
    let overrides = if is_constrained { "" } else { "override " };
    let (ty, none) = (operands.register_type(), operands.no_register());
    line!(w, "{ty} fastEmit_{suffix}({parameters}) {overrides}{{");
    for constrained in &by_signature.constrained {
        let constrained = FastIselOperands { signature: constrained, ..operands };
        line!(w, "  if ({})", conditions(constrained));
        let arguments = constrained.arguments("VT, RetVT, Opcode");
        line!(w, "    if ({ty} Reg = fastEmit_{}({arguments}))", constrained.suffix());
        w.raw("      return Reg;\n\n");
    }
    w.raw("  switch (Opcode) {\n");
    let arguments = operands.arguments("VT, RetVT");
    for ByOpcode { opcode, .. } in &by_signature.opcodes {
        line!(w, "  case {opcode}: return fastEmit_{}_{suffix}({arguments});", in_name(opcode));
    }
    line!(w, "  default: return {none};\n  }}\n}}\n");
}

/// Returns the conditions on immediate operands.
fn conditions(operands: FastIselOperands<'_>) -> String {
    let mut conditions = Vec::new();
    for (at, operand) in operands.signature.0.iter().enumerate() {
        if let SignatureOperandKind::Immediate(Some(predicate)) = *operand {
            let SignatureImmediatePredicate { function, ty, .. } =
                &operands.model.predicates[predicate.index()];
            conditions.push(format!("VT == {ty} && {function}({})", argument(at, *operand)));
        }
    }
    conditions.join(" &&\n        ")
}
