//! Prints the functions that the table calls: conditions, predicates, complex patterns, transformations.

use tablewright_selection::sd_node_properties::SdNodeProperty;
use tablewright_text::{CppWriter, append, line};

use crate::dag_isel::model::mode_types::ModeType;
use crate::dag_isel::model::numbers::NumbersPredicate;
use crate::dag_isel::model::{DagIsel, TableFormat, TransformFunction};

/// Writes the beginning of a function, declared or defined depending on the including file.
pub(super) fn declare(w: &mut CppWriter<'_>, ty: &str, signature: &str, overrides: bool) {
    let suffix = if overrides { " override" } else { "" };
    append!(w, "#ifdef GET_DAGISEL_DECL\n", ty, " ", signature, suffix, ";\n#endif\n");
    append!(w, "#if defined(GET_DAGISEL_BODY) || DAGISEL_INLINE\n");
    append!(w, ty, " DAGISEL_CLASS_COLONCOLON ", signature, "\n");
    if overrides {
        w.raw("#if DAGISEL_INLINE\n  override\n#endif\n");
    }
}

/// Ends a function.
pub(super) fn end(w: &mut CppWriter<'_>) {
    w.raw("#endif // GET_DAGISEL_BODY\n\n");
}

/// Writes a function that consists of a switch.
fn switch(
    w: &mut CppWriter<'_>,
    (ty, signature): (&str, &str),
    before: &str,
    (variable, what): (&str, &str),
    cases: impl FnOnce(&mut CppWriter<'_>),
) {
    declare(w, ty, signature, true);
    append!(w, "{\n", before, "  switch (", variable, ") {\n");
    append!(w, "  default: llvm_unreachable(\"Invalid ", what, " in table?\");\n");
    cases(w);
    w.raw("  }\n}\n");
    end(w);
}

pub(super) fn emit(model: &DagIsel<'_>, w: &mut CppWriter<'_>) {
    let conditions = &model.numbers.pattern_predicates;
    if !conditions.is_empty() {
        let signature = "CheckPatternPredicate(unsigned PredNo) const";
        switch(w, ("bool", signature), "", ("PredNo", "predicate"), |w| {
            for (number, condition) in conditions.iter().enumerate() {
                append!(w, "  case ", number, ": return ", condition.as_str(), ";\n");
            }
        });
    }
    let (plain, with_operands) = match model.format {
        TableFormat::SignInLowestBit => (
            "CheckNodePredicate(SDNode *Node, unsigned PredNo) const",
            "CheckNodePredicateWithOperands(SDNode *Node, unsigned PredNo, \
             const SmallVectorImpl<SDValue> &Operands) const",
        ),
        TableFormat::Sleb128 => (
            "CheckNodePredicate(SDValue Op, unsigned PredNo) const",
            "CheckNodePredicateWithOperands(SDValue Op, unsigned PredNo, \
             ArrayRef<SDValue> Operands) const",
        ),
    };
    emit_predicates(model, plain, &model.numbers.predicates, w);
    emit_predicates(model, with_operands, &model.numbers.predicates_with_operands, w);
    if !model.numbers.complex_patterns.is_empty() {
        emit_complex_patterns(model, w);
    }
    if !model.numbers.transforms.is_empty() {
        emit_transforms(model, w);
    }
    if !model.types_of_table.is_empty() {
        emit_types(model, w);
    }
    if let Some(coverage) = &model.coverage {
        let index = |w: &mut CppWriter<'_>, signature: &str, table: &str, rows: &[String]| {
            declare(w, "StringRef", signature, true);
            append!(w, "{\nstatic const char *", table, "[] = {\n");
            for row in rows {
                append!(w, "\"", row.as_str(), "\",\n");
            }
            append!(w, "\n};\nreturn StringRef(", table, "[Index]);\n}\n");
            end(w);
        };
        let patterns = "getPatternForIndex(unsigned Index)";
        index(w, patterns, "PATTERN_MATCH_TABLE", &coverage.texts);
        let locations = "getIncludePathForIndex(unsigned Index)";
        index(w, locations, "INCLUDE_PATH_TABLE", &coverage.locations);
    }
}

