//! The function that prints aliases, with its tables and helper functions.

use tablewright_text::{CppWriter, line, text_block};

use crate::asm_writer::model::{
    AliasCondition, AliasPattern, AsmWriterAliases, OperandPredicate, PrinterClass,
};
use crate::support::register_by_hw_mode::mode_of;

/// Writes the function that prints an instruction's alias, if any alias matches.
pub(super) fn emit_print_alias_instr(
    aliases: &AsmWriterAliases<'_>,
    class: &PrinterClass<'_>,
    w: &mut CppWriter,
) {
    let class_name = &class.name;
    w.raw("\n#ifdef PRINT_ALIAS_INSTR\n#undef PRINT_ALIAS_INSTR\n\n");
    let has_aliases = !aliases.instructions.is_empty();
    if has_aliases && !aliases.predicates.is_empty() {
        emit_validate_head(class_name, ";", w);
    }
    write!(w, "bool {class_name}::printAliasInstr(const MCInst *MI, uint64_t Address, ");
    line!(w, "{}raw_ostream &OS) {{", class.if_subtarget("const MCSubtargetInfo &STI, "));
    if has_aliases {
        emit_tables(aliases, class, w);
        emit_matching(aliases, class, w);
        let subtarget = class.if_subtarget("STI, ");
        w.raw(&include_str!("print_alias.inc").replace("SUBTARGET_", subtarget));
        w.raw("}\n\n");
        emit_custom_operand(aliases, class, w);
        if !aliases.predicates.is_empty() {
            emit_validate(aliases, class_name, w);
        }
    } else {
        w.raw("  return false;\n}\n\n");
    }
    line!(w, "#endif // PRINT_ALIAS_INSTR");
}

/// Writes the tables: patterns by opcode, conditions by pattern, and texts.
fn emit_tables(aliases: &AsmWriterAliases<'_>, class: &PrinterClass<'_>, w: &mut CppWriter) {
    line!(w, "  static const PatternsForOpcode OpToPatterns[] = {{");
    for of in &aliases.instructions {
        let count = of.patterns.len();
        line!(w, "    {{{}, {}, {count} }},", of.instruction, of.first_pattern);
    }
    line!(w, "  }};\n");

    line!(w, "  static const AliasPattern Patterns[] = {{");
    for of in &aliases.instructions {
        line!(w, "    // {} - {}", of.instruction, of.first_pattern);
        for pattern in &of.patterns {
            let AliasPattern { string_offset, first_condition, mi_operand_count, .. } = pattern;
            let count = pattern.conditions.len();
            line!(w, "    {{{string_offset}, {first_condition}, {mi_operand_count}, {count} }},");
        }
    }
    line!(w, "  }};\n");

    line!(w, "  static const AliasPatternCond Conds[] = {{");
    for pattern in aliases.instructions.iter().flat_map(|of| &of.patterns) {
        line!(w, "    // {} - {}", pattern.result, pattern.first_condition);
        for &condition in &pattern.conditions {
            w.raw("    {AliasPatternCond::");
            emit_condition(condition, class.target, w);
            w.raw("},\n");
        }
    }
    line!(w, "  }};\n");

    line!(w, "  static const char AsmStrings[] =");
    for string in &aliases.strings {
        line!(w, "    /* {} */ \"{}\\0\"", string.offset, string.text);
    }
    line!(w, "  ;\n");
}

fn emit_condition(condition: AliasCondition<'_>, target: &str, w: &mut CppWriter) {
    match condition {
        AliasCondition::Ignore => w.raw("K_Ignore, 0"),
        AliasCondition::RegClass(class) => write!(w, "K_RegClass, {target}::{class}RegClassID"),
        AliasCondition::RegClassByHwMode(class) => {
            write!(w, "K_RegClassByHwMode, {target}::{class}");
        }
        AliasCondition::TiedReg(operand) => write!(w, "K_TiedReg, {operand}"),
        AliasCondition::Custom(predicate, None) => write!(w, "K_Custom, {predicate}"),
        AliasCondition::Custom(predicate, Some(name)) => {
            write!(w, "K_Custom, {predicate}/*{name}*/");
        }
        AliasCondition::Imm(value) => write!(w, "K_Imm, uint32_t({value})"),
        AliasCondition::Reg(None) => write!(w, "K_Reg, {target}::NoRegister"),
        AliasCondition::Reg(Some(register)) => write!(w, "K_Reg, {target}::{register}"),
        AliasCondition::Feature { feature, is_negated, is_any_of } => {
            let any_of = if is_any_of { "Or" } else { "" };
            let negated = if is_negated { "Neg" } else { "" };
            write!(w, "K_{any_of}{negated}Feature, {target}::{feature}");
        }
        AliasCondition::EndOrFeatures => w.raw("K_EndOrFeatures, 0"),
    }
}

