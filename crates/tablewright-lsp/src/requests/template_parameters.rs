//! Template parameters of classes and multiclasses, as declared.

use tablewright_records::Class;
use tablewright_records::trace::DefinitionKind;
use tablewright_syntax::source::{Pos, SourceMap};

use crate::scan::{code_tokens, tree};
use crate::snapshot::Snapshot;

/// Most bytes of a declaration that are read at first. Parameter lists are rarely longer.
const HEADER_LEN: usize = 800;

/// Returns a class's parameters, each as `type NAME = value`.
pub(crate) fn class_parameters(class: Class<'_>) -> Vec<String> {
    declared_parameters(class.store().sources(), class.pos())
}

/// Returns the parameters of the class or multiclass whose name is at a position, each as
/// `type NAME = value`.
pub(crate) fn declared_parameters(sources: &SourceMap, name: Pos) -> Vec<String> {
    let file = sources.file(sources.file_of(name));
    written_parameters(&file.text[sources.offset_in_file(name)..])
}

/// Returns the parameters of a class or multiclass, each as `type NAME = value`.
pub(crate) fn template_parameters(snapshot: &Snapshot<'_>, name: &str) -> Option<Vec<String>> {
    let store = snapshot.store();
    if let Some(class) = store.get_class(name) {
        return Some(class_parameters(class));
    }
    // The store does not contain multiclasses.
    let mut definitions = snapshot.names()?.definitions().map(|(_, definition)| definition);
    let definition = definitions.find(|definition| {
        definition.kind == DefinitionKind::Multiclass && store.str(definition.name) == name
    })?;
    Some(declared_parameters(store.sources(), definition.span.lo))
}

/// Returns the parameters in a text that begins with the name of a class or multiclass. Only the
/// start of the text is parsed, because it may be a whole file.
pub(crate) fn written_parameters(text: &str) -> Vec<String> {
    let is_boundary = |end: &usize| text.is_char_boundary(*end);
    let end = (0..=HEADER_LEN.min(text.len())).rev().find(is_boundary).unwrap_or(0);
    complete_list(&text[..end]).or_else(|| complete_list(text)).unwrap_or_default()
}

/// Returns the parameters after the name at the start of a text; `None` if the text ends within
/// them. Comments are left out, and blanks are joined.
fn complete_list(text: &str) -> Option<Vec<String>> {
    let tokens = code_tokens(&tree(text));
    let (open, parameters) = tokens.get(1..)?.split_first()?;
    if !open.is(b'<') {
        return Some(Vec::new());
    }
    let (mut list, mut current) = (Vec::new(), String::new());
    let (mut depth, mut end) = (0_usize, open.range.end);
    for token in parameters {
        let is_end = depth == 0 && token.is(b'>');
        if is_end || depth == 0 && token.is(b',') {
            list.extend(Some(std::mem::take(&mut current)).filter(|text| !text.is_empty()));
        } else {
            if !current.is_empty() && token.range.start > end {
                current.push(' ');
            }
            current.push_str(token.text(text));
        }
        if is_end {
            return Some(list);
        }
        end = token.range.end;
        depth = (depth + usize::from(token.opens())).saturating_sub(usize::from(token.closes()));
    }
    None
}

/// Splits `type NAME = value` into the type and the name.
pub(crate) fn type_and_name(parameter: &str) -> (&str, &str) {
    let declaration = parameter.split('=').next().unwrap_or(parameter).trim_end();
    let at = declaration.rfind([' ', '>']).map_or(0, |at| at + 1);
    (declaration[..at].trim_end(), &declaration[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_from_the_start_of_a_text() {
        let check = |text: &str, expected: &[&str]| assert_eq!(written_parameters(text), expected);
        check("A;", &[]);
        check(
            "A<int a, list<bits<2>>\n   b = [{0, 1}], // c\n  string c = \">\">;",
            &["int a", "list<bits<2>> b = [{0, 1}]", "string c = \">\""],
        );
        let long = format!("A<int a = 1, string b = \"{}\"> : B;", "x".repeat(HEADER_LEN));
        assert_eq!(written_parameters(&long).len(), 2);
        check("A<int a", &[]);
        check("A<", &[]);
        check("A<)>", &[")"]);
    }

    #[test]
    fn a_parameter_is_split_into_type_and_name() {
        let check = |text, expected| assert_eq!(type_and_name(text), expected);
        check("int a", ("int", "a"));
        check("list<bits<2>> b = [{0, 1}]", ("list<bits<2>>", "b"));
        check("list<int>b", ("list<int>", "b"));
    }
}
