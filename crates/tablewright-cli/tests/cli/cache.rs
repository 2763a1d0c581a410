//! The cache of outputs: what is copied, what is not, and that nothing wrong ever is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::{Dir, Ran, program, records};

/// A file that was changed just now is not trusted to be what was read.
const REST: Duration = Duration::from_millis(60);

/// All files below a folder, in order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

impl Dir {
    /// A directory with these files, which have rested.
    fn rested(files: &[(&str, &str)]) -> Dir {
        let dir = Dir::new();
        dir.rewrite(files);
        dir
    }

    fn rewrite(&self, files: &[(&str, &str)]) {
        for (name, text) in files {
            self.write(name, text);
        }
        sleep(REST);
    }

    fn results(&self) -> Vec<PathBuf> {
        files_below(&self.path("cache/v1/results"))
    }

    /// Runs `llvm-tblgen` with the cache; whether the output was copied from it.
    #[track_caller]
    fn cached(&self, line: &str) -> bool {
        let old = SystemTime::now() - Duration::from_secs(1000);
        let before = self.results();
        for path in &before {
            fs::File::open(path).unwrap().set_modified(old).unwrap();
        }
        self.tblgen(&format!("--cache cache {line}")).ok();
        let was_used = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap() > old;
        let is_hit = before.iter().any(was_used);
        assert!(!is_hit || self.results() == before, "a copied result is not stored again");
        is_hit
    }
}

#[test]
fn a_repeated_run_copies_its_files() {
    let dir = Dir::rested(&[("a.td", "include \"b.td\"\n"), ("inc/b.td", "def b;\n")]);
    let line = "-I inc a.td -o out.txt -d out.d";
    assert!(!dir.cached(line));
    let first = (dir.read("out.txt"), dir.read("out.d"));
    assert_eq!(first, (records("def b {\n}\n"), "out.txt: inc/b.td\n".to_owned()));
    for name in ["out.txt", "out.d"] {
        fs::remove_file(dir.path(name)).unwrap();
    }
    assert!(dir.cached(line));
    assert_eq!((dir.read("out.txt"), dir.read("out.d")), first);
    // Without a depfile it is the same run.
    assert!(dir.cached("-I inc a.td -o out.txt"));
    assert_eq!(dir.files(), ["a.td", "cache", "inc", "out.d", "out.txt"]);
}

#[test]
fn the_variable_names_the_cache_and_an_empty_option_none() {
    let dir = Dir::rested(&[("a.td", "def a;\n")]);
    let run = |line: &str| {
        let mut command = dir.command(program());
        command.env("TABLEWRIGHT_CACHE", "cache").arg("llvm-tblgen").args(line.split(' '));
        Ran::from_output(command.output().unwrap()).ok();
        dir.results().len()
    };
    assert_eq!(run("--cache= a.td -o out.txt"), 0);
    assert_eq!(run("a.td -o out.txt"), 1);
    // Standard output, and times, are for people.
    assert_eq!(run("a.td --null-backend"), 1);
    assert_eq!(run("a.td -o other.txt"), 2);
}

#[test]
fn another_text_of_a_file_is_read_and_the_old_one_found_again() {
    let dir = Dir::rested(&[("a.td", "include \"b.td\"\n"), ("b.td", "def b;\n")]);
    let line = "a.td -o out.txt";
    assert!(!dir.cached(line));
    dir.rewrite(&[("b.td", "def c;\n")]);
    assert!(!dir.cached(line));
    assert_eq!(dir.read("out.txt"), records("def c {\n}\n"));
    dir.rewrite(&[("b.td", "def b;\n")]);
    assert!(dir.cached(line));
    assert_eq!(dir.read("out.txt"), records("def b {\n}\n"));
    dir.rewrite(&[("a.td", "include \"b.td\"\ndef a;\n")]);
    assert!(!dir.cached(line));
    assert_eq!(dir.read("out.txt"), records("def a {\n}\ndef b {\n}\n"));
}

#[test]
fn a_file_that_is_found_earlier_is_read() {
    let dir = Dir::rested(&[("a.td", "include \"b.td\"\n"), ("y/b.td", "def y;\n")]);
    let line = "-I x -I y a.td -o out.txt";
    assert!(!dir.cached(line));
    assert!(dir.cached(line));
    dir.rewrite(&[("x/b.td", "def x;\n")]);
    assert!(!dir.cached(line));
    assert_eq!(dir.read("out.txt"), records("def x {\n}\n"));
    dir.rewrite(&[("b.td", "def here;\n")]);
    assert!(!dir.cached(line));
    assert_eq!(dir.read("out.txt"), records("def here {\n}\n"));
    fs::remove_file(dir.path("b.td")).unwrap();
    fs::remove_file(dir.path("x/b.td")).unwrap();
    assert!(dir.cached(line));
    assert_eq!(dir.read("out.txt"), records("def y {\n}\n"));
    // The same text found elsewhere could be shown as being elsewhere.
    assert!(!dir.cached("-I y -I x a.td -o out.txt"));
    fs::remove_file(dir.path("y/b.td")).unwrap();
    let err = dir.tblgen(&format!("--cache cache {line}")).failed();
    assert!(err.contains("Could not find include file 'b.td'"), "{err}");
}

