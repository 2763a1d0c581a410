//! The functions that read properties from bytecode and write them.

use super::attributes::{is_required, sorted};
use super::properties::{self, PropertyEntry};
use super::{OpClass, OpMethod};

pub(super) fn add(class: &mut OpClass<'_, '_>) {
    if !class.has_properties {
        return;
    }
    let read = OpMethod::new("::llvm::LogicalResult", "readProperties")
        .make_static()
        .parameter("::mlir::DialectBytecodeReader &", "reader")
        .parameter("::mlir::OperationState &", "state");
    let write = OpMethod::new("void", "writeProperties")
        .parameter("::mlir::DialectBytecodeWriter &", "writer");
    if class.op.hooks.properties_encoding {
        class.methods.add(read);
        class.methods.add(write);
        return;
    }
    let entries = properties::entries(class.op);
    let read = read.outside_in(class.part, || read_body(class, &entries));
    class.methods.add(read);
    let write = write.outside_in(class.part, || write_body(class, &entries));
    class.methods.add(write);
}

/// A current or former stored attribute.
enum StoredAttribute<'s> {
    /// An attribute, and whether it is always present.
    Attribute(&'s str, bool),
    /// Segment sizes of operands or results.
    Segments(&'s str),
}

/// Returns the stored attributes in byte order by name. Segment sizes are sorted by their former names.
fn attributes<'s>(
    class: &OpClass<'_, 's>,
    entries: &[PropertyEntry<'s>],
) -> Vec<StoredAttribute<'s>> {
    let own = sorted(class.op).into_iter();
    let own = own
        .map(|one| (one.name, StoredAttribute::Attribute(one.name, is_required(&one.constraint))));
    let segments = entries.iter().filter_map(|entry| Some((entry.old_name?, entry.name)));
    let segments = segments.map(|(old_name, name)| (old_name, StoredAttribute::Segments(name)));
    let mut all: Vec<_> = own.chain(segments).collect();
    all.sort_by_key(|(name, _)| *name);
    all.into_iter().map(|(_, one)| one).collect()
}

fn read_body<'s>(class: &OpClass<'_, 's>, entries: &[PropertyEntry<'s>]) -> String {
    let mut body = "auto &prop = state.getOrAddProperties<Properties>(); (void)prop;\n".to_owned();
    for one in attributes(class, entries) {
        body += &match one {
            StoredAttribute::Attribute(name, is_required) => {
                let function = if is_required { "readAttribute" } else { "readOptionalAttribute" };
                format!(
                    "if (::mlir::failed(reader.{function}(prop.{name})))\n  return ::mlir::failure();\n"
                )
            }
            StoredAttribute::Segments(name) => format!(
                "if (reader.getBytecodeVersion() < /*kNativePropertiesODSSegmentSize=*/6) {{
  auto &propStorage = prop.{name};
  ::mlir::DenseI32ArrayAttr attr;
  if (::mlir::failed(reader.readAttribute(attr))) return ::mlir::failure();
  if (attr.size() > static_cast<int64_t>(sizeof(propStorage) / sizeof(int32_t))) {{
    reader.emitError(\"size mismatch for operand/result_segment_size\");
    return ::mlir::failure();
  }}
  ::llvm::copy(::llvm::ArrayRef<int32_t>(attr), propStorage.begin());
}}
"
            ),
        };
    }
    for entry in entries {
        body += &format!(
            "{{
  auto &propStorage = prop.{};
  auto readProp = [&]() {{
    {};
    return ::mlir::success();
  }};
  if (::mlir::failed(readProp()))
    return ::mlir::failure();
}}
",
            entry.name,
            entry.fill(entry.bytecode.read)
        );
    }
    body + "return ::mlir::success();"
}

fn write_body<'s>(class: &OpClass<'_, 's>, entries: &[PropertyEntry<'s>]) -> String {
    let mut body = "auto &prop = getProperties(); (void)prop;\n".to_owned();
    for one in attributes(class, entries) {
        body += &match one {
            StoredAttribute::Attribute(name, is_required) => {
                let function =
                    if is_required { "writeAttribute" } else { "writeOptionalAttribute" };
                format!("writer.{function}(prop.{name});\n")
            }
            StoredAttribute::Segments(name) => format!(
                "if (writer.getBytecodeVersion() < /*kNativePropertiesODSSegmentSize=*/6) {{
  auto &propStorage = prop.{name};
  writer.writeAttribute(::mlir::DenseI32ArrayAttr::get(this->getContext(), propStorage));
}}
"
            ),
        };
    }
    for entry in entries {
        body += &format!(
            "{{\n  auto &propStorage = prop.{};\n  {};\n}}\n",
            entry.name,
            entry.fill_in_op(entry.bytecode.write)
        );
    }
    body
}
