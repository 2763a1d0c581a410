//! Page sections about attributes and types.

use tablewright_backend::Job;
use tablewright_records::RecordView;
use tablewright_syntax::diagnostic::Diagnostic;
use tablewright_text::{TextSink, append};

use super::DIALECT;
use super::selection::DialectOperations;
use crate::model::{AttrOrType, AttrOrTypeDef, DefSyntax};
use crate::record_views::attr_or_type::{AttrDefRecord, TypeDefRecord};
use crate::support::markdown;

/// Returns the page's attributes or types.
pub(super) fn defs_of_page<'s>(
    job: &Job<'s>,
    kind: AttrOrType,
) -> Result<Vec<AttrOrTypeDef<'s>>, Diagnostic> {
    let class = match kind {
        AttrOrType::Attr => AttrDefRecord::CLASS,
        AttrOrType::Type => TypeDefRecord::CLASS,
    };
    let dialect = DialectOperations::dialect(job, class)?;
    let name = job.options.text(&DIALECT);
    let is_of_page = |def: &AttrOrTypeDef<'_>| match &dialect {
        Some(dialect) => def.dialect.definition == dialect.definition,
        None => name.is_empty() || def.dialect.name == name,
    };
    let mut defs = AttrOrTypeDef::all(job.store, kind)?;
    defs.retain(is_of_page);
    defs.iter().try_for_each(AttrOrTypeDef::check_parameter_names)?;
    Ok(defs)
}

pub(super) fn emit(def: &AttrOrTypeDef<'_>, kind: AttrOrType, out: &mut impl TextSink) {
    append!(out, "\n### ", def.names.class, "\n");
    markdown::write_summary(out, def.docs.summary);
    if let (Some(mnemonic), DefSyntax::Mnemonic | DefSyntax::Format(_)) =
        (def.names.mnemonic, def.syntax)
    {
        emit_syntax(def, kind, mnemonic, out);
    }
    markdown::write_description(out, def.docs.description);
    if def.parameters.is_empty() {
        out.push('\n');
    } else {
        out.push_str("\n#### Parameters:\n\n| Parameter | C++ type | Description |\n");
        out.push_str("| :-------: | :-------: | ----------- |\n");
    }
    for one in &def.parameters {
        append!(out, "| ", one.name, " | `", one.cpp_type, "` | ", one.docs.summary, " |\n");
    }
}

fn emit_syntax(def: &AttrOrTypeDef<'_>, kind: AttrOrType, mnemonic: &str, out: &mut impl TextSink) {
    let sigil = match kind {
        AttrOrType::Attr => '#',
        AttrOrType::Type => '!',
    };
    let dialect = def.dialect.name;
    let Some((last, others)) = def.parameters.split_last() else {
        append!(out, "\nSyntax: `", sigil, dialect, ".", mnemonic, "`\n");
        return;
    };
    append!(out, "\nSyntax:\n\n```\n", sigil, dialect, ".", mnemonic, "<\n");
    for one in others {
        append!(out, "  ", one.docs.syntax, ",   # ", one.name, "\n");
    }
    append!(out, "  ", last.docs.syntax, "   # ", last.name, "\n>\n```\n");
}
