//! The outputs of a job: the main output, and side files beside it.
//!
//! Most actions write one text. Some write several files at once: a main file whose name the user
//! chose, and side files whose names follow from it. The caller of a backend opens the files, by way of
//! [`SideFiles`]; it gives all of them their final names when the job has succeeded, or none.

use std::io;

use tablewright_text::{CppWriter, TextOutput, byte_escape};

use crate::Failure;

/// The name of a side file, which follows from that of the main output.
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
    /// The name of the main output with this text before the extension: of `Gen.inc`, the side file
    /// `Suffix("Enums")` is `GenEnums.inc`.
    Suffix(&'n str),
    /// This name, in the directory of the main output.
    Name(&'n str),
}

impl SideFile<'_> {
    /// The path of the side file of a main output with this path.
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
    /// The path of the main output, as the user named it; `-` for standard output.
    fn main_path(&self) -> &str;

    /// Opens a side file. A second call for the same file goes on writing it.
    ///
    /// # Errors
    /// Where the file cannot be opened, or is an output of another job.
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
    /// A main output without side files, which need not be buffered: a backend that asks for a side
    /// file fails.
    pub fn main_only(main: &'a mut dyn io::Write) -> Outputs<'a> {
        Outputs { main, side_files: None }
    }

    /// A main output with side files.
    pub fn new(main: &'a mut dyn io::Write, side_files: &'a mut dyn SideFiles) -> Outputs<'a> {
        Outputs { main, side_files: Some(side_files) }
    }

    /// The same outputs for a shorter time.
    pub fn reborrow(&mut self) -> Outputs<'_> {
        let side_files: Option<&mut dyn SideFiles> = match &mut self.side_files {
            Some(side_files) => Some(&mut **side_files),
            None => None,
        };
        Outputs { main: self.main, side_files }
    }

    /// The main output.
    pub fn main(&mut self) -> Sink<'_> {
        Sink { out: self.main }
    }

    /// The path of the main output, as the user named it; none where it has no name.
    pub fn main_path(&self) -> Option<&str> {
        self.side_files.as_deref().map(SideFiles::main_path)
    }

    /// A side file. It is opened by the first call for it.
    ///
    /// # Errors
    /// [`Failure::Io`] where it cannot be opened, and where the job has one output only.
    pub fn side_file(&mut self, file: SideFile<'_>) -> Result<Sink<'_>, Failure> {
        let Some(side_files) = &mut self.side_files else {
            let what = "the action writes several files, and here is room for one";
            return Err(io::Error::new(io::ErrorKind::Unsupported, what).into());
        };
        Ok(Sink { out: side_files.open(file)? })
    }
}

/// One output of a job.
pub struct Sink<'o> {
    out: &'o mut dyn io::Write,
}

impl Sink<'_> {
    /// Writes the C++ that `emit` writes.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_cpp(self, emit: impl FnOnce(&mut CppWriter<'_>)) -> Result<(), Failure> {
        Ok(CppWriter::through(self.out, emit)?)
    }

    /// Writes a text that is complete.
    ///
    /// # Errors
    /// [`Failure::Io`].
    pub fn write_text(self, text: &str) -> Result<(), Failure> {
        Ok(self.out.write_all(&byte_escape::unescape(text))?)
    }
}

impl<'o> Sink<'o> {
    /// A sink for an output that is too long to be made as a whole.
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
