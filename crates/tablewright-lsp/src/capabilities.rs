//! What the server says that it can.

use gen_lsp_types as lsp;
use gen_lsp_types::{PositionEncodingKind, ServerCapabilities};

use crate::line_index::Encoding;
use crate::requests::{commands, semantic_tokens, virtual_documents};

/// The encoding of positions: UTF-8 where the client can, since texts are UTF-8 here.
pub(crate) fn encoding(client: &lsp::ClientCapabilities) -> Encoding {
    let general = client.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    let has_utf8 = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
    if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
}

/// The capabilities of the server.
pub(crate) fn server(encoding: Encoding, client: &lsp::ClientCapabilities) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(lsp::TextDocumentSync::Options(lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            save: Some(lsp::Save::Bool(true)),
            ..lsp::TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(lsp::HoverProvider::Bool(true)),
        definition_provider: Some(lsp::DefinitionProvider::Bool(true)),
        references_provider: Some(lsp::ReferencesProvider::Bool(true)),
        document_highlight_provider: Some(lsp::DocumentHighlightProvider::Bool(true)),
        document_symbol_provider: Some(lsp::DocumentSymbolProvider::Bool(true)),
        workspace_symbol_provider: Some(lsp::WorkspaceSymbolProvider::Bool(true)),
        type_definition_provider: Some(lsp::TypeDefinitionProvider::Bool(true)),
        workspace: Some(of_workspace(client)),
        ..of_texts()
    }
}

/// Whether the client renames files where an edit says so.
pub(crate) fn renames_files(client: &lsp::ClientCapabilities) -> bool {
    let workspace = client.workspace.as_ref();
    let Some(edit) = workspace.and_then(|workspace| workspace.workspace_edit.as_ref()) else {
        return false;
    };
    let operations = edit.resource_operations.as_deref().unwrap_or_default();
    edit.document_changes.unwrap_or(false)
        && operations.contains(&lsp::ResourceOperationKind::Rename)
}

/// The capabilities for files of the editor's folders, and for texts that are no files.
fn of_workspace(client: &lsp::ClientCapabilities) -> lsp::WorkspaceOptions {
    let filter = |glob: &str, kind| lsp::FileOperationFilter {
        scheme: Some("file".to_owned()),
        pattern: lsp::FileOperationPattern {
            glob: glob.to_owned(),
            matches: Some(kind),
            options: None,
        },
    };
    let filters = vec![
        filter("**/*.td", lsp::FileOperationPatternKind::File),
        filter("**/*", lsp::FileOperationPatternKind::Folder),
    ];
    let workspace = client.workspace.as_ref();
    let has_content = workspace.is_some_and(|workspace| workspace.text_document_content.is_some());
    let content =
        lsp::TextDocumentContentOptions { schemes: vec![virtual_documents::SCHEME.to_owned()] };
    lsp::WorkspaceOptions {
        file_operations: Some(lsp::FileOperationOptions {
            will_rename: Some(lsp::FileOperationRegistrationOptions { filters }),
            ..lsp::FileOperationOptions::default()
        }),
        text_document_content: has_content.then_some(lsp::TextDocumentContent::Options(content)),
        ..lsp::WorkspaceOptions::default()
    }
}

/// The capabilities that have options.
fn of_texts() -> ServerCapabilities {
    let texts = |texts: &[&str]| -> Option<Vec<String>> {
        Some(texts.iter().map(|&text| text.to_owned()).collect())
    };
    ServerCapabilities {
        folding_range_provider: Some(lsp::FoldingRangeProvider::Bool(true)),
        selection_range_provider: Some(lsp::SelectionRangeProvider::Bool(true)),
        inlay_hint_provider: Some(lsp::InlayHintProvider::Bool(true)),
        implementation_provider: Some(lsp::ImplementationProvider::Bool(true)),
        type_hierarchy_provider: Some(lsp::TypeHierarchyProvider::Bool(true)),
        call_hierarchy_provider: Some(lsp::CallHierarchyProvider::Bool(true)),
        document_link_provider: Some(lsp::DocumentLinkOptions::default()),
        code_lens_provider: Some(lsp::CodeLensOptions::default()),
        code_action_provider: Some(lsp::CodeActionProvider::CodeActionOptions(
            lsp::CodeActionOptions {
                code_action_kinds: Some(vec![
                    lsp::CodeActionKind::QuickFix,
                    lsp::CodeActionKind::Refactor,
                ]),
                ..lsp::CodeActionOptions::default()
            },
        )),
        document_formatting_provider: Some(lsp::DocumentFormattingProvider::Bool(true)),
        document_range_formatting_provider: Some(
            lsp::DocumentRangeFormattingProvider::DocumentRangeFormattingOptions(
                lsp::DocumentRangeFormattingOptions {
                    ranges_support: Some(true),
                    ..lsp::DocumentRangeFormattingOptions::default()
                },
            ),
        ),
        document_on_type_formatting_provider: Some(lsp::DocumentOnTypeFormattingOptions {
            first_trigger_character: ";".to_owned(),
            more_trigger_character: texts(&["}", "\n"]),
        }),
        rename_provider: Some(lsp::RenameProvider::RenameOptions(lsp::RenameOptions {
            prepare_provider: Some(true),
            ..lsp::RenameOptions::default()
        })),
        completion_provider: Some(lsp::CompletionOptions {
            trigger_characters: texts(&["!", ".", "\"", "/", "<", ":"]),
            ..lsp::CompletionOptions::default()
        }),
        signature_help_provider: Some(lsp::SignatureHelpOptions {
            trigger_characters: texts(&["<", "(", ","]),
            ..lsp::SignatureHelpOptions::default()
        }),
        semantic_tokens_provider: Some(lsp::SemanticTokensProvider::SemanticTokensOptions(
            lsp::SemanticTokensOptions {
                legend: semantic_tokens::legend(),
                range: Some(lsp::SemanticTokensOptionsRange::Bool(true)),
                full: Some(lsp::Full::Bool(true)),
                ..lsp::SemanticTokensOptions::default()
            },
        )),
        execute_command_provider: Some(lsp::ExecuteCommandOptions {
            commands: commands::NAMES.map(str::to_owned).to_vec(),
            ..lsp::ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}