#[test]
fn what_changes_the_output_is_another_run() {
    let dir = Dir::rested(&[("a.td", "class C;\n#ifdef X\ndef x : C;\n#endif\ndef a : C;\n")]);
    for line in [
        "a.td -o out.txt",
        "-D X a.td -o out.txt",
        "--dump-json a.td -o out.txt",
        "--print-enums --class=C a.td -o out.txt",
        "--print-enums --class=C -D X a.td -o out.txt",
        "--release 22 --dump-json a.td -o out.txt",
        "a.td -o other.txt",
    ] {
        assert!(!dir.cached(line), "{line}");
        assert!(dir.cached(line), "{line}");
    }
    assert!(dir.cached("--print-enums --class C a.td -o out.txt"));
    assert_eq!(dir.read("out.txt"), "a, \n");
}

#[test]
fn two_checkouts_share_results_unless_paths_are_shown() {
    let dir = Dir::new();
    for checkout in ["one", "two"] {
        dir.write(&format!("{checkout}/src/a.td"), "include \"b.td\"\n");
        dir.write(&format!("{checkout}/include/b.td"), "def record;\n");
    }
    sleep(REST);
    let line = |checkout: &str, action: &str| {
        format!(
            "--{action} -I {checkout}/include {checkout}/src/a.td -o {checkout}/o.txt -d {checkout}/o.d"
        )
    };
    assert!(!dir.cached(&line("one", "print-detailed-records").replace("one/src", "./one/src")));
    for (action, is_shared) in
        [("print-records", true), ("gen-ctags", false), ("print-detailed-records", false)]
    {
        assert!(!dir.cached(&line("one", action)), "{action}");
        assert_eq!(dir.cached(&line("two", action)), is_shared, "{action}");
        let copied = dir.read("two/o.txt");
        assert_eq!(dir.read("two/o.d"), "two/o.txt: two/include/b.td\n");
        dir.tblgen(&line("two", action)).ok();
        assert_eq!(dir.read("two/o.txt"), copied);
        assert!(dir.cached(&line("one", action)), "{action}");
        assert!(dir.cached(&line("two", action)), "{action}");
        assert_eq!(dir.read("two/o.txt"), copied);
    }
}

#[test]
fn warnings_are_repeated() {
    let text = "class A<int x>;\ndef a : A<1>;\n";
    let dir = Dir::rested(&[("one/a.td", text), ("two/a.td", text)]);
    let run = |checkout: &str, options: &str| {
        let line = format!("--cache cache {options} {checkout}/a.td -o {checkout}/o.txt");
        let ran = dir.tblgen(&line);
        assert_eq!(ran.code, Some(0));
        (ran.err, dir.results().len())
    };
    let (first, count) = run("one", "");
    assert!(first.starts_with("one/a.td:1:13: warning: unused template argument"), "{first}");
    assert_eq!(run("one", ""), (first.clone(), count));
    assert_eq!(run("two", ""), (first.replace("one/", "two/"), count + 1));
    let (json, _) = run("one", "--diagnostic-format=json");
    assert!(json.starts_with('{'), "{json}");
    assert_eq!(run("one", "--diagnostic-format=json").0, json);
    assert_eq!(run("one", "--no-warn-on-unused-template-args").0, "");
}

#[test]
fn a_failure_is_not_kept() {
    let dir = Dir::rested(&[("a.td", "def a { int x = 1; }\nassert false, \"no\";\n")]);
    let err = dir.tblgen("--cache cache a.td -o out.txt").failed();
    assert_eq!(dir.tblgen("--cache cache a.td -o out.txt").failed(), err);
    assert_eq!(dir.results(), [] as [PathBuf; 0]);
}

