//! What a page says about an attribute or a type.

use tablewright_text::{TextSink, append};

use crate::model::{AttrOrType, AttrOrTypeDef, DefSyntax};
use crate::support::markdown;

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
