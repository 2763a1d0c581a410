//! `tablewright new-target`: the C++ of a new LLVM target, from its description and some answers.

mod folder;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Command};
use tablewright_backend::Failure;
use tablewright_new_target::{
    AnswerFile, ByteOrder, LlvmRelease, NewTarget, NewTargetError, Problem, Style, StyledTarget,
    TargetFile, WordWidth, templates, undefined_methods,
};
use tablewright_records::{Loaded, RecordStore};
use tablewright_session::{Session, path_text, text_path};
use tablewright_syntax::diagnostic::{Code, Diagnostics};

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect::{self, flag, texts};
use crate::limits::read_file;
use crate::release;
use crate::terminal::print;
use folder::Folder;

pub(crate) const NAME: &str = "new-target";

const TARGET: &str = "name";
const FROM: &str = "from";
const ANSWERS: &str = "answers";
const OUT: &str = "out";
const UPDATE: &str = "update";
const STYLE: &str = "style";
const BITS: &str = "bits";
const ENDIAN: &str = "endian";
const LLVM: &str = "llvm";

/// Folders for LLVM's own descriptions in packages for release 19. They follow the command line's folders.
const LLVM_FOLDERS: [&str; 4] = [
    "/usr/lib/llvm-19/include",
    "/usr/include/llvm-19",
    "/usr/local/include",
    "/opt/homebrew/opt/llvm@19/include",
];

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Write the C++ of a new LLVM target from its description")
        .after_help(
            "Without --from, a description is written, too: change it, then run --update. In style flags,\n\
             comparisons set flags and the halves of an address are joined with or. In style compare, branches\n\
             compare registers, one of which is zero, and the halves of an address are added. In style carry,\n\
             comparisons set flags and the halves are added.\n\
             \n\
             DIR gets C++, CMakeLists.txt, tests and an executable 'check'. The C++ is yours from then on:\n\
             --update writes only the files that follow from the description and the answers.\n\
             \n\
             Examples:\n\
             \x20   tablewright new-target Quill --out quill\n\
             \x20   tablewright new-target Quill --from Quill.td --answers quill.toml --out quill",
        )
        .arg(
            Arg::new(TARGET)
                .value_name("NAME")
                .required_unless_present(UPDATE)
                .help("Name of the target, which is the name of its Target record"),
        )
        .arg(
            Arg::new(FROM)
                .long(FROM)
                .value_name("FILE")
                .conflicts_with_all([UPDATE, STYLE, BITS, ENDIAN])
                .help("Description of the target [default: a new description in a style]"),
        )
        .args(style_args())
        .arg(
            Arg::new(LLVM)
                .long(LLVM)
                .value_name("RELEASE")
                .value_parser(PossibleValuesParser::new(LlvmRelease::ALL.map(LlvmRelease::name)))
                .conflicts_with(UPDATE)
                .help("LLVM release of the C++ [default: llvm in the answers, else 19]"),
        )
        .arg(
            Arg::new(ANSWERS)
                .long(ANSWERS)
                .value_name("FILE")
                .help("Facts that are not in the description [default: with --update, NAME.toml in DIR]"),
        )
        .arg(
            Arg::new(OUT)
                .long(OUT)
                .value_name("DIR")
                .default_value(".")
                .help("Folder of the target"),
        )
        .arg(flag(UPDATE, "Write the generated files in DIR again, and report methods without a definition"))
        .arg(texts("include", "DIR", "Search this directory for included files").short('I'))
        .arg(texts("define", "MACRO", "Define this macro for the preprocessor").short('D'))
        .arg(inspect::release_arg())
        .arg(inspect::color_arg())
}