#[test]
fn garbled_entries_are_not_used() {
    let dir = Dir::rested(&[("a.td", "include \"b.td\"\n"), ("b.td", "def b;\n")]);
    let line = "a.td -o out.txt";
    assert!(!dir.cached(line));
    let expected = dir.read("out.txt");
    let stored: Vec<(PathBuf, Vec<u8>)> = ["results", "manifests"]
        .iter()
        .flat_map(|folder| files_below(&dir.path(&format!("cache/v1/{folder}"))))
        .map(|path| (path.clone(), fs::read(path).unwrap()))
        .collect();
    assert_eq!(stored.len(), 2);
    for (path, whole) in &stored {
        for index in (0..whole.len()).step_by(whole.len() / 8) {
            let mut garbled = whole.clone();
            garbled[index] = garbled[index].wrapping_add(1);
            for bytes in [&garbled[..], &whole[..index], &[]] {
                fs::write(path, bytes).unwrap();
                fs::remove_file(dir.path("out.txt")).unwrap();
                dir.tblgen(&format!("--cache cache {line}")).ok();
                assert_eq!(dir.read("out.txt"), expected);
                // It was stored again.
                assert_eq!(&fs::read(path).unwrap(), whole);
            }
        }
    }
    // What is no file stays, and is in nobody's way.
    for (path, _) in &stored {
        fs::remove_file(path).unwrap();
        fs::create_dir(path).unwrap();
        fs::write(path.join("x"), "").unwrap();
    }
    let ran = dir.tblgen(&format!("--cache cache {line}"));
    assert_eq!((ran.code, dir.read("out.txt")), (Some(0), expected));
    assert!(ran.err.contains("note: the cache 'cache' keeps nothing new: "), "{}", ran.err);
}

#[test]
fn a_cache_that_cannot_be_used_is_no_error() {
    let dir = Dir::rested(&[("a.td", "def a;\n")]);
    let ran = dir.tblgen("--cache a.td/cache a.td -o out.txt");
    let why = "the cache 'a.td/cache' is not used: Not a directory";
    assert_eq!(ran.err, format!("tablewright llvm-tblgen: note: {why}\n"));
    assert_eq!((ran.code, dir.read("out.txt")), (Some(0), records("def a {\n}\n")));
}

/// A limit on the size of files is met like a full disk, in the middle of writing an entry: the output fits, and
/// the entry, which has more, does not.
#[cfg(unix)]
#[test]
fn a_full_disk_costs_nothing_but_the_entry() {
    let dir = Dir::rested(&[("a.td", &format!("def {};\n", "a".repeat(400)))]);
    let line = "--cache cache a.td -o out.txt";
    let mut command = dir.command(Path::new("sh"));
    let script =
        format!("trap '' XFSZ; ulimit -f 1; exec {} llvm-tblgen {line}", program().display());
    let ran = Ran::from_output(command.args(["-c", &script]).output().unwrap());
    let why = "the cache 'cache' keeps nothing new: File too large";
    assert_eq!(ran.err, format!("tablewright llvm-tblgen: note: {why}\n"));
    assert_eq!(ran.code, Some(0));
    let expected = records(&format!("def {} {{\n}}\n", "a".repeat(400)));
    assert_eq!(dir.read("out.txt"), expected);
    for folder in ["manifests", "results"] {
        assert_eq!(files_below(&dir.path("cache/v1").join(folder)), [] as [PathBuf; 0]);
    }
    assert!(!dir.cached("a.td -o out.txt"));
    assert!(dir.cached("a.td -o out.txt"));
    assert_eq!(dir.read("out.txt"), expected);
}

/// A description whose output takes a while to write.
fn large_description() -> String {
    "class C<int n> { int Number = n; string Name = \"number\"#n; }\n\
     foreach i = 0...1500 in def R#i : C<i>;\n"
        .to_owned()
}

#[test]
fn a_run_that_is_killed_leaves_nothing_wrong() {
    let dir = Dir::rested(&[("a.td", &large_description())]);
    let start = SystemTime::now();
    dir.tblgen("a.td -o expected.txt").ok();
    let expected = dir.read("expected.txt");
    let duration = start.elapsed().unwrap() * 2;
    let steps = 24;
    for step in 0..steps {
        let mut command = dir.command(program());
        command.args(["llvm-tblgen", "--cache", "cache", "a.td", "-o", "out.txt"]);
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        sleep(duration * step / steps);
        // On Unix this is `SIGKILL`, of which a process learns nothing.
        child.kill().unwrap();
        child.wait().unwrap();
        if dir.path("out.txt").exists() {
            assert_eq!(dir.read("out.txt"), expected, "{step}");
            fs::remove_file(dir.path("out.txt")).unwrap();
        }
        if step % 4 == 3 {
            dir.tblgen("--cache cache a.td -o out.txt").ok();
            assert_eq!(dir.read("out.txt"), expected, "{step}");
            fs::remove_dir_all(dir.path("cache")).unwrap();
        }
    }
}

