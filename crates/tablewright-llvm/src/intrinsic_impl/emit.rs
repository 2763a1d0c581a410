//! Writes the intrinsic tables in C++.

use tablewright_selection::intrinsics::{
    ArgumentAttribute, FunctionAttributes, MemoryEffects, MemoryLocation,
};
use tablewright_text::{CppWriter, line};

use super::model::{
    CodeLayout, IntrinsicImplAttributeList, IntrinsicImplAttributes, IntrinsicImplBuiltin,
    IntrinsicImplBuiltins, IntrinsicImplSignature, IntrinsicModel, TargetRange,
};

pub(super) fn emit(model: &IntrinsicModel<'_>, code: &CodeLayout<'_>, w: &mut CppWriter) {
    w.file_header("Intrinsic Function Source Fragment", None);
    emit_type_codes(model, w);
    emit_targets(model, w);
    emit_names(model, w);
    emit_overloads(model, w);
    emit_type_signatures(model, w);
    w.raw("// Attributes of the intrinsics, their arguments and results.\n");
    w.raw("#ifdef GET_INTRINSIC_ATTRIBUTES\n");
    emit_argument_attribute_sets(&code.attributes, w);
    emit_function_attribute_sets(&code.attributes, w);
    emit_attribute_lists(model, &code.attributes, w);
    w.raw("#endif // GET_INTRINSIC_ATTRIBUTES\n\n");
    emit_builtins("Clang", "CLANG", &code.clang_builtins, w);
    emit_builtins("MS", "MS", &code.ms_builtins, w);
}

fn emit_type_codes(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    line!(w, "#ifdef GET_INTRINSIC_IITINFO");
    match &model.codes {
        Some(codes) => {
            for (number, name) in codes {
                line!(w, "  {name} = {number},");
            }
        }
        None => line!(w, "#error \"class IIT_Base is not defined\""),
    }
    w.raw("#endif\n\n");
}

fn emit_targets(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    w.raw("// Where the intrinsics of each target are\n");
    line!(w, "#ifdef GET_INTRINSIC_TARGET_DATA");
    w.block("struct IntrinsicTargetInfo", ";", |w| {
        line!(w, "llvm::StringLiteral Name;");
        line!(w, "size_t Offset;");
        line!(w, "size_t Count;");
    });
    w.block("static constexpr IntrinsicTargetInfo TargetInfos[] =", ";", |w| {
        for TargetRange { prefix, first, count } in &model.targets {
            line!(w, "{{llvm::StringLiteral(\"{prefix}\"), {first}, {count}}},");
        }
    });
    w.raw("#endif\n\n");
}

fn emit_names(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    w.raw("// The names of the intrinsics\n");
    line!(w, "#ifdef GET_INTRINSIC_NAME_TABLE");
    line!(w, "  // Number 0, which stands for no intrinsic, is not listed");
    for intrinsic in model.intrinsics.list() {
        line!(w, "  \"{}\",", model.intrinsics.name(intrinsic));
    }
    w.raw("#endif\n\n");
}

fn emit_overloads(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    w.raw("// Which intrinsics are overloaded, a bit each\n");
    line!(w, "#ifdef GET_INTRINSIC_OVERLOAD_TABLE");
    line!(w, "static const uint8_t OTable[] = {{");
    w.raw("  0");
    // Number 0 means no intrinsic.
    for (number, intrinsic) in (1..).zip(model.intrinsics.list()) {
        if number % 8 == 0 {
            w.raw(",\n  0");
        }
        if intrinsic.is_overloaded {
            write!(w, " | (1<<{})", number % 8);
        }
    }
    w.raw("\n};\n\n");
    line!(w, "return (OTable[id/8] & (1 << (id%8))) != 0;");
    w.raw("#endif\n\n");
}

