//! The tables of intrinsics as C++, as releases since 22 have them.

use tablewright_selection::intrinsics::{
    ArgumentAttribute, ArgumentAttributeKind, FunctionAttributes, MemoryEffects, MemoryLocation,
};
use tablewright_text::{CppWriter, append, line, text_block};

use super::emit::flags;
use super::model::{IntrinsicImplSignature, IntrinsicModel, TargetRange};
use super::range_sets;
use super::tables::{
    AttributeTables, BuiltinsOfTarget, CompactTables, ImplPrintedArgument,
    IntrinsicImplBuiltinTables, LaterTables, PrintedIntrinsic, Sections,
};

pub(super) fn emit(model: &IntrinsicModel<'_>, tables: &CompactTables<'_>, w: &mut CppWriter) {
    w.file_header("Intrinsic Function Source Fragment", None);
    let sections = &tables.sections;
    section(sections, "IITINFO", "", w, |w| emit_type_codes(model, w));
    section(sections, "TARGET_DATA", "// Target mapping.\n", w, |w| emit_targets(model, w));
    section(sections, "NAME_TABLE", "// Intrinsic ID to name table.\n", w, |w| {
        w.raw("// Note that entry #0 is the invalid intrinsic!\n\n");
        let offsets = tables.name_offsets.iter();
        let offsets = offsets.map(|&(offset, name)| (offset, name));
        w.string_table_definition("IntrinsicNameTable", &tables.names);
        emit_offsets("IntrinsicName", offsets, w);
    });
    if let Sections::Undefined(later) = sections {
        emit_features(tables, later, w);
    }
    let overloaded = model.intrinsics.list().iter().map(|intrinsic| intrinsic.is_overloaded);
    let comment = "// Intrinsic ID to overload bitset.\n";
    section(sections, "OVERLOAD_TABLE", comment, w, |w| emit_bits("OTable", overloaded, w));
    if let Sections::Undefined(later) = sections {
        let comment = "// Intrinsic ID to trivially scalarizable bitset.\n";
        let bits = later.is_scalarizable.iter().copied();
        section(sections, "SCALARIZABLE_TABLE", comment, w, |w| emit_bits("STable", bits, w));
    }
    let comment = "// Global intrinsic function declaration type table.\n";
    section(sections, "GENERATOR_GLOBAL", comment, w, |w| emit_type_signatures(model, sections, w));
    let comment = "// Add parameter attributes that are not common to all intrinsics.\n";
    section(sections, "ATTRIBUTES", comment, w, |w| emit_attributes(model, tables, w));
    if let Sections::Undefined(later) = sections
        && let Some(range_sets) = &later.range_sets
    {
        section(sections, "IMMARG_RANGE_SET_CHECKS", "", w, |w| {
            range_sets::emit(range_sets, &tables.name_offsets, w);
        });
    }
    let comment = "// Intrinsic ID to pretty print bitset.\n";
    let printed = tables.is_printed.iter().copied();
    section(sections, "PRETTY_PRINT_TABLE", comment, w, |w| emit_bits("PPTable", printed, w));
    emit_printers(tables, w);
    if let Sections::Undefined(later) = sections {
        let name = "DEFAULT_ARG_VALUES";
        section(sections, name, "", w, |w| emit_default_values(later, w));
    }
    emit_builtins("Clang", "CLANG", &tables.clang_builtins, sections, w);
    if let Sections::Commented = sections
        && !tables.clang_builtins.targets.is_empty()
    {
        line!(w);
    }
    emit_builtins("MS", "MS", &tables.ms_builtins, sections, w);
}

/// Writes a section guarded by a macro.
fn section(
    sections: &Sections,
    name: &str,
    comment: &str,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    match sections {
        Sections::Commented => {
            append!(w, comment, "#ifdef GET_INTRINSIC_", name, "\n");
            body(w);
            append!(w, "#endif // GET_INTRINSIC_", name, "\n\n");
        }
        Sections::Undefined(_) => {
            w.guarded(&format!("GET_INTRINSIC_{name}"), |w| {
                append!(w, "\n", comment);
                body(w);
                line!(w);
            });
        }
    }
}

fn emit_type_codes(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    match &model.codes {
        Some(codes) => {
            for (number, name) in codes {
                line!(w, "  {name} = {number},");
            }
        }
        None => line!(w, "#error \"class IIT_Base is not defined\""),
    }
}

