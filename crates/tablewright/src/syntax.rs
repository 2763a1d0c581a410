//! Source positions, diagnostics, and tools for text without records.

pub use tablewright_syntax::{
    FileProvider, Flattening, IncludedFile, NotFound, TreeCache, include_path, shown_span,
};

/// Errors, warnings and notes, as data.
pub mod diagnostic {
    pub use tablewright_syntax::diagnostic::{
        CarriedSources, Code, Diagnostic, Diagnostics, Excerpt, Label, Note, Severity, Subject,
        Suggestion,
    };
}

/// Files and positions in them.
pub mod source {
    pub use tablewright_syntax::source::{FileId, LineColumn, Pos, SourceFile, SourceMap, Span};
}

/// Names as numbers.
pub mod symbol {
    pub use tablewright_syntax::symbol::{Interner, Symbol};
}

/// Diagnostics as the reference programs print them.
pub mod render {
    pub use tablewright_syntax::render::render;
}

/// Similar names, for suggestions.
pub mod similar {
    pub use tablewright_syntax::similar::most_similar;
}

/// File layout.
pub mod format {
    pub use tablewright_syntax::format::{
        Alignment, LayoutEdit, LayoutError, LayoutOptions, LetBlocks, LineSelection, apply, format,
    };
}
