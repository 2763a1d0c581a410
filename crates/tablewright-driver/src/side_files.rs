//! The side files of a run: files beside the output, or texts that follow it on standard output.

use std::io::{self, Write};

use tablewright_backend::{SideFile, SideFiles};
use tablewright_session::text_path;

use crate::cache::OwnedSideFile;
use crate::output_file::OutputFile;
use crate::terminal::reason;

/// Whether a run may write the file at a path; if not, why.
pub(crate) type WritePermission<'a> = &'a dyn Fn(&str) -> Result<(), String>;

/// Side files on disk. They get their names together with the main output.
pub(crate) struct FilesBeside<'a> {
    main: &'a str,
    claim: Option<WritePermission<'a>>,
    /// Maximum file size in bytes for a copy, if copies are kept.
    copies: Option<usize>,
    files: Vec<FileBeside>,
}

/// A side file on disk.
pub(crate) struct FileBeside {
    pub(crate) path: String,
    pub(crate) name: OwnedSideFile,
    pub(crate) file: OutputFile,
}

impl<'a> FilesBeside<'a> {
    /// Creates an empty list for the output at the path `main`.
    pub(crate) fn new(main: &'a str, claim: Option<WritePermission<'a>>) -> FilesBeside<'a> {
        FilesBeside { main, claim, copies: None, files: Vec::new() }
    }

    /// Keeps copies of all files, up to `copies` bytes each, if it is set.
    pub(crate) fn keeping_copies(self, copies: Option<usize>) -> FilesBeside<'a> {
        FilesBeside { copies, ..self }
    }

    /// Returns the files in opening order.
    pub(crate) fn into_files(self) -> Vec<FileBeside> {
        self.files
    }

    fn create(&self, path: &str) -> io::Result<OutputFile> {
        if let Some(claim) = self.claim {
            claim(path).map_err(|why| io::Error::new(io::ErrorKind::AlreadyExists, why))?;
        }
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{path}: {}", reason(&error)));
        let file = OutputFile::create(&text_path(path)).map_err(named)?;
        Ok(match self.copies {
            Some(limit) => file.keeping_copy(limit),
            None => file,
        })
    }
}

impl SideFiles for FilesBeside<'_> {
    fn main_path(&self) -> &str {
        self.main
    }

    fn open(&mut self, file: SideFile<'_>) -> io::Result<&mut dyn Write> {
        let path = file.path(self.main);
        let index = match self.files.iter().position(|opened| opened.path == path) {
            Some(index) => index,
            None => {
                let (name, file) = (file.into(), self.create(&path)?);
                self.files.push(FileBeside { path, name, file });
                self.files.len() - 1
            }
        };
        Ok(&mut self.files[index].file)
    }
}

/// Side files for a run with standard output. They follow the main output in opening order.
#[derive(Default)]
pub(crate) struct TextsAfter {
    texts: Vec<(String, Vec<u8>)>,
}

/// Command-line name for standard output.
const STANDARD_OUTPUT: &str = "-";

impl TextsAfter {
    /// Writes them.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.texts.iter().try_for_each(|(_, text)| out.write_all(text))
    }
}

impl SideFiles for TextsAfter {
    fn main_path(&self) -> &str {
        STANDARD_OUTPUT
    }

    fn open(&mut self, file: SideFile<'_>) -> io::Result<&mut dyn Write> {
        let path = file.path(STANDARD_OUTPUT);
        let index = match self.texts.iter().position(|(opened, _)| *opened == path) {
            Some(index) => index,
            None => {
                self.texts.push((path, Vec::new()));
                self.texts.len() - 1
            }
        };
        Ok(&mut self.texts[index].1)
    }
}
