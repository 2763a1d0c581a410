//! Which program we are.

use std::fs;

use crate::{Dir, Ran, program, records};

#[test]
fn the_name_called_by_selects_the_mode() {
    for name in ["llvm-tblgen", "clang-tblgen", "llvm-tblgen-19"] {
        let dir = Dir::with("def a;\n");
        let link = dir.path(name);
        fs::hard_link(program(), &link).or_else(|_| fs::copy(program(), &link).map(drop)).unwrap();
        let ran = Ran::of(dir.command(&link).arg("a.td").output().unwrap());
        assert_eq!(ran.ok(), records("def a {\n}\n"), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_selects_the_mode() {
    let dir = Dir::with("def a;\n");
    let link = dir.path("llvm-tblgen");
    std::os::unix::fs::symlink(program(), &link).unwrap();
    let err = Ran::of(dir.command(&link).arg("-foo").output().unwrap()).failed();
    let usage = format!("Try: '{} --help'", link.display());
    let want = format!(
        "llvm-tblgen: Unknown command line argument '-foo'.  {usage}\nllvm-tblgen: Did you mean '-o'?\n"
    );
    assert_eq!(err, want);
}

#[test]
fn clang_mode_has_its_own_actions() {
    let dir = Dir::with("def a;\n");
    assert_eq!(dir.run("clang-tblgen a.td").ok(), records("def a {\n}\n"));
    let err = dir.run("clang-tblgen --gen-arm-neon a.td").failed();
    assert!(err.starts_with("clang-tblgen: --gen-arm-neon is not part of Tablewright "), "{err}");
}

#[test]
fn native_commands() {
    let dir = Dir::with("#ifdef X\ninclude \"b.td\"\n#endif\ndef a;\n");
    dir.write("inc/b.td", "def b;\n");
    assert_eq!(dir.run("print a.td -I inc -D X").ok(), records("def a {\n}\ndef b {\n}\n"));
    let json = dir.run("print --format json a.td").ok();
    assert!(json.starts_with("{\"!instanceof\":{},"), "{json}");

    let ran = dir.run("");
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""));
    assert!(ran.err.contains("Usage: tablewright"), "{}", ran.err);
    let help = dir.run("--help").ok();
    assert!(help.contains("llvm-tblgen"), "{help}");
    assert!(dir.run("--version").ok().starts_with("tablewright "));
    assert!(dir.run("prin").failed().contains("print"));
}
