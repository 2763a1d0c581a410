//! For each opcode, the parts of the enumeration, the interpreter loop, the disassembler, and the
//! classes that emit or evaluate opcodes.

use tablewright_text::{Append, CppType, CppWriter, TextSink, append};

use super::model::{
    BytecodeOpcode, BytecodeOpcodeFlags, OpcodeArg, OpcodeDispatch, OpcodeInstance, OpcodeStyle,
    Opcodes, TypeClass,
};

const ANY_PROTO: &str = "#if defined(GET_EVAL_PROTO) || defined(GET_LINK_PROTO)\n";
const END: &str = "#endif\n";

pub(super) fn emit(opcodes: &Opcodes<'_>, w: &mut CppWriter) {
    let style = &opcodes.style;
    for opcode in &opcodes.list {
        append!(w, "#ifdef GET_OPCODE_NAMES\n");
        for instance in &opcode.instances {
            append!(w, "OP_", instance.id, ",\n");
        }
        append!(w, END);
        match style.dispatch {
            OpcodeDispatch::Switch { passes_result } => {
                append!(w, "#ifdef GET_INTERP\n");
                for instance in &opcode.instances {
                    emit_interpreter_case(opcode, instance, passes_result, w);
                }
            }
            OpcodeDispatch::Functions => emit_interpreter_functions(opcode, w),
        }
        append!(w, END, "#ifdef GET_DISASM\n");
        for instance in &opcode.instances {
            emit_disassembler_case(opcode, instance, style, w);
        }
        append!(w, END);
        emit_prototypes(opcode, style, w);
        if opcode.flags.has_group {
            emit_group(opcode, style, w);
        }
        if !opcode.flags.has_custom_link {
            append!(w, "#ifdef GET_LINK_IMPL\n");
            for instance in &opcode.instances {
                emit_link_function(opcode, instance, style, w);
            }
            append!(w, END);
        }
        if !opcode.flags.has_custom_eval {
            append!(w, "#ifdef GET_EVAL_IMPL\n");
            for instance in &opcode.instances {
                emit_eval_function(opcode, instance, style, w);
            }
            append!(w, END);
        }
    }
}

/// Parameters `A0`, `A1` … for an opcode's arguments, each followed by a comma.
struct OpcodeParameters<'o>(&'o [OpcodeArg<'o>]);

impl Append for OpcodeParameters<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for (i, OpcodeArg { ty, by_reference }) in self.0.iter().enumerate() {
            let (const_, reference) = if *by_reference { ("const ", "&") } else { (" ", "") };
            append!(out, const_, ty, " ", reference, "A", i, ", ");
        }
    }
}

/// Variables named by a letter and an argument number, each preceded by a comma.
struct Variables<'o>(&'o [OpcodeArg<'o>], &'static str);

impl Append for Variables<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for i in 0..self.0.len() {
            append!(out, ", ", self.1, i);
        }
    }
}

fn emit_interpreter_case(
    opcode: &BytecodeOpcode<'_>,
    instance: &OpcodeInstance,
    passes_result: bool,
    w: &mut CppWriter,
) {
    let BytecodeOpcode {
        name,
        flags: BytecodeOpcodeFlags { can_return, changes_pc, .. },
        args,
        ..
    } = opcode;
    append!(w, "case OP_", instance.id, ": {\n");
    if *can_return {
        append!(w, "  bool DoReturn = (S.Current == StartFrame);\n");
    }
    for (i, OpcodeArg { ty, by_reference }) in args.iter().enumerate() {
        let reference = if *by_reference { "&" } else { "" };
        append!(w, "  const auto ", reference, "V", i, " = ReadArg<", ty, ">(S, PC);\n");
    }
    append!(w, "  if (!", name, instance.template_arguments, "(S");
    append!(w, if *changes_pc { ", PC" } else { ", OpPC" });
    append!(w, if *can_return && passes_result { ", Result" } else { "" });
    append!(w, Variables(args, "V"), "))\n    return false;\n");
    if *can_return {
        append!(w, "  if (!S.Current || S.Current->isRoot())\n    return true;\n");
        append!(w, "  if (DoReturn)\n    return true;\n");
    }
    append!(w, "  continue;\n}\n");
}

