//! Source files and positions in them.
//!
//! All files in a run share one range of positions: each file occupies the part after the previous
//! file's part. So a position has four bytes, and the [`SourceMap`] finds its file, the file's
//! `include`, the line and the column. A file that is included twice occupies two parts.

use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};

use tablewright_index::{IndexVec, define_index};

use crate::text_map::TextMap;

/// A position in a file of a [`SourceMap`]: a byte offset in the range that all files share.
#[doc(alias = "SMLoc")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Pos(NonZeroU32);

impl Pos {
    /// Returns the position `bytes` after this one in the same file.
    #[must_use]
    #[inline]
    pub fn offset(self, bytes: u32) -> Pos {
        Pos(self.0.checked_add(bytes).expect("positions stay below the limit of `SourceMap`"))
    }

    /// Returns the number of bytes from `start` to this position.
    #[inline]
    pub(crate) fn bytes_from(self, start: Pos) -> u32 {
        self.raw() - start.raw()
    }

    /// Returns the position of the byte at `offset` in a file that belongs to no source map.
    #[inline]
    pub(crate) fn from_offset(offset: u32) -> Pos {
        Pos(NonZeroU32::MIN.saturating_add(offset))
    }

    fn raw(self) -> u32 {
        self.0.get()
    }

    /// Returns this position in a source map in which its file starts elsewhere.
    #[must_use]
    #[inline]
    pub fn moved(self, shift: Shift) -> Pos {
        Pos(NonZeroU32::new(self.raw().wrapping_add(shift.0)).unwrap_or(NonZeroU32::MIN))
    }
}

/// The distance between a file's starts in two source maps.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Shift(u32);

impl Shift {
    /// Creates the shift for a file that starts at `from` in the old map and at `to` in the new
    /// map.
    pub fn new(from: Pos, to: Pos) -> Shift {
        Shift(to.raw().wrapping_sub(from.raw()))
    }
}

/// A range of positions in one file. It excludes its end.
#[doc(alias = "SMRange")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// Position of the first byte.
    pub lo: Pos,
    /// Position after the last byte.
    pub hi: Pos,
}

impl Span {
    /// Creates the span from `lo` to just before `hi`.
    #[inline]
    pub fn new(lo: Pos, hi: Pos) -> Span {
        Span { lo, hi }
    }

    /// Returns the span from the start of this span to the end of `other`.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { lo: self.lo, hi: other.hi }
    }
}

/// Converts a position to the empty span there.
impl From<Pos> for Span {
    #[inline]
    fn from(pos: Pos) -> Span {
        Span { lo: pos, hi: pos }
    }
}

define_index! {
    /// A file in a [`SourceMap`], in order of inclusion; the main file is the first.
    pub struct FileId;
}

/// One inclusion of a file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path for messages: as given, or as the search for include files found it.
    pub name: String,
    /// The contents. Inclusions of the same file may share them.
    pub text: Arc<String>,
    /// Position of its `include`; `None` for the main file.
    pub included_from: Option<Pos>,
    /// Position of the first byte.
    start: u32,
    /// Maximum size in bytes to which the text may grow before later files have to move.
    room: u32,
    /// Offsets at which lines start, computed on demand, because few files have diagnostics.
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    /// Returns the position of the byte at `offset`.
    pub fn pos(&self, offset: usize) -> Pos {
        let offset = u32::try_from(offset).expect("offset lies in the file");
        Pos(NonZeroU32::new(self.start + offset).expect("files start at position one"))
    }

    /// Returns whether this is the same file at the same position, perhaps with another text.
    fn is_in_position_of(&self, other: &SourceFile) -> bool {
        let position = |file: &SourceFile| (file.start, file.included_from);
        position(self) == position(other) && self.name == other.name
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            // `SourceMap::add` refuses files beyond its limit, so offsets fit into 32 bits.
            std::iter::once(0).chain(breaks.map(|(i, _)| i as u32 + 1)).collect()
        })
    }
}

/// A position as file, line and column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// The file.
    pub file: FileId,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1.
    pub column: u32,
}

/// All files that were read in a run. Clones share the files.
#[doc(alias = "SourceMgr")]
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    files: IndexVec<FileId, Arc<SourceFile>>,
    layout: SourceLayout,
}

/// The placement of files in the range of positions.
#[derive(Clone, Default, Debug)]
enum SourceLayout {
    /// Each directly after the previous file.
    #[default]
    Dense,
    /// With room for growth between them. A file has the same room as in an earlier map, given
    /// here, if it has the same name there and still fits.
    WithRoom(Arc<[(String, u32)]>),
}

