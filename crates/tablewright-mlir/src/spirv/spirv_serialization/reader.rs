//! The functions that read operations.

use tablewright_text::{CppWriter, line};

use super::{AttributeAccess, is_plain};
use crate::model::{SpirvCode, SpirvEncoding, SpirvInstruction, SpirvOperand};

pub(super) fn emit(
    instructions: &[SpirvInstruction<'_>],
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    for one in instructions {
        if let Some(operands) = &one.operands {
            emit_function(one, operands, access, w);
        }
    }
    let head = "LogicalResult spirv::Deserializer::dispatchToAutogenDeserialization(\
                spirv::Opcode opcode, ArrayRef<uint32_t> words)";
    w.block(head, "", |w| {
        line!(w, "switch (opcode) {{");
        for one in instructions {
            if let SpirvCode::Core(name) = one.code {
                line!(w, "case spirv::Opcode::{name}:");
                line!(w, "  return processOp<{}>(words);", one.operation.qualified_class());
            }
        }
        w.text_block(
            "
            default:
              ;
            }
            auto opcodeString = spirv::stringifyOpcode(opcode);
            if (!opcodeString.empty()) {
              return emitError(unknownLoc, \"unhandled deserialization of \") << opcodeString;
            } else {
              return emitError(unknownLoc, \"unhandled opcode \") << static_cast<uint32_t>(opcode);
            }
            ",
        );
    });
}

fn emit_function(
    one: &SpirvInstruction<'_>,
    operands: &[SpirvOperand<'_>],
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    let class = one.operation.qualified_class();
    line!(w, "template <> LogicalResult");
    let head = format_args!("Deserializer::processOp<{class}>(ArrayRef<uint32_t> words)");
    w.block(head, "", |w| {
        let has_result = one.operation.results.len() == 1;
        if is_plain(operands) {
            let (name, count) = (&one.operation.names.full, operands.len());
            return line!(
                w,
                "return processOpWithoutGrammarAttr(words, \"{name}\", {has_result}, {count});"
            );
        }
        emit_body(&class, has_result, operands, access, w);
    });
    line!(w);
}

fn emit_body(
    class: &str,
    has_result: bool,
    operands: &[SpirvOperand<'_>],
    access: AttributeAccess,
    w: &mut CppWriter,
) {
    line!(w, "SmallVector<Type, 1> resultTypes;");
    line!(w, "size_t wordIndex = 0; (void)wordIndex;");
    line!(w, "uint32_t valueID = 0; (void)valueID;");
    let values = [("class", class)];
    if has_result {
        w.fill_block(include_str!("read_result.inc"), &values);
    }
    line!(w, "SmallVector<Value, 4> operands;");
    line!(w, "SmallVector<NamedAttribute, 4> attributes;");
    for operand in operands {
        match operand {
            SpirvOperand::Values { is_variable, .. } => emit_values(*is_variable, w),
            SpirvOperand::Attribute { name, encoding } => {
                w.block("if (wordIndex < words.size())", "", |w| emit_attribute(name, encoding, w));
            }
        }
    }
    w.fill_block(
        "
        if (wordIndex != words.size()) {
          return emitError(unknownLoc, \"found more operands than expected when deserializing $class, only \") << wordIndex << \" of \" << words.size() << \" processed\";
        }
        ",
        &values,
    );
    if has_result {
        w.text_block(
            "
            if (decorations.count(valueID)) {
              auto attrs = decorations[valueID].getAttrs();
              attributes.append(attrs.begin(), attrs.end());
            }
            ",
        );
    }
    line!(w, "Location loc = createFileLineColLoc(opBuilder);");
    let attributes = match access {
        AttributeAccess::Getters => properties(class, operands, w),
        AttributeAccess::Names => None,
    };
    let attributes = attributes.unwrap_or("attributes");
    line!(
        w,
        "auto op = {class}::create(opBuilder, loc, resultTypes, operands, {attributes}); (void)op;"
    );
    if has_result {
        line!(w, "valueMap[valueID] = op.getResult();");
    }
    line!(w, "if (op.hasTrait<OpTrait::IsTerminator>())");
    line!(w, "  (void)clearDebugLine();");
    line!(w, "return success();");
}

/// Writes the statements that divide `attributes` into properties and discardable attributes, and
/// returns the arguments with both. `None` if no operand is an attribute.
fn properties(
    class: &str,
    operands: &[SpirvOperand<'_>],
    w: &mut CppWriter,
) -> Option<&'static str> {
    let is_discardable: Vec<String> = operands
        .iter()
        .filter_map(|operand| match operand {
            SpirvOperand::Attribute { name, .. } => Some(format!("name != \"{name}\"")),
            SpirvOperand::Values { .. } => None,
        })
        .collect();
    if is_discardable.is_empty() {
        return None;
    }
    let values = [("class", class), ("is_discardable", &is_discardable.join(" && "))];
    w.fill_block(include_str!("read_properties.inc"), &values);
    Some("properties, discardableAttributes")
}

fn emit_values(is_variable: bool, w: &mut CppWriter) {
    let head = if is_variable {
        "for (; wordIndex < words.size(); ++wordIndex)"
    } else {
        "if (wordIndex < words.size())"
    };
    w.block(head, "", |w| {
        w.text_block(
            "
            auto arg = getValue(words[wordIndex]);
            if (!arg) {
              return emitError(unknownLoc, \"unknown result <id> : \") << words[wordIndex];
            }
            operands.push_back(arg);
            ",
        );
        if !is_variable {
            line!(w, "wordIndex++;");
        }
    });
}

fn emit_attribute(name: &str, encoding: &SpirvEncoding<'_>, w: &mut CppWriter) {
    let value = match encoding {
        SpirvEncoding::Enum { class, enumeration, is_constant } => {
            let word = if *is_constant {
                "getConstantInt(words[wordIndex++]).getValue().getZExtValue()"
            } else {
                "words[wordIndex++]"
            };
            format!("opBuilder.getAttr<{class}>(static_cast<{enumeration}>({word}))")
        }
        SpirvEncoding::Scalar | SpirvEncoding::Elements => {
            w.fill_block(
                "
                std::optional<std::pair<Attribute, Type>> c = getConstant(words[wordIndex++]);
                if (!c.has_value()) {
                  return emitError(unknownLoc, \"could not fetch constant attribute for $name\") << wordIndex << \" of \" << words.size() << \" processed\";
                }
                ",
                &[("name", name)],
            );
            "c.value().first".to_owned()
        }
        SpirvEncoding::Type => "TypeAttr::get(getType(words[wordIndex++]))".to_owned(),
        SpirvEncoding::Integers => {
            w.text_block(
                "
                SmallVector<Attribute, 4> attrListElems;
                while (wordIndex < words.size()) {
                  attrListElems.push_back(opBuilder.getI32IntegerAttr(words[wordIndex++]));
                }
                ",
            );
            "opBuilder.getArrayAttr(attrListElems)".to_owned()
        }
        SpirvEncoding::Integer => "opBuilder.getI32IntegerAttr(words[wordIndex++])".to_owned(),
    };
    line!(w, "attributes.push_back(opBuilder.getNamedAttr(\"{name}\", {value}));");
}
