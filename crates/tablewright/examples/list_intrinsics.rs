//! Lists the vector intrinsics for an element type such as `u8`, `f32` or `bf16`, with their
//! required features.
//!
//! ```text
//! cargo run --features backends --example list_intrinsics -- \
//!     clang/include/clang/Basic/arm_neon.td s8 clang/include/clang/Basic
//! ```
#![expect(clippy::print_stdout, reason = "showing them is what the program is for")]

use std::env;
use std::error::Error;

use tablewright::clang::{IntrinsicFamily, IntrinsicSummary};
use tablewright::{RecordStore, Session};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let (Some(file), Some(element_type)) = (args.next(), args.next()) else {
        return Err("usage: list_intrinsics FILE ELEMENT_TYPE [INCLUDE DIRECTORY]...".into());
    };
    let session = args.fold(Session::new(), Session::include_dir);
    let loaded = session.load_file(&file)?;
    if let Some(family) = IntrinsicFamily::new(&loaded.store) {
        println!("{} intrinsics for {element_type}:", family.name());
    }
    for line in lines(&loaded.store, &element_type)? {
        println!("{line}");
    }
    Ok(())
}

/// Returns a line for each intrinsic with this element type: its declaration, followed by its
/// guards.
fn lines(store: &RecordStore, element_type: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let intrinsics = IntrinsicSummary::all(store).map_err(|error| error.message)?;
    let selected = intrinsics.iter().filter(|one| one.element_type == element_type);
    Ok(selected.map(|one| format!("{}; // {}", one.prototype(), needs(one))).collect())
}

fn needs(intrinsic: &IntrinsicSummary) -> String {
    let features: Vec<&str> = intrinsic.guards.feature_names().collect();
    let condition = intrinsic.guards.condition.as_deref().unwrap_or("any target");
    format!("{}, {condition}", features.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intrinsics_of_a_type_are_listed() {
        let classes = include_str!("../../../tests/data/arm-neon/classes.td");
        let main = "include \"classes.td\"\n\
                    def VABD : SInst<\"vabd\", \"...\", \"cQUs\"> {\n\
                      let ArchGuard = \"defined(__aarch64__)\";\n\
                    }";
        let session = Session::new().file("classes.td", classes);
        let loaded = session.load_text("main.td", main).expect("the description is right");
        assert_eq!(
            lines(&loaded.store, "s8").expect("it has intrinsics"),
            ["int8x8_t vabd_s8(int8x8_t, int8x8_t); // neon, defined(__aarch64__)"]
        );
    }
}
