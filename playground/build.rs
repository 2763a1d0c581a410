//! Sets the size of the module's stack, which is in its memory.

/// Stack size in bytes. Evaluation limits its nesting by the stack of a native host; this stack is
/// larger than needed.
const STACK_BYTES: u32 = 4 << 20;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK_BYTES}");
    }
}
