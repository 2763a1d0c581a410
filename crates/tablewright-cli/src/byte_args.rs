//! Arguments for bytes after an option's value: `--hex 13 05` has the bytes 13 and 05.

use clap::{Arg, ArgMatches};

/// Name of the argument for bytes after an option's value.
const MORE: &str = "bytes-after";

/// Returns an argument for the bytes that follow an option's value: `--hex 13 05` has `05` in it.
pub(crate) fn more_arg(help: &'static str) -> Arg {
    Arg::new(MORE).value_name("BYTES").num_args(0..).help(help)
}

/// Returns the values of [`more_arg`].
pub(crate) fn more(args: &ArgMatches) -> impl Iterator<Item = &String> {
    args.get_many::<String>(MORE).unwrap_or_default()
}

/// Appends arguments to a text of bytes.
pub(crate) fn append<'t>(text: &mut String, arguments: impl IntoIterator<Item = &'t String>) {
    for argument in arguments {
        text.push(' ');
        text.push_str(argument);
    }
}
