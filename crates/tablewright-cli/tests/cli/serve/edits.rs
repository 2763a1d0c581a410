//! Edits while a server holds the description.

use std::fs::{self, File, FileTimes};
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, SystemTime};

use super::*;

/// Runs a job before and after an edit. The second output must differ and contain `expected`.
#[track_caller]
fn check(prepare: impl FnOnce(&Dir), line: &str, edit: impl FnOnce(&Dir), expected: &str) {
    let (dir, server) = dir_and_server();
    prepare(&dir);
    same_by_server(&dir, &server, line);
    let before = same_by_server(&dir, &server, line);
    edit(&dir);
    let after = same_by_server(&dir, &server, line);
    assert_ne!(after, before);
    assert!(after.contains(expected), "{after}");
}

/// A time long ago.
fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)
}

/// Sets the time of a file.
fn set_time(dir: &Dir, name: &str, time: SystemTime) {
    let times = FileTimes::new().set_modified(time).set_accessed(time);
    File::options().write(true).open(dir.path(name)).unwrap().set_times(times).unwrap();
}

#[test]
fn an_edited_file_is_read_again() {
    check(|_| (), "a.td", |dir| dir.write("a.td", "def other;\n"), "def other {");
    check(
        |_| (),
        "a.td",
        |dir| dir.write("inc.td", "class Base<int n> { int M = n; }"),
        "int M = 1;",
    );
}

#[test]
fn a_file_with_the_same_size_and_time_is_read_again() {
    let edited = INCLUDED.replace("int N", "int O");
    assert_eq!(edited.len(), INCLUDED.len());
    // Written in place, with the modification time of before.
    let in_place = |dir: &Dir| {
        dir.write("inc.td", &edited);
        set_time(dir, "inc.td", long_ago());
    };
    check(|dir| set_time(dir, "inc.td", long_ago()), "a.td", in_place, "int O = 1;");
    // Another file under the name, with the same times.
    let replaced = |dir: &Dir| {
        let old = fs::metadata(dir.path("inc.td")).unwrap();
        dir.write("new.td", &edited);
        set_time(dir, "new.td", old.modified().unwrap());
        fs::rename(dir.path("new.td"), dir.path("inc.td")).unwrap();
        let new = fs::metadata(dir.path("inc.td")).unwrap();
        assert_eq!((new.size(), new.mtime_nsec()), (old.size(), old.mtime_nsec()));
    };
    check(|_| (), "a.td", replaced, "int O = 1;");
}

#[test]
fn edits_in_quick_succession_are_all_seen() {
    let (dir, server) = dir_and_server();
    for n in 0..40 {
        // The same size, and often the same time of a coarse clock.
        dir.write("inc.td", format!("class Base<int n> {{ int N = !mul(n, {}); }}\n", n % 10));
        let out = run(&dir, &server, "a.td").ok();
        assert!(out.contains(&format!("int N = {};", n % 10)), "{out}");
    }
    assert_eq!(server.counts(), (40, 0));
}

#[test]
fn a_touched_file_is_not_loaded_again() {
    let (dir, server) = dir_and_server();
    same_by_server(&dir, &server, "a.td");
    set_time(&dir, "inc.td", long_ago());
    same_by_server(&dir, &server, "a.td");
    assert!(server.status().contains("used 2 times"), "{}", server.status());
}

#[test]
fn an_include_that_appears_earlier_in_the_path_is_found() {
    let prepare = |dir: &Dir| {
        dir.write("one/placeholder", "");
        dir.write("two/inc2.td", "class Base<int n> { int Two = n; }\n");
        dir.write("a.td", "include \"inc2.td\"\ndef main : Base<1>;\n");
    };
    let line = "a.td -I one -I missing -I two";
    let edit = |dir: &Dir, name: &str| dir.write(name, "class Base<int n> { int One = n; }\n");
    check(prepare, line, |dir| edit(dir, "one/inc2.td"), "int One = 1;");
    check(prepare, line, |dir| edit(dir, "missing/inc2.td"), "int One = 1;");
    check(prepare, line, |dir| edit(dir, "inc2.td"), "int One = 1;");
}

