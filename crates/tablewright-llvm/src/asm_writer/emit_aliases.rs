//! The function that prints aliases, and what it needs.

use tablewright_records::{RecordId, RecordStore};
use tablewright_text::{CppWriter, line};

use super::Writer;
use super::aliases::{Aliases, Condition};

/// Writes the function that prints the alias of an instruction, if there is one that fits.
pub(super) fn print_alias_instr(
    store: &RecordStore,
    aliases: &Aliases<'_>,
    writer: &Writer<'_>,
    w: &mut CppWriter,
) {
    let class = writer.class();
    w.raw("\n#ifdef PRINT_ALIAS_INSTR\n#undef PRINT_ALIAS_INSTR\n\n");
    let has_aliases = !aliases.instructions.is_empty();
    if has_aliases && !aliases.predicates.is_empty() {
        validate_head(&class, ";", w);
    }
    write!(w, "bool {class}::printAliasInstr(const MCInst *MI, uint64_t Address, ");
    line!(w, "{}raw_ostream &OS) {{", writer.if_subtarget("const MCSubtargetInfo &STI, "));
    if has_aliases {
        tables(store, aliases, writer, w);
        matching(aliases, writer, w);
        let subtarget = writer.if_subtarget("STI, ");
        w.raw(&include_str!("print_alias.inc").replace("SUBTARGET_", subtarget));
        w.raw("}\n\n");
        custom_operand(aliases, writer, w);
        if !aliases.predicates.is_empty() {
            validate(aliases, &class, w);
        }
    } else {
        w.raw("  return false;\n}\n\n");
    }
    line!(w, "#endif // PRINT_ALIAS_INSTR");
}

/// Writes the tables: which patterns an opcode has, which conditions a pattern, and the texts.
fn tables(store: &RecordStore, aliases: &Aliases<'_>, writer: &Writer<'_>, w: &mut CppWriter) {
    line!(w, "  static const PatternsForOpcode OpToPatterns[] = {{");
    let mut start = 0;
    for of in &aliases.instructions {
        let count = of.patterns.len();
        line!(w, "    {{{}, {start}, {count} }},", of.instruction);
        start += count;
    }
    line!(w, "  }};\n");

    line!(w, "  static const AliasPattern Patterns[] = {{");
    let (mut pattern_start, mut condition_start) = (0, 0);
    for of in &aliases.instructions {
        line!(w, "    // {} - {pattern_start}", of.instruction);
        for pattern in &of.patterns {
            let count = pattern.conditions.len();
            let (offset, operands) = (pattern.string_offset, pattern.mi_operand_count);
            line!(w, "    {{{offset}, {condition_start}, {operands}, {count} }},");
            condition_start += count;
        }
        pattern_start += of.patterns.len();
    }
    line!(w, "  }};\n");

    line!(w, "  static const AliasPatternCond Conds[] = {{");
    let mut condition_start = 0;
    for pattern in aliases.instructions.iter().flat_map(|of| &of.patterns) {
        line!(w, "    // {} - {condition_start}", pattern.result);
        for condition in &pattern.conditions {
            w.raw("    {AliasPatternCond::");
            self::condition(store, condition, writer.target, w);
            w.raw("},\n");
        }
        condition_start += pattern.conditions.len();
    }
    line!(w, "  }};\n");

    line!(w, "  static const char AsmStrings[] =");
    for string in &aliases.strings {
        line!(w, "    /* {} */ \"{}\\0\"", string.offset, string.text);
    }
    line!(w, "  ;\n");
}

fn condition(store: &RecordStore, condition: &Condition, target: &str, w: &mut CppWriter) {
    let name = |record: RecordId| store.record(record).name();
    match *condition {
        Condition::Ignore => w.raw("K_Ignore, 0"),
        Condition::RegClass(class) => {
            write!(w, "K_RegClass, {target}::{}RegClassID", name(class));
        }
        Condition::TiedReg(operand) => write!(w, "K_TiedReg, {operand}"),
        Condition::Custom(predicate) => write!(w, "K_Custom, {predicate}"),
        Condition::Imm(value) => write!(w, "K_Imm, uint32_t({value})"),
        Condition::Reg(None) => write!(w, "K_Reg, {target}::NoRegister"),
        Condition::Reg(Some(register)) => write!(w, "K_Reg, {target}::{}", name(register)),
        Condition::Feature { feature, is_negated, is_any_of } => {
            let any_of = if is_any_of { "Or" } else { "" };
            let negated = if is_negated { "Neg" } else { "" };
            write!(w, "K_{any_of}{negated}Feature, {target}::{}", name(feature));
        }
        Condition::EndOrFeatures => w.raw("K_EndOrFeatures, 0"),
    }
}

/// Writes the search for an alias.
fn matching(aliases: &Aliases<'_>, writer: &Writer<'_>, w: &mut CppWriter) {
    w.raw(include_str!("sort_check.inc"));
    line!(w, "  AliasMatchingData M {{");
    for array in ["OpToPatterns", "Patterns", "Conds"] {
        line!(w, "    ArrayRef({array}),");
    }
    line!(w, "    StringRef(AsmStrings, std::size(AsmStrings)),");
    match aliases.predicates[..] {
        [] => line!(w, "    nullptr,"),
        _ => line!(w, "    &{}ValidateMCOperand,", writer.class()),
    }
    line!(w, "  }};");
    let subtarget = if writer.passes_subtarget { "&STI" } else { "nullptr" };
    line!(w, "  const char *AsmString = matchAliasPatterns(MI, {subtarget}, M);");
    line!(w, "  if (!AsmString) return false;\n");
}

/// Writes the function that prints operands by methods of their own.
fn custom_operand(aliases: &Aliases<'_>, writer: &Writer<'_>, w: &mut CppWriter) {
    line!(w, "void {}::printCustomAliasOperand(", writer.class());
    line!(w, "         const MCInst *MI, uint64_t Address, unsigned OpIdx,");
    line!(w, "         unsigned PrintMethodIdx,");
    w.raw(writer.if_subtarget("         const MCSubtargetInfo &STI,\n"));
    line!(w, "         raw_ostream &OS) {{");
    if aliases.methods.is_empty() {
        line!(w, "  llvm_unreachable(\"Unknown PrintMethod kind\");");
    } else {
        line!(w, "  switch (PrintMethodIdx) {{");
        line!(w, "  default:");
        line!(w, "    llvm_unreachable(\"Unknown PrintMethod kind\");");
        line!(w, "    break;");
        let subtarget = writer.if_subtarget("STI, ");
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

fn validate_head(class: &str, tail: &str, w: &mut CppWriter) {
    line!(w, "static bool {class}ValidateMCOperand(const MCOperand &MCOp,");
    line!(w, "                  const MCSubtargetInfo &STI,");
    line!(w, "                  unsigned PredicateIndex){tail}");
}

/// Writes the function that says whether an operand is as its predicate asks.
fn validate(aliases: &Aliases<'_>, class: &str, w: &mut CppWriter) {
    validate_head(class, " {", w);
    line!(w, "  switch (PredicateIndex) {{");
    line!(w, "  default:");
    line!(w, "    llvm_unreachable(\"Unknown MCOperandPredicate kind\");");
    line!(w, "    break;");
    for (number, predicate) in (1..).zip(&aliases.predicates) {
        line!(w, "  case {number}: {{");
        line!(w, "{predicate}");
        line!(w, "    }}");
    }
    w.raw("  }\n}\n\n");
}
