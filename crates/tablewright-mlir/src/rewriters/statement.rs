//! C++ statements: what the functions of patterns are decided to be, before they are printed.

use tablewright_text::{CppWriter, line};

/// A statement.
pub(super) enum Statement {
    /// A line.
    Line(String),
    /// Statements in braces.
    Block { head: String, body: Vec<Statement>, tail: &'static str },
}

/// A line.
pub(super) fn statement(text: impl Into<String>) -> Statement {
    Statement::Line(text.into())
}

/// Statements in braces after `head`, which may be empty.
pub(super) fn block(head: impl Into<String>, body: Vec<Statement>) -> Statement {
    Statement::Block { head: head.into(), body, tail: "" }
}

/// The statement that ends a match where a condition does not hold. `message` is C++ that is streamed.
pub(super) fn check(subject: &str, condition: &str, message: &str) -> Statement {
    let report = format!("diag << {message};");
    let head =
        format!("return rewriter.notifyMatchFailure({subject}, [&](::mlir::Diagnostic &diag)");
    let notify = Statement::Block { head, body: vec![statement(report)], tail: ");" };
    block(format!("if (!({condition}))"), vec![notify])
}

/// The statement that ends a match where a call fails.
pub(super) fn call_check(call: &str) -> Statement {
    block(format!("if(::mlir::failed({call}))"), vec![statement("return ::mlir::failure();")])
}

/// Writes statements.
pub(super) fn emit(statements: &[Statement], w: &mut CppWriter) {
    for one in statements {
        match one {
            Statement::Line(text) => line!(w, "{text}"),
            Statement::Block { head, body, tail } if head.is_empty() => {
                line!(w, "{{");
                w.indented(|w| emit(body, w));
                line!(w, "}}{tail}");
            }
            Statement::Block { head, body, tail } => w.block(head, tail, |w| emit(body, w)),
        }
    }
}
