//! C++ that several actions write.

use super::markdown::write_reindented;
use tablewright_text::{CppWriter, Segment, TemplateSyntax, TextSink, line};

pub(crate) use crate::model::accessor_name::{camel_case, getter};

/// Writes a namespace in the form `a::b` or `::a::b`, or nothing for an empty name.
pub(crate) fn emit_namespace(
    namespace: &str,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    let namespace = namespace.strip_prefix("::").unwrap_or(namespace);
    if namespace.is_empty() {
        return body(w);
    }
    line!(w, "namespace {namespace} {{");
    w.blank();
    body(w);
    line!(w, "}} // namespace {namespace}");
}

/// Writes a summary and a description as a comment on the next class, without empty lines.
pub(crate) fn emit_doc(summary: &str, description: &str, w: &mut CppWriter) {
    let mut text = String::new();
    write_reindented(&mut text, description, "");
    // At the end of a line, a backslash would continue the comment on the next line.
    let is_left_out = |c: char| c == '\\' || c.is_whitespace();
    let lines = summary.lines().chain(text.lines());
    let lines = lines.map(|line| line.trim_end_matches(is_left_out));
    for line in lines.filter(|line| !line.is_empty()) {
        line!(w, "/// {line}");
    }
}

/// Fills in a description's template: C++ in which `$name` is replaced by `value(name)`. As in the reference release,
/// `$$` is a dollar, and so is a dollar without a name. A name without a value is marked so that the C++ does not
/// compile.
pub(crate) fn fill<'v>(template: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    fill_owned(template, value)
}

/// Returns the same with texts that are built for the template.
pub(crate) fn fill_owned<T: AsRef<str>>(
    template: &str,
    value: impl Fn(&str) -> Option<T>,
) -> String {
    let mut text = String::with_capacity(template.len());
    for segment in TemplateSyntax::DOLLAR.segments(template) {
        match segment {
            Segment::Text(part) => text.push_str(part),
            Segment::Hole { name, .. } => match value(name) {
                Some(value) => text.push_str(value.as_ref()),
                None => write!(text, "${name}<no-subst-found>"),
            },
            Segment::Malformed(error) => text.push_str(&template[error.offset..=error.offset]),
        }
    }
    text
}

/// Returns the name as an identifier: one that begins with a digit gets an underscore.
pub(crate) fn identifier(name: &str) -> String {
    let begins_with_digit = name.starts_with(|first: char| first.is_ascii_digit());
    format!("{}{name}", if begins_with_digit { "_" } else { "" })
}

/// Returns the label that distinguishes a file's local functions from other files: its name without extension, with
/// characters other than letters, digits and underscores as numbers.
pub(crate) fn file_label(source: &str) -> String {
    let name = source.rsplit_once('/').map_or(source, |(_, name)| name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let mut label = String::with_capacity(stem.len());
    for byte in stem.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            label.push(char::from(byte))
        } else {
            label.push_str(&format!("{byte:02X}"))
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_a_value_are_marked() {
        let value = |name: &str| (name == "_self").then_some("attr");
        assert_eq!(fill("$_self + $x $$ $", value), "attr + $x<no-subst-found> $ $");
    }

    #[test]
    fn other_characters_of_a_file_name_are_numbers() {
        assert_eq!(file_label("dir/op-x_y.z.td"), "op2Dx_y2Ez");
    }

    #[test]
    fn underscores_before_letters_begin_words() {
        assert_eq!(camel_case("my_val", true), "MyVal");
        assert_eq!(camel_case("my_val_2", false), "myVal_2");
    }
}
