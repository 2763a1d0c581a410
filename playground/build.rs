//! The size of the module's stack, which is in its memory.

/// Evaluation nests at most as deep as the host's own stack allows; this one has room for more.
const STACK_BYTES: u32 = 4 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
    }
}
