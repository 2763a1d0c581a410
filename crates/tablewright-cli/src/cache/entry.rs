//! Entries: all that a run wrote.

use memchr::memmem;
use serde::{Deserialize, Serialize};
use tablewright::backend::SideFile;

/// What a run wrote that succeeded.
#[derive(PartialEq, Eq, Default, Debug)]
pub(crate) struct Entry {
    /// The main output, then the side files in the order in which they were opened.
    pub(crate) files: Vec<CachedFile>,
    /// The messages about reading the input.
    pub(crate) reading: Vec<String>,
    /// The messages of the backend.
    pub(crate) messages: Vec<String>,
    /// Whether the depfile names the main file.
    pub(crate) names_main_file: bool,
}

/// A file that was written.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct CachedFile {
    /// Its name; `None` for the main output.
    pub(crate) side: Option<OwnedSideFile>,
    pub(crate) bytes: Vec<u8>,
}

/// The name of a side file, as the backend gave it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub(crate) enum OwnedSideFile {
    Suffix(String),
    Name(String),
}

impl OwnedSideFile {
    pub(crate) fn as_side_file(&self) -> SideFile<'_> {
        match self {
            OwnedSideFile::Suffix(suffix) => SideFile::Suffix(suffix),
            OwnedSideFile::Name(name) => SideFile::Name(name),
        }
    }
}

impl From<SideFile<'_>> for OwnedSideFile {
    fn from(file: SideFile<'_>) -> OwnedSideFile {
        match file {
            SideFile::Suffix(suffix) => OwnedSideFile::Suffix(suffix.to_owned()),
            SideFile::Name(name) => OwnedSideFile::Name(name.to_owned()),
        }
    }
}

/// All of an entry but the contents of the files, which follow it.
#[derive(Serialize, Deserialize)]
struct Header {
    files: Vec<(Option<OwnedSideFile>, usize)>,
    reading: Vec<String>,
    messages: Vec<String>,
    names_main_file: bool,
}

impl Entry {
    /// The entry as bytes: the length of the header, the header, the files.
    pub(super) fn encode(&self) -> Vec<u8> {
        let header = Header {
            files: self.files.iter().map(|file| (file.side.clone(), file.bytes.len())).collect(),
            reading: self.reading.clone(),
            messages: self.messages.clone(),
            names_main_file: self.names_main_file,
        };
        let header = serde_json::to_vec(&header).expect("it has only lists and texts");
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header);
        for file in &self.files {
            bytes.extend_from_slice(&file.bytes);
        }
        bytes
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (header, mut rest) = rest.split_at_checked(length)?;
        let Header { files, reading, messages, names_main_file } =
            serde_json::from_slice(header).ok()?;
        let mut entry = Entry { files: Vec::new(), reading, messages, names_main_file };
        for (side, length) in files {
            let (bytes, after) = rest.split_at_checked(length)?;
            rest = after;
            entry.files.push(CachedFile { side, bytes: bytes.to_vec() });
        }
        rest.is_empty().then_some(entry)
    }

    /// Whether one of the directories may be seen in it. Names of files without their directories are part of the
    /// key, and backends print paths as they are, but for quoting.
    pub(super) fn may_show(&self, dirs: &[String]) -> bool {
        let has_messages = !self.reading.is_empty() || !self.messages.is_empty();
        has_messages
            || dirs.iter().filter(|dir| !dir.is_empty()).any(|dir| {
                let is_quoted =
                    |byte: u8| !byte.is_ascii_alphanumeric() && !b"/._-+".contains(&byte);
                let finder = memmem::Finder::new(dir);
                dir.bytes().any(is_quoted)
                    || self.files.iter().any(|file| finder.find(&file.bytes).is_some())
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let file = |side, text: &str| CachedFile { side, bytes: text.as_bytes().to_vec() };
        Entry {
            files: vec![
                file(None, "main /src/x.td"),
                file(Some(OwnedSideFile::Suffix("Enums".into())), ""),
                file(Some(OwnedSideFile::Name("b.inc".into())), "side"),
            ],
            ..Entry::default()
        }
    }

    #[test]
    fn an_entry_is_read_as_it_was_written_or_not_at_all() {
        let messages = vec!["a warning\n".to_owned()];
        let entry = Entry { messages, names_main_file: true, ..entry() };
        let bytes = entry.encode();
        assert_eq!(Entry::decode(&bytes).as_ref(), Some(&entry));
        for length in 0..bytes.len() {
            assert_eq!(Entry::decode(&bytes[..length]), None, "{length}");
        }
    }

    #[test]
    fn directories_are_seen_in_files_and_suspected_in_messages() {
        let shows = |entry: &Entry, dir: &str| entry.may_show(&[dir.to_owned()]);
        assert!(shows(&entry(), "/src"));
        assert!(!shows(&entry(), "/other"));
        // A backend may have quoted it.
        assert!(shows(&entry(), "/o\"ther"));
        assert!(shows(&entry(), "/o ther"));
        assert!(!shows(&entry(), ""));
        assert!(shows(&Entry { reading: vec!["a".into()], ..entry() }, "/other"));
    }
}