fn emit_type_signatures(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    w.raw("// The types of the intrinsics.\n");
    line!(w, "#ifdef GET_INTRINSIC_GENERATOR_GLOBAL");
    w.raw("static const unsigned IIT_Table[] = {\n  ");
    for (i, signature) in model.signatures.iter().enumerate() {
        if i % 8 == 7 {
            w.raw("\n  ");
        }
        match signature {
            IntrinsicImplSignature::Packed(codes) => write!(w, "0x{codes:x}, "),
            IntrinsicImplSignature::Long(offset) => write!(w, "(1U<<31) | {offset}, "),
        }
    }
    w.raw("0\n};\n\n");
    line!(w, "static const unsigned char IIT_LongEncodingTable[] = {{");
    for (offset, codes) in model.long_signatures.rows() {
        write!(w, "  /* {offset} */ ");
        for code in codes {
            write!(w, "{code}, ");
        }
        w.raw("0,\n");
    }
    w.raw("  255\n};\n\n");
    w.raw("#endif\n\n");
}

/// Writes a function that builds a set of attributes from its number.
fn emit_attribute_sets<T>(
    function: &str,
    sets: &[T],
    w: &mut CppWriter,
    attributes: impl Fn(&T, &mut CppWriter),
) {
    line!(w, "static AttributeSet {function}(LLVMContext &C, unsigned ID) {{");
    line!(w, "  switch (ID) {{");
    line!(w, "  default: llvm_unreachable(\"Invalid attribute set number\");");
    for (number, set) in sets.iter().enumerate() {
        line!(w, "  case {number}:");
        line!(w, "    return AttributeSet::get(C, {{");
        attributes(set, w);
        line!(w, "    }});");
    }
    w.raw("  }\n}\n\n");
}

fn emit_argument_attribute_sets(attributes: &IntrinsicImplAttributes<'_>, w: &mut CppWriter) {
    emit_attribute_sets("getIntrinsicArgAttributeSet", &attributes.of_arguments, w, |set, w| {
        for &ArgumentAttribute { kind, value, .. } in *set {
            let value = if kind.has_value() { format!(", {value}") } else { String::new() };
            line!(w, "      Attribute::get(C, Attribute::{kind:?}{value}),");
        }
    });
}

fn emit_function_attribute_sets(attributes: &IntrinsicImplAttributes<'_>, w: &mut CppWriter) {
    emit_attribute_sets("getIntrinsicFnAttributeSet", &attributes.of_functions, w, |set, w| {
        for (name, _) in flags(set).into_iter().filter(|&(_, holds)| holds) {
            line!(w, "      Attribute::get(C, Attribute::{name}),");
        }
        let memory = set.stated_memory();
        if memory != MemoryEffects::UNKNOWN {
            w.raw("      Attribute::getWithMemoryEffects(C, ");
            line!(
                w,
                "MemoryEffects::createFromIntValue({})),",
                memory.bits(&MemoryLocation::FIRST)
            );
        }
    });
}

