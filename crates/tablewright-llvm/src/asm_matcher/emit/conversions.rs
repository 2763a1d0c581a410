//! The tables and functions that convert the operands of a row into an instruction.

use tablewright_text::{CppWriter, append, line, text_block};

use crate::asm_matcher::model::{
    AsmMatcherModel, ConversionEntry, Conversions, Handler, OmittedOperands,
};

pub(super) fn emit(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    emit_ties(&model.conversions, w);
    emit_enumerations(&model.conversions, w);
    emit_table(&model.conversions, w);
    emit_convert(model, w);
    emit_map_constraints(model, w);
}

fn emit_ties(conversions: &Conversions, w: &mut CppWriter) {
    let ties = &conversions.ties;
    if ties.is_empty() {
        line!(w, "static const uint8_t TiedAsmOperandTable[][3] = {{ {{0, 0, 0}} }};\n");
        return;
    }
    line!(w, "enum {{");
    for name in ties.values() {
        line!(w, "  {name},");
    }
    line!(w, "}};\n\nstatic const uint8_t TiedAsmOperandTable[][3] = {{");
    for ([result, first, second], name) in ties {
        line!(w, "  /* {name} */ {{ {result}, {first}, {second} }},");
    }
    line!(w, "}};\n");
}

fn emit_enumerations(conversions: &Conversions, w: &mut CppWriter) {
    line!(w, "namespace {{\nenum OperatorConversionKind {{");
    for kind in &conversions.kinds {
        line!(w, "  {kind},");
    }
    line!(w, "  CVT_NUM_CONVERTERS\n}};\n\nenum InstructionConversionKind {{");
    for (signature, _) in &conversions.signatures {
        append!(w, "  ", signature, ",\n");
    }
    line!(w, "  CVT_NUM_SIGNATURES\n}};\n\n}} // end anonymous namespace\n");
}

fn emit_table(conversions: &Conversions, w: &mut CppWriter) {
    let width = conversions.width;
    let number_type = conversions.number_type();
    line!(w, "static const {number_type} ConversionTable[CVT_NUM_SIGNATURES][{width}] = {{");
    let kind = |kind: u32| conversions.kinds[kind as usize].as_str();
    for (signature, entries) in &conversions.signatures {
        append!(w, "  // ", signature, "\n  { ");
        for entry in entries {
            match entry {
                ConversionEntry::Operand { kind: number, operand } => {
                    append!(w, kind(*number), ", ", u32::from(*operand), ", ");
                }
                ConversionEntry::Whole { kind: number } => append!(w, kind(*number), ", 0, "),
                ConversionEntry::Tied(key) => {
                    append!(w, "CVT_Tied, ", conversions.ties[key], ", ");
                }
            }
        }
        w.raw("CVT_Done },\n");
    }
    line!(w, "}};\n");
}