fn emit_predicates(
    model: &DagIsel<'_>,
    signature: &str,
    predicates: &[NumbersPredicate],
    w: &mut CppWriter<'_>,
) {
    if predicates.is_empty() {
        return;
    }
    switch(w, ("bool", signature), "", ("PredNo", "predicate"), |w| {
        for (number, predicate) in predicates.iter().enumerate() {
            append!(w, "  case ", number, ": {\n");
            for &fragment in &predicate.fragments {
                append!(w, "    // Predicate_", model.fragment_name(fragment), "\n");
            }
            append!(w, predicate.code.as_str(), "\n  }\n");
        }
    });
}

fn emit_complex_patterns(model: &DagIsel<'_>, w: &mut CppWriter<'_>) {
    let has_coverage = model.coverage.is_some();
    let signature = "CheckComplexPattern(SDNode *Root, SDNode *Parent,\n      SDValue N, unsigned PatternNo,\n      \
                     SmallVectorImpl<std::pair<SDValue, SDNode *>> &Result)";
    let before = "  unsigned NextRes = Result.size();\n";
    switch(w, ("bool", signature), before, ("PatternNo", "pattern #"), |w| {
        for (number, &id) in model.numbers.complex_patterns.iter().enumerate() {
            let pattern = model.patterns.complex_pattern(id);
            let function = model.complex_pattern_function(pattern);
            // The chain is found last.
            let count = pattern.operand_count
                + usize::from(pattern.properties.has(SdNodeProperty::HasChain));
            line!(w, "  case {number}:");
            if has_coverage {
                line!(w, "  {{");
            }
            line!(w, "    Result.resize(NextRes+{count});");
            w.raw(if has_coverage { "    bool Succeeded = " } else { "  return " });
            append!(w, function, "(");
            if pattern.wants_root {
                w.raw("Root, ");
            }
            if pattern.wants_parent {
                w.raw("Parent, ");
            }
            w.raw("N");
            for operand in 0..count {
                append!(w, ", Result[NextRes+", operand, "].first");
            }
            w.raw(");\n");
            if has_coverage {
                line!(w, "    if (Succeeded)");
                line!(w, "       dbgs() << \"\\nCOMPLEX_PATTERN: {function}\\n\" ;");
                line!(w, "    return Succeeded;");
                line!(w, "    }}");
            }
        }
    });
}

fn emit_transforms(model: &DagIsel<'_>, w: &mut CppWriter<'_>) {
    let signature = "RunSDNodeXForm(SDValue V, unsigned XFormNo)";
    switch(w, ("SDValue", signature), "", ("XFormNo", "xform #"), |w| {
        for (number, &id) in model.numbers.transforms.iter().enumerate() {
            let TransformFunction { name, class, code } = model.transform_function(id);
            append!(w, "  case ", number, ": {  // ", name, "\n");
            match class {
                Some(class) => line!(w, "    {class} *N = cast<{class}>(V.getNode());"),
                None => line!(w, "    SDNode *N = V.getNode();"),
            }
            append!(w, code, "\n  }\n");
        }
    });
}

/// Writes the function that returns a type by its number and the hardware mode.
fn emit_types(model: &DagIsel<'_>, w: &mut CppWriter<'_>) {
    declare(w, "MVT", "getValueTypeForHwMode(unsigned Index) const", true);
    w.raw("{\n  switch (Index) {\n  default: llvm_unreachable(\"Unexpected index\");\n");
    for ty in &model.types_of_table {
        line!(w, "  case {}:", ty.number);
        match ty.modes[..] {
            [(mode, ty)] if mode.is_default() => {
                append!(w, "    return ", model.type_enumerator(ty), ";\n");
            }
            _ => emit_type_by_hw_mode(model, &ty.modes, w),
        }
    }
    w.raw("  }\n}\n");
    end(w);
}

fn emit_type_by_hw_mode(model: &DagIsel<'_>, modes: &ModeType, w: &mut CppWriter<'_>) {
    w.raw("    switch (HwMode) {\n");
    // A mode without a type uses the default mode's type, if any.
    if !modes.iter().any(|(mode, _)| mode.is_default()) {
        w.raw("    default:\n      return MVT();\n");
    }
    for &(mode, ty) in modes {
        if mode.is_default() {
            w.raw("    default:\n");
        } else {
            line!(w, "    case {}:", mode.index());
        }
        append!(w, "      return ", model.type_enumerator(ty), ";\n");
    }
    w.raw("    }\n    break;\n");
}
