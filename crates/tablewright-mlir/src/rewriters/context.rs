//! What all functions of patterns are built from.

use tablewright_records::{FieldError, Record, RecordStore, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{Segment, TemplateSyntax, TextSink};

use super::leaf_functions::LeafFunctions;
use crate::model::{PatternNode, PatternOperation, PatternSet, RewritePattern};

/// A pattern, and what it shares with others of the description.
pub(super) struct PatternContext<'a, 's> {
    pub(super) store: &'s RecordStore,
    pub(super) set: &'a PatternSet<'s>,
    pub(super) pattern: &'a RewritePattern<'s>,
    pub(super) functions: &'a LeafFunctions,
    /// The nodes that have a function of their own, in the order of these.
    pub(super) shared_nodes: &'a [ValueId],
}

impl<'a, 's> PatternContext<'a, 's> {
    /// An error about the pattern.
    pub(super) fn error(&self, message: impl Into<String>) -> FieldError {
        let record: Record<'s> = self.store.record(self.pattern.record);
        FieldError::new(Code::Mlir, record, message)
    }

    pub(super) fn operation(&self, index: usize) -> &'a PatternOperation<'s> {
        &self.set.operations[index]
    }

    /// The function that matches a node, where several patterns have it.
    pub(super) fn shared_matcher(&self, node: &PatternNode<'_>) -> Option<String> {
        let found = self.shared_nodes.iter().position(|&value| value == node.value);
        found.map(matcher_name)
    }
}

/// The name of the function that matches a shared node.
pub(super) fn matcher_name(index: usize) -> String {
    format!("static_dag_matcher_{index}")
}

/// What stands in templates of C++.
#[derive(Default)]
pub(super) struct Holes<'h> {
    /// What `$_self` stands for.
    pub(super) subject: Option<&'h str>,
    /// What `$_loc` stands for.
    pub(super) location: Option<&'h str>,
    /// What `$0`, `$1` and so on stand for. `$1...` stands for all from `$1` on.
    pub(super) arguments: &'h [String],
}

/// Fills in a template of C++. A name that stands for nothing is marked so that the C++ does not compile.
pub(super) fn fill(template: &str, holes: &Holes<'_>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut list_ended = false;
    for segment in TemplateSyntax::DOLLAR.segments(template) {
        match segment {
            Segment::Text(part) => {
                let part = if list_ended { part.strip_prefix("...").unwrap_or(part) } else { part };
                text.push_str(part);
                list_ended = false;
            }
            Segment::Hole { name, offset } => {
                let is_list = template[offset + 1 + name.len()..].starts_with("...");
                list_ended = false;
                if let (Ok(number), true) = (name.parse::<usize>(), is_list) {
                    let all = holes.arguments.get(number..).unwrap_or_default();
                    text.push_str(&all.join(", "));
                    list_ended = true;
                    continue;
                }
                match value(name, holes) {
                    Some(value) => text.push_str(value),
                    None => write!(text, "${name}<no-subst-found>"),
                }
            }
            Segment::Malformed(error) => text.push_str(&template[error.offset..=error.offset]),
        }
    }
    text
}

fn value<'h>(name: &str, holes: &Holes<'h>) -> Option<&'h str> {
    match name {
        "_builder" => Some("rewriter"),
        "_self" => holes.subject,
        "_loc" => holes.location,
        _ => holes.arguments.get(name.parse::<usize>().ok()?).map(String::as_str),
    }
}

#[cfg(test)]
mod tests {
    use super::{Holes, fill};

    #[test]
    fn a_number_with_dots_stands_for_a_list() {
        let arguments = ["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let holes = Holes { subject: Some("x"), location: None, arguments: &arguments };
        assert_eq!(fill("f($_self, $1...)", &holes), "f(x, b, c)");
        assert_eq!(fill("$_builder.g($0) + $4", &holes), "rewriter.g(a) + $4<no-subst-found>");
    }
}