/// Writes the function table and the functions.
fn emit_interpreter_functions(opcode: &BytecodeOpcode<'_>, w: &mut CppWriter) {
    append!(w, "#ifdef GET_INTERPFN_LIST\n");
    for instance in &opcode.instances {
        append!(w, "&Interp_", instance.id, ",\n");
    }
    append!(w, END, "#ifdef GET_INTERPFN_DISPATCHERS\n");
    for instance in &opcode.instances {
        emit_interpreter_function(opcode, instance, w);
    }
}

fn emit_interpreter_function(
    opcode: &BytecodeOpcode<'_>,
    instance: &OpcodeInstance,
    w: &mut CppWriter,
) {
    let BytecodeOpcode {
        name,
        flags: BytecodeOpcodeFlags { can_return, can_fail, needs_op_pc, .. },
        args,
        ..
    } = opcode;
    let template_arguments = &instance.template_arguments;
    let (check, end) = if *can_fail { ("if (!", ")) return false;\n") } else { ("", ");\n") };
    append!(w, "PRESERVE_NONE\nstatic bool Interp_", instance.id, "(InterpState &S) {\n");
    if opcode.flags.ends_speculation {
        append!(w, "    MUSTTAIL return ", name, template_arguments, "(S);\n}\n");
        return;
    }
    if args.is_empty() {
        if *can_return {
            append!(w, " MUSTTAIL return ", name, template_arguments, "(S);\n}\n");
            return;
        }
        let position = if *needs_op_pc { ", S.PC" } else { "" };
        append!(w, "  ", check, name, template_arguments, "(S", position, end);
    } else {
        append!(w, "  {\n", if *needs_op_pc { "    CodePtr OpPC = S.PC;\n" } else { "" });
        for (i, OpcodeArg { ty, by_reference }) in args.iter().enumerate() {
            let reference = if *by_reference { "&" } else { "" };
            append!(w, "    const auto ", reference, "V", i, " = ReadArg<", ty, ">(S, S.PC);\n");
        }
        append!(w, "    ", check, name, template_arguments, "(S");
        append!(w, if *needs_op_pc { ", OpPC" } else { "" }, Variables(args, "V"), end, "  }\n");
        if *can_return {
            append!(w, "  return true;\n}\n");
            return;
        }
    }
    append!(
        w,
        "#if USE_TAILCALLS\n  MUSTTAIL return InterpNext(S);\n#else\n  return true;\n#endif\n}\n"
    );
}

fn emit_disassembler_case(
    opcode: &BytecodeOpcode<'_>,
    instance: &OpcodeInstance,
    style: &OpcodeStyle,
    w: &mut CppWriter,
) {
    if style.disassembles_to_text {
        append!(w, "case OP_", instance.id, ":\n  Text.Op = PrintName(\"", instance.id, "\");\n");
        for OpcodeArg { ty, .. } in &opcode.args {
            append!(w, "  Text.Args.push_back(printArg<", ty, ">(", style.text_arguments, "));\n");
        }
        return append!(w, "  break;\n");
    }
    append!(w, "case OP_", instance.id, ":\n  PrintName(\"", instance.id, "\");\n");
    append!(w, "  OS << \"\\t\"");
    for OpcodeArg { ty, .. } in &opcode.args {
        append!(w, " << ReadArg<", ty, ">(P, PC) << \" \"");
    }
    append!(w, " << \"\\n\";\n  continue;\n");
}

fn emit_prototypes(opcode: &BytecodeOpcode<'_>, style: &OpcodeStyle, w: &mut CppWriter) {
    append!(w, ANY_PROTO);
    for instance in &opcode.instances {
        append!(w, "bool emit", instance.id, "(");
        for OpcodeArg { ty, by_reference } in &opcode.args {
            let (const_, reference) = if *by_reference { ("const ", " &") } else { (" ", " ") };
            append!(w, const_, ty, reference, ", ");
        }
        append!(w, style.source_info, ");\n");
    }
    if opcode.flags.has_custom_eval && !opcode.type_classes.is_empty() {
        // A template replaces separate functions for each type.
        append!(w, "#if defined(GET_EVAL_PROTO)\ntemplate<");
        for i in 0..opcode.type_classes.len() {
            append!(w, if i > 0 { ", " } else { "" }, "PrimType");
        }
        append!(w, ">\nbool emit", opcode.name, "(");
        for arg in &opcode.args {
            append!(w, arg.ty, ", ");
        }
        append!(w, style.source_info, ");\n", END);
    }
    append!(w, END);
}

