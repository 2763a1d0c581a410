//! Pattern classes, lists of patterns, and sections for attributes.

use tablewright_text::{Append, CppWriter, TextSink, append, text_block};

use super::model::{
    CirAttributes, CirLowering, CirLoweringReplacement, CirPatternState, ConstrainedIntrinsic,
    LlvmPattern, QualifiedAttr,
};

const END: &str = "#endif\n\n";

pub(super) fn emit(lowering: &CirLowering<'_>, w: &mut CppWriter<'_>) {
    w.raw("\n");
    if let Some(attributes) = &lowering.attributes {
        emit_visitor(attributes, w);
    }
    w.raw("#ifdef GET_ABI_LOWERING_PATTERNS\n");
    for (i, operation) in lowering.abi_operations.iter().enumerate() {
        w.raw(if i > 0 { "\n" } else { "" });
        emit_abi_pattern(operation, w);
    }
    append!(w, END, "#ifdef GET_ABI_LOWERING_PATTERNS_LIST\n");
    let patterns = lowering.abi_operations.iter().map(|name| ("CIR", *name, "ABILowering"));
    emit_list(patterns, w);
    append!(w, END, "#ifdef GET_LLVM_LOWERING_PATTERNS\n");
    for (i, pattern) in lowering.llvm_patterns.iter().enumerate() {
        w.raw(if i > 0 { "\n" } else { "" });
        emit_llvm_pattern(pattern, lowering.state, w);
    }
    append!(w, END, "#ifdef GET_LLVM_LOWERING_PATTERNS_LIST\n");
    let usual = lowering.llvm_patterns.iter().filter(|pattern| pattern.members.is_none());
    emit_list(usual.map(|pattern| ("CIRToLLVM", pattern.operation, "Lowering")), w);
    w.raw(END);
    if let Some(attributes) = &lowering.attributes {
        w.raw("#ifdef CXX_ABI_ALWAYS_LEGAL_ATTRS\n");
        emit_list(attributes.always_legal.iter().map(|name| ("cir::", *name, "")), w);
        w.raw(END);
    }
}

/// Writes lines separated by commas.
fn emit_list(names: impl Iterator<Item = impl Append>, w: &mut CppWriter<'_>) {
    let mut is_first = true;
    for name in names {
        append!(w, if is_first { "" } else { ",\n" }, name);
        is_first = false;
    }
    w.raw(if is_first { "" } else { "\n" });
}

impl Append for QualifiedAttr<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.namespace, "::", self.class_name);
    }
}

