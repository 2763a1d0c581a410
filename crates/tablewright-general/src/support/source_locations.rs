//! Places in the input as `file:line`, the file without its directory.

use rustc_hash::FxHashMap;
use tablewright_syntax::source::{Pos, SourceMap};

/// The text of places in the input, each formatted once: records that inherit a field share its
/// place.
pub(crate) struct SourceLocations<'s> {
    sources: &'s SourceMap,
    text: String,
    known: FxHashMap<Pos, (u32, u32)>,
}

impl<'s> SourceLocations<'s> {
    pub(crate) fn new(sources: &'s SourceMap) -> SourceLocations<'s> {
        SourceLocations { sources, text: String::new(), known: FxHashMap::default() }
    }

    /// The text of `pos`.
    pub(crate) fn text(&mut self, pos: Pos) -> &str {
        let (text, sources) = (&mut self.text, self.sources);
        let &mut (start, end) = self.known.entry(pos).or_insert_with(|| {
            // At most a few bytes for each place in the input, so the text stays far below 4 GiB.
            let start = text.len() as u32;
            push_place(text, sources, pos);
            (start, text.len() as u32)
        });
        &self.text[start as usize..end as usize]
    }
}

fn push_place(out: &mut String, sources: &SourceMap, pos: Pos) {
    let at = sources.line_column(pos);
    let path = sources.file(at.file).name.as_str();
    let file = path.rfind(['/', '\\']).map_or(path, |separator| &path[separator + 1..]);
    out.push_str(file);
    out.push(':');
    out.push_str(&at.line.to_string());
}