/// Returns the arguments of a target without a description.
fn style_args() -> [Arg; 3] {
    let choice =
        |name: &'static str, value: &'static str, values: Vec<&'static str>, help: &'static str| {
            Arg::new(name)
                .long(name)
                .value_name(value)
                .value_parser(PossibleValuesParser::new(values))
                .conflicts_with(UPDATE)
                .help(help)
        };
    [
        choice(
            STYLE,
            "STYLE",
            Style::ALL.map(Style::name).to_vec(),
            "Style of the new description [default: flags]",
        ),
        choice(BITS, "BITS", vec!["32", "64"], "Width of its registers [default: 32]"),
        choice(ENDIAN, "ORDER", vec!["little", "big"], "Order of its bytes [default: little]"),
    ]
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    exit_code(NewTargetCommand { context: CommandContext::new(called_as, args) }.run())
}

/// The command with its arguments.
struct NewTargetCommand<'a> {
    context: CommandContext<'a>,
}

impl NewTargetCommand<'_> {
    fn run(&self) -> Result<ExitCode, FailureReported> {
        let out = Folder::new(text_path(self.text(OUT).expect("it has a default")));
        if self.context.args.get_flag(UPDATE) {
            return self.update(&out);
        }
        match self.text(FROM) {
            Some(input) => self.write_from(&out, input),
            None => self.write_style(&out),
        }
    }

    /// Returns the name argument.
    fn name(&self) -> &str {
        self.text(TARGET).expect("it is required")
    }

    /// Writes a target for an existing description.
    fn write_from(&self, out: &Folder, input: &str) -> Result<ExitCode, FailureReported> {
        let name = self.name();
        let answers = self.answers(self.text(ANSWERS).map(text_path))?;
        let (answers, llvm) = self.with_llvm(answers)?;
        let loaded = self.load(input, llvm)?;
        let described = tablewright_target::target::target(&loaded.store);
        let described = described.map_err(|error| self.context.refuse(&error))?.name();
        if described != name {
            let what = format!("the target of {input} is '{described}', not '{name}'");
            return Err(self.context.input_error(Code::Target, &what));
        }
        let target = self.target(&loaded, answers)?;
        let mut files = target.own.clone();
        if !out.is_home_of(&text_path(input)) {
            files.extend(self.description_files(&loaded, input));
        }
        self.refuse_existing(out, &files)?;
        self.write_new(out, &files, &target)
    }

    /// Writes a target with a description in a style.
    fn write_style(&self, out: &Folder) -> Result<ExitCode, FailureReported> {
        let name = self.name();
        if !is_target_name(name) {
            let what = format!(
                "'{name}' is not a name for C++; expected a capital, then letters or digits: Quill"
            );
            return Err(self.context.input_error(Code::Usage, &what));
        }
        let own_answers = match self.text(ANSWERS) {
            Some(path) => Some(self.with_llvm(self.answers(Some(text_path(path)))?)?),
            None => None,
        };
        let llvm = own_answers.as_ref().map_or_else(|| self.llvm(), |(_, llvm)| Some(*llvm));
        let styled = self.style(llvm.unwrap_or_default());
        let description = styled.description(name);
        let files = [templates(name, styled.llvm), vec![description.clone()]].concat();
        self.refuse_existing(out, &files)?;
        self.write_files(out, std::slice::from_ref(&description))?;
        let loaded = self.load(&path_text(out.path(&description.path)), styled.llvm)?;
        let answers = own_answers.map_or_else(|| styled.answers(), |(answers, _)| answers);
        let target = self.target(&loaded, answers)?;
        self.write_new(out, &target.own, &target)
    }

    /// Returns the target that the arguments select.
    fn style(&self, llvm: LlvmRelease) -> StyledTarget {
        StyledTarget {
            style: self.text(STYLE).and_then(Style::from_name).unwrap_or(Style::Flags),
            width: match self.text(BITS) {
                Some("64") => WordWidth::Bits64,
                _ => WordWidth::Bits32,
            },
            order: match self.text(ENDIAN) {
                Some("big") => ByteOrder::Big,
                _ => ByteOrder::Little,
            },
            llvm,
        }
    }

    /// Returns the LLVM release in the arguments.
    fn llvm(&self) -> Option<LlvmRelease> {
        self.text(LLVM).and_then(LlvmRelease::from_name)
    }

    /// Sets the LLVM release in answers from the arguments. Returns the release, too.
    fn with_llvm(&self, answers: AnswerFile) -> Result<(AnswerFile, LlvmRelease), FailureReported> {
        let answers = match self.llvm() {
            Some(llvm) => answers.with_llvm(llvm),
            None => answers,
        };
        match answers.llvm() {
            Ok(llvm) => Ok((answers, llvm)),
            Err(problem) => Err(self.report_problems(None, &[problem])),
        }
    }

    /// Reports a file that exists: these files belong to the user.
    fn refuse_existing(&self, out: &Folder, files: &[TargetFile]) -> Result<(), FailureReported> {
        let Some(existing) = files.iter().find(|file| out.has(&file.path)) else { return Ok(()) };
        let path = path_text(out.path(&existing.path));
        let what = format!("{path} exists: --update writes the generated files only");
        Err(self.context.input_error(Code::FileAccess, &what))
    }

    /// Writes all files of a new target.
    fn write_new(
        &self,
        out: &Folder,
        files: &[TargetFile],
        target: &NewTarget,
    ) -> Result<ExitCode, FailureReported> {
        self.write_files(out, &[files, &target.generated].concat())?;
        let methods = self.report_methods(out, target);
        let next = if methods.is_ok() { "" } else { "write the methods, then " };
        let check = path_text(out.path("check"));
        let text = format!("{} is written. Next: {next}{check}\n", target.name);
        let printed = print(self.context.called_as, &text);
        methods.map(|()| printed)
    }

    fn write_files(&self, out: &Folder, files: &[TargetFile]) -> Result<(), FailureReported> {
        out.write(files).map_err(|error| self.unwritable(out, "", &error))
    }

    /// Writes the files that follow from the description and the answers.
    fn update(&self, out: &Folder) -> Result<ExitCode, FailureReported> {
        let found = self.text(TARGET).map(str::to_owned).or_else(|| out.target_name());
        let Some(name) = found else {
            let what = "the folder has no *GenKit.inc, which new-target writes: name another folder with --out";
            return Err(self.context.input_error(Code::FileAccess, what));
        };
        let input = path_text(out.path(&format!("{name}.td"))).to_string();
        let answers =
            self.text(ANSWERS).map_or_else(|| out.path(&format!("{name}.toml")), text_path);
        let (answers, llvm) = self.with_llvm(self.answers(Some(answers))?)?;
        let loaded = self.load(&input, llvm)?;
        let target = self.target(&loaded, answers)?;
        let mut changed = target.generated.clone();
        changed.retain(|file| out.differs(file));
        self.write_files(out, &changed)?;
        let line = |file: &TargetFile| format!("{}: written\n", path_text(out.path(&file.path)));
        let mut text: String = changed.iter().map(line).collect();
        if text.is_empty() {
            text = "nothing has changed\n".to_owned();
        }
        let printed = print(self.context.called_as, &text);
        self.report_methods(out, &target).map(|()| printed)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.context.args.get_one::<String>(name).map(String::as_str)
    }

    fn load(&self, input: &str, llvm: LlvmRelease) -> Result<Loaded, FailureReported> {
        let loaded = self.context.records(self.session(input, llvm), input.to_owned());
        if loaded.is_err() && !llvm_folders(llvm).iter().any(|folder| Path::new(folder).exists()) {
            let llvm = llvm.name();
            let what = format!(
                "LLVM's own descriptions were not found: install llvm-{llvm}-dev, or name their folder with -I"
            );
            let _ = self.context.input_error(Code::FileAccess, &what);
        }
        loaded
    }

    fn session(&self, input: &str, llvm: LlvmRelease) -> Session {
        let mut session = inspect::session(self.context.called_as, self.context.args, input);
        if !self.context.args.contains_id(release::OPTION) {
            session = session.release(llvm.name().parse().expect("it is a release"));
        }
        llvm_folders(llvm).into_iter().fold(session, Session::include_dir)
    }

    fn answers(&self, path: Option<PathBuf>) -> Result<AnswerFile, FailureReported> {
        let Some(path) = path else { return Ok(AnswerFile::default()) };
        let text =
            read_file(&path).map_err(|error| self.context.unreadable(&path_text(&path), &error))?;
        AnswerFile::parse(&String::from_utf8_lossy(&text)).map_err(|why| {
            let what = format!("{}: {}", path_text(&path), why.trim_end());
            self.context.input_error(Code::SettingsFile, &what)
        })
    }

    fn target(&self, loaded: &Loaded, answers: AnswerFile) -> Result<NewTarget, FailureReported> {
        let mut diagnostics = Diagnostics::new();
        let target = NewTarget::new(&loaded.store, answers, &mut diagnostics);
        target.map_err(|error| match error {
            NewTargetError::Analysis(error) => {
                if let Failure::Diagnostic(diagnostic) = Failure::from(error) {
                    diagnostics.push(*diagnostic);
                }
                let _ = self.context.report(loaded.store.sources(), &diagnostics);
                FailureReported
            }
            NewTargetError::Problems(problems) => {
                self.report_problems(Some(&loaded.store), &problems)
            }
        })
    }

    /// Reports problems at their records, or without a position.
    fn report_problems(
        &self,
        store: Option<&RecordStore>,
        problems: &[Problem],
    ) -> FailureReported {
        for problem in problems {
            match store.and_then(|store| Some((store, problem.located(store)?))) {
                Some((store, error)) => {
                    let mut diagnostics = Diagnostics::new();
                    diagnostics.push(error);
                    let _ = self.context.report(store.sources(), &diagnostics);
                }
                None => drop(self.context.input_error(Code::Target, &problem.message())),
            }
        }
        FailureReported
    }

    /// Returns the files of the description: the input and all files below its folder.
    fn description_files(&self, loaded: &Loaded, input: &str) -> Vec<TargetFile> {
        let input = text_path(input);
        let home = input.parent().unwrap_or(Path::new(""));
        let mut files: Vec<TargetFile> = Vec::new();
        for source in loaded.store.sources().files() {
            let path = text_path(&source.name);
            let Ok(below) = path.strip_prefix(home) else { continue };
            if below.is_absolute() || below.starts_with("..") {
                continue;
            }
            let path = if path == input {
                format!("{}.td", self.name())
            } else {
                path_text(below).to_string()
            };
            if files.iter().all(|file| file.path != path) {
                let text = source.text.as_str().to_owned();
                files.push(TargetFile { path, text, is_executable: false });
            }
        }
        files
    }

    /// Reports the methods that the description names and no C++ file in the folder defines.
    fn report_methods(&self, out: &Folder, target: &NewTarget) -> Result<(), FailureReported> {
        let sources = out.sources().map_err(|error| self.unwritable(out, "", &error))?;
        let undefined = undefined_methods(&target.methods, &sources);
        if undefined.is_empty() {
            return Ok(());
        }
        for method in undefined {
            let what = format!(
                "{} names a method without a definition; write in {}:\n    {}",
                method.named_by, method.file, method.signature
            );
            let _ = self.context.input_error(Code::Target, &what);
        }
        Err(FailureReported)
    }

    fn unwritable(&self, out: &Folder, path: &str, error: &std::io::Error) -> FailureReported {
        self.context.unwritable(&path_text(out.path(path)), error)
    }
}

/// Returns the folders for LLVM's own descriptions in packages for a release.
fn llvm_folders(llvm: LlvmRelease) -> [String; 4] {
    LLVM_FOLDERS.map(|folder| folder.replace("19", llvm.name()))
}

/// Whether a name is a name in C++ that begins with a capital.
fn is_target_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric())
}
