//! Constraint checking functions for arguments in a file: a function for each constraint in the patterns.

use tablewright_records::RecordId;
use tablewright_text::{CppWriter, Escaped};

use super::template::{Holes, fill};
use crate::model::{Constraint, LeafConstraint, PatternLeaf};

/// Constraint functions. A name consists of the kind of subject and a number.
#[derive(Default)]
pub(super) struct LeafFunctions {
    /// The name prefix shared by all functions in the file.
    label: String,
    types: Vec<LeafFunction>,
    attributes: Vec<LeafFunction>,
    properties: Vec<LeafFunction>,
}

struct LeafFunction {
    key: LeafKey,
    condition: String,
    summary: String,
}

/// The key for a shared constraint function.
#[derive(PartialEq, Eq)]
struct LeafKey {
    predicate: Option<RecordId>,
    summary: String,
    /// The C++ type of a property; empty for any.
    cpp_type: String,
    /// The constraint record, if the constraint applies to properties of any type.
    record: Option<RecordId>,
}

impl LeafKey {
    fn new(leaf: &LeafConstraint<'_>, cpp_type: Option<&str>) -> LeafKey {
        LeafKey {
            predicate: leaf.constraint.predicate_id,
            summary: leaf.constraint.summary.to_owned(),
            cpp_type: cpp_type.unwrap_or_default().to_owned(),
            record: (cpp_type == Some("")).then_some(leaf.record),
        }
    }
}

impl LeafFunctions {
    pub(super) fn new(label: String) -> LeafFunctions {
        LeafFunctions { label, ..LeafFunctions::default() }
    }

    /// Adds an argument's function, unless it exists.
    pub(super) fn add(&mut self, leaf: &PatternLeaf<'_>) {
        let (functions, constraint, key, subject) = match leaf {
            PatternLeaf::Operand(one) => (&mut self.types, one, LeafKey::new(one, None), "type"),
            PatternLeaf::Attribute(one, _) => {
                (&mut self.attributes, one, LeafKey::new(one, None), "attr")
            }
            PatternLeaf::Property(one, property) => {
                let key = LeafKey::new(one, Some(property.interface_type));
                (&mut self.properties, one, key, "prop")
            }
            PatternLeaf::Any | PatternLeaf::Text(_) | PatternLeaf::Native(_) => return,
        };
        if functions.iter().all(|function| function.key != key) {
            functions.push(LeafFunction {
                key,
                condition: condition(&constraint.constraint, subject),
                summary: Escaped(constraint.constraint.summary).to_string(),
            });
        }
    }

    /// Returns the function for an argument.
    pub(super) fn find(&self, leaf: &PatternLeaf<'_>) -> Option<String> {
        let (functions, key, kind) = match leaf {
            PatternLeaf::Operand(one) => (&self.types, LeafKey::new(one, None), "type"),
            PatternLeaf::Attribute(one, _) => (&self.attributes, LeafKey::new(one, None), "attr"),
            PatternLeaf::Property(one, property) => {
                (&self.properties, LeafKey::new(one, Some(property.interface_type)), "prop")
            }
            PatternLeaf::Any | PatternLeaf::Text(_) | PatternLeaf::Native(_) => return None,
        };
        let index = functions.iter().position(|function| function.key == key)?;
        Some(self.name(kind, index))
    }

    fn name(&self, kind: &str, index: usize) -> String {
        format!("__mlir_ods_local_{kind}_constraint_{}{}", self.label, index + 1)
    }

    /// Writes the functions.
    pub(super) fn emit(&self, w: &mut CppWriter) {
        let lists = [
            ("type", "::mlir::Type", &self.types),
            ("attr", "::mlir::Attribute", &self.attributes),
            ("prop", "", &self.properties),
        ];
        for (kind, cpp_type, functions) in lists {
            for (index, one) in functions.iter().enumerate() {
                let (head, cpp_type) = match (cpp_type, one.key.cpp_type.as_str()) {
                    ("", "") => ("template <typename T>\n", "T"),
                    ("", own) => ("", own),
                    (cpp_type, _) => ("", cpp_type),
                };
                w.raw("\n");
                w.raw(head);
                let name = self.name(kind, index);
                let values = [
                    ("name", name.as_str()),
                    ("type", cpp_type),
                    ("kind", kind),
                    ("condition", &one.condition),
                    ("summary", &one.summary),
                ];
                w.fill_block(FUNCTION, &values);
            }
        }
    }
}

fn condition(constraint: &Constraint<'_>, subject: &str) -> String {
    let holes = Holes { subject: Some(subject), ..Holes::default() };
    fill(&constraint.condition(), &holes)
}

const FUNCTION: &str = "
static ::llvm::LogicalResult $name(
    ::mlir::PatternRewriter &rewriter, ::mlir::Operation *op, $type $kind,
    ::llvm::StringRef failureStr) {
  if (!($condition)) {
    return rewriter.notifyMatchFailure(op, [&](::mlir::Diagnostic &diag) {
      diag << failureStr << \": $summary\";
    });
  }
  return ::mlir::success();
}
";
