//! Developer commands that need LLVM's descriptions, sources or programs: comparing with the reference release, measuring
//! against it, and running its tests. `cargo runner help` lists them.

mod arguments;
mod batch;
mod bench;
mod clang;
mod commands;
mod conformance;
mod cost;
mod decode;
mod dialect_json;
mod edits;
mod fmt;
mod golden;
mod grammars;
mod instructions;
mod jobs;
mod language_server;
mod lit;
mod llvm;
mod mc;
mod migration;
mod mlir;
mod mlir_json;
mod mutate;
mod neovim;
mod paths;
mod random;
mod reference;
mod release_names;
mod release_source;
mod run;
mod select;
mod semantics;
mod tokens;
mod wordings;

use std::process::ExitCode;

fn main() -> ExitCode {
    let matches = commands::all().get_matches();
    xtask_support::exit_code(match matches.subcommand() {
        Some(("batch", given)) => batch::main(given),
        Some(("bench", given)) => bench::main(given),
        Some(("clang", given)) => clang::main(given),
        Some(("conformance", given)) => conformance::main(given),
        Some(("decode", given)) => decode::main(given),
        Some(("dialect-json", given)) => dialect_json::main(given),
        Some(("edits", given)) => edits::main(given),
        Some(("fmt", given)) => fmt::main(given),
        Some(("golden", given)) => golden::main(given),
        Some(("grammars", given)) => grammars::main(given),
        Some(("instructions", given)) => instructions::main(given),
        Some(("latencies", given)) => language_server::latencies::main(given),
        Some(("lit", given)) => lit::main(given),
        Some(("llvm", given)) => llvm::main(given),
        Some(("mc", given)) => mc::main(given),
        Some(("migration", given)) => migration::main(given),
        Some(("mlir", given)) => mlir::main(given),
        Some(("mlir-json", given)) => mlir_json::main(given),
        Some(("mutate", given)) => mutate::main(given),
        Some(("neovim", given)) => neovim::main(given),
        Some(("release-names", given)) => release_names::main(given),
        Some(("renames", given)) => language_server::renames::main(given),
        Some(("select", given)) => select::main(given),
        Some(("semantics", given)) => semantics::main(given),
        Some(("wordings", _)) => wordings::main(),
        _ => Err("no such command".into()),
    })
}
