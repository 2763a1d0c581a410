//! `--gen-spirv-attr-utils`: the names of attributes that contain enums.

use tablewright_backend::{Backend, Failure, Job};
use tablewright_text::{CppWriter, snake_case};

use crate::model::AvailableEnum;

pub(crate) const BACKEND: Backend = Backend {
    name: "gen-spirv-attr-utils",
    help: "Generate SPIR-V attribute utility definitions",
    options: &[],
    run,
};

fn run(job: &mut Job<'_>) -> Result<(), Failure> {
    let enums = AvailableEnum::all(job.store)?;
    let names: Vec<(&str, String)> =
        enums.iter().map(|one| (one.model.class_name, snake_case(one.model.class_name))).collect();
    let source = job.store.input_name();
    job.write_cpp(|w| {
        w.file_header("SPIR-V Attribute Utilities", Some(source));
        w.text_block(
            "
            #ifndef MLIR_DIALECT_SPIRV_IR_ATTR_UTILS_H_
            #define MLIR_DIALECT_SPIRV_IR_ATTR_UTILS_H_
            template <typename EnumClass> inline constexpr StringRef attributeName();
            ",
        );
        for (class, name) in &names {
            emit(class, name, w);
        }
        w.text_block("\n#endif // MLIR_DIALECT_SPIRV_IR_ATTR_UTILS_H\n");
    })
}

fn emit(class: &str, name: &str, w: &mut CppWriter) {
    w.fill_block(
        "
        template <> inline StringRef attributeName<$class>() {
          static constexpr const char attrName[] = \"$name\";
          return attrName;
        }
        ",
        &[("class", class), ("name", name)],
    );
}
