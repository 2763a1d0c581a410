//! Functions of the host, which programs call to print and to end.

/// A function of the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HostCall {
    /// Prints a number with a sign, and a line break.
    Print,
    /// Prints a number without a sign, and a line break.
    PrintUnsigned,
    /// Prints a character.
    PutChar,
    /// Prints the characters up to a zero, and a line break.
    PutString,
    /// Ends the program with a result.
    Exit,
    /// Stops the program with an error.
    Abort,
}

/// Returns the function with this name. `print_functions` are further names of [`HostCall::Print`].
pub(crate) fn host_call(name: &str, print_functions: &[String]) -> Option<HostCall> {
    if print_functions.iter().any(|function| function == name) {
        return Some(HostCall::Print);
    }
    Some(match name {
        "put" => HostCall::Print,
        "putu" => HostCall::PrintUnsigned,
        "putchar" => HostCall::PutChar,
        "puts" => HostCall::PutString,
        "exit" => HostCall::Exit,
        "abort" => HostCall::Abort,
        _ => return None,
    })
}
