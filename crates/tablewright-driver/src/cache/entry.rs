//! Entries: all that a run wrote.

use std::fs::File;
use std::io::{self, Read, Write};

use blake3::{Hash, Hasher, OUT_LEN};
use memchr::memmem;
use serde::{Deserialize, Serialize};
use tablewright_backend::SideFile;

use crate::cache::key::KeyParts;

/// Output of a successful run.
#[derive(PartialEq, Eq, Default, Debug)]
pub(crate) struct CacheEntry {
    /// Main output, then the side files in opening order.
    pub(crate) files: Vec<CachedFile>,
    /// The messages about reading the input.
    pub(crate) reading: Vec<String>,
    /// Messages from the backend.
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

/// Name of a side file, as the backend passed it.
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

/// An entry without the file contents, which follow the header.
#[derive(Serialize, Deserialize)]
struct Header {
    files: Vec<(Option<OwnedSideFile>, u64)>,
    reading: Vec<String>,
    messages: Vec<String>,
    names_main_file: bool,
}

/// An open cache entry. Its files are copied without being held in memory.
pub(crate) struct StoredEntry {
    file: File,
    header: Header,
    /// Hash of the copied contents.
    contents: Hasher,
    key: Hash,
}

/// Buffer size in bytes for copies.
const BUFFER: usize = 1 << 18;

impl StoredEntry {
    /// Reads the beginning of an entry. Returns `None` unless it is intact.
    pub(super) fn open(mut file: File, key: Hash) -> Option<StoredEntry> {
        let mut length = [0; 8];
        file.read_exact(&mut length).ok()?;
        let mut header = Vec::new();
        let length = u64::from_le_bytes(length);
        (&mut file).take(length).read_to_end(&mut header).ok()?;
        let is_whole =
            header.len() as u64 == length && read_hash(&mut file)? == for_header(key, &header);
        let header = serde_json::from_slice(&header).ok().filter(|_| is_whole)?;
        Some(StoredEntry { file, header, contents: Hasher::new(), key })
    }

    /// Returns the messages about reading the input.
    pub(crate) fn reading(&self) -> &[String] {
        &self.header.reading
    }

    /// Returns the messages from the backend.
    pub(crate) fn messages(&self) -> &[String] {
        &self.header.messages
    }

    /// Whether the depfile names the main file.
    pub(crate) fn names_main_file(&self) -> bool {
        self.header.names_main_file
    }

    /// Copies the files. `next` is called for each piece, with the file name (`None` for the main output) and the
    /// bytes. Returns false if the contents differ from the stored hash, so that the copies must be discarded.
    pub(crate) fn copy(
        mut self,
        mut next: impl FnMut(Option<&OwnedSideFile>, &[u8]) -> io::Result<()>,
    ) -> io::Result<bool> {
        let mut buffer = vec![0; BUFFER];
        for (side, length) in &self.header.files {
            next(side.as_ref(), &[])?;
            let mut left = *length;
            while left > 0 {
                let size = BUFFER.min(usize::try_from(left).unwrap_or(BUFFER));
                let read = match self.file.read(&mut buffer[..size]) {
                    Ok(0) => return Ok(false),
                    Ok(read) => read,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => return Ok(false),
                };
                self.contents.update(&buffer[..read]);
                next(side.as_ref(), &buffer[..read])?;
                left -= read as u64;
            }
        }
        let contents = self.contents.finalize();
        let is_whole =
            read_hash(&mut self.file).is_some_and(|hash| hash == for_contents(self.key, contents));
        Ok(is_whole && self.file.read(&mut [0]).is_ok_and(|after| after == 0))
    }
}

fn read_hash(file: &mut File) -> Option<Hash> {
    let mut bytes = [0; OUT_LEN];
    file.read_exact(&mut bytes).ok()?;
    Some(Hash::from_bytes(bytes))
}

fn for_header(key: Hash, header: &[u8]) -> Hash {
    KeyParts::new("header").with(key.as_bytes()).with(header).hash()
}

fn for_contents(key: Hash, contents: Hash) -> Hash {
    KeyParts::new("contents").with(key.as_bytes()).with(contents.as_bytes()).hash()
}

impl CacheEntry {
    /// Writes the entry: header length, header, header hash, files, file hash. Both hashes depend on the key.
    pub(super) fn write(&self, key: Hash, out: &mut dyn Write) -> io::Result<()> {
        let header = self.header();
        out.write_all(&(header.len() as u64).to_le_bytes())?;
        out.write_all(&header)?;
        out.write_all(for_header(key, &header).as_bytes())?;
        let mut contents = Hasher::new();
        for file in &self.files {
            contents.update(&file.bytes);
            out.write_all(&file.bytes)?;
        }
        out.write_all(for_contents(key, contents.finalize()).as_bytes())
    }

