//! The input that the parser had read when an event was complete.

use crate::source::{FileId, Pos, Shift, SourceFile};

/// The input that was read when an event was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventRead {
    /// Number of opened files.
    pub files: usize,
    /// End of the token after the event. Only the bytes that show the token's end were also read.
    ///
    /// If the event is the last in its file and the file's tree comes from a cache, this is the
    /// position of the path in the file's `include`, because such a tree does not depend on the
    /// text after the `include`.
    pub end: Pos,
}

/// For each event in a part, the input that had been read.
#[derive(Clone, Copy, Debug)]
pub struct PassedReads<'p> {
    reads: &'p [EventRead],
    again: Option<Again>,
}

/// The file of a part when it was read first, and when its tree is passed on again.
#[derive(Clone, Copy, Debug)]
struct Again {
    first: (FileId, Pos, Pos),
    file: FileId,
    shift: Shift,
    /// Position of the path in its `include`.
    include: Pos,
}

impl<'p> PassedReads<'p> {
    pub(super) fn new(reads: &'p [EventRead]) -> PassedReads<'p> {
        PassedReads { reads, again: None }
    }

    /// Creates the list for a part that was read in the file `first`, and is passed on again in
    /// `file`. `include` is the position of the path in that file's `include`.
    pub(super) fn again(
        reads: &'p [EventRead],
        (first, source): (FileId, &SourceFile),
        (file, shift): (FileId, Shift),
        include: Pos,
    ) -> PassedReads<'p> {
        let first = (first, source.pos(0), source.pos(source.text.len()));
        PassedReads { reads, again: Some(Again { first, file, shift, include }) }
    }

    /// Returns an item for each event, in order.
    pub fn iter(&self) -> impl Iterator<Item = EventRead> {
        let PassedReads { reads, again } = *self;
        reads.iter().map(move |&read| again.map_or(read, |again| again.moved(read)))
    }
}

impl Again {
    fn moved(&self, EventRead { files, end }: EventRead) -> EventRead {
        let Again { first: (first, start, last), file, shift, include } = *self;
        // The included files have the same order in both runs.
        let files = files - first.index() + file.index();
        let end = if start <= end && end <= last { end.moved(shift) } else { include };
        EventRead { files, end }
    }
}
