//! C++ statements: the contents of pattern functions before they are printed.

use tablewright_text::{CppWriter, line};

/// A statement.
pub(super) enum RewriterStatement {
    /// A line.
    Line(String),
    /// Statements in braces.
    Block { head: String, body: Vec<RewriterStatement>, tail: &'static str },
}

/// Returns a line.
pub(super) fn statement(text: impl Into<String>) -> RewriterStatement {
    RewriterStatement::Line(text.into())
}

/// Builds a braced block after `head`, which may be empty.
pub(super) fn block(head: impl Into<String>, body: Vec<RewriterStatement>) -> RewriterStatement {
    RewriterStatement::Block { head: head.into(), body, tail: "" }
}

/// Builds a statement that ends the match if a condition is false. `message` is streamed C++.
pub(super) fn check(subject: &str, condition: &str, message: &str) -> RewriterStatement {
    let report = format!("diag << {message};");
    let head =
        format!("return rewriter.notifyMatchFailure({subject}, [&](::mlir::Diagnostic &diag)");
    let notify = RewriterStatement::Block { head, body: vec![statement(report)], tail: ");" };
    block(format!("if (!({condition}))"), vec![notify])
}

/// Builds a statement that ends the match if a call fails.
pub(super) fn call_check(call: &str) -> RewriterStatement {
    block(format!("if(::mlir::failed({call}))"), vec![statement("return ::mlir::failure();")])
}

/// Writes statements.
pub(super) fn emit(statements: &[RewriterStatement], w: &mut CppWriter) {
    for one in statements {
        match one {
            RewriterStatement::Line(text) => line!(w, "{text}"),
            RewriterStatement::Block { head, body, tail } if head.is_empty() => {
                line!(w, "{{");
                w.indented(|w| emit(body, w));
                line!(w, "}}{tail}");
            }
            RewriterStatement::Block { head, body, tail } => w.block(head, tail, |w| emit(body, w)),
        }
    }
}
