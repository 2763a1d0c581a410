//! The end of what the parser has read of the input when an event is complete.

use crate::source::{FileId, Pos, Shift, SourceFile};

/// How far the input was read when an event was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventRead {
    /// How many files were opened.
    pub files: usize,
    /// The end of the token after the event. Nothing was read beyond it, but for the bytes that show where it ends.
    ///
    /// Where the file of the event ends before that token, and its tree comes from a cache, this is the path in the
    /// `include` of the file: such a tree is the same whatever follows the `include`.
    pub end: Pos,
}

/// What was read when each of the events of a part was complete.
#[derive(Clone, Copy, Debug)]
pub struct PassedReads<'p> {
    reads: &'p [EventRead],
    again: Option<Again>,
}

/// The file of a part when it was read, and when its tree is passed on again.
#[derive(Clone, Copy, Debug)]
struct Again {
    first: (FileId, Pos, Pos),
    file: FileId,
    shift: Shift,
    /// The position of the path in its `include`.
    include: Pos,
}

impl<'p> PassedReads<'p> {
    pub(super) fn new(reads: &'p [EventRead]) -> PassedReads<'p> {
        PassedReads { reads, again: None }
    }

    /// Of a part that was read in the file `first`, and is passed on again as one of `file`. `include` is the position
    /// of the path in the `include` of that.
    pub(super) fn again(
        reads: &'p [EventRead],
        (first, source): (FileId, &SourceFile),
        (file, shift): (FileId, Shift),
        include: Pos,
    ) -> PassedReads<'p> {
        let first = (first, source.pos(0), source.pos(source.text.len()));
        PassedReads { reads, again: Some(Again { first, file, shift, include }) }
    }

    /// One for each event, in order.
    pub fn iter(&self) -> impl Iterator<Item = EventRead> {
        let PassedReads { reads, again } = *self;
        reads.iter().map(move |&read| again.map_or(read, |again| again.moved(read)))
    }
}

impl Again {
    fn moved(&self, EventRead { files, end }: EventRead) -> EventRead {
        let Again { first: (first, start, last), file, shift, include } = *self;
        // The files that it includes follow it in both orders.
        let files = files - first.index() + file.index();
        let end = if start <= end && end <= last { end.moved(shift) } else { include };
        EventRead { files, end }
    }
}