impl SourceLayout {
    /// Returns the room for the file at `index`.
    fn room(&self, index: usize, name: &str, len: usize) -> usize {
        let SourceLayout::WithRoom(before) = self else { return len };
        match before.get(index) {
            Some((same, room)) if same == name && len <= *room as usize => *room as usize,
            Some(_) | None => len + len / 8 + SourceMap::LEAST_ROOM,
        }
    }
}

impl SourceMap {
    /// Maximum size of all files together, in bytes, plus one byte for each file: 1 GiB. LLVM's
    /// descriptions have less than 50 MB. At this limit a process limited to 4 GiB still has the
    /// memory to report the error.
    pub const LIMIT: usize = 1 << 30;

    /// Minimum number of bytes by which texts in a map [with room](Self::with_room) may grow.
    pub const LEAST_ROOM: usize = 4096;

    /// Creates an empty map.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Creates an empty map whose texts have room for growth. The first files that it shares with
    /// `before`, an earlier map with room, start at the same positions as there.
    pub fn with_room(before: Option<&SourceMap>) -> SourceMap {
        let files = before.into_iter().flat_map(|before| before.files.iter());
        let rooms = files.map(|file| (file.name.clone(), file.room)).collect();
        SourceMap { files: IndexVec::new(), layout: SourceLayout::WithRoom(rooms) }
    }

    /// Returns the offset of the first difference between the file with this `id` and the file with
    /// the same id in `before`, an earlier map. `None` if both have the same text and position.
    pub fn first_change(&self, before: &SourceMap, id: FileId) -> Option<usize> {
        let new = self.file(id);
        let Some(old) = before.files.get(id).filter(|old| old.is_in_position_of(new)) else {
            return Some(0);
        };
        if old.text == new.text {
            return None;
        }
        let bytes = old.text.bytes().zip(new.text.bytes());
        Some(bytes.take_while(|(old, new)| old == new).count())
    }

    /// Returns the difference between the file's text and that file's text in `before`, an earlier
    /// map. `None` if both have the same text and position.
    pub fn change(&self, before: &SourceMap, id: FileId) -> Option<TextMap> {
        let new = self.file(id);
        match before.files.get(id) {
            None => Some(TextMap::unrelated("", &new.text)),
            Some(old) if !old.is_in_position_of(new) => {
                Some(TextMap::unrelated(&old.text, &new.text))
            }
            Some(old) => (old.text != new.text).then(|| TextMap::new(&old.text, &new.text)),
        }
    }

    /// Adds a file. Returns the text as the error if all files together would exceed
    /// [`SourceMap::LIMIT`].
    pub fn add(
        &mut self,
        name: String,
        text: String,
        included_from: Option<Pos>,
    ) -> Result<FileId, String> {
        if self.next_place(&name, text.len()).is_none() {
            return Err(text);
        }
        let id = self.add_shared(name, Arc::new(text), included_from);
        Ok(id.expect("its size was looked at"))
    }

    /// Adds a file whose text is shared; `None` if the map would be too large.
    pub(crate) fn add_shared(
        &mut self,
        name: String,
        text: Arc<String>,
        included_from: Option<Pos>,
    ) -> Option<FileId> {
        let (start, room) = self.next_place(&name, text.len())?;
        let line_starts = OnceLock::new();
        let file = SourceFile { name, text, included_from, start, room, line_starts };
        Some(self.files.push(Arc::new(file)))
    }

    /// Returns the start and room for a new file; `None` if the map would be too large.
    fn next_place(&self, name: &str, len: usize) -> Option<(u32, u32)> {
        // The position after the last byte, the end of file, belongs to the file too. Positions
        // start at one, so that `Option<Pos>` has four bytes.
        let start = self.files.last().map_or(1, |f| f.start as usize + f.room as usize + 1);
        if start + len > Self::LIMIT {
            return None;
        }
        let room = self.layout.room(self.files.len(), name, len);
        let room = if start + room > Self::LIMIT { len } else { room };
        // The whole file lies below the limit, which fits into 32 bits.
        Some((start as u32, room as u32))
    }

    /// Adds another inclusion of a file from this map or another map, with the same text; `None` if
    /// the map would be too large.
    pub(crate) fn add_again(&mut self, file: &SourceFile, included_from: Pos) -> Option<FileId> {
        let SourceFile { name, text, line_starts, .. } = file;
        let (start, room) = self.next_place(name, text.len())?;
        let file = SourceFile {
            name: name.clone(),
            text: Arc::clone(text),
            included_from: Some(included_from),
            start,
            room,
            line_starts: line_starts.clone(),
        };
        Some(self.files.push(Arc::new(file)))
    }

