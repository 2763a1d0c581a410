//! Snapshots: an evaluated root, and the open texts, which may be newer.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use gen_lsp_types::{Location, Position, Range, Uri};
use tablewright_records::RecordStore;
use tablewright_records::trace::{DefinitionId, Trace, TraceNames, Use};
use tablewright_syntax::shown_span;
use tablewright_syntax::source::{FileId, Pos, Span};
use tablewright_syntax::text_map::TextMap;

use crate::analysis::DocumentAnalysis;
use crate::documents::Documents;
use crate::line_index::{LineIndex, PositionEncoding};
use crate::uri;

/// An evaluated root with the open texts.
pub(crate) struct Snapshot<'a> {
    pub(crate) analysis: &'a DocumentAnalysis,
    pub(crate) documents: &'a Documents,
    pub(crate) encoding: PositionEncoding,
    views: RefCell<BTreeMap<PathBuf, Rc<FileView>>>,
}

/// A file in the client's version.
pub(crate) struct FileView {
    pub(crate) uri: Uri,
    pub(crate) text: Arc<str>,
    pub(crate) lines: LineIndex,
    /// Maps the evaluated text to this text; `None` if they are equal.
    map: Option<TextMap>,
}

/// A name at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NameAt {
    pub(crate) definition: DefinitionId,
    pub(crate) span: Span,
}

