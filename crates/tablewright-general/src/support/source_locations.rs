//! Positions in the input as `file:line`, the file without its directory.

use rustc_hash::FxHashMap;
use tablewright_syntax::source::{Pos, SourceMap};
use tablewright_text::append;

/// Positions as text. Each is made once, for records that come from the same class share many.
pub(crate) struct SourceLocations<'s> {
    sources: &'s SourceMap,
    text: String,
    /// Begin and end of a position's text, as offsets into `text`.
    cached: FxHashMap<Pos, (u32, u32)>,
}

impl<'s> SourceLocations<'s> {
    pub(crate) fn new(sources: &'s SourceMap) -> SourceLocations<'s> {
        SourceLocations { sources, text: String::new(), cached: FxHashMap::default() }
    }

    /// Returns the text for `pos`.
    pub(crate) fn text(&mut self, pos: Pos) -> &str {
        let (text, sources) = (&mut self.text, self.sources);
        let &mut (start, end) = self.cached.entry(pos).or_insert_with(|| {
            // At most a few bytes for each position in the input, so the text stays far below 4 GiB.
            let start = text.len() as u32;
            push_location(text, sources, pos);
            (start, text.len() as u32)
        });
        &self.text[start as usize..end as usize]
    }
}

fn push_location(out: &mut String, sources: &SourceMap, pos: Pos) {
    let at = sources.line_column(pos);
    let path = sources.file(at.file).name.as_str();
    let file = path.rfind(['/', '\\']).map_or(path, |separator| &path[separator + 1..]);
    append!(out, file, ":", at.line);
}
