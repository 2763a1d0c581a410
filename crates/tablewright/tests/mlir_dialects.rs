//! The dialects of MLIR for which Melior has a module, read as its macro reads them: the page "Reading MLIR's operations"
//! of the book. The descriptions are those of the corpus; where they are not installed, the test says so.
#![expect(clippy::print_stderr, reason = "a test that finds no descriptions says so")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tablewright::{FieldError, LoadError, Loaded, Record, Session};

/// A dialect: its name, the files that describe it, and directories below `mlir/include`.
type Source = (&'static str, &'static [&'static str], &'static [&'static str]);

#[rustfmt::skip]
const DIALECTS: [Source; 32] = [
    ("affine", &["IR/AffineOps.td", "TransformOps/AffineTransformOps.td", "IR/AffineMemoryOpInterfaces.td"], &["mlir/Dialect/Affine"]),
    ("amdgpu", &["IR/AMDGPU.td", "Transforms/Passes.td"], &["mlir/Dialect/AMDGPU"]),
    ("amx", &["mlir/Dialect/AMX/AMX.td"], &[]),
    ("arith", &["mlir/Dialect/Arith/IR/ArithOps.td"], &[]),
    ("arm_neon", &["mlir/Dialect/ArmNeon/ArmNeon.td"], &[]),
    ("arm_sme", &["ArmSME.td", "ArmSMEOps.td", "ArmSMEIntrinsicOps.td"], &["mlir/Dialect/ArmSME/IR"]),
    ("arm_sve", &["mlir/Dialect/ArmSVE/IR/ArmSVE.td"], &[]),
    ("async", &["AsyncDialect.td", "AsyncOps.td", "AsyncTypes.td"], &["mlir/Dialect/Async/IR"]),
    ("bufferization", &["IR/BufferizationOps.td", "IR/AllocationOpInterface.td", "IR/BufferizationEnums.td", "IR/BufferizableOpInterface.td", "TransformOps/BufferizationTransformOps.td", "Transforms/Passes.td"], &["mlir/Dialect/Bufferization"]),
    ("builtin", &["mlir/IR/BuiltinOps.td"], &[]),
    ("cf", &["mlir/Dialect/ControlFlow/IR/ControlFlowOps.td"], &[]),
    ("complex", &["ComplexBase.td", "ComplexOps.td"], &["mlir/Dialect/Complex/IR"]),
    ("dlti", &["DLTI.td", "DLTIAttrs.td", "DLTIBase.td"], &["mlir/Dialect/DLTI"]),
    ("func", &["IR/FuncOps.td", "TransformOps/FuncTransformOps.td", "Transforms/Passes.td"], &["mlir/Dialect/Func"]),
    ("gpu", &["mlir/Dialect/GPU/IR/GPUOps.td"], &[]),
    ("index", &["mlir/Dialect/Index/IR/IndexOps.td"], &[]),
    ("irdl", &["IRDLOps.td", "IRDL.td"], &["mlir/Dialect/IRDL/IR"]),
    ("linalg", &["mlir/Dialect/Linalg/IR/LinalgOps.td"], &[]),
    ("llvm", &["LLVMOps.td", "LLVMIntrinsicOps.td", "LLVMDialect.td", "LLVMInterfaces.td", "LLVMTypes.td", "LLVMOpBase.td", "LLVMAttrDefs.td", "BasicPtxBuilderInterface.td"], &["mlir/Dialect/LLVMIR"]),
    ("math", &["mlir/Dialect/Math/IR/MathOps.td"], &[]),
    ("memref", &["mlir/Dialect/MemRef/IR/MemRefOps.td"], &[]),
    ("pdl", &["mlir/Dialect/PDL/IR/PDLOps.td"], &[]),
    ("pdl_interp", &["mlir/Dialect/PDLInterp/IR/PDLInterpOps.td"], &[]),
    ("quant", &["IR/QuantOps.td", "Transforms/Passes.td"], &["mlir/Dialect/Quant"]),
    ("scf", &["mlir/Dialect/SCF/IR/SCFOps.td"], &[]),
    ("shape", &["mlir/Dialect/Shape/IR/ShapeOps.td"], &[]),
    ("sparse_tensor", &["mlir/Dialect/SparseTensor/IR/SparseTensorOps.td"], &[]),
    ("tensor", &["mlir/Dialect/Tensor/IR/TensorOps.td"], &[]),
    ("tosa", &["mlir/Dialect/Tosa/IR/TosaOps.td"], &[]),
    ("transform", &["mlir/Dialect/Transform/IR/TransformOps.td"], &[]),
    ("vector", &["mlir/Dialect/Vector/IR/VectorOps.td"], &[]),
    ("x86vector", &["mlir/Dialect/X86Vector/X86Vector.td"], &[]),
];

/// The headers of MLIR of a release, if the corpus has them.
fn include(release: &str) -> Option<PathBuf> {
    let home = std::env::var("HOME").unwrap_or_default();
    let corpus = std::env::var("TABLEWRIGHT_CORPUS")
        .unwrap_or_else(|_| format!("{home}/.cache/tablewright/llvm-19.1.7"));
    let include = Path::new(&corpus).with_file_name(format!("llvm-{release}")).join("mlir/include");
    include.is_dir().then_some(include)
}

/// Loads a dialect; `None` where the release does not have its files.
fn load(include: &Path, (_, files, directories): Source) -> Option<Result<Loaded, LoadError>> {
    let directories: Vec<PathBuf> =
        directories.iter().map(|dir| include.join(dir)).chain([include.to_owned()]).collect();
    let is_there = |file: &&str| directories.iter().any(|dir| dir.join(file).is_file());
    if !files.iter().all(is_there) {
        return None;
    }
    let text: String = files.iter().map(|file| format!("include \"{file}\"\n")).collect();
    let session = directories.iter().fold(Session::new(), Session::include_dir);
    Some(session.warn_unused_template_args(false).load_text("dialect.td", text))
}

/// What a module for an operation needs.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "mlir"),
    expect(dead_code, reason = "they are compared with the model of operations")
)]
struct Operation<'s> {
    definition: &'s str,
    name: &'s str,
    docs: [&'s str; 2],
    arguments: Vec<&'s str>,
    results: Vec<&'s str>,
    /// Each element with what else is asked about it.
    elements: Vec<(&'s str, String)>,
    traits: BTreeSet<String>,
}

impl<'s> Operation<'s> {
    fn read(record: Record<'s>) -> Result<Operation<'s>, FieldError> {
        let arguments = elements(record, "arguments")?;
        let results = elements(record, "results")?;
        let mut asked = Vec::new();
        for &(name, constraint) in arguments.iter().chain(&results) {
            asked.push((name, kind(constraint)?));
        }
        for field in ["regions", "successors"] {
            for (name, constraint) in elements(record, field)? {
                let is_variadic = constraint.inherits("VariadicRegion")
                    || constraint.inherits("VariadicSuccessor");
                asked.push((name, if is_variadic { "variadic" } else { "single" }.to_owned()));
            }
        }
        let names = |list: &[(&'s str, Record<'s>)]| list.iter().map(|(name, _)| *name).collect();
        Ok(Operation {
            definition: record.name(),
            name: record.string("opName")?,
            docs: [record.string("summary")?, record.string("description")?],
            arguments: names(&arguments),
            results: names(&results),
            elements: asked,
            traits: traits(record)?,
        })
    }
}

/// How many values there are of an operand or a result; of an attribute what stores it, and whether it may be missing.
fn kind(constraint: Record<'_>) -> Result<String, FieldError> {
    if !constraint.inherits("Attr") {
        let variadic = ["VariadicOfVariadic", "Variadic", "Optional"];
        let found = variadic.into_iter().find(|class| constraint.inherits(class));
        return Ok(match found {
            Some("VariadicOfVariadic") => "variadic of variadic",
            Some("Variadic") => "variadic",
            Some(_) => "optional",
            None => "single",
        }
        .to_owned());
    }
    // AMDGPU has an attribute of several storage types, for which the field is `?`.
    let class = constraint.optional_string("storageType")?.unwrap_or("::mlir::Attribute");
    let is_optional = constraint.bit("isOptional")?;
    let default = constraint.optional_string("defaultValue")?.unwrap_or_default();
    Ok(format!("{} {is_optional} {}", class.trim(), default.trim()))
}

/// The named elements of a dag, each with its constraint.
fn elements<'s>(
    operation: Record<'s>,
    field: &str,
) -> Result<Vec<(&'s str, Record<'s>)>, FieldError> {
    operation.dag(field)?;
    let mut elements = Vec::new();
    let dag = operation.get(field).and_then(|value| value.as_dag());
    for (name, value) in dag.into_iter().flat_map(|dag| dag.args()) {
        let (Some(name), Some(record)) = (name, value.as_record()) else { continue };
        let has_variable = record.inherits("OpVariable");
        elements.push((name, if has_variable { record.record("constraint")? } else { record }));
    }
    Ok(elements)
}

fn traits(operation: Record<'_>) -> Result<BTreeSet<String>, FieldError> {
    let mut lists = vec![operation.list_of_records("traits")?];
    let mut names = BTreeSet::new();
    while let Some(list) = lists.pop() {
        for record in list {
            if record.inherits("TraitList") {
                lists.push(record.list_of_records("traits")?);
                continue;
            }
            if record.inherits("Interface") {
                lists.push(record.list_of_records("baseInterfaces")?);
            }
            if record.inherits("NativeTrait") || record.inherits("InterfaceTrait") {
                let (space, name) = (record.string("cppNamespace")?, record.string("trait")?);
                names.insert(format!("{space}::{name}"));
            }
        }
    }
    Ok(names)
}

/// The operations of a dialect, as far as the release has it. `has_models` says whether the models are of its
/// descriptions, too: in older ones fields of constraints have other names.
#[cfg_attr(not(feature = "mlir"), expect(unused_variables, reason = "there are no models"))]
fn check(include: &Path, source: Source, has_models: bool, count: &mut usize) {
    let name = source.0;
    let loaded = match load(include, source) {
        None => return,
        Some(loaded) => loaded.unwrap_or_else(|error| panic!("{name}: {error}")),
    };
    let store = &loaded.store;
    let dialects = store.derived_from_name("Dialect").expect("the class is defined");
    let dialect = dialects.into_iter().find(|dialect| dialect.string("name") == Ok(name));
    let dialect = dialect.unwrap_or_else(|| panic!("{name} is not described"));
    let mut operations = Vec::new();
    for record in store.derived_if_defined("Op") {
        if record.record("opDialect") == Ok(dialect) {
            operations.push(Operation::read(record).unwrap_or_else(|error| panic!("{error}")));
        }
    }
    if name == "arith" {
        let addi = operations.iter().find(|found| found.name == "addi").expect("arith has addi");
        assert_eq!(addi.arguments, ["lhs", "rhs", "overflowFlags"]);
        assert_eq!(addi.results, ["result"]);
        assert!(addi.traits.contains("::mlir::OpTrait::IsCommutative"), "{addi:?}");
    }
    #[cfg(feature = "mlir")]
    if has_models {
        described::check(store, name, &operations);
    }
    *count += 1;
}

/// The same reads of what `tablewright dialect --format json` prints.
#[cfg(feature = "mlir")]
mod described {
    use std::collections::BTreeSet;

    use tablewright::RecordStore;
    use tablewright::mlir::DialectSelection;
    use tablewright::mlir::description::{
        self, AttributePresence, BlockKind, OperandOrResultKind, Operation, describe,
    };

    /// Compares what a dialect's operations are described as with what their records say.
    pub(super) fn check(store: &RecordStore, name: &str, expected: &[super::Operation<'_>]) {
        let is_dialect = |other: &str| other == name;
        let selection = DialectSelection { dialect: Some(&is_dialect), operation: &|_| true };
        let description = describe(store, selection).unwrap_or_else(|error| panic!("{error}"));
        let operations: Vec<&Operation<'_>> =
            description.dialects.iter().flat_map(|dialect| &dialect.parts.operations).collect();
        assert_eq!(operations.len(), expected.len(), "{name}");
        for expected in expected {
            let definition = expected.definition;
            let found = operations.iter().find(|one| one.names.definition == definition);
            let found = found.unwrap_or_else(|| panic!("{definition} is not described"));
            assert_eq!(found.names.mnemonic, expected.name);
            assert_eq!([found.docs.summary, found.docs.description], expected.docs);
            assert_eq!(elements(found), expected.elements, "{definition}");
            let classes = found.traits.iter().filter_map(|one| one.cpp_class.as_deref());
            let classes: BTreeSet<&str> =
                classes.map(|class| class.trim_start_matches("::")).collect();
            for name in &expected.traits {
                let name = name.trim_start_matches("::");
                assert!(classes.contains(name), "{definition}: {name} is none of {classes:?}");
            }
        }
    }

    /// The named arguments, results, regions and successors, each with what is asked about it.
    fn elements<'s>(operation: &Operation<'s>) -> Vec<(&'s str, String)> {
        let signature = &operation.signature;
        let value = |value: &description::OperandOrResult<'s>| {
            let kind = match value.kind {
                OperandOrResultKind::Single => "single",
                OperandOrResultKind::Optional => "optional",
                OperandOrResultKind::Variadic => "variadic",
                OperandOrResultKind::VariadicOfVariadic => "variadic of variadic",
            };
            (value.name, kind.to_owned())
        };
        let attribute = |attribute: &description::Attribute<'s>| {
            let constraint = &attribute.constraint;
            let is_optional = attribute.presence == AttributePresence::Optional;
            let default = constraint.default_value.unwrap_or_default();
            (attribute.name, format!("{} {is_optional} {default}", constraint.storage_type))
        };
        let block = |block: &description::RegionBlock<'s>| {
            let is_variadic = block.kind == BlockKind::Variadic;
            (block.name, if is_variadic { "variadic" } else { "single" }.to_owned())
        };
        use description::ArgumentKind::{Attribute, Operand, Property};
        let arguments = signature.arguments.iter().map(|argument| match argument.kind {
            Operand => value(&signature.operands[argument.index]),
            Attribute => attribute(&signature.attributes[argument.index]),
            // A property is no constraint that is variadic.
            Property => (argument.name, "single".to_owned()),
        });
        let results = signature.results.iter().map(value);
        let blocks = signature.regions.iter().chain(&signature.successors).map(block);
        let all = arguments.chain(results).chain(blocks);
        all.filter(|(name, _)| !name.is_empty()).collect()
    }
}

#[test]
fn all_dialects_of_melior_are_read() {
    for (release, expected) in [("19.1.7", 30), ("22.1.8", DIALECTS.len()), ("23.1", 29)] {
        let Some(include) = include(release) else {
            eprintln!("the descriptions of MLIR {release} are not installed");
            continue;
        };
        let mut count = 0;
        for source in DIALECTS {
            check(&include, source, release != "19.1.7", &mut count);
        }
        assert!(count >= expected, "of MLIR {release} {count} dialects were read");
    }
}
