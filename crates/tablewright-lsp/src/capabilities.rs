//! The capabilities of client and server, which `initialize` exchanges.
//!
//! The server reads a small part of the capabilities that clients send, and its own are the same for almost all clients.
//! Both are read and written as JSON: the code for the protocol's types of them would be a twentieth of the playground's
//! module.

use std::path::PathBuf;

use gen_lsp_types::Uri;
use serde_json::{Value, json};

use crate::line_index::Encoding;
use crate::requests::{commands, semantic_tokens, virtual_documents};
use crate::uri;

/// The parameters of `initialize` that the server reads.
#[derive(Debug)]
pub(crate) struct InitializeParams {
    pub(crate) initialization_options: Option<Value>,
    /// The folders of the editor. Older clients have one, the root.
    pub(crate) folders: Vec<PathBuf>,
    pub(crate) client: ClientCapabilities,
}

/// The capabilities of the client that change what the server sends.
#[derive(Debug, Default)]
pub(crate) struct ClientCapabilities {
    /// Positions may count bytes of UTF-8.
    has_utf8: bool,
    /// It supports `workspace/textDocumentContent`.
    pub(crate) has_text_content: bool,
    /// It renames files where an edit says so.
    pub(crate) renames_files: bool,
    pub(crate) has_progress: bool,
    pub(crate) watches_files: bool,
}

impl InitializeParams {
    /// # Errors
    /// Where `capabilities` is missing or no object.
    pub(crate) fn of(mut params: Value) -> Result<InitializeParams, String> {
        let Some(capabilities) = params.get("capabilities").filter(|value| value.is_object())
        else {
            return Err("initialize: the object 'capabilities' is missing".to_owned());
        };
        let client = ClientCapabilities::of(capabilities);
        let folders = folders(&params);
        let options = params.get_mut("initializationOptions").map(Value::take);
        Ok(InitializeParams { initialization_options: options, folders, client })
    }
}

/// The folders that the parameters of `initialize` name.
fn folders(params: &Value) -> Vec<PathBuf> {
    let uris = match params.get("workspaceFolders").and_then(Value::as_array) {
        Some(folders) => folders.iter().filter_map(|folder| folder.get("uri")).collect(),
        None => Vec::from_iter(params.get("rootUri")),
    };
    let uris = uris.into_iter().filter_map(|uri| Some(Uri(uri.as_str()?.to_owned())));
    uris.filter_map(|uri| uri::to_path(&uri)).collect()
}

impl ClientCapabilities {
    fn of(capabilities: &Value) -> ClientCapabilities {
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

    /// The encoding of positions: UTF-8 where the client can, since texts are UTF-8 here.
    pub(crate) fn encoding(&self) -> Encoding {
        if self.has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
    }
}

/// The capabilities of the server (3.18, `ServerCapabilities`).
pub(crate) fn server(client: &ClientCapabilities) -> Value {
    let encoding = match client.encoding() {
        Encoding::Utf8 => "utf-8",
        Encoding::Utf16 => "utf-16",
    };
    // All changes are sent, each with its range.
    let incremental = 2;
    json!({
        "positionEncoding": encoding,
        "textDocumentSync": { "openClose": true, "change": incremental, "save": true },
        "workspace": of_workspace(client),
        "callHierarchyProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor"] },
        "codeLensProvider": {},
        "completionProvider": { "triggerCharacters": ["!", ".", "\"", "/", "<", ":"] },
        "definitionProvider": true,
        "documentFormattingProvider": true,
        "documentHighlightProvider": true,
        "documentLinkProvider": {},
        "documentOnTypeFormattingProvider": {
            "firstTriggerCharacter": ";",
            "moreTriggerCharacter": ["}", "\n"],
        },
        "documentRangeFormattingProvider": { "rangesSupport": true },
        "documentSymbolProvider": true,
        "executeCommandProvider": { "commands": commands::NAMES },
        "foldingRangeProvider": true,
        "hoverProvider": true,
        "implementationProvider": true,
        "inlayHintProvider": true,
        "referencesProvider": true,
        "renameProvider": { "prepareProvider": true },
        "selectionRangeProvider": true,
        "semanticTokensProvider": {
            "legend": semantic_tokens::legend(),
            "range": true,
            "full": true,
        },
        "signatureHelpProvider": { "triggerCharacters": ["<", "(", ","] },
        "typeDefinitionProvider": true,
        "typeHierarchyProvider": true,
        "workspaceSymbolProvider": true,
    })
}

/// The capabilities for files of the editor's folders, and for texts that are no files.
fn of_workspace(client: &ClientCapabilities) -> Value {
    let filter = |glob: &str, kind: &str| json!({ "scheme": "file", "pattern": { "glob": glob, "matches": kind } });
    let filters = [filter("**/*.td", "file"), filter("**/*", "folder")];
    let mut workspace = json!({ "fileOperations": { "willRename": { "filters": filters } } });
    if client.has_text_content {
        workspace["textDocumentContent"] = json!({ "schemes": [virtual_documents::SCHEME] });
    }
    workspace
}