    /// Returns the number of bytes that all files occupy, including room for growth.
    pub fn text_bytes(&self) -> usize {
        self.files.last().map_or(0, |file| file.start as usize + file.text.len())
    }

    /// Returns the file with this `id`.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id]
    }

    /// Returns the file with this `id`, shared.
    pub(crate) fn shared_file(&self, id: FileId) -> Arc<SourceFile> {
        Arc::clone(&self.files[id])
    }

    /// Returns all files in order of inclusion.
    pub fn files(&self) -> &[Arc<SourceFile>] {
        self.files.raw()
    }

    /// Adds the later files from another map whose first files are this map's files.
    pub fn follow(&mut self, files: impl IntoIterator<Item = Arc<SourceFile>>) {
        self.files.extend(files);
    }

    /// Keeps only the first `len` files.
    pub fn truncate(&mut self, len: usize) {
        self.files.truncate(len);
    }

    /// Returns the file that contains `pos`.
    pub fn file_of(&self, pos: Pos) -> FileId {
        let later = self.files.raw().partition_point(|f| f.start <= pos.raw());
        // The first file starts at the smallest position, so at least one file is not later.
        FileId::from_index(later - 1)
    }

    /// Returns the file, line and column of `pos`.
    pub fn line_column(&self, pos: Pos) -> LineColumn {
        let id = self.file_of(pos);
        let file = self.file(id);
        let offset = pos.raw() - file.start;
        let starts = file.line_starts();
        let line = starts.partition_point(|&s| s <= offset);
        LineColumn { file: id, line: line as u32, column: offset - starts[line - 1] + 1 }
    }

    /// Returns the text of the line that contains `pos`, without its line break.
    pub fn line_text(&self, pos: Pos) -> &str {
        let at = self.line_column(pos);
        let file = self.file(at.file);
        let start = file.line_starts()[at.line as usize - 1] as usize;
        let tail = &file.text[start..];
        let line = tail.split('\n').next().unwrap_or(tail);
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// Returns the `len` bytes that start at `pos`.
    ///
    /// # Panics
    /// If they do not lie in one file, or do not start and end between characters.
    pub fn text(&self, pos: Pos, len: u32) -> &str {
        let file = self.file(self.file_of(pos));
        let start = (pos.raw() - file.start) as usize;
        &file.text[start..start + len as usize]
    }

    /// Returns the byte offset of `pos` in its file.
    pub fn offset_in_file(&self, pos: Pos) -> usize {
        (pos.raw() - self.file(self.file_of(pos)).start) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_know_file_line_and_column() {
        let mut map = SourceMap::new();
        let main = map.add("a.td".into(), "one\ntwo\r\n".into(), None).expect("small");
        let include_at = map.file(main).pos(4);
        let other = map.add("b.td".into(), "x".into(), Some(include_at)).expect("small");
        let at = |file, offset| map.line_column(map.file(file).pos(offset));
        assert_eq!(at(main, 0), LineColumn { file: main, line: 1, column: 1 });
        assert_eq!(at(main, 6), LineColumn { file: main, line: 2, column: 3 });
        assert_eq!(at(main, 9), LineColumn { file: main, line: 3, column: 1 });
        assert_eq!(at(other, 1), LineColumn { file: other, line: 1, column: 2 });
        assert_eq!(map.line_text(include_at), "two");
        assert_eq!((map.text(include_at, 3), map.text(map.file(other).pos(0), 1)), ("two", "x"));
    }

    #[test]
    fn a_text_that_grows_does_not_move_the_files_after_it() {
        let map_of = |before: Option<&SourceMap>, main: &str| {
            let mut map = SourceMap::with_room(before);
            let id = map.add("a.td".into(), main.into(), None).expect("small");
            let at = map.file(id).pos(0);
            map.add("b.td".into(), "x".into(), Some(at)).expect("small");
            map
        };
        let starts = |map: &SourceMap| map.files.iter().map(|file| file.start).collect::<Vec<_>>();
        let changes = |map: &SourceMap, before: &SourceMap| {
            map.files.indices().map(|id| map.first_change(before, id)).collect::<Vec<_>>()
        };
        let first = map_of(None, "one two");
        let longer = map_of(Some(&first), "one and two");
        assert_eq!(starts(&first), starts(&longer));
        assert_eq!(changes(&longer, &first), [Some(4), None]);
        assert_eq!(changes(&longer, &longer.clone()), [None, None]);
        let too_long = map_of(Some(&longer), &" ".repeat(SourceMap::LEAST_ROOM * 2));
        assert_eq!(changes(&too_long, &longer), [Some(0), Some(0)]);
    }
}