impl<'a> Snapshot<'a> {
    pub(crate) fn new(
        analysis: &'a DocumentAnalysis,
        documents: &'a Documents,
        encoding: PositionEncoding,
    ) -> Snapshot<'a> {
        Snapshot { analysis, documents, encoding, views: RefCell::default() }
    }

    pub(crate) fn store(&self) -> &'a RecordStore {
        &self.analysis.store
    }

    pub(crate) fn trace(&self) -> Option<&'a Trace> {
        self.analysis.trace()
    }

    pub(crate) fn names(&self) -> Option<&'a TraceNames> {
        Some(self.trace()?.names())
    }

    /// Returns a file in the client's version.
    pub(crate) fn view(&self, path: &Path) -> Option<Rc<FileView>> {
        if let Some(view) = self.views.borrow().get(path) {
            return Some(Rc::clone(view));
        }
        let file = *self.analysis.inclusions(path).first()?;
        let old = &self.store().sources().file(file).text;
        let (uri, text): (Uri, Arc<str>) = match self.documents.get(path) {
            Some(open) => (open.uri.clone(), Arc::clone(&open.text)),
            None => (uri::for_path(path), old.as_str().into()),
        };
        let map = (**old != *text).then(|| TextMap::new(old, &text));
        let view = Rc::new(FileView { uri, lines: LineIndex::new(&text), text, map });
        self.views.borrow_mut().insert(path.to_owned(), Rc::clone(&view));
        Some(view)
    }

    /// Returns the evaluated positions of an offset in a file, one for each inclusion.
    pub(crate) fn evaluated(&self, path: &Path, offset: usize) -> Vec<Pos> {
        let Some(offset) = self.view(path).and_then(|view| view.old_offset(offset)) else {
            return Vec::new();
        };
        self.positions_at(path, offset).collect()
    }

    /// Returns the positions of an offset in a file's evaluated text, one for each inclusion.
    pub(crate) fn positions_at(
        &self,
        path: &Path,
        evaluated_offset: usize,
    ) -> impl Iterator<Item = Pos> {
        let sources = self.store().sources();
        let files = self.analysis.inclusions(path).iter().map(|&file| sources.file(file));
        let files = files.filter(move |file| evaluated_offset <= file.text.len());
        files.map(move |file| file.pos(evaluated_offset))
    }

    /// Returns the file of a position, and the offset in its evaluated text.
    pub(crate) fn path_and_offset(&self, pos: Pos) -> (PathBuf, usize) {
        let path = self.analysis.path_of(pos).to_owned();
        (path, self.store().sources().offset_in_file(pos))
    }

    /// Converts a position in the client's text to an offset.
    pub(crate) fn offset(&self, path: &Path, at: Position) -> Option<usize> {
        let view = self.view(path)?;
        Some(view.lines.offset(&view.text, at, self.encoding))
    }

    /// Converts a client position to evaluated positions.
    pub(crate) fn positions(&self, path: &Path, at: Position) -> Vec<Pos> {
        self.offset(path, at).map_or_else(Vec::new, |offset| self.evaluated(path, offset))
    }

    /// Converts an evaluated span to a client location; `None` if the client has edited the place.
    /// An empty span is extended to its token.
    pub(crate) fn location(&self, span: Span) -> Option<Location> {
        let sources = self.store().sources();
        let span = shown_span(sources, span);
        let path = self.analysis.path_of(span.lo);
        let view = self.view(path)?;
        let bytes = sources.offset_in_file(span.lo)..sources.offset_in_file(span.hi);
        let range = view.range(bytes, self.encoding)?;
        Some(Location { uri: view.uri.clone(), range })
    }

    /// Converts an evaluated position to an offset in the client's text.
    pub(crate) fn client_offset(&self, pos: Pos) -> Option<usize> {
        let view = self.view(self.analysis.path_of(pos))?;
        view.new_offset(self.store().sources().offset_in_file(pos))
    }

    /// Like [`Self::location`], but an empty span stays empty, for insertions.
    pub(crate) fn exact_location(&self, span: Span) -> Option<Location> {
        let sources = self.store().sources();
        let view = self.view(self.analysis.path_of(span.lo))?;
        let bytes = sources.offset_in_file(span.lo)..sources.offset_in_file(span.hi);
        let range = view.range(bytes, self.encoding)?;
        Some(Location { uri: view.uri.clone(), range })
    }

    /// Like [`Self::location`], without the file.
    pub(crate) fn range(&self, span: Span) -> Option<Range> {
        Some(self.location(span)?.range)
    }

    /// Returns the name at a client position: under it, or directly before it.
    pub(crate) fn name_at(&self, path: &Path, at: Position) -> Option<NameAt> {
        let offset = self.offset(path, at)?;
        let offsets = [Some(offset), offset.checked_sub(1)];
        offsets.into_iter().flatten().find_map(|offset| {
            self.evaluated(path, offset).into_iter().find_map(|pos| self.name_at_pos(pos))
        })
    }

    /// Returns the name at an evaluated position.
    pub(crate) fn name_at_pos(&self, pos: Pos) -> Option<NameAt> {
        let uses = self.names()?.uses();
        let after = uses.partition_point(|used| used.span.lo <= pos);
        // Uses are sorted and short, and few begin at the same position.
        let mut near = uses[..after].iter().rev().take(8);
        if let Some(&used) = near.find(|used| pos < used.span.hi) {
            return Some(NameAt { definition: used.definition, span: used.span });
        }
        let (span, definition) = self.analysis.definition_at(pos)?;
        Some(NameAt { definition, span })
    }

    /// Returns the uses in a file, sorted by position.
    pub(crate) fn uses_in(&self, file: FileId) -> &'a [Use] {
        let Some(names) = self.names() else { return &[] };
        let file = self.store().sources().file(file);
        let (lo, hi) = (file.pos(0), file.pos(file.text.len()));
        let uses = names.uses();
        let start = uses.partition_point(|used| used.span.lo < lo);
        let end = uses.partition_point(|used| used.span.lo < hi);
        &uses[start..end.max(start)]
    }

    /// Returns a span's evaluated text.
    pub(crate) fn text(&self, span: Span) -> &'a str {
        let sources = self.store().sources();
        let file = sources.file(sources.file_of(span.lo));
        let (lo, hi) = (sources.offset_in_file(span.lo), sources.offset_in_file(span.hi));
        file.text.get(lo..hi).unwrap_or_default()
    }
}

impl FileView {
    /// Converts a byte range in the evaluated text to a client range.
    pub(crate) fn range(
        &self,
        old: std::ops::Range<usize>,
        encoding: PositionEncoding,
    ) -> Option<Range> {
        let (start, end) = match self.map {
            None => (old.start, old.end),
            Some(map) => (map.to_new(old.start)?, map.to_new(old.end)?),
        };
        Some(self.lines.range(&self.text, start..end.max(start), encoding))
    }

    /// Converts a byte range in the client's text to a client range.
    pub(crate) fn client_range(&self, bytes: std::ops::Range<usize>, by: &Snapshot<'_>) -> Range {
        self.lines.range(&self.text, bytes, by.encoding)
    }

    fn new_offset(&self, old: usize) -> Option<usize> {
        self.map.map_or(Some(old), |map| map.to_new(old))
    }

    fn old_offset(&self, new: usize) -> Option<usize> {
        self.map.map_or(Some(new), |map| map.to_old(new))
    }
}