fn emit_visitor(attributes: &CirAttributes<'_>, w: &mut CppWriter<'_>) {
    text_block!(
        w,
        "
        #ifdef GET_CIR_ATTR_TO_VALUE_VISITOR_DECLS
          mlir::Value visit(mlir::Attribute attr) {{
            return llvm::TypeSwitch<mlir::Attribute, mlir::Value>(attr)
                .Case<
        "
    );
    for (i, attribute) in attributes.visited.iter().enumerate() {
        append!(w, if i > 0 { ",\n" } else { "" }, "              ", attribute);
    }
    text_block!(
        w,
        "
        >(
                    [&](auto attrT) {{ return visitCirAttr(attrT); }})
                .Default([this](mlir::Attribute attr) {{
                  mlir::emitError(parentOp->getLoc(), \"unsupported CIR attribute in LLVM constant lowering\")
                      << attr;
                  return mlir::Value();
                }});
          }}

        "
    );
    for attribute in &attributes.visited {
        append!(w, "  mlir::Value visitCirAttr(", attribute, " attr);\n");
    }
    w.raw("#endif // GET_CIR_ATTR_TO_VALUE_VISITOR_DECLS\n\n");
}

fn emit_abi_pattern(operation: &str, w: &mut CppWriter<'_>) {
    append!(w, "class CIR", operation, "ABILowering : public mlir::OpConversionPattern<cir::");
    append!(w, operation, "> {\n  [[maybe_unused]] mlir::DataLayout *dataLayout;\n");
    w.raw("  [[maybe_unused]] cir::LowerModule *lowerModule;\n\npublic:\n");
    append!(w, "  CIR", operation, "ABILowering(mlir::MLIRContext *context, ");
    w.raw("const mlir::TypeConverter &typeConverter, mlir::DataLayout &dataLayout, ");
    w.raw("cir::LowerModule &lowerModule)\n");
    append!(w, "    : OpConversionPattern<cir::", operation, ">(typeConverter, context), ");
    w.raw("dataLayout(&dataLayout), lowerModule(&lowerModule) {}\n\n");
    emit_match_and_rewrite(operation, w);
    w.raw(";\n};\n");
}

/// Writes the head of the function that applies a pattern.
fn emit_match_and_rewrite(operation: &str, w: &mut CppWriter<'_>) {
    append!(
        w,
        "  mlir::LogicalResult matchAndRewrite(cir::",
        operation,
        " op, OpAdaptor adaptor, "
    );
    w.raw("mlir::ConversionPatternRewriter &rewriter) const override");
}

fn emit_llvm_pattern(pattern: &LlvmPattern<'_>, state: CirPatternState, w: &mut CppWriter<'_>) {
    let operation = pattern.operation;
    let members = || pattern.members.iter().flatten();
    append!(w, "class CIRToLLVM", operation, "Lowering : public mlir::OpConversionPattern<cir::");
    append!(w, operation, "> {\n");
    if state == CirPatternState::LowerModule {
        w.raw("  [[maybe_unused]] cir::LowerModule *lowerMod;\n");
    }
    w.raw("  [[maybe_unused]] mlir::DataLayout const &dataLayout;\n");
    if state == CirPatternState::SymbolTables {
        w.raw("  [[maybe_unused]] mlir::SymbolTableCollection &symbolTables;\n");
    }
    for member in members() {
        append!(w, "  ", member.ty, " ", member.name, ";\n");
    }
    append!(w, "\npublic:\n  using mlir::OpConversionPattern<cir::", operation);
    append!(w, ">::OpConversionPattern;\n  CIRToLLVM", operation, "Lowering(");
    w.raw(match state {
        CirPatternState::LowerModule => {
            "mlir::TypeConverter const &typeConverter, mlir::MLIRContext *context, \
             cir::LowerModule *lowerMod, mlir::DataLayout const &dataLayout"
        }
        CirPatternState::DataLayout => {
            "const mlir::TypeConverter &typeConverter, mlir::MLIRContext *context, \
             const mlir::DataLayout &dataLayout"
        }
        CirPatternState::SymbolTables => {
            "const mlir::TypeConverter &typeConverter, mlir::MLIRContext *context, \
             const mlir::DataLayout &dataLayout, mlir::SymbolTableCollection &symbolTables"
        }
    });
    for member in members() {
        append!(w, ", ", member.ty, " ", member.name);
    }
    append!(w, ")\n    : OpConversionPattern<cir::", operation, ">(typeConverter, context), ");
    w.raw(match state {
        CirPatternState::LowerModule => "lowerMod(lowerMod), dataLayout(dataLayout)",
        CirPatternState::DataLayout => "dataLayout(dataLayout)",
        CirPatternState::SymbolTables => "dataLayout(dataLayout), symbolTables(symbolTables)",
    });
    for member in members() {
        append!(w, ", ", member.name, "(", member.name, ")");
    }
    w.raw(" {\n");
    w.raw(if pattern.is_recursive { "    setHasBoundedRewriteRecursion();\n" } else { "" });
    w.raw("  }\n\n");
    emit_match_and_rewrite(operation, w);
    match &pattern.replacement {
        None => w.raw(";\n"),
        Some(replacement) => emit_replacement(replacement, state, w),
    }
    if !pattern.extra_declarations.is_empty() {
        append!(w, "\nprivate:\n", pattern.extra_declarations, "\n");
    }
    w.raw("};\n");
}

fn emit_replacement(
    replacement: &CirLoweringReplacement<'_>,
    state: CirPatternState,
    w: &mut CppWriter<'_>,
) {
    w.raw(" {\n");
    if let Some(constrained) = &replacement.constrained {
        return emit_constrained(replacement.llvm_op, constrained, w);
    }
    if replacement.has_result {
        w.raw("    mlir::Type resTy = typeConverter->convertType(op.getType());\n");
    }
    let is_checked = state == CirPatternState::SymbolTables;
    if is_checked && replacement.has_result {
        w.raw("    if (!resTy)\n      return op.emitError()\n");
        w.raw("             << \"ClangIR lowering NYI: cannot convert \" << op.getType();\n");
    }
    append!(w, "    rewriter.replaceOpWithNewOp<mlir::LLVM::", replacement.llvm_op, ">(op, ");
    w.raw(match (replacement.has_result, is_checked) {
        (false, _) => "mlir::TypeRange{}",
        (true, false) => "resTy",
        (true, true) => "mlir::TypeRange{resTy}",
    });
    w.raw(", adaptor.getOperands()");
    if is_checked {
        append!(w, ", cir::getDefaultProperties<mlir::LLVM::", replacement.llvm_op);
        w.raw(">(op.getContext())");
    }
    w.raw(");\n    return mlir::success();\n  }\n");
}

/// Writes a pattern body whose result depends on the floating-point environment.
fn emit_constrained(llvm_op: &str, constrained: &ConstrainedIntrinsic<'_>, w: &mut CppWriter<'_>) {
    append!(w, "    return lowerConstrainableFPOp<mlir::LLVM::", llvm_op, ">(\n");
    w.raw("        op, adaptor.getOperands(), op.getFenvAttr(), ");
    w.raw(if constrained.has_fast_math {
        "op.getFastmathFlagsAttr()"
    } else {
        "cir::FastMathFlagsAttr{}"
    });
    append!(w, ",\n        *getTypeConverter(), rewriter, \"", constrained.name, "\", ");
    append!(w, "/*hasRoundingMode=*/");
    w.raw(if constrained.has_rounding_mode { "true" } else { "false" });
    w.raw(");\n  }\n");
}