/// Writes the search for an alias.
fn emit_matching(aliases: &AsmWriterAliases<'_>, class: &PrinterClass<'_>, w: &mut CppWriter) {
    w.raw(include_str!("sort_check.inc"));
    let validate = match aliases.predicates[..] {
        [] => "nullptr".to_owned(),
        _ => format!("&{}ValidateMCOperand", class.name),
    };
    let subtarget = if class.passes_subtarget { "&STI" } else { "nullptr" };
    text_block!(
        w,
        "
          AliasMatchingData M {{
            ArrayRef(OpToPatterns),
            ArrayRef(Patterns),
            ArrayRef(Conds),
            StringRef(AsmStrings, std::size(AsmStrings)),
            {validate},
          }};
          const char *AsmString = matchAliasPatterns(MI, {subtarget}, M);
          if (!AsmString) return false;

        "
    );
}

/// Writes the function that prints operands whose print method is not the default.
fn emit_custom_operand(
    aliases: &AsmWriterAliases<'_>,
    class: &PrinterClass<'_>,
    w: &mut CppWriter,
) {
    text_block!(
        w,
        "
        void {}::printCustomAliasOperand(
                 const MCInst *MI, uint64_t Address, unsigned OpIdx,
                 unsigned PrintMethodIdx,
        ",
        class.name
    );
    w.raw(class.if_subtarget("         const MCSubtargetInfo &STI,\n"));
    line!(w, "         raw_ostream &OS) {{");
    if aliases.methods.is_empty() {
        line!(w, "  llvm_unreachable(\"Unknown PrintMethod kind\");");
    } else {
        text_block!(
            w,
            "
              switch (PrintMethodIdx) {{
              default:
                llvm_unreachable(\"Unknown PrintMethod kind\");
                break;
            "
        );
        let subtarget = class.if_subtarget("STI, ");
        for (number, method) in aliases.methods.iter().enumerate() {
            let address = if method.takes_address { "Address, " } else { "" };
            line!(w, "  case {number}:");
            line!(w, "    {}(MI, {address}OpIdx, {subtarget}OS);", method.name);
            line!(w, "    break;");
        }
        line!(w, "  }}");
    }
    line!(w, "}}\n");
}

fn emit_validate_head(class_name: &str, tail: &str, w: &mut CppWriter) {
    text_block!(
        w,
        "
        static bool {class_name}ValidateMCOperand(const MCOperand &MCOp,
                          const MCSubtargetInfo &STI,
                          unsigned PredicateIndex){tail}
        "
    );
}

/// Writes the function that checks an operand by the number of its predicate.
fn emit_validate(aliases: &AsmWriterAliases<'_>, class_name: &str, w: &mut CppWriter) {
    emit_validate_head(class_name, " {", w);
    text_block!(
        w,
        "
          switch (PredicateIndex) {{
          default:
            llvm_unreachable(\"Unknown MCOperandPredicate kind\");
            break;
        "
    );
    for (number, predicate) in (1..).zip(&aliases.predicates) {
        line!(w, "  case {number}: {{");
        match predicate {
            OperandPredicate::Code(code) => line!(w, "{code}"),
            OperandPredicate::RegByHwMode(chooser) => {
                let mode = mode_of("STI.");
                line!(w, "    return MCOp.isReg() && MCOp.getReg() == {chooser}({mode});");
            }
        }
        line!(w, "    }}");
    }
    w.raw("  }\n}\n\n");
}
