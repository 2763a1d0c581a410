//! `--gen-directive-decl`: enum definitions for directive clause values.

use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_text::{TextSink, append};

use crate::model::{ClauseEnum, DirectiveEnums};

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-directive-decl",
    help: "Generate declarations for directives (OpenMP/OpenACC etc.)",
    options: &[OptionGroup { heading: "Options for gen-directive-decl", options: &[DIALECT] }],
    run,
};

const DIALECT: BackendOption = BackendOption {
    name: "directives-dialect",
    kind: OptionKind::Text { placeholder: "string", default: "" },
    help: "Generate directives for this dialect",
};

/// An enum in printed form.
struct EnumDefinition<'s> {
    name: &'s str,
    /// The name in lower case.
    mnemonic: String,
    cases: Vec<ClauseCase>,
}

struct ClauseCase {
    number: usize,
    /// Its definition name.
    definition: String,
    /// The C++ enumerator.
    enumerator: String,
    /// The spelling.
    text: String,
}

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let dialect = job.options.text(&DIALECT);
    if dialect.is_empty() {
        let message = "a dialect must be selected for the directives via '--directives-dialect'";
        return Err(Diagnostic::error_anywhere(Code::Mlir, message).into());
    }
    let directives = DirectiveEnums::read(job.store)?;
    let namespace = directives.cpp_namespace;
    let definitions: Vec<_> = directives.enums.iter().map(EnumDefinition::new).collect();
    let mut out = job.output();
    for definition in &definitions {
        emit(definition, dialect, namespace, &mut out);
    }
    Ok(out.finish()?)
}

impl<'s> EnumDefinition<'s> {
    fn new(one: &ClauseEnum<'s>) -> EnumDefinition<'s> {
        let cases = one.values.iter().map(|&(number, value)| {
            let text = value.replace(' ', "_");
            let definition = format!("{}{text}", one.name);
            ClauseCase { number, definition, enumerator: capitalized(&text), text }
        });
        EnumDefinition {
            name: one.name,
            mnemonic: one.name.to_ascii_lowercase(),
            cases: cases.collect(),
        }
    }
}

/// Returns the text with a capital at its beginning.
fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

fn emit(definition: &EnumDefinition<'_>, dialect: &str, namespace: &str, out: &mut impl TextSink) {
    let name = definition.name;
    for case in &definition.cases {
        append!(out, "def ", case.definition.as_str(), " : I32EnumAttrCase<\"");
        append!(
            out,
            case.enumerator.as_str(),
            "\", ",
            case.number,
            ", \"",
            case.text.as_str(),
            "\">;\n"
        );
    }
    append!(out, "def ", name, ": I32EnumAttr<\n");
    append!(out, "  \"Clause", name, "\",\n  \"", name, " Clause\",\n  [");
    for (i, case) in definition.cases.iter().enumerate() {
        append!(out, if i > 0 { ", " } else { "" }, case.definition.as_str());
    }
    append!(out, "]> {\n    let cppNamespace = \"::mlir::", namespace, "\";\n");
    append!(out, "    let genSpecializedAttr = 0;\n}\n");
    append!(out, "def ", name, "Attr : EnumAttr<", dialect, "_Dialect, ", name, ", \"");
    append!(out, definition.mnemonic.as_str(), "\">;\n");
}
