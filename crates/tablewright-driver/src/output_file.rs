//! Output files that are whole or not there: text goes to a temporary file beside the output,
//! which takes the output's name at the end. A run that fails leaves the old file as it was.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tablewright_session::text_path;
use tablewright_text::byte_escape::unescape;

use crate::limits;
use crate::temporary::Temporary;

/// Writes a text to the file at `path`, which is whole or as it was.
pub fn write_text(path: &str, text: &str) -> io::Result<()> {
    let mut file = OutputFile::create(&text_path(path))?;
    file.write_all(&unescape(text))?;
    file.finish()
}

/// How much is gathered before it is written. Backends write large pieces, which pass by; what is
/// left are the smaller ones of a few.
const BUFFER: usize = 1 << 16;

/// An output file that is being written.
pub struct OutputFile {
    path: PathBuf,
    /// The temporary file, where there is one: what is no regular file is written directly.
    temporary: Option<Temporary>,
    writer: BufWriter<File>,
    copy: Option<Copy>,
}

/// What was written so far to a file of which a copy is kept.
struct Copy {
    bytes: Vec<u8>,
    /// How many bytes are kept; of a longer file there is no copy.
    limit: usize,
}

/// The outcome of writing the output files of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// One at least is new, or took the place of the old one.
    Written,
    /// The old ones had the same contents, and stayed.
    Unchanged,
}

impl OutputFile {
    /// Opens the file that is to become `path`.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        limits::check(path)?;
        // A symbolic link stays one: the file that it points to is replaced.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = OpenOptions::new().write(true).open(&path)?;
            return Ok(OutputFile { path, temporary: None, writer: writer(file), copy: None });
        }
        if let Some(old) = &old
            && old.permissions().readonly()
        {
            // The directory would let it be replaced, but that is not what the mode says.
            OpenOptions::new().write(true).open(&path)?;
        }
        let (temporary, file) = Temporary::beside(&path)?;
        // The new file keeps the mode of the old one.
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        Ok(OutputFile { path, temporary: Some(temporary), writer: writer(file), copy: None })
    }

    /// The same file; from now on a copy of what is written is kept, up to this many bytes.
    pub(crate) fn keeping_copy(self, limit: usize) -> OutputFile {
        OutputFile { copy: Some(Copy { bytes: Vec::new(), limit }), ..self }
    }

    /// The copy, if there is one; it is kept no more.
    pub(crate) fn take_copy(&mut self) -> Option<Vec<u8>> {
        self.copy.take().map(|copy| copy.bytes)
    }

    /// Gives the file its name.
    pub fn finish(self) -> io::Result<()> {
        finish_all(vec![self], false).map(drop)
    }
}

/// Gives the files of one run their names; all of them are complete before the first gets its name.
/// With `if_changed`, an old file with the same contents stays.
pub fn finish_all(files: Vec<OutputFile>, if_changed: bool) -> io::Result<Finished> {
    let mut finished = Finished::Unchanged;
    // The files stay open to the end, since they are locked as long.
    let mut locked = Vec::new();
    let mut renamed = Vec::new();
    for OutputFile { path, temporary, writer, copy: _ } in files {
        locked.push(writer.into_inner().map_err(io::IntoInnerError::into_error)?);
        match temporary {
            Some(temporary) if if_changed && same_contents(temporary.path(), &path) => {}
            Some(temporary) => {
                finished = Finished::Written;
                renamed.push((temporary, path));
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
