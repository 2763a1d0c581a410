//! `tablewright reduce`: shrinks a description while a command keeps behaving the same.

mod candidates;
mod keep_command;
mod search;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Arg, ArgMatches, Command, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use tablewright_session::{Flattened, Session, text_path};
use tablewright_syntax::Flattening;
use tablewright_syntax::diagnostic::Code;

use crate::command_context::{CommandContext, FailureReported, exit_code};
use crate::inspect::{self, flag};
use crate::interrupt;
use crate::output_file::write_text;
use crate::preprocess::flattened;
use crate::temporary;
use crate::terminal::{eprint, reads_messages};
use keep_command::{KeepCommand, KeepCommandVerdict};
use search::{Judge, ReduceSearch};

pub(crate) const NAME: &str = "reduce";

const KEEP: &str = "keep";
const JOBS: &str = "jobs";
const TIMEOUT: &str = "timeout";
const MUST_READ: &str = "must-read";

/// Maximum number of texts tested at the same time. Each text needs a file.
const MAX_JOBS: u32 = 32;

/// Template for the progress display.
const PROGRESS: &str = "{spinner} {elapsed} {wide_msg}";

pub(crate) fn command() -> Command {
    let number = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    inspect::command(NAME)
        .about("Shrink a description while a command keeps behaving the same")
        .after_help(
            "A smaller description is kept if the command exits with code 0. The output file always contains the\n\
             smallest description so far, also after Ctrl-C.\n\
             \n\
             Example:\n\
             \x20   tablewright reduce Foo.td --keep 'llvm-tblgen --gen-dag-isel {} 2>&1 | grep -q \"Type set is empty\"'",
        )
        .mut_arg("file", |file| file.help("Description to shrink; - reads standard input"))
        .arg(
            Arg::new(KEEP)
                .long(KEEP)
                .value_name("CMD")
                .required(true)
                .help("Shell command; {} is replaced by the file name, which is otherwise appended"),
        )
        .arg(
            number(JOBS, "N", "Number of commands to run at a time [default: one per processor, at most 32]")
                .value_parser(value_parser!(u32).range(1..=i64::from(MAX_JOBS))),
        )
        .arg(
            number(TIMEOUT, "SECONDS", "Reject a smaller description if the command runs longer")
                .value_parser(value_parser!(u32).range(1..))
                .default_value("60"),
        )
        .arg(flag(MUST_READ, "Reject a smaller description with errors without running the command"))
        .arg(
            inspect::output_arg()
                .help("Output file [default: FILE.reduced.td]"),
        )
        .arg(inspect::color_arg())
}

pub(crate) fn main(called_as: &str, args: &ArgMatches) -> ExitCode {
    exit_code(run(CommandContext::new(called_as, args)))
}

fn run(context: CommandContext<'_>) -> Result<ExitCode, FailureReported> {
    let flat = flattened(context, Flattening::default())?;
    let reduction = Reduction::new(context.args, context.input(), &flat);
    match reduction.run(flat) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(ReductionFailure::NotKept(what)) => Err(context.error(Code::OptionValue, &what)),
        Err(ReductionFailure::File(error)) => Err(context.unwritable(&reduction.output, &error)),
    }
}

/// Reason for a missing result.
enum ReductionFailure {
    /// The command rejects the whole description.
    NotKept(String),
    File(io::Error),
}

/// Command line options and the input size.
struct Reduction {
    line: String,
    output: String,
    jobs: usize,
    timeout: Duration,
    reads_first: Option<Session>,
    /// Size of the description including its includes, in bytes.
    bytes: usize,
}

impl Reduction {
    fn new(args: &ArgMatches, input: &str, flat: &Flattened) -> Reduction {
        let number = |name: &str| args.get_one::<u32>(name).copied();
        let output = args.get_one::<String>("output").cloned().unwrap_or_else(|| {
            let stem =
                if input == "-" { "stdin" } else { input.strip_suffix(".td").unwrap_or(input) };
            format!("{stem}.reduced.td")
        });
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        let jobs = number(JOBS).map_or_else(processors, |jobs| jobs as usize);
        Reduction {
            line: args.get_one::<String>(KEEP).expect("it is required").clone(),
            output,
            jobs: jobs.min(MAX_JOBS as usize),
            timeout: Duration::from_secs(u64::from(number(TIMEOUT).expect("it has a default"))),
            reads_first: args.get_flag(MUST_READ).then(|| inspect::release_session(args)),
            bytes: flat.text.len(),
        }
    }