    /// Returns the number of bytes to write.
    pub(super) fn size(&self) -> usize {
        let files: usize = self.files.iter().map(|file| file.bytes.len()).sum();
        8 + self.header().len() + 2 * OUT_LEN + files
    }

    fn header(&self) -> Vec<u8> {
        let header = Header {
            files: self
                .files
                .iter()
                .map(|file| (file.side.clone(), file.bytes.len() as u64))
                .collect(),
            reading: self.reading.clone(),
            messages: self.messages.clone(),
            names_main_file: self.names_main_file,
        };
        serde_json::to_vec(&header).expect("it has only lists and texts")
    }

    /// Returns whether the entry may contain one of the directories. File names without directories are part of the
    /// key, and backends print paths unchanged except for quoting.
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

    use std::fs;
    use std::sync::atomic::{AtomicU32, Ordering};

    fn entry() -> CacheEntry {
        let file = |side, text: &str| CachedFile { side, bytes: text.as_bytes().to_vec() };
        CacheEntry {
            files: vec![
                file(None, "main /src/x.td"),
                file(Some(OwnedSideFile::Suffix("Enums".into())), ""),
                file(Some(OwnedSideFile::Name("b.inc".into())), "side"),
            ],
            ..CacheEntry::default()
        }
    }

    /// Parses the bytes of an entry. Returns `None` unless it is intact.
    fn read(bytes: &[u8], key: Hash) -> Option<CacheEntry> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("tablewright-entry-{}-{count}", std::process::id()));
        fs::write(&path, bytes).expect("it can be written");
        let file = File::open(&path).expect("it is there");
        fs::remove_file(&path).expect("it is there");
        let stored = StoredEntry::open(file, key)?;
        let mut entry = CacheEntry {
            files: Vec::new(),
            reading: stored.reading().to_vec(),
            messages: stored.messages().to_vec(),
            names_main_file: stored.names_main_file(),
        };
        let copied = stored.copy(|side, bytes| {
            if bytes.is_empty() {
                entry.files.push(CachedFile { side: side.cloned(), bytes: Vec::new() });
            }
            entry.files.last_mut().expect("a file was begun").bytes.extend_from_slice(bytes);
            Ok(())
        });
        copied.expect("memory can be written").then_some(entry)
    }

    #[test]
    fn an_entry_is_read_as_it_was_written_or_not_at_all() {
        let messages = vec!["a warning\n".to_owned()];
        let entry = CacheEntry { messages, names_main_file: true, ..entry() };
        let key = blake3::hash(b"key");
        let mut bytes = Vec::new();
        entry.write(key, &mut bytes).expect("memory can be written");
        assert_eq!(bytes.len(), entry.size());
        assert_eq!(read(&bytes, key).as_ref(), Some(&entry));
        assert_eq!(read(&bytes, blake3::hash(b"other")), None);
        assert_eq!(read(&[&bytes[..], b"x"].concat(), key), None);
        for index in 0..bytes.len() {
            assert_eq!(read(&bytes[..index], key), None, "{index}");
            let mut garbled = bytes.clone();
            garbled[index] ^= 1;
            assert_eq!(read(&garbled, key), None, "{index}");
        }
    }

    #[test]
    fn directories_are_seen_in_files_and_suspected_in_messages() {
        let shows = |entry: &CacheEntry, dir: &str| entry.may_show(&[dir.to_owned()]);
        assert!(shows(&entry(), "/src"));
        assert!(!shows(&entry(), "/other"));
        // A backend may have quoted it.
        assert!(shows(&entry(), "/o\"ther"));
        assert!(shows(&entry(), "/o ther"));
        assert!(!shows(&entry(), ""));
        assert!(shows(&CacheEntry { reading: vec!["a".into()], ..entry() }, "/other"));
    }
}
