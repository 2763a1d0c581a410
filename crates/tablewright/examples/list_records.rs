//! Lists the records that derive from a class, with their fields.
//!
//! ```text
//! cargo run --example list_records -- examples/toy-target/Toy.td Processor \
//!     examples/toy-target examples/toy-target/prelude
//! ```
#![expect(clippy::print_stdout, reason = "showing them is what the program is for")]

use std::env;
use std::error::Error;

use tablewright::Session;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(file), Some(class)) = (args.next(), args.next()) else {
        return Err("usage: list_records FILE CLASS [INCLUDE DIRECTORY]...".into());
    };
    let session = args.fold(Session::new(), Session::include_dir);
    let loaded = session.load_file(&file)?;
    let store = &loaded.store;
    for record in store.records().filter(|record| record.inherits(&class)) {
        println!("{}", record.name());
        for field in record.fields() {
            println!("  {} = {}", store.str(field.name), store.value_text(field.value));
        }
    }
    Ok(())
}
