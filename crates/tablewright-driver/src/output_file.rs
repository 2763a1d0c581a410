//! Output files that are complete or absent. Text is written to a temporary file beside the output, which is renamed
//! at the end. A failed run leaves the old file unchanged.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tablewright_session::text_path;
use tablewright_text::byte_escape::unescape;

use crate::limits;
use crate::temporary::{CompleteFile, Temporary};

/// Writes a text to the file at `path`, completely or not at all.
pub fn write_text(path: &str, text: &str) -> io::Result<()> {
    write_bytes(path, &unescape(text))
}

/// Writes bytes to the file at `path`, completely or not at all.
pub fn write_bytes(path: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(&text_path(path))?;
    file.write_all(bytes)?;
    file.finish()
}

/// Writes files with relative paths into a directory. Missing directories are created. All files are complete before
/// the first one gets its name.
pub fn write_directory(dir: &Path, files: &[(&Path, &[u8])]) -> io::Result<()> {
    limits::check(dir)?;
    let mut outputs = Vec::with_capacity(files.len());
    for (path, bytes) in files {
        let path = dir.join(path);
        if let Some(parent) = path.parent() {
            limits::check(parent)?;
            fs::create_dir_all(parent)?;
        }
        let mut file = OutputFile::create(&path)?;
        file.write_all(bytes)?;
        outputs.push(file);
    }
    finish_all(outputs, false).map(drop)
}

/// Buffer size in bytes. Backends mostly write large pieces, which bypass the buffer. A few backends write small
/// pieces.
const BUFFER: usize = 1 << 16;

/// An output file that is being written.
pub struct OutputFile {
    path: PathBuf,
    /// Temporary file. `None` if the output is not a regular file and is written directly.
    temporary: Option<Temporary>,
    writer: BufWriter<File>,
    copy: Option<Copy>,
}

/// A copy of the text written to a file.
struct Copy {
    bytes: Vec<u8>,
    /// Maximum length in bytes. Longer files are not copied.
    limit: usize,
}

/// Outcome of writing a run's output files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// At least one file is new or was replaced.
    Written,
    /// The old files had the same contents and were kept.
    Unchanged,
}

impl OutputFile {
    /// Opens a file that will be renamed to `path`.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        limits::check(path)?;
        // A symbolic link is kept, and its target is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(OutputFile { path, temporary: None, writer: writer(file), copy: None });
        }
        if let Some(old) = &old
            && old.permissions().readonly()
        {
            // The directory's permissions allow a replacement, but the file's mode may not.
            OpenOptions::new().write(true).open(&path)?;
        }
        let (temporary, file) = Temporary::beside(&path)?;
        // The new file gets the old file's mode.
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        Ok(OutputFile { path, temporary: Some(temporary), writer: writer(file), copy: None })
    }

    /// Keeps a copy of the following text, up to `limit` bytes.
    pub(crate) fn keeping_copy(self, limit: usize) -> OutputFile {
        OutputFile { copy: Some(Copy { bytes: Vec::new(), limit }), ..self }
    }

    /// Returns the copy, if it exists, and stops copying.
    pub(crate) fn take_copy(&mut self) -> Option<Vec<u8>> {
        self.copy.take().map(|copy| copy.bytes)
    }

    /// Renames the file to its final name.
    pub fn finish(self) -> io::Result<()> {
        finish_all(vec![self], false).map(drop)
    }
}

/// Renames a run's files to their final names. All files are complete before the first is renamed. If `if_changed` is
/// set, an old file with the same contents is kept.
pub fn finish_all(files: Vec<OutputFile>, if_changed: bool) -> io::Result<Finished> {
    let mut finished = Finished::Unchanged;
    // The files stay open until the end, because closing them would release their locks.
    let mut locked = Vec::new();
    let mut renamed = Vec::new();
    for OutputFile { path, temporary, writer, copy: _ } in files {
        locked.push(writer.into_inner().map_err(io::IntoInnerError::into_error)?);
        match temporary {
            Some(temporary) if if_changed && same_contents(temporary.path(), &path) => {}
            Some(temporary) => {
                finished = Finished::Written;
                renamed.push(CompleteFile { temporary, to: path });
            }
            None => finished = Finished::Written,
        }
    }
    Temporary::rename_all(renamed)?;
    Ok(finished)
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.writer.write(bytes)?;
        if let Some(copy) = &mut self.copy {
            if copy.bytes.len() + length <= copy.limit {
                copy.bytes.extend_from_slice(&bytes[..length]);
            } else {
                self.copy = None;
            }
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn writer(file: File) -> BufWriter<File> {
    BufWriter::with_capacity(BUFFER, file)
}

/// Whether two files can be read and have the same contents.
fn same_contents(a: &Path, b: &Path) -> bool {
    let length = |path| fs::metadata(path).map(|data: fs::Metadata| data.len()).ok();
    if length(a) != length(b) {
        return false;
    }
    let (Ok(a), Ok(b)) = (File::open(a), File::open(b)) else { return false };
    let reader = |file| BufReader::with_capacity(BUFFER, file).bytes();
    reader(a).zip(reader(b)).all(|pair| matches!(pair, (Ok(a), Ok(b)) if a == b))
}