/// Writes the function that adds the operands of an instruction.
fn emit_convert(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    let has_optional = model.has_optional_operands();
    line!(w, "void {}::", model.names.parser);
    line!(w, "convertToMCInst(unsigned Kind, MCInst &Inst, unsigned Opcode,");
    if has_optional {
        line!(w, "                const OperandVector &Operands,");
        line!(w, "                const SmallBitVector &OptionalOperandsMask,");
        line!(w, "                ArrayRef<unsigned> DefaultsOffset) {{");
    } else {
        line!(w, "                const OperandVector &Operands) {{");
    }
    line!(w, "  assert(Kind < CVT_NUM_SIGNATURES && \"Invalid signature!\");");
    let number_type = model.conversions.number_type();
    line!(w, "  const {number_type} *Converter = ConversionTable[Kind];");
    line!(w, "  Inst.setOpcode(Opcode);");
    line!(w, "  for (const {number_type} *p = Converter; *p; p += 2) {{");
    // Omitted operands are not in the parsed list.
    let offset = if has_optional { " - DefaultsOffset[*(p + 1)]" } else { "" };
    line!(w, "    unsigned OpIdx = *(p + 1){offset};");
    text_block!(
        w,
        "
            switch (*p) {{
            default: llvm_unreachable(\"invalid conversion entry!\");
            case CVT_Reg:
              static_cast<{0}Operand &>(*Operands[OpIdx]).addRegOperands(Inst, 1);
              break;
            case CVT_Tied: {{
              assert(*(p + 1) < (size_t)(std::end(TiedAsmOperandTable) -
                                      std::begin(TiedAsmOperandTable)) &&
                     \"Tied operand not found\");
              unsigned TiedResOpnd = TiedAsmOperandTable[*(p + 1)][0];
              if (TiedResOpnd != (uint8_t)-1)
                Inst.addOperand(Inst.getOperand(TiedResOpnd));
              break;
            }}
        ",
        model.names.target
    );
    for handler in &model.conversions.handlers {
        emit_convert_case(handler, model, w);
    }
    line!(w, "    }}\n  }}\n}}\n");
}

fn emit_convert_case(handler: &Handler, model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "    case {}:", name(handler));
    match handler {
        Handler::Whole { method, .. } => line!(w, "      {method}(Inst, Operands);"),
        Handler::Rendered(rendered) => {
            let (method, count) = (&rendered.method, rendered.mi_operand_count);
            let target = model.names.target;
            let operand = format!("static_cast<{target}Operand &>(*Operands[OpIdx])");
            if let Some(default) = &rendered.default_method {
                let offset = match model.conversions.omitted {
                    OmittedOperands::ByClass => " - 1",
                    OmittedOperands::AfterMnemonic | OmittedOperands::ByOperand => "",
                };
                line!(w, "      if (OptionalOperandsMask[*(p + 1){offset}]) {{");
                line!(w, "        {default}()->{method}(Inst, {count});");
                line!(w, "      }} else {{");
                line!(w, "        {operand}.{method}(Inst, {count});");
                line!(w, "      }}");
            } else {
                line!(w, "      {operand}.{method}(Inst, {count});");
            }
        }
        Handler::Imm { value, .. } => {
            line!(w, "      Inst.addOperand(MCOperand::createImm({value}));");
        }
        Handler::Reg { register, .. } => {
            line!(w, "      Inst.addOperand(MCOperand::createReg({register}));");
        }
    }
    line!(w, "      break;");
}

fn name(handler: &Handler) -> &str {
    match handler {
        Handler::Whole { name, .. } | Handler::Imm { name, .. } | Handler::Reg { name, .. } => name,
        Handler::Rendered(rendered) => &rendered.name,
    }
}

/// Writes the function that computes the operands of an instruction for inline assembly.
fn emit_map_constraints(model: &AsmMatcherModel<'_>, w: &mut CppWriter) {
    line!(w, "void {}::", model.names.parser);
    text_block!(
        w,
        "
        convertToMapAndConstraints(unsigned Kind,
                                   const OperandVector &Operands) {{
          assert(Kind < CVT_NUM_SIGNATURES && \"Invalid signature!\");
          unsigned NumMCOperands = 0;
          const {0} *Converter = ConversionTable[Kind];
          for (const {0} *p = Converter; *p; p += 2) {{
            switch (*p) {{
            default: llvm_unreachable(\"invalid conversion entry!\");
            case CVT_Reg:
              Operands[*(p + 1)]->setMCOperandNum(NumMCOperands);
              Operands[*(p + 1)]->setConstraint(\"r\");
              ++NumMCOperands;
              break;
            case CVT_Tied:
              ++NumMCOperands;
              break;
        ",
        model.conversions.number_type()
    );
    for handler in &model.conversions.handlers {
        let (constraint, count) = match handler {
            Handler::Whole { .. } => continue,
            Handler::Rendered(rendered) => {
                let constraint = if rendered.is_register { "r" } else { "m" };
                (constraint, Some(rendered.mi_operand_count))
            }
            Handler::Imm { .. } => ("", None),
            Handler::Reg { .. } => ("m", None),
        };
        line!(w, "    case {}:", name(handler));
        line!(w, "      Operands[*(p + 1)]->setMCOperandNum(NumMCOperands);");
        line!(w, "      Operands[*(p + 1)]->setConstraint(\"{constraint}\");");
        match count {
            Some(count) => line!(w, "      NumMCOperands += {count};"),
            None => line!(w, "      ++NumMCOperands;"),
        }
        line!(w, "      break;");
    }
    line!(w, "    }}\n  }}\n}}\n");
}
