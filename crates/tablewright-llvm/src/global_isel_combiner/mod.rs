//! `--gen-global-isel-combiner`: GlobalISel combiners, each with a match table and the code that rules call.
//!
//! [`combines`](tablewright_selection::combines) reads the rules. `model` converts them to match table rules and
//! collects their C++. `emit` writes the code, and the options that disable rules. The table itself is built by
//! [`match_table`](crate::support::match_table).

mod emit;
mod model;
pub mod table_rules;

use crate::support::match_table::type_detail;
use model::{Collected, ReadOptions, Shared};
use tablewright_backend::{Backend, BackendOption, Failure, Job, OptionGroup, OptionKind};
use tablewright_selection::combines::RuleReader;
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_target::target::target;
use tablewright_text::CppWriter;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-global-isel-combiner",
    help: "Generate GlobalISel Combiner",
    options: &[OptionGroup {
        heading: "Options for -gen-global-isel-combiner",
        options: &[COMBINERS, DEBUG_CXX_PREDICATES, DEBUG_TYPE_INFERENCE, STOP_AFTER_PARSE],
    }],
    run,
};

const COMBINERS: BackendOption = BackendOption {
    name: "combiners",
    kind: OptionKind::Texts { placeholder: "string" },
    help: "Emit the specified combiners",
};

const DEBUG_CXX_PREDICATES: BackendOption = BackendOption {
    name: "gicombiner-debug-cxxpreds",
    kind: OptionKind::Flag { default: false },
    help: "Add Contextual/Debug comments to all C++ predicates",
};

const DEBUG_TYPE_INFERENCE: BackendOption = BackendOption {
    name: "gicombiner-debug-typeinfer",
    kind: OptionKind::Flag { default: false },
    help: "Print type inference debug logs",
};

const STOP_AFTER_PARSE: BackendOption = BackendOption {
    name: "gicombiner-stop-after-parse",
    kind: OptionKind::Flag { default: false },
    help: "Stop processing after parsing rules and dump state",
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let options = ReadOptions {
        names_alternatives: job.options.flag(&DEBUG_CXX_PREDICATES),
        stops_after_parse: job.options.flag(&STOP_AFTER_PARSE),
        keeps_rules: false,
    };
    let store = job.store;
    let target = target(store)?.name();
    let combiners = job.options.texts(&COMBINERS);
    if combiners.is_empty() {
        let message = "No combiners selected with -combiners";
        return Err(Diagnostic::error_anywhere(Code::Combines, message).into());
    }
    let mut reader = RuleReader::new(store, job.diagnostics)?;
    reader.type_detail = type_detail(job.options);
    reader.logs_inference = job.options.flag(&DEBUG_TYPE_INFERENCE);
    let mut shared = Shared::default();
    let mut output = String::new();
    for name in combiners {
        let Some(record) = store.find_record(name) else {
            let message = format!("Could not find {name}");
            return Err(Diagnostic::error_anywhere(Code::Combines, message).into());
        };
        match model::collect(store.record(record), target, options, &mut reader, &mut shared)? {
            Collected::Description(description) => output += &description,
            Collected::Combiner(model) => {
                let mut w = CppWriter::new();
                emit::emit(&model, &shared, &mut w);
                output += &w.finish();
            }
        }
    }
    job.write_text(&output)
}
