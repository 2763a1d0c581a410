//! C++ for names with their namespaces.

use std::fmt;

use tablewright_target::qualified_name::QualifiedName;
use tablewright_text::{Append, TextSink, append};

/// Displays a name as `namespace::name`, or alone without a namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Qualified<'a>(pub QualifiedName<'a>);

/// Displays a name as `namespace::name`, with leading colons if the namespace is empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Scoped<'a>(pub QualifiedName<'a>);

impl Append for Qualified<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        if !self.0.namespace.is_empty() {
            append!(out, self.0.namespace, "::");
        }
        out.push_str(self.0.name);
    }
}

impl Append for Scoped<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.0.namespace, "::", self.0.name);
    }
}

impl fmt::Display for Qualified<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.namespace.is_empty() { f.write_str(self.0.name) } else { Scoped(self.0).fmt(f) }
    }
}

impl fmt::Display for Scoped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.namespace)?;
        f.write_str("::")?;
        f.write_str(self.0.name)
    }
}
