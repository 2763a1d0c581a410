//! Job outputs: the main output, and side files.
//!
//! Most actions write a single text. Some write a main file, which the user has named, and side
//! files, whose names are derived from it. The caller of a backend opens the files through
//! [`SideFiles`]. It renames all of them to their final names after the job has succeeded, or none.

use std::io;

use tablewright_text::{CppWriter, TextOutput, byte_escape};

use crate::Failure;

/// The name of a side file, derived from the main output's name.
///
/// ```
/// use tablewright_backend::SideFile;
///
/// let main = "build/ToyGenRegisterInfo.inc";
/// assert_eq!(SideFile::Suffix("Enums").path(main), "build/ToyGenRegisterInfoEnums.inc");
/// assert_eq!(SideFile::Name("Toy.h").path(main), "build/Toy.h");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SideFile<'n> {
    /// The main output's name with this text before the extension. If the main output is `Gen.inc`,
    /// `Suffix("Enums")` is `GenEnums.inc`.
    Suffix(&'n str),
    /// This name in the main output's directory.
    Name(&'n str),
}

impl SideFile<'_> {
    /// Returns the path of the side file, from the path of the main output.
    pub fn path(self, main: &str) -> String {
        let (dir, name) = main.split_at(main.rfind('/').map_or(0, |slash| slash + 1));
        match self {
            SideFile::Name(name) => format!("{dir}{name}"),
            SideFile::Suffix(suffix) => match name.rfind('.') {
                Some(dot) => format!("{dir}{}{suffix}{}", &name[..dot], &name[dot..]),
                None => format!("{dir}{name}{suffix}"),
            },
        }
    }
}

/// Opens the side files of a job.
pub trait SideFiles {
    /// The path of the main output as the user wrote it; `-` for standard output.
    fn main_path(&self) -> &str;

    /// Opens a side file. A second call for the same file continues it.
    ///
    /// # Errors
    /// If the file cannot be opened, or if it is an output of another job.
    fn open(&mut self, file: SideFile<'_>) -> io::Result<&mut dyn io::Write>;
}

/// The outputs of a job.
///
/// ```
/// use tablewright_backend::Outputs;
///
/// let mut text = Vec::new();
/// Outputs::main_only(&mut text).main().write_text("enum { R0 };\n")?;
/// assert_eq!(text, b"enum { R0 };\n");
/// # Ok::<(), tablewright_backend::Failure>(())
/// ```
#[doc(alias = "TableGenOutputFiles")]
pub struct Outputs<'a> {
    main: &'a mut dyn io::Write,
    side_files: Option<&'a mut dyn SideFiles>,
}

impl<'a> Outputs<'a> {
    /// Creates a main output without side files. A backend that opens a side file fails. `main`
    /// need not be buffered.
    pub fn main_only(main: &'a mut dyn io::Write) -> Outputs<'a> {
        Outputs { main, side_files: None }
    }

    /// Creates a main output with side files.
    pub fn new(main: &'a mut dyn io::Write, side_files: &'a mut dyn SideFiles) -> Outputs<'a> {
        Outputs { main, side_files: Some(side_files) }
    }

    /// Borrows the outputs for a shorter time.
    pub fn reborrow(&mut self) -> Outputs<'_> {
        let side_files: Option<&mut dyn SideFiles> = match &mut self.side_files {
            Some(side_files) => Some(&mut **side_files),
            None => None,
        };
        Outputs { main: self.main, side_files }
    }

    /// Returns the main output.
    pub fn main(&mut self) -> Sink<'_> {
        Sink { out: self.main }
    }

    /// Returns the path of the main output as the user wrote it; `None` if it has no name.
    pub fn main_path(&self) -> Option<&str> {
        self.side_files.as_deref().map(SideFiles::main_path)
    }

    /// Returns a side file. The first call opens it.
    ///
    /// # Errors
    /// [`Failure::Io`] if the file cannot be opened, or if the job has a main output only.
    pub fn side_file(&mut self, file: SideFile<'_>) -> Result<Sink<'_>, Failure> {
        let Some(side_files) = &mut self.side_files else {
            let what = "the action writes several files, and here is room for one";
            return Err(io::Error::new(io::ErrorKind::Unsupported, what).into());
        };
        Ok(Sink { out: side_files.open(file)? })
    }
}

/// An output of a job.
pub struct Sink<'o> {
    out: &'o mut dyn io::Write,
}

impl Sink<'_> {
    /// Writes C++.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_cpp(self, emit: impl FnOnce(&mut CppWriter<'_>)) -> Result<(), Failure> {
        Ok(CppWriter::through(self.out, emit)?)
    }

    /// Writes a complete text.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_text(self, text: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(&byte_escape::unescape(text))?)
    }
}

impl<'o> Sink<'o> {
    /// Returns a sink for an output that is too long for memory.
    pub fn text(self) -> TextOutput<'o> {
        TextOutput::new(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_stands_before_the_extension() {
        let enums = SideFile::Suffix("Enums");
        assert_eq!(enums.path("X.inc"), "XEnums.inc");
        assert_eq!(enums.path("a.b/X.gen.inc"), "a.b/X.genEnums.inc");
        assert_eq!(enums.path("a.b/X"), "a.b/XEnums");
    }

    #[test]
    fn a_name_lies_in_the_directory_of_the_main_output() {
        assert_eq!(SideFile::Name("y.h").path("gen/X.inc"), "gen/y.h");
        assert_eq!(SideFile::Name("y.h").path("X.inc"), "y.h");
    }

    #[test]
    fn a_job_with_one_output_has_no_side_files() {
        let mut out = Vec::new();
        let mut outputs = Outputs::main_only(&mut out);
        assert!(matches!(outputs.side_file(SideFile::Name("y.h")), Err(Failure::Io(_))));
    }
}
