//! Client and server capabilities, which `initialize` exchanges.
//!
//! The server reads few client capabilities, and its own are the same for almost all clients. Both
//! are handled as JSON: the protocol crate's types for them would add a twentieth to the
//! playground's module.

use std::path::PathBuf;

use gen_lsp_types::Uri;
use serde_json::{Value, json};

use crate::line_index::PositionEncoding;
use crate::requests::virtual_documents;
use crate::routes::{self, Route};
use crate::uri;

/// The `initialize` parameters that the server reads.
#[derive(Debug)]
pub(crate) struct InitializeParams {
    pub(crate) initialization_options: Option<Value>,
    /// The editor's folders. Older clients send only a root folder.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) client: ClientCapabilities,
}

/// The client capabilities that affect the server.
#[derive(Debug, Default)]
pub(crate) struct ClientCapabilities {
    /// Positions can be in UTF-8 bytes.
    has_utf8: bool,
    /// The client supports `workspace/textDocumentContent`.
    pub(crate) has_text_content: bool,
    /// The client renames files as part of an edit.
    pub(crate) renames_files: bool,
    pub(crate) has_progress: bool,
    pub(crate) watches_files: bool,
}

impl InitializeParams {
    /// Reads the parameters of an `initialize` request.
    ///
    /// # Errors
    /// If `capabilities` is missing or is not an object.
    pub(crate) fn from_params(mut params: Value) -> Result<InitializeParams, String> {
        let Some(capabilities) = params.get("capabilities").filter(|value| value.is_object())
        else {
            return Err("initialize: the object 'capabilities' is missing".to_owned());
        };
        let client = ClientCapabilities::new(capabilities);
        let folders = folders(&params);
        let options = params.get_mut("initializationOptions").map(Value::take);
        Ok(InitializeParams { initialization_options: options, folders, client })
    }
}

/// Returns the folders in the `initialize` parameters.
fn folders(params: &Value) -> Vec<PathBuf> {
    let uris = match params.get("workspaceFolders").and_then(Value::as_array) {
        Some(folders) => folders.iter().filter_map(|folder| folder.get("uri")).collect(),
        None => Vec::from_iter(params.get("rootUri")),
    };
    let uris = uris.into_iter().filter_map(|uri| Some(Uri(uri.as_str()?.to_owned())));
    uris.filter_map(|uri| uri::to_path(&uri)).collect()
}

impl ClientCapabilities {
    fn new(capabilities: &Value) -> ClientCapabilities {
        let is = |path: &str| capabilities.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let lists = |path: &str, item: &str| {
            let list = capabilities.pointer(path).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|listed| listed == item))
        };
        let content = capabilities.pointer("/workspace/textDocumentContent");
        ClientCapabilities {
            has_utf8: lists("/general/positionEncodings", "utf-8"),
            has_text_content: content.is_some_and(|content| !content.is_null()),
            renames_files: is("/workspace/workspaceEdit/documentChanges")
                && lists("/workspace/workspaceEdit/resourceOperations", "rename"),
            has_progress: is("/window/workDoneProgress"),
            watches_files: is("/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }

    /// Returns the position encoding: UTF-8 if the client supports it, since the server's texts are
    /// UTF-8.
    pub(crate) fn encoding(&self) -> PositionEncoding {
        if self.has_utf8 { PositionEncoding::Utf8 } else { PositionEncoding::Utf16 }
    }
}

/// Returns the server capabilities (3.18, `ServerCapabilities`).
pub(crate) fn server(client: &ClientCapabilities, routes: &[Route]) -> Value {
    let encoding = match client.encoding() {
        PositionEncoding::Utf8 => "utf-8",
        PositionEncoding::Utf16 => "utf-16",
    };
    // The client sends each change with its range.
    let incremental = 2;
    let mut capabilities = json!({
        "positionEncoding": encoding,
        "textDocumentSync": { "openClose": true, "change": incremental, "save": true },
        "workspace": for_workspace(client),
    });
    routes::add_capabilities(routes, &mut capabilities);
    capabilities
}

/// Returns the capabilities for workspace files and for virtual documents.
fn for_workspace(client: &ClientCapabilities) -> Value {
    let filter = |glob: &str, kind: &str| json!({ "scheme": "file", "pattern": { "glob": glob, "matches": kind } });
    let filters = [filter("**/*.td", "file"), filter("**/*", "folder")];
    let mut workspace = json!({ "fileOperations": { "willRename": { "filters": filters } } });
    if client.has_text_content {
        workspace["textDocumentContent"] = json!({ "schemes": [virtual_documents::SCHEME] });
    }
    workspace
}
