//! The classes of operands: their enum, and the functions that match operands with classes.

use tablewright_target::assembly::{MatchClass, MatchClassKind, UserClass};
use tablewright_text::{CppWriter, StringMatcher, append, line, text_block};

use crate::asm_matcher::model::{AsmMatcherModel, ClassLookup, ClassTables, MatchedRegisterClass};

pub(super) fn emit(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    emit_enumeration(model, w);
    emit_diagnostic_texts(model, w);
    emit_register_diagnostics(model, w);
    if let Some(classes) = model.class_lookup.register_classes() {
        emit_register_classes(model, classes, w);
    }
    emit_match_token(model, w);
    match &model.class_lookup {
        ClassLookup::Switches(_) => emit_is_subclass(model, w),
        ClassLookup::Tables(tables) => {
            emit_is_subclass_table(tables, w);
            if tables.register_classes.is_some() {
                emit_remapping(tables, w);
            }
        }
    }
    emit_validate(model, w);
    emit_class_names(model, w);
}

fn emit_enumeration(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    w.raw("namespace {\n\n// The classes of operands.\nenum MatchClassKind {\n");
    w.raw("  InvalidMatchClass = 0,\n  OptionalMatchClass = 1,\n");
    let mut last = "OptionalMatchClass";
    // `MCK_LAST_TOKEN` and `MCK_LAST_REGISTER` come before the first class of another kind.
    let (mut after_tokens, mut after_registers) = (false, false);
    let mut last_is_by_hw_mode = false;
    for (name, _, class) in model.classes() {
        if !after_tokens && !class.is_token() {
            line!(w, "  MCK_LAST_TOKEN = {last},");
            after_tokens = true;
            after_registers = class.user().is_some();
        } else if !after_registers && class.registers().is_none() && !class.is_token() {
            line!(w, "  MCK_LAST_REGISTER = {last},");
            after_registers = true;
        }
        if last_is_by_hw_mode && class.registers_by_hw_mode().is_none() {
            line!(w, "  MCK_LAST_REGCLASS_BY_HWMODE = {last},");
        }
        last_is_by_hw_mode = class.registers_by_hw_mode().is_some();
        last = name;
        append!(w, "  ", name, ",");
        if let ClassLookup::Tables(_) = model.class_lookup {
            emit_class_comment(class, w);
        }
        w.raw("\n");
    }
    if last_is_by_hw_mode {
        line!(w, "  MCK_LAST_REGCLASS_BY_HWMODE = {last},");
    }
    w.raw("  NumMatchClassKinds\n};\n\n} // end anonymous namespace\n\n");
}

/// Writes a comment that describes a class.
fn emit_class_comment(class: &MatchClass, w: &mut CppWriter) {
    let name = class.value_name.as_str();
    match class.kind {
        MatchClassKind::Token => append!(w, " // '", name, "'"),
        MatchClassKind::Registers(_) if name.is_empty() => w.raw(" // derived register class"),
        MatchClassKind::Registers(_) => append!(w, " // register class '", name, "'"),
        MatchClassKind::RegistersByHwMode(_) => w.raw(" // register class by hwmode"),
        MatchClassKind::User(_) => append!(w, " // user defined class '", name, "'"),
    }
}

/// Writes the function with the messages for operands that do not match, if classes have any.
fn emit_diagnostic_texts(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    if model.classes().all(|(_, _, class)| class.diagnostic_string.is_empty()) {
        return;
    }
    let target = model.names.target;
    line!(w, "static const char *getMatchKindDiag(");
    line!(w, "    {target}AsmParser::{target}MatchResultTy MatchResult) {{");
    line!(w, "  switch (MatchResult) {{");
    for (_, _, class) in model.classes() {
        if !class.diagnostic_string.is_empty() {
            line!(w, "  case {target}AsmParser::Match_{}:", class.diagnostic_type);
            line!(w, "    return \"{}\";", class.diagnostic_string);
        }
    }
    w.raw("  default:\n    return nullptr;\n  }\n}\n\n");
}

