//! Command lines without a command: `tablewright --gen-emitter x.td` and `tablewright x.td` were probably intended
//! for a program that Tablewright replaces, or for `print`. The message shows the correct command line.

use crate::mode::CalledProgram;

/// Returns a message with the correct command line, if `args` contains an action or a description but no command.
/// `commands` are the command names.
pub(crate) fn advice<'c>(
    called_as: &str,
    args: &[String],
    commands: impl IntoIterator<Item = &'c str>,
) -> Option<String> {
    if commands.into_iter().any(|command| args.iter().any(|arg| arg == command)) {
        return None;
    }
    let line = args.iter().map(|arg| shell_word(arg)).collect::<Vec<_>>().join(" ");
    if let Some((arg, action, tool)) = args.iter().find_map(|arg| action(arg)) {
        let program = tool.name();
        // The action may lack its dashes, or have only one.
        let line = line.replacen(arg, &format!("--{action}"), 1);
        return Some(format!(
            "error: '{arg}' is an action of {program}, and no command stands before it\n\n\
             To run it, type\n  {called_as} {program} {line}\n"
        ));
    }
    let file = args.iter().find(|arg| arg.ends_with(".td"))?;
    Some(format!(
        "error: '{file}' is a file, and no command stands before it\n\n\
         To see its records, type\n  {called_as} print {line}\n\
         To run an action of LLVM's program, such as --dump-json, type\n  \
         {called_as} llvm-tblgen --dump-json {line}\n\
         {called_as} --help lists all commands.\n"
    ))
}

/// Returns the argument, its action name, and the first program with the action.
fn action(arg: &str) -> Option<(&str, &str, CalledProgram)> {
    let name = arg.trim_start_matches('-');
    let tool = CalledProgram::ALL.into_iter().find(|tool| tool.has_action(name))?;
    Some((arg, name, tool))
}

/// Quotes an argument for a shell, if necessary.
fn shell_word(arg: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !arg.is_empty() && arg.chars().all(is_plain) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing_command(line: &[&str]) -> Option<String> {
        let args: Vec<String> = line.iter().map(|&arg| arg.to_owned()).collect();
        advice("tablewright", &args, ["print", "query"])
    }

    #[test]
    fn an_action_is_one_of_a_program() {
        for (line, typed) in [
            (&["--gen-instr-info", "x.td"][..], "llvm-tblgen --gen-instr-info x.td"),
            (&["-I", "a b", "-gen-emitter", "x.td"], "llvm-tblgen -I 'a b' --gen-emitter x.td"),
            (&["gen-emitter", "x.td"], "llvm-tblgen --gen-emitter x.td"),
            (&["x.td", "--gen-clang-attr-classes"], "clang-tblgen x.td --gen-clang-attr-classes"),
            (&["--gen-op-decls", "x.td"], "mlir-tblgen --gen-op-decls x.td"),
        ] {
            let text = missing_command(line).unwrap();
            assert_eq!(text.lines().last(), Some(&*format!("  tablewright {typed}")), "{text}");
        }
    }

    #[test]
    fn a_file_is_printed() {
        let text = missing_command(&["-I", ".", "x.td"]).unwrap();
        assert!(text.starts_with("error: 'x.td' is a file, and no command"), "{text}");
        assert!(text.contains("\n  tablewright print -I . x.td\n"), "{text}");
        assert!(text.contains("\n  tablewright llvm-tblgen --dump-json -I . x.td\n"), "{text}");
    }

    #[test]
    fn other_mistakes_are_not_about_a_missing_command() {
        assert_eq!(missing_command(&["print", "x.td", "--nonsense"]), None);
        assert_eq!(missing_command(&["explan"]), None);
        assert_eq!(missing_command(&["--foo"]), None);
    }
}
