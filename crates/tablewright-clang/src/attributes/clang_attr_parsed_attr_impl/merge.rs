//! Checks for mutually exclusive attributes on a declaration or statement.

use tablewright_text::{CppWriter, append, line};

use super::model::ParsedAttrKind;
use crate::attributes::model::exclusions::Excluded;

/// Writes the check for a new attribute.
pub(super) fn emit_check(excluded: &Excluded<'_>, w: &mut CppWriter<'_>) {
    if excluded.on_declarations().is_empty() && excluded.on_statements().is_empty() {
        return;
    }
    // Otherwise the function below would hide the functions of the base class.
    line!(w, "using ParsedAttrInfo::diagMutualExclusion;");
    line!(w);
    if excluded.on_declarations().is_empty() {
        return;
    }
    let parameters = "Sema &S, const ParsedAttr &AL, const Decl *D";
    w.block(format_args!("bool diagMutualExclusion({parameters}) const override"), "", |w| {
        for other in excluded.on_declarations() {
            w.block(format_args!("if (const auto *A = D->getAttr<{other}Attr>())"), "", |w| {
                emit_error("AL.getLoc()", ["AL", "A"], ["AL.", "A->"], w);
                line!(w, "S.Diag(A->getLocation(), diag::note_conflicting_attribute);");
                line!(w, "return false;");
            });
        }
        line!(w, "return true;");
    });
    line!(w);
}

/// Writes the error for two attributes.
fn emit_error(at: &str, names: [&str; 2], members: [&str; 2], w: &mut CppWriter<'_>) {
    let ([first, second], [of_first, of_second]) = (names, members);
    line!(w, "S.Diag({at}, diag::err_attributes_are_not_compatible) << {first} << {second}");
    line!(w, "  << ({of_first}isRegularKeywordAttribute() ||");
    line!(w, "      {of_second}isRegularKeywordAttribute());");
}

/// Writes the checks for attributes that are merged from several declarations, or that belong to
/// the same statement.
pub(super) fn emit(kinds: &[ParsedAttrKind<'_>], w: &mut CppWriter<'_>) {
    w.raw("#elif defined(WANT_DECL_MERGE_LOGIC)\n\n");
    let parameters = "Sema &S, const NamedDecl *D, const Attr *A";
    w.block(format_args!("static bool DiagnoseMutualExclusions({parameters})"), "", |w| {
        for kind in kinds.iter().filter(|kind| kind.excluded.is_merged) {
            emit_on_declaration(kind, w);
        }
        line!(w, "return true;");
    });
    w.raw("\n#elif defined(WANT_STMT_MERGE_LOGIC)\n\n");
    let parameters = "Sema &S, const SmallVectorImpl<const Attr *> &C";
    w.block(format_args!("static bool DiagnoseMutualExclusions({parameters})"), "", |w| {
        w.block("for (const Attr *A : C)", "", |w| {
            kinds.iter().for_each(|kind| emit_on_statement(kind, w));
        });
        line!(w, "return true;");
    });
    line!(w);
}

fn emit_on_declaration(kind: &ParsedAttrKind<'_>, w: &mut CppWriter<'_>) {
    if kind.excluded.on_declarations().is_empty() {
        return;
    }
    let name = kind.attribute;
    w.block(format_args!("if (const auto *Second = dyn_cast<{name}Attr>(A))"), "", |w| {
        for other in kind.excluded.on_declarations() {
            w.block(format_args!("if (const auto *First = D->getAttr<{other}Attr>())"), "", |w| {
                let names = ["First", "Second"];
                emit_error("First->getLocation()", names, ["First->", "Second->"], w);
                emit_conflict(w);
            });
        }
        line!(w, "return true;");
    });
}

fn emit_on_statement(kind: &ParsedAttrKind<'_>, w: &mut CppWriter<'_>) {
    if kind.excluded.on_statements().is_empty() {
        return;
    }
    let name = kind.attribute;
    w.block(format_args!("if (const auto *Second = dyn_cast<{name}Attr>(A))"), "", |w| {
        line!(w, "auto Iter = llvm::find_if(C, [](const Attr *Check) {{");
        w.raw("        return isa<");
        for (i, other) in kind.excluded.on_statements().iter().enumerate() {
            append!(w, if i == 0 { "" } else { ", " }, other, "Attr");
        }
        w.raw(">(Check);\n");
        line!(w, "}});");
        w.block("if (Iter != C.end())", "", |w| {
            let names = ["*Iter", "Second"];
            emit_error("(*Iter)->getLocation()", names, ["(*Iter)->", "Second->"], w);
            emit_conflict(w);
        });
    });
}

fn emit_conflict(w: &mut CppWriter<'_>) {
    line!(w, "S.Diag(Second->getLocation(), diag::note_conflicting_attribute);");
    line!(w, "return false;");
}
