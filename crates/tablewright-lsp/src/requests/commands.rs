//! `workspace/executeCommand`: commands that change the state.

use std::time::Duration;

use gen_lsp_types as lsp;
use gen_lsp_types::Uri;
use serde_json::{Value, json};
use tablewright_records::Release;

use crate::state::ServerState;
use crate::uri;

/// Selects the root for a file. Arguments: the file's URI, and the root's index in the result of
/// `tablewright.roots`.
const CHOOSE_ROOT: &str = "tablewright.chooseRoot";

/// Lists a file's roots.
const ROOTS: &str = "tablewright.roots";

/// Reevaluates a file's root.
const EVALUATE: &str = "tablewright.evaluate";

/// Sets the release for a file's root. Arguments: the file's URI, and the release. Without a
/// release it is detected.
const CHOOSE_RELEASE: &str = "tablewright.chooseRelease";

/// All commands.
pub(crate) const NAMES: [&str; 4] = [CHOOSE_ROOT, CHOOSE_RELEASE, ROOTS, EVALUATE];

pub(crate) fn execute(
    state: &mut ServerState,
    params: lsp::ExecuteCommandParams,
) -> Result<Option<lsp::LspAny>, String> {
    let arguments = params.arguments.unwrap_or_default();
    let file = arguments.first().and_then(Value::as_str);
    let path = file.and_then(|file| uri::to_path(&Uri(file.to_owned())));
    let path = path.ok_or("the first argument is the URI of a file")?;
    match params.command.as_str() {
        CHOOSE_ROOT => {
            let ids = state.roots.for_file(&path);
            let index = arguments.get(1).and_then(Value::as_u64);
            let index = index.and_then(|index| usize::try_from(index).ok());
            let chosen = index.and_then(|index| ids.get(index).copied());
            let chosen = chosen.ok_or_else(|| {
                format!("the second argument is the index of one of {} roots", ids.len())
            })?;
            state.choose_root(&path, chosen);
            Ok(Some(json!({ "main": state.roots.get(chosen).label() })))
        }
        CHOOSE_RELEASE => {
            let release = match arguments.get(1).and_then(Value::as_str) {
                None => None,
                Some(text) => {
                    let release = text.parse::<Release>();
                    Some(release.map_err(|_| format!("unknown LLVM release '{text}'"))?)
                }
            };
            let root = state.roots.active(&path);
            state.roots.set_release(root, release);
            state.evaluations.request(root, Duration::ZERO);
            Ok(None)
        }
        ROOTS => {
            let active = state.roots.active(&path);
            let ids = state.roots.for_file(&path);
            let roots = ids.iter().map(|&id| {
                let root = state.roots.get(id);
                let origin = format!("{:?}", root.origin);
                json!({ "main": root.label(), "origin": origin, "isActive": id == active })
            });
            Ok(Some(Value::Array(roots.collect())))
        }
        EVALUATE => {
            state.roots.forget_files();
            let root = state.roots.active(&path);
            state.evaluations.request(root, Duration::ZERO);
            Ok(None)
        }
        other => Err(format!("unknown command '{other}'")),
    }
}