/// Writes the function that takes types as values and calls an instance.
fn emit_group(opcode: &BytecodeOpcode<'_>, style: &OpcodeStyle, w: &mut CppWriter) {
    let BytecodeOpcode { name, type_classes, args, instances, .. } = opcode;
    append!(w, ANY_PROTO, "[[nodiscard]] bool emit", name, "(");
    for _ in type_classes {
        append!(w, "PrimType, ");
    }
    for arg in args {
        append!(w, arg.ty, ", ");
    }
    append!(w, CppType(style.source_info), "I);\n", END);
    append!(w, "#if defined(GET_EVAL_IMPL) || defined(GET_LINK_IMPL)\nbool\n");
    append!(w, "#if defined(GET_EVAL_IMPL)\nEvalEmitter\n#else\nByteCodeEmitter\n", END);
    append!(w, "::emit", name, "(");
    for i in 0..type_classes.len() {
        append!(w, "PrimType T", i, ", ");
    }
    append!(w, OpcodeParameters(args), CppType(style.source_info), "I) {\n");
    emit_switches(opcode, type_classes, &mut instances.iter(), w);
    append!(w, "}\n", END);
}

/// Writes a `switch` over the first remaining type class, with nested `switch`es for the others.
/// Each innermost case consumes an instance.
fn emit_switches<'o>(
    opcode: &BytecodeOpcode<'_>,
    left: &[TypeClass<'_>],
    instances: &mut impl Iterator<Item = &'o OpcodeInstance>,
    w: &mut CppWriter,
) {
    let Some((class, inner)) = left.split_first() else {
        if let Some(instance) = instances.next() {
            emit_call(opcode, instance, w);
        }
        return;
    };
    append!(w, "  switch (T", opcode.type_classes.len() - left.len(), ") {\n");
    for ty in &class.types {
        append!(w, "  case PT_", ty, ":\n");
        emit_switches(opcode, inner, instances, w);
    }
    if class.is_partial {
        append!(w, "  default: llvm_unreachable(\"invalid type: emit", opcode.name, "\");\n");
    }
    append!(w, "  }\n  llvm_unreachable(\"invalid enum value\");\n");
}

fn emit_call(opcode: &BytecodeOpcode<'_>, instance: &OpcodeInstance, w: &mut CppWriter) {
    if opcode.flags.has_custom_eval {
        append!(w, "#ifdef GET_LINK_IMPL\n    return emit", instance.id, "\n#else\n");
        append!(w, "    return emit", opcode.name, instance.template_arguments, "\n", END);
        append!(w, "      (");
    } else {
        append!(w, "    return emit", instance.id, "(");
    }
    for i in 0..opcode.args.len() {
        append!(w, "A", i, ", ");
    }
    append!(w, "I);\n");
}

fn emit_link_function(
    opcode: &BytecodeOpcode<'_>,
    instance: &OpcodeInstance,
    style: &OpcodeStyle,
    w: &mut CppWriter,
) {
    let OpcodeInstance { id, .. } = instance;
    append!(w, "bool ByteCodeEmitter::emit", id, "(", OpcodeParameters(&opcode.args));
    append!(w, CppType(style.source_info), "L) {\n  return emitOp<");
    for (i, arg) in opcode.args.iter().enumerate() {
        append!(w, if i > 0 { ", " } else { "" }, arg.ty);
    }
    append!(w, ">(OP_", id, Variables(&opcode.args, "A"), ", L);\n}\n");
}