#[test]
fn a_missing_include_that_appears_is_found() {
    let (dir, server) = dir_and_server();
    dir.write("a.td", "include \"late.td\"\ndef main : Base<1>;\n");
    let served = run(&dir, &server, "a.td");
    assert_eq!(served.failed(), dir.tblgen("a.td").failed());
    dir.write("late.td", INCLUDED);
    same_by_server(&dir, &server, "a.td");
}

#[test]
fn a_link_that_moves_is_followed() {
    use std::os::unix::fs::symlink;

    let prepare = |dir: &Dir| {
        dir.write("one/inc2.td", INCLUDED);
        dir.write("two/inc2.td", INCLUDED.replace("int N", "int O"));
        symlink("one", dir.path("link")).unwrap();
        dir.write("a.td", "include \"inc2.td\"\ndef main : Base<1>;\n");
    };
    let edit = |dir: &Dir| {
        symlink("two", dir.path("new")).unwrap();
        fs::rename(dir.path("new"), dir.path("link")).unwrap();
    };
    check(prepare, "a.td -I link", edit, "int O = 1;");
}

#[test]
fn a_directory_that_is_replaced_is_another_place() {
    let (dir, server) = dir_and_server();
    let run_in_sub = || {
        let mut command = client(&dir, &server.socket, "a.td");
        Ran::from_output(command.current_dir(dir.path("sub")).output().unwrap()).ok()
    };
    dir.write("sub/a.td", "def one;\n");
    assert!(run_in_sub().contains("def one {"));
    fs::rename(dir.path("sub"), dir.path("old")).unwrap();
    dir.write("sub/a.td", "def two;\n");
    assert!(run_in_sub().contains("def two {"));
}

#[test]
fn a_version_file_that_appears_changes_the_release() {
    let (dir, server) = dir_and_server();
    let run = |server: Option<&Server>| {
        let mut command = dir.command(program());
        command.env_remove("TABLEWRIGHT_RELEASE").args([
            "llvm-tblgen",
            "a.td",
            "-o",
            "a.txt",
            "-d",
            "a.d",
        ]);
        if let Some(server) = server {
            command.env("TABLEWRIGHT_SERVER", &server.socket);
        }
        Ran::from_output(command.output().unwrap()).ok();
        dir.read("a.d")
    };
    let before = run(Some(&server));
    assert_eq!(before, run(None));
    dir.write("cmake/Modules/LLVMVersion.cmake", "set(LLVM_VERSION_MAJOR 23)\n");
    let after = run(Some(&server));
    assert_eq!(after, run(None));
}

#[test]
fn edits_during_a_build_lead_to_an_old_or_a_new_output() {
    let (dir, server) = dir_and_server();
    let defs: String = (0..3000).map(|n| format!("def d{n} : Base<{n}>;\n")).collect();
    dir.write("a.td", format!("include \"inc.td\"\n{defs}"));
    let texts = [INCLUDED.to_owned(), INCLUDED.replace("int N", "int O")];
    let outputs = texts.each_ref().map(|text| {
        dir.write("inc.td", text);
        dir.tblgen("a.td").ok()
    });
    for round in 0..6 {
        let clients: Vec<Child> = (0..4)
            .map(|n| client(&dir, &server.socket, &format!("a.td -o {n}.txt")).spawn().unwrap())
            .collect();
        // The file is replaced as editors do, so that no process reads a half.
        dir.write("new.td", &texts[round % 2]);
        fs::rename(dir.path("new.td"), dir.path("inc.td")).unwrap();
        for (n, mut client) in clients.into_iter().enumerate() {
            assert!(client.wait().unwrap().success());
            assert!(outputs.contains(&dir.read(&format!("{n}.txt"))));
        }
        assert!(run(&dir, &server, "a.td").ok() == outputs[round % 2]);
    }
}
