//! `textDocument/semanticTokens`: kinds of names. The editor's grammar colours keywords, strings
//! and comments.

use gen_lsp_types as lsp;
use gen_lsp_types::{SemanticToken, SemanticTokens, SemanticTokensLegend};
use tablewright_records::trace::{DefinitionKind, UseKind};
use tablewright_syntax::source::Span;

use crate::context::FileContext;

/// Token types in the order of their numbers.
const TYPES: [&str; 9] = [
    "class",
    "interface",
    "variable",
    "property",
    "parameter",
    "type",
    "macro",
    "enumMember",
    "function",
];

/// Modifiers in the order of their bits.
const MODIFIERS: [&str; 2] = ["definition", "modification"];

const DEFINITION: u32 = 1;
const MODIFICATION: u32 = 2;

pub(crate) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.map(str::to_owned).to_vec(),
        token_modifiers: MODIFIERS.map(str::to_owned).to_vec(),
    }
}

pub(crate) fn full(
    context: &FileContext<'_>,
    _: lsp::SemanticTokensParams,
) -> Option<SemanticTokens> {
    Some(SemanticTokens { result_id: None, data: encoded(tokens(context, None)) })
}

pub(crate) fn range(
    context: &FileContext<'_>,
    params: lsp::SemanticTokensRangeParams,
) -> Option<SemanticTokens> {
    let data = encoded(tokens(context, Some(params.range)));
    Some(SemanticTokens { result_id: None, data })
}

/// A token with its absolute position.
struct Absolute {
    range: lsp::Range,
    token_type: u32,
    modifiers: u32,
}

fn token_type(kind: DefinitionKind) -> u32 {
    match kind {
        DefinitionKind::Class => 0,
        DefinitionKind::Multiclass => 1,
        DefinitionKind::Variable => 2,
        DefinitionKind::Field => 3,
        DefinitionKind::Parameter => 4,
        DefinitionKind::TypeAlias => 5,
        DefinitionKind::Macro => 6,
        DefinitionKind::Record => 7,
    }
}

/// Returns the tokens of the file in order, restricted to the lines of a range.
fn tokens(context: &FileContext<'_>, within: Option<lsp::Range>) -> Vec<Absolute> {
    let snapshot = &context.snapshot;
    let (Some(names), Some(&file)) =
        (snapshot.names(), snapshot.analysis.inclusions(context.path).last())
    else {
        return Vec::new();
    };
    let definitions = snapshot
        .analysis
        .definitions_in(file)
        .iter()
        .map(|&(span, id)| (span, token_type(names.definition(id).kind), DEFINITION));
    let uses = snapshot.uses_in(file).iter().map(|used| {
        let modifiers = if used.kind == UseKind::Override { MODIFICATION } else { 0 };
        (used.span, token_type(names.definition(used.definition).kind), modifiers)
    });
    let all: Vec<(Span, u32, u32)> = definitions.chain(uses).collect();
    let is_name = |span: Span| {
        let text = snapshot.text(span);
        let mut bytes = text.bytes();
        !text.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let mut name_tokens: Vec<Absolute> = all
        .into_iter()
        .filter(|&(span, ..)| is_name(span))
        .filter_map(|(span, token_type, modifiers)| {
            Some(Absolute { range: snapshot.range(span)?, token_type, modifiers })
        })
        .filter(|token| {
            let line = token.range.start.line;
            within.is_none_or(|within| within.start.line <= line && line <= within.end.line)
        })
        .filter(|token| token.range.start.line == token.range.end.line)
        .collect();
    name_tokens.sort_by_key(|token| (token.range.start.line, token.range.start.character));
    // A name may have several uses at the same position, for example in a loop.
    name_tokens.dedup_by_key(|token| (token.range.start.line, token.range.start.character));
    name_tokens
}

/// Converts each position to a distance from the previous token (specification 3.17, "Semantic
/// Tokens").
fn encoded(tokens: Vec<Absolute>) -> Vec<SemanticToken> {
    let (mut line, mut character) = (0, 0);
    let mut deltas = Vec::with_capacity(tokens.len());
    for token in tokens {
        let start = token.range.start;
        if start.line != line {
            character = 0;
        }
        deltas.push(SemanticToken {
            delta_line: start.line - line,
            delta_start: start.character - character,
            length: token.range.end.character - start.character,
            token_type: token.token_type,
            token_modifiers_bitset: token.modifiers,
        });
        (line, character) = (start.line, start.character);
    }
    deltas
}
