//! Side files of a backend that writes three files; no backend of LLVM 19 does.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use tablewright_backend::{Backend, Failure, Job, Options, Outputs, SideFile};
use tablewright_session::Session;
use tablewright_syntax::diagnostic::{Code, Diagnostic};

use crate::grammar::GrammarArg;
use crate::option_table::{OptionTable, Text};
use crate::output_file::Finished;
use crate::request::{Request, Task};
use crate::run::{Run, RunStopped};
use crate::side_files::TextsAfter;
use crate::test_tool::TestTool;

/// A backend with two side files. It opens a side file twice, and fails if a record `wrong` exists.
static BACKEND: Backend = Backend { name: "write-three", help: "", options: &[], run: write_three };

fn write_three(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = SideFile::Suffix("Enums");
    job.outputs.side_file(enums)?.write_text("enums\n")?;
    let included = job.outputs.main_path().map(|main| enums.path(main)).unwrap_or_default();
    job.write_text(&format!("include {included}\n"))?;
    job.outputs.side_file(SideFile::Name("shard.txt"))?.write_text("shard\n")?;
    job.outputs.side_file(enums)?.write_text("more enums\n")?;
    if job.store.find_record("wrong").is_some() {
        return Err(Diagnostic::error_anywhere(Code::FieldValue, "wrong").into());
    }
    Ok(())
}

/// A directory of its own for a test.
pub(crate) struct TestDir(PathBuf);

impl TestDir {
    pub(crate) fn new() -> TestDir {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tablewright-side-files-{}-{count}", std::process::id());
        let dir = std::env::temp_dir().join(name);
        fs::create_dir_all(&dir).expect("the directory of temporary files can be written");
        TestDir(dir)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("it can be written");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let text = fs::read_to_string(self.path(name)).expect("it was written");
        text.replace(&self.path(""), "")
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("it is there").flatten();
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        names
    }

    /// A run of the backend over `text` that writes the file `output`.
    pub(crate) fn request(&self, text: &str, output: &str) -> Request {
        self.write("a.td", text);
        let table = OptionTable::new(&TestTool, None);
        let input = GrammarArg::Input(self.path("a.td"));
        let output = GrammarArg::Text(Text::Output, self.path(output));
        let mut request = Request::new(&table, vec![input, output]);
        request.task = Task::Backend(&BACKEND, Options::new());
        request
    }
}

impl Drop for TestDir {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Writes the file `X.inc`. Returns the outcome, or the messages if the run failed.
fn write(dir: &TestDir, request: &Request) -> Result<Option<Finished>, String> {
    let mut run = Run::keeping_messages("test", request);
    let path = dir.path("X.inc");
    let written = run.load().and_then(|loaded| run.write_file(&path, &loaded, None));
    match written {
        Ok(written) => Ok(written.map(|outputs| outputs.finished)),
        Err(RunStopped) => Err(run.into_messages().concat()),
    }
}

#[test]
fn side_files_are_written_beside_the_output_and_the_depfile_names_them() {
    let dir = TestDir::new();
    let mut request = dir.request("def a;", "X.inc");
    request.depfile = Some(dir.path("X.d"));
    assert!(write(&dir, &request).is_ok());
    assert_eq!(dir.files(), ["X.d", "X.inc", "XEnums.inc", "a.td", "shard.txt"]);
    assert_eq!(dir.read("X.inc"), "include XEnums.inc\n");
    assert_eq!(dir.read("XEnums.inc"), "enums\nmore enums\n");
    assert_eq!(dir.read("X.d"), "X.inc XEnums.inc shard.txt: a.td\n");
}

#[test]
fn a_run_that_fails_writes_none_of_its_files() {
    let dir = TestDir::new();
    dir.write("X.inc", "old");
    assert!(write(&dir, &dir.request("def wrong;", "X.inc")).is_err());
    assert_eq!(dir.files(), ["X.inc", "a.td"]);
    assert_eq!(dir.read("X.inc"), "old");
}

#[test]
fn a_side_file_that_cannot_be_opened_is_named() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("shard.txt")).expect("it can be created");
    let messages = write(&dir, &dir.request("def a;", "X.inc")).expect_err("it is a directory");
    assert!(messages.contains("shard.txt: Is a directory"), "{messages}");
    assert_eq!(dir.files(), ["a.td", "shard.txt"]);
}

#[test]
fn write_if_changed_leaves_each_file_alone_that_would_not_change() {
    let dir = TestDir::new();
    let mut request = dir.request("def a;", "X.inc");
    request.write_if_changed = true;
    assert_eq!(write(&dir, &request), Ok(Some(Finished::Written)));
    assert_eq!(write(&dir, &request), Ok(Some(Finished::Unchanged)));
    dir.write("shard.txt", "old");
    let changed = |name: &str| fs::metadata(dir.path(name)).and_then(|data| data.modified());
    let before = changed("XEnums.inc").expect("it is there");
    assert_eq!(write(&dir, &request), Ok(Some(Finished::Written)));
    assert_eq!(changed("XEnums.inc").expect("it is there"), before);
    assert_eq!(dir.read("shard.txt"), "shard\n");
}

#[test]
fn on_standard_output_the_side_files_follow_the_main_output() {
    let loaded = Session::new().load_text("a.td", "def a;").expect("it is correct");
    let (mut out, mut after) = (Vec::new(), TextsAfter::default());
    let mut diagnostics = tablewright_syntax::diagnostic::Diagnostics::new();
    let outputs = Outputs::new(&mut out, &mut after);
    let options = &Options::new();
    let store = &loaded.store;
    let mut job = Job { store, options, outputs, diagnostics: &mut diagnostics };
    write_three(&mut job).expect("it writes three texts");
    after.write(&mut out).expect("memory can be written");
    let want = "include -Enums\nenums\nmore enums\nshard\n";
    assert_eq!(String::from_utf8_lossy(&out), want);
}
