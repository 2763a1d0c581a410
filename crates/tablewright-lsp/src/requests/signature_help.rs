//! `textDocument/signatureHelp`: the parameters of the class, multiclass or operator whose
//! arguments the user types.

use gen_lsp_types as lsp;
use gen_lsp_types::{
    ActiveParameter, Documentation, ParameterInformation, ParameterInformationLabel, SignatureHelp,
    SignatureInformation,
};

use super::operators;
use super::template_parameters::template_parameters;
use crate::context::FileContext;
use crate::line_index::number;
use crate::scan::{ScanToken, ScanTokenKind, code_tokens, outside_closed_brackets, tree};

pub(crate) fn signature_help(
    context: &FileContext<'_>,
    params: lsp::SignatureHelpParams,
) -> Option<SignatureHelp> {
    let snapshot = &context.snapshot;
    let view = snapshot.view(context.path)?;
    let offset = snapshot.offset(context.path, params.text_document_position_params.position)?;
    let mut tokens = code_tokens(&tree(&view.text));
    tokens.retain(|token| token.range.start < offset);
    let call = innermost_call(&tokens, &view.text)?;
    let (start, parameters, end, summary) = match call.name.strip_prefix('!') {
        Some(name) => {
            let operator = operators::find(name)?;
            let operands = operator.operands.iter().map(|&operand| operand.to_owned());
            let start = format!("!{}{}(", operator.name, operator.type_argument);
            (start, operands.collect::<Vec<_>>(), ")", Some(operator.summary.to_owned()))
        }
        None => {
            let template_params = template_parameters(snapshot, call.name)?;
            (format!("{}<", call.name), template_params, ">", None)
        }
    };
    let active = match call.argument_name {
        Some(name) => parameters.iter().position(|parameter| declares(parameter, name))?,
        // Some operators can repeat the last operand.
        None if parameters.last().is_some_and(|last| last.ends_with('…')) => {
            call.index.min(parameters.len() - 1)
        }
        None => call.index,
    };
    let label = format!("{start}{}{end}", parameters.join(", "));
    let active = Some(ActiveParameter::Int(number(active)));
    let information = SignatureInformation {
        label,
        documentation: summary.map(Documentation::String),
        parameters: Some(parameters.into_iter().map(parameter_information).collect()),
        active_parameter: active,
    };
    Some(SignatureHelp {
        signatures: vec![information],
        active_signature: Some(0),
        active_parameter: active,
    })
}

fn parameter_information(label: String) -> ParameterInformation {
    ParameterInformation { label: ParameterInformationLabel::String(label), documentation: None }
}

/// Whether `parameter`, in the form `type NAME = value`, declares `name`.
fn declares(parameter: &str, name: &str) -> bool {
    let declaration = parameter.split(" = ").next().unwrap_or(parameter);
    declaration.rsplit(' ').next() == Some(name)
}

/// A call whose arguments the user types.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Call<'t> {
    /// The class or multiclass, or the operator with its exclamation mark.
    pub(crate) name: &'t str,
    /// Arguments before the cursor.
    pub(crate) index: usize,
    /// The parameter, if the argument names it.
    pub(crate) argument_name: Option<&'t str>,
}

/// Returns the innermost call with an unclosed bracket at the end of the tokens.
pub(crate) fn innermost_call<'t>(tokens: &[ScanToken], text: &'t str) -> Option<Call<'t>> {
    let mut index = 0;
    let mut argument: Option<usize> = None;
    for (at, token) in outside_closed_brackets(tokens) {
        if token.is(b',') {
            index += 1;
            argument.get_or_insert(at + 1);
        } else if token.is(b';') || token.is(b'{') {
            return None;
        } else if token.opens() {
            let name = callee(tokens, at, text);
            let Some(name) = name else {
                (index, argument) = (0, None);
                continue;
            };
            let start = argument.unwrap_or(at + 1);
            let is_named = tokens.get(start + 1).is_some_and(|token| token.is(b'='));
            let named =
                tokens.get(start).filter(|token| is_named && token.kind == ScanTokenKind::Word);
            return Some(Call { name, index, argument_name: named.map(|token| token.text(text)) });
        }
    }
    None
}

/// Returns the callee before a bracket: `Class<`, or `!op(` and `!op<type>(`.
fn callee<'t>(tokens: &[ScanToken], bracket: usize, text: &'t str) -> Option<&'t str> {
    let before = tokens[..bracket].last()?;
    if tokens[bracket].is(b'<') {
        let is_type = matches!(before.text(text), "bits" | "list");
        // `class A<` begins a parameter list, not arguments.
        let declares = |token: &ScanToken| matches!(token.text(text), "class" | "multiclass");
        let is_type = is_type || bracket.checked_sub(2).is_some_and(|at| declares(&tokens[at]));
        return (before.kind == ScanTokenKind::Word && !is_type).then(|| before.text(text));
    }
    if !tokens[bracket].is(b'(') {
        return None;
    }
    if before.kind == ScanTokenKind::Bang {
        return Some(before.text(text));
    }
    let open = tokens[..bracket].iter().rposition(|token| token.is(b'<'))?;
    let operator = tokens[..open].last().filter(|_| before.is(b'>'))?;
    (operator.kind == ScanTokenKind::Bang).then(|| operator.text(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<Call<'_>>) {
        let tokens = code_tokens(&tree(text));
        assert_eq!(innermost_call(&tokens, text), expected, "{text}");
    }

    #[test]
    fn the_innermost_call_is_found() {
        let call = |name, index| Call { name, index, argument_name: None };
        check("def a : B<1, [2, 3], ", Some(call("B", 2)));
        let named = Call { argument_name: Some("x"), ..call("B", 2) };
        check("def a : B<1, C<2>, x = 3", Some(named));
        check("defvar a = !foldl(0, [1, 2], ", Some(call("!foldl", 2)));
        check("defvar a = !cast<int>(", Some(call("!cast", 0)));
        check("def a : B<1>;", None);
        check("class A<int x, ", None);
    }
}