/// Writes the function that returns the match result for an operand that is not in a register class.
fn emit_register_diagnostics(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    const OTHERWISE: &str = "return MCTargetAsmParser::Match_InvalidOperand;";
    let target = model.names.target;
    let of_registers = || {
        let classes = model.classes();
        classes.filter(|(_, _, c)| c.registers().is_some() && !c.diagnostic_type.is_empty())
    };
    line!(w, "static unsigned getDiagKindFromRegisterClass(MatchClassKind RegisterClass) {{");
    if of_registers().next().is_none() {
        line!(w, "  {OTHERWISE}");
    } else {
        line!(w, "  switch (RegisterClass) {{");
        for (name, _, class) in of_registers() {
            line!(w, "  case {name}:");
            line!(w, "    return {target}AsmParser::Match_{};", class.diagnostic_type);
        }
        line!(w, "  default:\n    {OTHERWISE}\n  }}");
    }
    line!(w, "}}\n");
}

/// Writes the function that finds the class of a token.
fn emit_match_token(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let tokens = model.classes().filter(|(_, _, class)| class.is_token());
    let cases = tokens.map(|(name, _, class)| (class.name.as_str(), format!("return {name};")));
    w.block("static MatchClassKind matchTokenString(StringRef Name)", "", |w| {
        w.string_matcher("Name", &StringMatcher::first_of_equal(cases));
        line!(w, "return InvalidMatchClass;");
    });
    line!(w);
}

/// Writes the function that tests whether a class contains another.
fn emit_is_subclass(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "/// Whether all that matches \\p A matches \\p B too.");
    line!(w, "static bool isSubclass(MatchClassKind A, MatchClassKind B) {{");
    line!(w, "  if (A == B)\n    return true;\n");
    let mut is_first = true;
    for (name, id, class) in model.classes() {
        let containing = model.matcher.classes.containing(id);
        let optional = class.is_optional().then_some("OptionalMatchClass");
        let containing = containing.iter().map(|&other| model.class_name(other));
        let mut containing = optional.into_iter().chain(containing).peekable();
        let Some(first) = containing.next() else { continue };
        if std::mem::take(&mut is_first) {
            line!(w, "  switch (A) {{\n  default:\n    return false;");
        }
        append!(w, "\n  case ", name, ":\n");
        if containing.peek().is_none() {
            append!(w, "    return B == ", first, ";\n");
            continue;
        }
        w.raw("    switch (B) {\n    default: return false;\n");
        append!(w, "    case ", first, ": return true;\n");
        for other in containing {
            append!(w, "    case ", other, ": return true;\n");
        }
        w.raw("    }\n");
    }
    line!(w, "{}", if is_first { "  return false;" } else { "  }" });
    line!(w, "}}\n");
}

/// Writes the function that matches an operand with a class and returns the diagnostic if it fails.
fn emit_validate(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let target = model.names.target;
    w.raw("static unsigned validateOperandClass(MCParsedAsmOperand &GOp,");
    match model.class_lookup {
        ClassLookup::Switches(_) => {
            line!(w, "\n                                     MatchClassKind Kind) {{");
        }
        ClassLookup::Tables(_) => line!(w, " MatchClassKind Kind, const MCSubtargetInfo &STI) {{"),
    }
    text_block!(
        w,
        "
          {target}Operand &Operand = ({target}Operand &)GOp;
          if (Kind == InvalidMatchClass)
            return MCTargetAsmParser::Match_InvalidOperand;

        "
    );
    w.raw(match model.class_lookup.register_classes() {
        Some(_) => include_str!("validate_token_kind.inc"),
        None => include_str!("validate_token.inc"),
    });
    line!(w, "  switch (Kind) {{\n  default: break;");
    for (name, _, class) in model.classes() {
        if let Some(user) = class.user() {
            emit_validate_user(name, user, (target, &class.diagnostic_type), w);
        }
    }
    line!(w, "  }}\n");
    match &model.class_lookup {
        ClassLookup::Switches(registers) => {
            line!(w, "  if (Operand.isReg()) {{");
            line!(w, "    MatchClassKind OpKind;");
            line!(w, "    switch (Operand.getReg().id()) {{");
            line!(w, "    default: OpKind = InvalidMatchClass; break;");
            for (register, class) in registers {
                let class = model.class_name(*class);
                append!(w, "    case ", register, ": OpKind = ", class, "; break;\n");
            }
            line!(w, "    }}");
        }
        ClassLookup::Tables(tables) => emit_register_table(tables, w),
    }
    w.raw(include_str!("validate_register.inc"));
}