fn emit_eval_function(
    opcode: &BytecodeOpcode<'_>,
    instance: &OpcodeInstance,
    style: &OpcodeStyle,
    w: &mut CppWriter,
) {
    append!(w, "bool EvalEmitter::emit", instance.id, "(", OpcodeParameters(&opcode.args));
    append!(w, CppType(style.source_info), "L) {\n  if (!isActive()) return true;\n");
    w.raw("  CurrentSource = L;\n");
    let is_function = style.dispatch == OpcodeDispatch::Functions;
    if is_function && opcode.flags.ends_speculation {
        append!(w, "return ", opcode.name, instance.template_arguments, "(S);\n}\n");
        return;
    }
    append!(w, "  return ", opcode.name, instance.template_arguments);
    let position = match style.dispatch {
        OpcodeDispatch::Switch { .. } => ", OpPC",
        OpcodeDispatch::Functions if opcode.flags.needs_op_pc => ", CodePtr()",
        OpcodeDispatch::Functions => "",
    };
    append!(w, "(S", position, Variables(&opcode.args, "A"), ");\n}\n");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::lines;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../tests/data/clang-opcodes/classes.td");

    fn opcode(fields: &str) -> String {
        let numbers =
            "def Numbers : TypeClass<[Bool, Int]>;\ndef Float : ArgType<\"Floating\", 1>;";
        let text = format!("{CLASSES}{numbers}\ndef X : Opcode {{ {fields} }}");
        output("gen-clang-opcodes", &text)
    }

    /// Checks the file's part for one macro.
    fn check(fields: &str, part: &str, expected: Expect) {
        let output = opcode(fields);
        let (_, text) = output.split_once(&format!("#ifdef {part}\n")).expect("there is a part");
        let (text, _) = text.split_once("#endif").expect("it ends");
        expected.assert_eq(text);
    }

    #[test]
    fn an_opcode_has_an_instance_for_each_type() {
        let types = "let Types = [Numbers];";
        check(
            types,
            "GET_OPCODE_NAMES",
            expect![[r#"
            OP_XBool,
            OP_XInt,
        "#]],
        );
        check(
            "let Types = [Numbers, Numbers];",
            "GET_OPCODE_NAMES",
            expect![[r#"
            OP_XBoolBool,
            OP_XBoolInt,
            OP_XIntBool,
            OP_XIntInt,
        "#]],
        );
        check(
            "",
            "GET_OPCODE_NAMES",
            expect![[r#"
            OP_X,
        "#]],
        );
    }

    #[test]
    fn an_interpreter_reads_arguments_before_it_evaluates() {
        check(
            "let Args = [Float, ArgType<\"bool\">];",
            "GET_INTERP",
            expect![[r#"
            case OP_X: {
              const auto &V0 = ReadArg<Floating>(S, PC);
              const auto V1 = ReadArg<bool>(S, PC);
              if (!X(S, OpPC, V0, V1))
                return false;
              continue;
            }
        "#]],
        );
    }

    #[test]
    fn an_opcode_that_returns_ends_the_interpreter() {
        check(
            "let CanReturn = 1;",
            "GET_INTERP",
            expect![[r#"
            case OP_X: {
              bool DoReturn = (S.Current == StartFrame);
              if (!X(S, OpPC, Result))
                return false;
              if (!S.Current || S.Current->isRoot())
                return true;
              if (DoReturn)
                return true;
              continue;
            }
        "#]],
        );
        check(
            "let ChangesPC = 1; let HasCustomEval = 1;",
            "GET_INTERP",
            expect![[r#"
            case OP_X: {
              if (!X(S, PC))
                return false;
              continue;
            }
        "#]],
        );
    }

    #[test]
    fn a_group_chooses_the_instance_by_the_type() {
        check(
            "let Types = [Numbers]; let HasGroup = 1;",
            "GET_EVAL_IMPL",
            expect![[r#"
            bool EvalEmitter::emitXBool(const SourceInfo &L) {
              if (!isActive()) return true;
              CurrentSource = L;
              return X<PT_Bool>(S, OpPC);
            }
            bool EvalEmitter::emitXInt(const SourceInfo &L) {
              if (!isActive()) return true;
              CurrentSource = L;
              return X<PT_Int>(S, OpPC);
            }
        "#]],
        );
    }

    #[test]
    fn a_linker_of_its_own_is_not_generated() {
        let custom = opcode("let HasCustomLink = 1;");
        expect![[r#"
            bool emitX(const SourceInfo &);
            bool EvalEmitter::emitX(const SourceInfo &L) {
        "#]]
        .assert_eq(&lines(&custom, &["emitX"]));
    }
}