    fn run(&self, flat: Flattened) -> Result<(), ReductionFailure> {
        interrupt::watch(interrupted);
        let path: PathBuf = text_path(&self.output);
        let reads_first = self.reads_first.clone();
        let command = KeepCommand::new(&self.line, self.timeout, reads_first, &path, self.jobs)
            .map_err(ReductionFailure::File)?;
        let why = match command.judge(0, &flat.text).map_err(ReductionFailure::File)? {
            KeepCommandVerdict::Keeps => None,
            KeepCommandVerdict::HasErrors => {
                Some(format!("it has errors; --{MUST_READ} asks for none"))
            }
            KeepCommandVerdict::Refuses(status) => Some(format!("the command ends with {status}")),
            KeepCommandVerdict::TimedOut => {
                Some(format!("the command takes longer than --{TIMEOUT}"))
            }
        };
        if let Some(why) = why {
            return Err(ReductionFailure::NotKept(format!(
                "--{KEEP} does not keep the whole description, in which included files stand in place \
                 of their includes: {why}"
            )));
        }
        let judge = ReductionJudge::new(self, command);
        judge.accept(&flat.text, "the whole").map_err(ReductionFailure::File)?;
        let text = ReduceSearch::new(&judge, self.jobs, flat.text)
            .run()
            .map_err(ReductionFailure::File)?;
        judge.end(&text);
        Ok(())
    }
}

/// The output file, and the size of its text.
static BEST: Mutex<Option<(String, usize)>> = Mutex::new(None);

/// Kills the commands, removes their files, and reports the location of the best text.
fn interrupted(end: &dyn Fn()) {
    keep_command::kill_all();
    if let Ok(best) = BEST.lock()
        && let Some((output, bytes)) = &*best
    {
        eprint(format_args!("\ninterrupted: {output} has {bytes} bytes so far\n"));
    }
    temporary::remove_all(end);
}

/// Runs the command, writes the best text and shows progress.
struct ReductionJudge<'r> {
    reduction: &'r Reduction,
    command: KeepCommand,
    start: Instant,
    runs: AtomicUsize,
    progress: Option<ProgressBar>,
}

impl<'r> ReductionJudge<'r> {
    fn new(reduction: &'r Reduction, command: KeepCommand) -> ReductionJudge<'r> {
        let progress = reads_messages().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            bar.with_style(ProgressStyle::with_template(PROGRESS).expect("it is well-formed"))
        });
        ReductionJudge { reduction, command, start: Instant::now(), runs: 1.into(), progress }
    }

    fn end(&self, text: &str) {
        if let Some(progress) = &self.progress {
            progress.finish_and_clear();
        }
        let Reduction { output, bytes, .. } = self.reduction;
        let (runs, seconds) = (self.runs.load(Ordering::Relaxed), self.start.elapsed().as_secs());
        let size = text.len();
        eprint(format_args!("{output}: {size} of {bytes} bytes, {runs} runs, {seconds} s\n"));
    }
}

impl Judge for ReductionJudge<'_> {
    fn keeps(&self, worker: usize, text: &str) -> io::Result<bool> {
        let verdict = self.command.judge(worker, text)?;
        if !matches!(verdict, KeepCommandVerdict::HasErrors) {
            self.runs.fetch_add(1, Ordering::Relaxed);
        }
        Ok(matches!(verdict, KeepCommandVerdict::Keeps))
    }

    fn accept(&self, text: &str, what: &str) -> io::Result<()> {
        write_text(&self.reduction.output, text)?;
        if let Ok(mut best) = BEST.lock() {
            *best = Some((self.reduction.output.clone(), text.len()));
        }
        if let Some(progress) = &self.progress {
            let runs = self.runs.load(Ordering::Relaxed);
            let bytes = self.reduction.bytes;
            let message = format!("{} of {bytes} bytes, {runs} runs, {what}", text.len());
            progress.set_message(message);
        }
        Ok(())
    }
}