#[test]
fn two_builds_at_once_write_what_each_asks_for() {
    let dir = Dir::rested(&[("a.td", &large_description())]);
    let actions = ["print-records", "dump-json", "gen-ctags"];
    let expected = actions.map(|action| {
        dir.tblgen(&format!("--{action} a.td -o expected.txt")).ok();
        dir.read("expected.txt")
    });
    for round in 0..3 {
        let builds: Vec<_> = (0..6)
            .map(|build| {
                let action = actions[build % actions.len()];
                dir.write(&format!("build-{build}/empty"), "");
                let line = format!("--cache cache --{action} a.td -o build-{build}/out.txt");
                dir.command(program()).arg("llvm-tblgen").args(line.split(' ')).spawn().unwrap()
            })
            .collect();
        for (build, mut child) in builds.into_iter().enumerate() {
            assert!(child.wait().unwrap().success());
            let out = dir.read(&format!("build-{build}/out.txt"));
            assert!(out == expected[build % actions.len()], "{round} {build}");
        }
        if round == 1 {
            // The third finds everything.
            let results = dir.results();
            assert_eq!(results.len(), actions.len());
        }
    }
}

#[test]
fn a_batch_copies_what_it_can() {
    let dir = Dir::rested(&[("a.td", "include \"b.td\"\n"), ("b.td", "class C;\ndef b : C;\n")]);
    let line = "batch --cache cache -d all.d a.td --print-records -o r.txt --dump-json -o j.json";
    let summary = "written   r.txt\nwritten   j.json\n2 written, 0 unchanged, 0 failed";
    assert_eq!(dir.run(line).ok(), format!("{summary}; 0 from the cache\n"));
    let read = || ["r.txt", "j.json", "all.d"].map(|name| dir.read(name));
    let first = read();
    assert_eq!(first[2], "r.txt j.json: a.td b.td\n");
    for name in ["r.txt", "j.json", "all.d"] {
        fs::remove_file(dir.path(name)).unwrap();
    }
    assert_eq!(dir.run(line).ok(), format!("{summary}; 2 from the cache\n"));
    assert_eq!(read(), first);
    // Single runs and batches share results.
    assert!(dir.cached("a.td -o r.txt"));
    let more = format!("{line} --print-enums --class=C -o e.txt");
    let out = dir.run(&more).ok();
    assert!(out.ends_with("3 written, 0 unchanged, 0 failed; 2 from the cache\n"), "{out}");
    assert_eq!(dir.read("all.d"), "r.txt j.json e.txt: a.td b.td\n");
    let unchanged = dir.run(&more.replace("batch", "batch --write-if-changed")).ok();
    let expected = "0 written, 3 unchanged, 0 failed; 3 from the cache\n";
    assert!(unchanged.ends_with(expected), "{unchanged}");
}

#[test]
fn side_files_are_copied_with_the_output() {
    let dir = Dir::new();
    let toy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/toy-target");
    let toy = toy.canonicalize().unwrap().display().to_string();
    let line = format!(
        "--release 23 --gen-register-info -I {toy} -I {toy}/prelude {toy}/Toy.td -o Gen.inc -d Gen.d"
    );
    assert!(!dir.cached(&line));
    let names: Vec<String> =
        dir.files().into_iter().filter(|name| name.starts_with("Gen")).collect();
    assert!(names.len() > 3, "{names:?}");
    let read = || names.iter().map(|name| dir.read(name)).collect::<Vec<String>>();
    let first = read();
    names.iter().for_each(|name| fs::remove_file(dir.path(name)).unwrap());
    assert!(dir.cached(&line));
    assert_eq!(read(), first);
}

#[test]
fn the_size_is_bounded() {
    let dir = Dir::rested(&[("a.td", "def a;\n")]);
    let run = |number: usize, size: &str| {
        let mut command = dir.command(program());
        let macro_name = format!("-DX{number}");
        command.env("TABLEWRIGHT_CACHE_SIZE", size).env("TABLEWRIGHT_CACHE", "cache");
        command.args(["llvm-tblgen", "a.td", "-o", "out.txt", &macro_name]);
        Ran::from_output(command.output().unwrap())
    };
    for number in 0..40 {
        run(number, "128k").ok();
        assert_eq!(dir.read("out.txt"), records("def a {\n}\n"));
    }
    let blocks = |path: &PathBuf| fs::metadata(path).unwrap().len().div_ceil(4096);
    let total: u64 = files_below(&dir.path("cache")).iter().map(blocks).sum();
    assert!(total <= 32 + 2, "{total}");
    assert!(dir.results().len() > 8);
    assert_eq!(
        run(0, "many").failed(),
        "tablewright llvm-tblgen: for the variable TABLEWRIGHT_CACHE_SIZE: 'many' is not a size; expected for example 500M or 5G\n"
    );
}