/// Writes the function that tests whether a class contains another, by a table.
fn emit_is_subclass_table(tables: &ClassTables, w: &mut CppWriter) {
    text_block!(
        w,
        "
        /// Whether all that matches \\p A matches \\p B too.
        static bool isSubclass(MatchClassKind A, MatchClassKind B) {{
          if (A == B)
            return true;

          [[maybe_unused]] static constexpr struct {{
            uint32_t Offset;
            uint16_t Start;
            uint16_t Length;
          }} Table[] = {{
        "
    );
    for row in &tables.containing {
        append!(w, "    {", row.offset, ", ", row.start, ", ", row.length, "},\n");
    }
    line!(w, "  }};\n");
    if tables.bits.is_empty() {
        w.raw("  return false;\n}\n\n");
        return;
    }
    line!(w, "  static constexpr uint8_t Data[] = {{");
    for byte in &tables.bits {
        line!(w, "    0x{byte:02X},");
    }
    w.raw(include_str!("is_subclass_table.inc"));
}

/// Writes the function from a class of operands to its register class.
fn emit_register_classes(
    model: &AsmMatcherModel<'_>,
    classes: &[MatchedRegisterClass],
    w: &mut CppWriter,
) {
    let target = model.names.target;
    w.raw("[[maybe_unused]] static const MCRegisterClass *");
    line!(w, "getRegClassFromMatchKind(MatchClassKind Kind) {{\n  switch (Kind) {{");
    for one in classes {
        line!(w, "  case {}:", one.class);
        let class = &one.register_class;
        line!(w, "    return &get{target}MCRegisterClass({target}::{class}RegClassID);");
    }
    line!(w, "  default:\n    return nullptr;\n  }}\n}}\n");
}

/// Writes the function that replaces a mode-dependent class by the class of the mode, with its table.
fn emit_remapping(tables: &ClassTables, w: &mut CppWriter) {
    let [first, ..] = &tables.by_hw_mode[..] else { return };
    let (modes, count) = (tables.by_hw_mode.len(), first.classes.len());
    line!(w, "static constexpr MatchClassKind RegClassByHwModeMatchTable[{modes}][{count}] = {{");
    emit_mode_rows(tables, w);
    text_block!(
        w,
        "
        }};

        static_assert(MCK_LAST_REGCLASS_BY_HWMODE - MCK_LAST_REGISTER == {count});

        [[maybe_unused]] static inline MatchClassKind
        remapRegClassByHwMode(unsigned Kind, const MCSubtargetInfo &STI) {{
          if (Kind > MCK_LAST_REGISTER && Kind <= MCK_LAST_REGCLASS_BY_HWMODE) {{
            unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);
            assert(HwMode < {modes} && \"Invalid HwMode\");
            return RegClassByHwModeMatchTable[HwMode][Kind - (MCK_LAST_REGISTER + 1)];
          }}
          return static_cast<MatchClassKind>(Kind);
        }}

        "
    );
}

/// Writes the classes in each mode.
fn emit_mode_rows(tables: &ClassTables, w: &mut CppWriter) {
    for mode in &tables.by_hw_mode {
        line!(w, "      {{ // {}", mode.mode);
        for (class, choice) in &mode.classes {
            match class {
                Some(class) => line!(w, "        {class}, // {choice}"),
                None => line!(w, "        InvalidMatchClass, // Missing mode entry for {choice}"),
            }
        }
        line!(w, "      }},");
    }
}

/// Writes the code that finds a register's class with tables.
fn emit_register_table(tables: &ClassTables, w: &mut CppWriter) {
    if tables.register_classes.is_some() {
        if !tables.by_hw_mode.is_empty() {
            line!(w, "  Kind = remapRegClassByHwMode(Kind, STI);\n");
        }
    } else if let [first, ..] = &tables.by_hw_mode[..] {
        let (modes, count) = (tables.by_hw_mode.len(), first.classes.len());
        text_block!(
            w,
            "
              if (Operand.isReg() && Kind > MCK_LAST_REGISTER && Kind <= MCK_LAST_REGCLASS_BY_HWMODE) {{
                static constexpr MatchClassKind RegClassByHwModeMatchTable[{modes}][{count}] = {{
            "
        );
        emit_mode_rows(tables, w);
        text_block!(
            w,
            "
                }};

                static_assert(MCK_LAST_REGCLASS_BY_HWMODE - MCK_LAST_REGISTER == {count});
                const unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);
                Kind = RegClassByHwModeMatchTable[HwMode][Kind - (MCK_LAST_REGISTER + 1)];
              }}

            "
        );
    }
    line!(w, "  if (Operand.isReg()) {{");
    line!(w, "    static constexpr uint16_t Table[{}::NUM_TARGET_REGS] = {{", tables.namespace);
    for class in &tables.of_registers {
        append!(w, "      ", class, ",\n");
    }
    text_block!(
        w,
        "
            }};

            MCRegister Reg = Operand.getReg();
            MatchClassKind OpKind = Reg.isPhysical() ? (MatchClassKind)Table[Reg.id()] : InvalidMatchClass;
        "
    );
}

