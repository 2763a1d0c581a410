//! Checking that records are the same before and after a change of the layout.

use clap::ArgMatches;
use tablewright::backend::Options;
use tablewright::byte_escape::unescape;

use crate::inspect;
use crate::mode::Tool;
use crate::option_table::OptionTable;

/// Reads a text before and after, each as a main file, and compares the records as `--print-records` prints them.
pub(super) fn same_records(
    called_as: &str,
    args: &ArgMatches,
    file: &str,
    before: &str,
    after: &str,
) -> Result<(), String> {
    let session = inspect::session(called_as, args, file);
    let table = OptionTable::of(&Tool::Llvm, None);
    let backend = table.action("print-records").expect("it is an action of LLVM's program");
    let records = |text: &str| {
        let loaded = session.load_bytes(file, unescape(text).into_owned()).map_err(|error| {
            format!("--verify needs a file that can be read by itself: {error}")
        })?;
        let output = backend.output(&loaded.store, &Options::default());
        output.map_err(|error| error.to_string())
    };
    if records(before)? == records(after)? {
        return Ok(());
    }
    Err("its records would change, which is a fault of this program".to_owned())
}