fn emit_targets(model: &IntrinsicModel<'_>, w: &mut CppWriter) {
    w.block("struct IntrinsicTargetInfo", ";", |w| {
        line!(w, "StringLiteral Name;");
        line!(w, "size_t Offset;");
        line!(w, "size_t Count;");
    });
    w.block("static constexpr IntrinsicTargetInfo TargetInfos[] =", ";", |w| {
        for TargetRange { prefix, first, count } in &model.targets {
            line!(w, "{{\"{prefix}\", {first}, {count}}},");
        }
    });
}

/// Writes the string offsets in a table, by number.
fn emit_offsets<'a>(
    table: &str,
    offsets: impl Iterator<Item = (usize, &'a str)>,
    w: &mut CppWriter,
) {
    line!(w, "\nstatic constexpr unsigned {table}OffsetTable[] = {{");
    for (offset, name) in offsets {
        append!(w, "  ", offset, ", // ", name, "\n");
    }
    line!(w, "\n}}; // {table}OffsetTable");
}

fn emit_features(tables: &CompactTables<'_>, later: &LaterTables, w: &mut CppWriter) {
    let comment = "// Intrinsic ID to required target features table.\n";
    section(&tables.sections, "TARGET_FEATURES_TABLE", comment, w, |w| {
        w.raw("// Note that entry #0 is the invalid intrinsic!\n\n");
        w.string_table_definition("IntrinsicTargetFeaturesTable", &later.features);
        let offsets = [0].into_iter().chain(later.feature_offsets.iter().copied());
        let names = tables.name_offsets.iter().map(|&(_, name)| name);
        emit_offsets("IntrinsicTargetFeatures", offsets.zip(names), w);
    });
}

/// Writes a bit for each number. The first bit means no intrinsic.
fn emit_bits(table: &str, bits: impl Iterator<Item = bool>, w: &mut CppWriter) {
    line!(w, "static constexpr uint8_t {table}[] = {{");
    w.raw("  0\n  ");
    for (number, is_set) in (1..).zip(bits) {
        if number % 8 == 0 {
            w.raw(",\n  0");
        }
        if is_set {
            write!(w, " | (1<<{})", number % 8);
        }
    }
    w.raw("\n};\n\n");
    line!(w, "return ({table}[id/8] & (1 << (id%8))) != 0;");
}

fn emit_type_signatures(model: &IntrinsicModel<'_>, sections: &Sections, w: &mut CppWriter) {
    match sections {
        Sections::Commented => w.raw("static constexpr uint16_t IIT_Table[] = {\n  "),
        Sections::Undefined(_) => {
            line!(w, "using FixedEncodingTy = uint16_t;");
            w.raw("static constexpr FixedEncodingTy IIT_Table[] = {\n  ");
        }
    }
    for (i, signature) in model.signatures.iter().enumerate() {
        if i % 8 == 7 {
            w.raw("\n  ");
        }
        match signature {
            IntrinsicImplSignature::Packed(codes) => write!(w, "0x{codes:x}, "),
            IntrinsicImplSignature::Long(offset) => write!(w, "(1U<<15) | {offset}, "),
        }
    }
    w.raw("0\n};\n\n");
    line!(w, "static constexpr unsigned char IIT_LongEncodingTable[] = {{");
    w.sequence_table(&model.long_signatures, "0", |w, code| append!(w, u32::from(*code)));
    w.raw("  255\n};\n");
}

