//! The side files of a run: files beside the output, or texts that follow it on standard output.

use std::io::{self, Write};

use tablewright::backend::{SideFile, SideFiles};
use tablewright::text_path;

use crate::output_file::OutputFile;
use crate::terminal::reason;

/// Whether a run may write the file at a path; if not, why.
pub(crate) type Claim<'a> = &'a dyn Fn(&str) -> Result<(), String>;

/// Side files on disk. They get their names together with the main output.
pub(crate) struct FilesBeside<'a> {
    main: &'a str,
    claim: Option<Claim<'a>>,
    files: Vec<(String, OutputFile)>,
}

impl<'a> FilesBeside<'a> {
    /// No side files yet, beside the output at the path `main`.
    pub(crate) fn new(main: &'a str, claim: Option<Claim<'a>>) -> FilesBeside<'a> {
        FilesBeside { main, claim, files: Vec::new() }
    }

    /// The paths and the files, in the order in which they were opened.
    pub(crate) fn into_files(self) -> (Vec<String>, Vec<OutputFile>) {
        self.files.into_iter().unzip()
    }

    fn create(&self, path: &str) -> io::Result<OutputFile> {
        if let Some(claim) = self.claim {
            claim(path).map_err(|why| io::Error::new(io::ErrorKind::AlreadyExists, why))?;
        }
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("{path}: {}", reason(&error)));
        OutputFile::create(&text_path(path)).map_err(named)
    }
}

impl SideFiles for FilesBeside<'_> {
    fn main_path(&self) -> &str {
        self.main
    }

    fn open(&mut self, file: SideFile<'_>) -> io::Result<&mut dyn Write> {
        let path = file.path(self.main);
        let index = match self.files.iter().position(|(opened, _)| *opened == path) {
            Some(index) => index,
            None => {
                let file = self.create(&path)?;
                self.files.push((path, file));
                self.files.len() - 1
            }
        };
        Ok(&mut self.files[index].1)
    }
}

/// The side files of a run that writes to standard output, where they follow the main output, one
/// after the other, in the order in which they were opened.
#[derive(Default)]
pub(crate) struct TextsAfter {
    texts: Vec<(String, Vec<u8>)>,
}

/// What standard output is called on a command line.
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
