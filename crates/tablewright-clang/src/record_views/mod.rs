//! Classes that Clang's backends read, as [views](tablewright_records::record_view).

pub(crate) mod arm_mve;
pub(crate) mod arm_neon;
pub(crate) mod arm_sve;
pub(crate) mod ast_node;
pub(crate) mod attr;
pub(crate) mod builtin;
pub(crate) mod builtin_template;
pub(crate) mod builtin_trait;
pub(crate) mod checker;
pub(crate) mod cir;
pub(crate) mod comment;
pub(crate) mod diagnostic;
pub(crate) mod hlsl;
pub(crate) mod opcode;
pub(crate) mod opencl_builtin;
pub(crate) mod riscv_vector;
pub(crate) mod syntax_node;

use tablewright_records::record_view::ClassSchema;

/// Iterates over the class schemas, file by file.
pub fn schemas() -> impl Iterator<Item = ClassSchema> {
    let files = [
        arm_mve::SCHEMAS,
        arm_neon::SCHEMAS,
        arm_sve::SCHEMAS,
        ast_node::SCHEMAS,
        attr::SCHEMAS,
        builtin::SCHEMAS,
        builtin_template::SCHEMAS,
        builtin_trait::SCHEMAS,
        checker::SCHEMAS,
        cir::SCHEMAS,
        comment::SCHEMAS,
        diagnostic::SCHEMAS,
        hlsl::SCHEMAS,
        opcode::SCHEMAS,
        opencl_builtin::SCHEMAS,
        riscv_vector::SCHEMAS,
        syntax_node::SCHEMAS,
    ];
    files.into_iter().flatten().map(|schema| schema())
}
