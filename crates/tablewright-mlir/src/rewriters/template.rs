//! C++ templates in pattern descriptions.

use tablewright_text::{Segment, TemplateSyntax, TextSink};

/// Values for the placeholders in a C++ template.
#[derive(Default)]
pub(super) struct Holes<'h> {
    /// The value of `$_self`.
    pub(super) subject: Option<&'h str>,
    /// The value of `$_loc`.
    pub(super) location: Option<&'h str>,
    /// The values of `$0`, `$1` and so on. `$1...` expands to all values from `$1` on.
    pub(super) arguments: &'h [String],
}

/// Fills in a C++ template. An unknown placeholder is marked so that the C++ does not compile.
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