fn emit_attributes(model: &IntrinsicModel<'_>, tables: &CompactTables<'_>, w: &mut CppWriter) {
    let attributes = &tables.attributes;
    emit_argument_attribute_sets(attributes, w);
    emit_function_attribute_sets(attributes, w);
    let bits = attributes.list_bits;
    line!(w, "static constexpr uint{}_t IntrinsicsToAttributesMap[] = {{", attributes.number_bits);
    for (&(function, list), intrinsic) in
        attributes.of_intrinsics.iter().zip(model.intrinsics.list())
    {
        let name = model.intrinsics.name(intrinsic);
        append!(w, "    ", function, " << ", bits, " | ", list, ", // ", name, "\n");
    }
    line!(w, "}}; // IntrinsicsToAttributesMap\n");
    text_block!(
        w,
        "
        namespace {{
        struct ArgNoAttrIDPair {{
          uint16_t ArgNo, ArgAttrID;
        }};
        }} // namespace

        // Number of entries: {}
        static constexpr ArgNoAttrIDPair ArgAttrIdTable[] = {{
        ",
        attributes.pairs.len()
    );
    if attributes.pairs.is_empty() {
        line!(w, "  /* dummy */ {{0, 0}}");
    }
    for (offset, pairs) in attributes.pairs.rows() {
        append!(w, "  /* ", offset, " */ ");
        pairs.iter().for_each(|&(argument, set)| append!(w, "{", argument, ", ", set, "}, "));
        line!(w);
    }
    text_block!(
        w,
        "
        }}; // ArgAttrIdTable

        namespace {{
        struct ArgAttributesInfo {{
          uint16_t StartIndex;
          uint16_t NumAttrs;
        }};
        }} // namespace

        // Number of entries: {}
        static constexpr ArgAttributesInfo ArgAttributesInfoTable[] = {{
        ",
        attributes.lists.len()
    );
    for (offset, len) in &attributes.lists {
        line!(w, "  {{{offset}, {len}}},");
    }
    line!(w, "}}; // ArgAttributesInfoTable\n\n");
    emit_attribute_functions(attributes, w);
}

fn emit_attribute_functions(attributes: &AttributeTables<'_>, w: &mut CppWriter) {
    let AttributeTables { list_bits, no_function, longest_list, .. } = attributes;
    text_block!(
        w,
        "
        template <typename IDTy>
        inline std::pair<uint32_t, uint32_t> unpackID(const IDTy PackedID) {{
          constexpr uint8_t UniqAttributesBitSize = {list_bits};
          const uint32_t FnAttrID = PackedID >> UniqAttributesBitSize;
          const uint32_t ArgAttrID = PackedID &
            maskTrailingOnes<uint32_t>(UniqAttributesBitSize);
          return {{FnAttrID, ArgAttrID}};
        }}

        AttributeList Intrinsic::getAttributes(LLVMContext &C, ID id,
                                               FunctionType *FT) {{
          if (id == 0)
            return AttributeList();
          auto [FnAttrID, ArgAttrID] = unpackID(IntrinsicsToAttributesMap[id - 1]);
          using PairTy = std::pair<unsigned, AttributeSet>;
          alignas(PairTy) char ASStorage[sizeof(PairTy) * {}];
          PairTy *AS = reinterpret_cast<PairTy *>(ASStorage);

          // A list of attributes knows its ends, so that wrong numbers are found.
          ArrayRef<ArgAttributesInfo> ArgAttributesInfoTableAR(ArgAttributesInfoTable);
          if (ArgAttrID >= ArgAttributesInfoTableAR.size())
            llvm_unreachable(\"Invalid arguments attribute ID\");

          auto [StartIndex, NumAttrs] = ArgAttributesInfoTableAR[ArgAttrID];
          for (unsigned Idx = 0; Idx < NumAttrs; ++Idx) {{
            auto [ArgNo, ArgAttrID] = ArgAttrIdTable[StartIndex + Idx];
            AS[Idx] = {{ArgNo,
                getIntrinsicArgAttributeSet(C, ArgAttrID, FT->getContainedType(ArgNo))}};
          }}
          if (FnAttrID != {no_function}) {{
            AS[NumAttrs++] = {{AttributeList::FunctionIndex,
                              getIntrinsicFnAttributeSet(C, FnAttrID)}};
          }}
          return AttributeList::get(C, ArrayRef(AS, NumAttrs));
        }}

        AttributeSet Intrinsic::getFnAttributes(LLVMContext &C, ID id) {{
          if (id == 0)
            return AttributeSet();
          auto [FnAttrID, _] = unpackID(IntrinsicsToAttributesMap[id - 1]);
          if (FnAttrID == {no_function})
            return AttributeSet();
          return getIntrinsicFnAttributeSet(C, FnAttrID);
        }}
        ",
        longest_list + 1
    );
}

fn emit_argument_attribute_sets(attributes: &AttributeTables<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        static AttributeSet getIntrinsicArgAttributeSet(LLVMContext &C, unsigned ID,
                                                        Type *ArgType) {{
          unsigned BitWidth = ArgType->getScalarSizeInBits();
          switch (ID) {{
          default: llvm_unreachable(\"Invalid attribute set number\");
        "
    );
    for (number, set) in attributes.of_arguments.iter().enumerate() {
        line!(w, "  case {number}:");
        line!(w, "    return AttributeSet::get(C, {{");
        set.iter().for_each(|attribute| emit_argument_attribute(attribute, w));
        line!(w, "    }});");
    }
    w.raw("  }\n} // getIntrinsicArgAttributeSet\n\n");
}

fn emit_argument_attribute(attribute: &ArgumentAttribute, w: &mut CppWriter) {
    let &ArgumentAttribute { kind, value, upper } = attribute;
    let end =
        |value: i64| format!("APInt(BitWidth, {value}, /*isSigned=*/true, /*implicitTrunc=*/true)");
    if kind == ArgumentAttributeKind::NoCapture {
        line!(w, "      Attribute::getWithCaptureInfo(C, CaptureInfo::none()),");
    } else if kind == ArgumentAttributeKind::Range {
        w.raw("      Attribute::get(C, Attribute::Range, ConstantRange(");
        line!(w, "{}, {})),", end(value), end(upper));
    } else if kind.has_value() {
        line!(w, "      Attribute::get(C, Attribute::{kind:?}, {value}),");
    } else {
        line!(w, "      Attribute::get(C, Attribute::{kind:?}),");
    }
}

fn emit_function_attribute_sets(attributes: &AttributeTables<'_>, w: &mut CppWriter) {
    text_block!(
        w,
        "
        static AttributeSet getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {{
          switch (ID) {{
            default: llvm_unreachable(\"Invalid attribute set number\");
        "
    );
    for (number, (set, name)) in attributes.of_functions.iter().enumerate() {
        line!(w, "  case {number}: // {name}");
        line!(w, "    return AttributeSet::get(C, {{");
        emit_function_attributes(set, w);
        line!(w, "    }});");
    }
    w.raw("  }\n} // getIntrinsicFnAttributeSet\n");
}

fn effect_name((reads, writes): (bool, bool)) -> &'static str {
    match (reads, writes) {
        (false, false) => "NoModRef",
        (true, false) => "Ref",
        (false, true) => "Mod",
        (true, true) => "ModRef",
    }
}

fn emit_function_attributes(set: &FunctionAttributes, w: &mut CppWriter) {
    for (name, _) in flags(set).into_iter().filter(|&(_, holds)| holds) {
        line!(w, "      Attribute::get(C, Attribute::{name}),");
    }
    let memory = set.stated_memory();
    if memory != MemoryEffects::UNKNOWN {
        let locations = MemoryLocation::ALL
            .map(|location| format!("{location:?}: {}", effect_name(memory.at(location))));
        line!(w, "      // {}", locations.join(", "));
        w.raw("      Attribute::getWithMemoryEffects(C, ");
        let bits = memory.bits(&MemoryLocation::ALL);
        line!(w, "MemoryEffects::createFromIntValue({bits})),");
    }
}

fn emit_printers(tables: &CompactTables<'_>, w: &mut CppWriter) {
    let begin = "#ifdef GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS\n";
    match tables.sections {
        Sections::Commented => append!(w, "\n", begin),
        Sections::Undefined(_) => {
            append!(w, begin, "#undef GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS\n\n\n");
        }
    }
    w.raw("void Intrinsic::printImmArg(ID IID, unsigned ArgIdx, raw_ostream &OS, ");
    w.raw("const Constant *ImmArgVal) {\n  using namespace Intrinsic;\n  switch (IID) {\n");
    for PrintedIntrinsic { enum_name, arguments } in &tables.printed {
        line!(w, "  case {enum_name}:\n    switch (ArgIdx) {{");
        for ImplPrintedArgument { index, label, printer } in arguments {
            line!(w, "    case {index}:");
            if let Some(label) = label {
                line!(w, "      OS << \"{label}\";");
            }
            if let Some(printer) = printer {
                line!(w, "      {printer}(OS, ImmArgVal);");
            }
            line!(w, "      return;");
        }
        w.raw("    }\n    break;\n");
    }
    w.raw("  default:\n    break;\n  }\n}\n");
    w.raw("#endif // GET_INTRINSIC_PRETTY_PRINT_ARGUMENTS\n\n");
}

fn emit_default_values(later: &LaterTables, w: &mut CppWriter) {
    line!(w, "static constexpr uint64_t DefaultArgValuesTable[] = {{");
    line!(w, "  0, // offset 0: sentinel for intrinsics without defaults");
    if later.default_values.is_empty() {
        line!(w, "  /* dummy */   0");
    }
    for (offset, row) in later.default_values.rows() {
        append!(w, "  /* ", offset, " */ ");
        row.iter().for_each(|&value| append!(w, "  ", value, ", "));
        line!(w, "  0,");
    }
    line!(w, "}};\n");
    line!(w, "static constexpr uint32_t DefaultArgValuesTableOffset[] = {{");
    line!(w, "  0, // not_intrinsic");
    for offset in &later.default_offsets {
        line!(w, "  {offset},");
    }
    line!(w, "}};\n\n");
    w.text_block(
        "
        std::pair<unsigned, ArrayRef<uint64_t>>
        Intrinsic::getAllDefaultArgValues(ID IID) {
          uint32_t Offset = DefaultArgValuesTableOffset[IID];
          uint64_t Header = DefaultArgValuesTable[Offset];
          uint32_t FirstDefault = Header & 0xFFFFFFFFu;
          uint32_t NumDefaults = (Header >> 32) & 0xFFFFFFFFu;
          if (NumDefaults == 0)
            return {0, {}};
          return {FirstDefault,
                  ArrayRef(&DefaultArgValuesTable[Offset + 1], NumDefaults)};
        }
        ",
    );
}

fn emit_builtins(
    compiler: &str,
    capitals: &str,
    builtins: &IntrinsicImplBuiltinTables<'_>,
    sections: &Sections,
    w: &mut CppWriter,
) {
    let comment = "// The intrinsic that a builtin function of the compiler stands for: that of the\n\
                   // target with this prefix, or of no target.\n";
    let name = format!("GET_LLVM_INTRINSIC_FOR_{capitals}_BUILTIN");
    match sections {
        Sections::Commented => {
            append!(w, comment, "#ifdef ", name.as_str(), "\n");
            emit_builtin_function(compiler, builtins, sections, w);
            append!(w, "#endif // ", name.as_str(), "\n\n");
        }
        Sections::Undefined(_) => w.guarded(&name, |w| {
            append!(w, "\n\n", comment);
            emit_builtin_function(compiler, builtins, sections, w);
            line!(w);
        }),
    }
}

fn emit_builtin_function(
    compiler: &str,
    builtins: &IntrinsicImplBuiltinTables<'_>,
    sections: &Sections,
    w: &mut CppWriter,
) {
    text_block!(
        w,
        "
        Intrinsic::ID
        Intrinsic::getIntrinsicFor{compiler}Builtin(StringRef TargetPrefix,
                                              StringRef BuiltinName) {{
          using namespace Intrinsic;
        "
    );
    if builtins.targets.is_empty() {
        // Tools expect the missing brace.
        w.raw(match sections {
            Sections::Commented => "\n  return not_intrinsic;\n  }\n",
            Sections::Undefined(_) => "return not_intrinsic;\n",
        });
        return;
    }
    w.string_table_definition("BuiltinNames", &builtins.names);
    w.raw(include_str!("builtin_entry.inc"));
    for of_target in &builtins.targets {
        emit_builtins_of_target(of_target, w);
    }
    w.raw(include_str!("target_entry.inc"));
    let independent = builtins.targets.iter().find(|of_target| of_target.target.is_empty());
    for BuiltinsOfTarget { target, common_prefix, .. } in &builtins.targets {
        if !target.is_empty() {
            line!(w, "    {{\"{target}\", {target}Names, \"{common_prefix}\"}},");
        }
    }
    line!(w, "  }};\n");
    if let Some(independent) = independent {
        text_block!(
            w,
            "
              // Builtins of no target come first. Only their prefix is taken off a copy.
              StringRef Suffix = BuiltinName;
              if (Suffix.consume_front(\"{}\")) {{
                auto II = lower_bound(Names, Suffix);
                if (II != std::end(Names) && II->getName() == Suffix)
                  return II->IntrinsicID;
              }}

            ",
            independent.common_prefix
        );
    }
    w.raw(include_str!("find_builtin.inc"));
}

fn emit_builtins_of_target(of_target: &BuiltinsOfTarget<'_>, w: &mut CppWriter) {
    let BuiltinsOfTarget { target, builtins, .. } = of_target;
    match *target {
        "" => line!(w, "  // Target independent builtins."),
        _ => line!(w, "  // Builtins for {target}."),
    }
    line!(w, "  static constexpr BuiltinEntry {target}Names[] = {{");
    for &(name, offset, enum_name) in builtins {
        append!(w, "    {", enum_name, ", ", offset, "}, // ", name, "\n");
    }
    line!(w, "  }}; // {target}Names\n");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_backend::Options;
    use tablewright_records::Release;
    use tablewright_test_support::{Description, item, output_of};

    use crate::intrinsic_impl::BACKEND;

    const CLASSES: &str = include_str!("../../../../tests/data/intrinsic-impl/intrinsics.inc");

    fn output(intrinsics: &str) -> String {
        let text = format!("{CLASSES}{intrinsics}");
        let store = Description::new(text).for_release(Release::new(22)).store();
        output_of(&BACKEND, &Options::default(), &store)
    }

    /// Checks the part of the file for one macro.
    fn check(intrinsics: &str, part: &str, expected: Expect) {
        let output = output(intrinsics);
        let (_, text) = output.split_once(&format!("#ifdef {part}\n")).expect("there is a part");
        let (text, _) = text.split_once("#endif").expect("it ends");
        expected.assert_eq(text);
    }

    #[test]
    fn a_bit_marks_an_overloaded_intrinsic() {
        check(
            "def int_a : Intrinsic<[], []>;\ndef int_b : Intrinsic<[llvm_any_ty], [llvm_i32_ty]>;",
            "GET_INTRINSIC_OVERLOAD_TABLE",
            expect![[r#"
                static constexpr uint8_t OTable[] = {
                  0
                   | (1<<2)
                };

                return (OTable[id/8] & (1 << (id%8))) != 0;
            "#]],
        );
    }

    #[test]
    fn intrinsics_of_a_target_follow_those_of_all_targets() {
        check(
            "let TargetPrefix = \"toy\" in def int_toy_b : Intrinsic<[], []>;\ndef int_z : Intrinsic<[], []>;",
            "GET_INTRINSIC_TARGET_DATA",
            expect![[r#"
                struct IntrinsicTargetInfo {
                  StringLiteral Name;
                  size_t Offset;
                  size_t Count;
                };
                static constexpr IntrinsicTargetInfo TargetInfos[] = {
                  {"", 0, 1},
                  {"toy", 1, 1},
                };
            "#]],
        );
    }

    #[test]
    fn equal_attributes_share_a_set() {
        let intrinsics = "def int_a : Intrinsic<[], [], [Throws]>;
def int_b : Intrinsic<[], [], [Throws]>;
def int_c : Intrinsic<[], [llvm_ptr_ty], [NoCapture<1>, IntrNoMem]>;";
        let map = item(&output(intrinsics), "IntrinsicsToAttributesMap[] = {");
        expect![[r#"
            static constexpr uint8_t IntrinsicsToAttributesMap[] = {
                1 << 1 | 0, // llvm.a
                1 << 1 | 0, // llvm.b
                0 << 1 | 1, // llvm.c
            }; // IntrinsicsToAttributesMap
        "#]]
        .assert_eq(&map);
    }

    #[test]
    fn a_set_lists_what_an_argument_and_the_function_have() {
        let output = output(
            "def int_c : Intrinsic<[], [llvm_ptr_ty], [NoCapture<1>, Align<1, 16>, IntrNoMem, Throws]>;",
        );
        expect![[r#"
            static AttributeSet getIntrinsicArgAttributeSet(LLVMContext &C, unsigned ID,
                                                            Type *ArgType) {
              unsigned BitWidth = ArgType->getScalarSizeInBits();
              switch (ID) {
              default: llvm_unreachable("Invalid attribute set number");
              case 0:
                return AttributeSet::get(C, {
                  Attribute::getWithCaptureInfo(C, CaptureInfo::none()),
                  Attribute::get(C, Attribute::Alignment, 16),
                });
              }
            } // getIntrinsicArgAttributeSet
        "#]]
        .assert_eq(&item(&output, "getIntrinsicArgAttributeSet("));
        expect![[r#"
            static AttributeSet getIntrinsicFnAttributeSet(LLVMContext &C, unsigned ID) {
              switch (ID) {
                default: llvm_unreachable("Invalid attribute set number");
              case 0: // llvm.c
                return AttributeSet::get(C, {
                  // ArgMem: NoModRef, InaccessibleMem: NoModRef, ErrnoMem: NoModRef, Other: NoModRef, TargetMem0: NoModRef, TargetMem1: NoModRef
                  Attribute::getWithMemoryEffects(C, MemoryEffects::createFromIntValue(0)),
                });
              }
            } // getIntrinsicFnAttributeSet
        "#]].assert_eq(&item(&output, "getIntrinsicFnAttributeSet("));
    }
}