/// Returns the attributes that functions have or have not, in the order they are written.
pub(super) fn flags(set: &FunctionAttributes) -> [(&'static str, bool); 13] {
    [
        ("NoUnwind", !set.throws),
        ("NoReturn", set.no_return),
        ("NoCallback", set.no_callback),
        ("NoSync", set.no_sync),
        ("NoFree", set.no_free),
        ("WillReturn", set.will_return),
        ("Cold", set.cold),
        ("NoDuplicate", set.no_duplicate),
        ("NoMerge", set.no_merge),
        ("Convergent", set.convergent),
        ("Speculatable", set.speculatable),
        ("StrictFP", set.strict_fp),
        ("NoCreateUndefOrPoison", set.no_create_undef_or_poison),
    ]
}

fn emit_attribute_lists(
    model: &IntrinsicModel<'_>,
    attributes: &IntrinsicImplAttributes<'_>,
    w: &mut CppWriter,
) {
    line!(w, "AttributeList Intrinsic::getAttributes(LLVMContext &C, ID id) {{");
    line!(w, "  static const uint16_t IntrinsicsToAttributesMap[] = {{");
    for (list, intrinsic) in attributes.list_of.iter().zip(model.intrinsics.list()) {
        line!(w, "    {list}, // {}", model.intrinsics.name(intrinsic));
    }
    w.raw("  };\n\n");
    line!(w, "  std::pair<unsigned, AttributeSet> AS[{}];", attributes.most_arguments + 1);
    line!(w, "  unsigned NumAttrs = 0;");
    line!(w, "  if (id != 0) {{");
    line!(w, "    switch(IntrinsicsToAttributesMap[id - 1]) {{");
    line!(w, "    default: llvm_unreachable(\"Invalid attribute number\");");
    for list in &attributes.lists {
        emit_attribute_list(list, w);
    }
    w.raw("    }\n  }\n");
    line!(w, "  return AttributeList::get(C, ArrayRef(AS, NumAttrs));");
    line!(w, "}}");
}

fn emit_attribute_list(list: &IntrinsicImplAttributeList, w: &mut CppWriter) {
    line!(w, "    case {}: {{", list.number);
    for (i, (argument, set)) in list.arguments.iter().enumerate() {
        line!(w, "      AS[{i}] = {{{argument}, getIntrinsicArgAttributeSet(C, {set})}};");
    }
    let mut count = list.arguments.len();
    if let Some(set) = list.function {
        write!(w, "      AS[{count}] = {{AttributeList::FunctionIndex, ");
        line!(w, "getIntrinsicFnAttributeSet(C, {set})}};");
        count += 1;
    }
    match count {
        // Without attributes, the list is empty.
        0 => line!(w, "      return AttributeList();"),
        _ => {
            line!(w, "      NumAttrs = {count};");
            line!(w, "      break;");
        }
    }
    line!(w, "    }}");
}

fn emit_builtins(
    compiler: &str,
    capitals: &str,
    builtins: &IntrinsicImplBuiltins<'_>,
    w: &mut CppWriter,
) {
    w.raw("// The intrinsic that a builtin function of the compiler stands for.\n");
    line!(w, "#ifdef GET_LLVM_INTRINSIC_FOR_{capitals}_BUILTIN");
    write!(w, "Intrinsic::ID Intrinsic::getIntrinsicFor{compiler}Builtin(");
    line!(w, "const char *TargetPrefixStr, StringRef BuiltinNameStr) {{");
    if !builtins.names.is_empty() {
        emit_builtin_names(builtins, w);
        for (target, of_target) in &builtins.targets {
            emit_builtins_of_target(target, of_target, w);
        }
    }
    w.raw("  return Intrinsic::not_intrinsic;\n}\n#endif\n\n");
}

fn emit_builtin_names(builtins: &IntrinsicImplBuiltins<'_>, w: &mut CppWriter) {
    line!(w, "  static const char BuiltinNames[] = {{");
    w.char_array(&builtins.names);
    w.raw("  };\n\n");
    w.indented(|w| {
        w.block("struct BuiltinEntry", ";", |w| {
            line!(w, "Intrinsic::ID IntrinID;");
            line!(w, "unsigned StrTabOffset;");
            w.block("const char *getName() const", "", |w| {
                line!(w, "return &BuiltinNames[StrTabOffset];");
            });
            w.block("bool operator<(StringRef RHS) const", "", |w| {
                line!(w, "return strncmp(getName(), RHS.data(), RHS.size()) < 0;");
            });
        });
        line!(w, "StringRef TargetPrefix(TargetPrefixStr);");
        line!(w);
    });
}

fn emit_builtins_of_target(target: &str, builtins: &[IntrinsicImplBuiltin<'_>], w: &mut CppWriter) {
    let head = match target {
        // Builtins without a target are looked up for every target.
        "" => "/* Of no target */".to_owned(),
        _ => format!("if (TargetPrefix == \"{target}\")"),
    };
    w.indented(|w| {
        w.block(head, "", |w| {
            w.block(format_args!("static const BuiltinEntry {target}Names[] ="), ";", |w| {
                for IntrinsicImplBuiltin { name, name_offset, enum_name } in builtins {
                    line!(w, "{{Intrinsic::{enum_name}, {name_offset}}}, // {name}");
                }
            });
            line!(w, "auto I = std::lower_bound(std::begin({target}Names),");
            line!(w, "                          std::end({target}Names),");
            line!(w, "                          BuiltinNameStr);");
            line!(w, "if (I != std::end({target}Names) &&");
            line!(w, "    I->getName() == BuiltinNameStr)");
            line!(w, "  return I->IntrinID;");
        });
    });
}