fn emit_validate_user(
    name: &str,
    user: &UserClass,
    (target, diagnostic): (&str, &str),
    w: &mut CppWriter,
) {
    line!(w, "  case {name}: {{");
    line!(w, "    DiagnosticPredicate DP(Operand.{}());", user.predicate_method);
    line!(w, "    if (DP.isMatch())");
    line!(w, "      return MCTargetAsmParser::Match_Success;");
    if !diagnostic.is_empty() {
        line!(w, "    if (DP.isNearMatch())");
        line!(w, "      return {target}AsmParser::Match_{diagnostic};");
    }
    line!(w, "    break;\n  }}");
}

/// Writes the function that names classes for who debugs a parser.
fn emit_class_names(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    w.raw("#ifndef NDEBUG\nconst char *getMatchClassName(MatchClassKind Kind) {\n");
    w.raw("  switch (Kind) {\n");
    let ends = ["InvalidMatchClass", "OptionalMatchClass"];
    let classes = model.classes().map(|(name, _, _)| name);
    for name in ends.into_iter().chain(classes).chain(["NumMatchClassKinds"]) {
        append!(w, "  case ", name, ": return \"", name, "\";\n");
    }
    w.raw("  }\n  llvm_unreachable(\"unhandled MatchClassKind!\");\n}\n\n#endif // NDEBUG\n");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use tablewright_test_support::item;

    use crate::asm_matcher::BACKEND;
    use crate::test_support::output;

    #[test]
    fn classes_are_tokens_registers_and_operands() {
        let output = output(
            &BACKEND,
            "def ADD : Inst<(outs GPR:$d), (ins i32imm:$i)> { let AsmString = \"add $d, [$i]\"; }",
        );
        expect![[r#"
            enum MatchClassKind {
              InvalidMatchClass = 0,
              OptionalMatchClass = 1,
              MCK__91_,
              MCK__93_,
              MCK_LAST_TOKEN = MCK__93_,
              MCK_GPR,
              MCK_LAST_REGISTER = MCK_GPR,
              MCK_Imm,
              NumMatchClassKinds
            };
        "#]]
        .assert_eq(&item(&output, "enum MatchClassKind {"));
        expect![[r#"
            static MatchClassKind matchTokenString(StringRef Name) {
              switch (Name.size()) {
              default: break;
              case 1: // 2 strings to match.
                switch (Name[0]) {
                default: break;
                case '[': // 1 string to match.
                  return MCK__91_; // "["
                case ']': // 1 string to match.
                  return MCK__93_; // "]"
                }
                break;
              }
              return InvalidMatchClass;
            }
        "#]]
        .assert_eq(&item(&output, "static MatchClassKind matchTokenString("));
    }

    #[test]
    fn an_operand_is_validated_by_its_predicate() {
        let output = output(
            &BACKEND,
            "def Odd : AsmOperandClass { let Name = \"Odd\"; let PredicateMethod = \"isOdd\"; let DiagnosticType = \"Even\"; }
             def odd : Operand<i32> { let ParserMatchClass = Odd; }
             def ADD : Inst<(outs GPR:$d), (ins odd:$i)> { let AsmString = \"add $d, $i\"; }",
        );
        expect![[r#"
            static unsigned validateOperandClass(MCParsedAsmOperand &GOp,
                                                 MatchClassKind Kind) {
              ToyOperand &Operand = (ToyOperand &)GOp;
              if (Kind == InvalidMatchClass)
                return MCTargetAsmParser::Match_InvalidOperand;

              if (Operand.isToken() && Kind <= MCK_LAST_TOKEN)
                return isSubclass(matchTokenString(Operand.getToken()), Kind) ?
                         MCTargetAsmParser::Match_Success :
                         MCTargetAsmParser::Match_InvalidOperand;

              switch (Kind) {
              default: break;
              case MCK_Imm: {
                DiagnosticPredicate DP(Operand.isImm());
                if (DP.isMatch())
                  return MCTargetAsmParser::Match_Success;
                break;
              }
              case MCK_Odd: {
                DiagnosticPredicate DP(Operand.isOdd());
                if (DP.isMatch())
                  return MCTargetAsmParser::Match_Success;
                if (DP.isNearMatch())
                  return ToyAsmParser::Match_Even;
                break;
              }
              }

              if (Operand.isReg()) {
                MatchClassKind OpKind;
                switch (Operand.getReg().id()) {
                default: OpKind = InvalidMatchClass; break;
                case Toy::R0: OpKind = MCK_GPR; break;
                case Toy::R1: OpKind = MCK_GPR; break;
                }
                return isSubclass(OpKind, Kind)
                           ? (unsigned)MCTargetAsmParser::Match_Success
                           : getDiagKindFromRegisterClass(Kind);
              }

              if (Kind > MCK_LAST_TOKEN && Kind <= MCK_LAST_REGISTER)
                return getDiagKindFromRegisterClass(Kind);

              return MCTargetAsmParser::Match_InvalidOperand;
            }
        "#]]
        .assert_eq(&item(&output, "static unsigned validateOperandClass("));
    }

    #[test]
    fn a_class_is_a_subclass_of_itself_and_its_supers() {
        let output = output(
            &BACKEND,
            "def Any : AsmOperandClass { let Name = \"Any\"; }
             def Odd : AsmOperandClass { let Name = \"Odd\"; let SuperClasses = [Any]; }
             def any : Operand<i32> { let ParserMatchClass = Any; }
             def odd : Operand<i32> { let ParserMatchClass = Odd; }
             def ADD : Inst<(outs), (ins any:$i)> { let AsmString = \"add $i\"; }
             def SUB : Inst<(outs), (ins odd:$i)> { let AsmString = \"sub $i\"; }",
        );
        expect![[r#"
            static bool isSubclass(MatchClassKind A, MatchClassKind B) {
              if (A == B)
                return true;

              switch (A) {
              default:
                return false;

              case MCK_Odd:
                return B == MCK_Any;
              }
            }
        "#]]
        .assert_eq(&item(&output, "static bool isSubclass("));
    }
}
