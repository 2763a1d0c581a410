//! `textDocument/documentLink`: links from `include`s to their files.

use gen_lsp_types as lsp;
use gen_lsp_types::DocumentLink;

use super::definition::includes;
use crate::context::FileContext;

pub(crate) fn document_links(
    context: &FileContext<'_>,
    _: lsp::DocumentLinkParams,
) -> Option<Vec<DocumentLink>> {
    let mut links: Vec<DocumentLink> = Vec::new();
    for (span, file) in includes(&context.snapshot, context.path) {
        let Some(range) = context.snapshot.range(span) else { continue };
        let path = crate::uri::to_path(&file.uri);
        let tooltip = path.map(|path| path.display().to_string());
        let link = DocumentLink { range, target: Some(file.uri), tooltip, data: None };
        if !links.contains(&link) {
            links.push(link);
        }
    }
    Some(links)
}
