//! The tables: extensions, types, signatures and function overloads.
//!
//! Functions share signatures. Names with equal signatures share an overload list.

use rustc_hash::FxHashMap;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{
    Feature, FieldError, Record, RecordId, RecordStore, RecordView, Value, ValueId,
};
use tablewright_syntax::diagnostic::{Code, Diagnostic};
use tablewright_syntax::symbol::Symbol;
use tablewright_text::{Append, StringMatcher, TextSink, append};

use super::types::{self, OpenclTypes};
use crate::record_views::opencl_builtin::{BuiltinRecord, FunctionExtensionRecord};
use crate::support::field_values::{ClangFieldValues, ValueMemo};

define_index! {
    /// A distinct signature.
    pub(super) struct SignatureId;
    /// The properties of a function apart from name and signature.
    pub(super) struct PropertiesId;
}

/// OpenCL versions. Each is a mask bit, lowest first.
const VERSIONS: [u32; 6] = [100, 110, 120, 200, 300, 310];

/// Fields of a function: the name, the signature, then its properties.
const FIELDS: [&str; 8] =
    ["Name", "Signature", "Extension", "MinVersion", "MaxVersion", "IsPure", "IsConst", "IsConv"];

#[doc(alias = "BuiltinNameEmitter")]
pub(super) struct OpenclBuiltins<'s> {
    pub(super) types: OpenclTypes<'s>,
    pub(super) extensions: Vec<OpenclExtension<'s>>,
    pub(super) signatures: IndexVec<SignatureId, OpenclSignature>,
    pub(super) properties: IndexVec<PropertiesId, OpenclProperties>,
    pub(super) groups: Vec<OpenclGroup<'s>>,
    /// Maps a name to its overload range.
    pub(super) matcher: StringMatcher<'s, OverloadRange>,
}

pub(super) struct OpenclExtension<'s> {
    pub(super) record: &'s str,
    /// The required extensions, separated by blanks.
    pub(super) names: &'s str,
}

pub(super) struct OpenclSignature {
    /// The index of its first type in the table.
    pub(super) index: usize,
    /// The result and the parameters as indices into the type table. Clang's table has the type
    /// `u16`.
    pub(super) types: Vec<u16>,
}

/// Names with equal overloads.
pub(super) struct OpenclGroup<'s> {
    pub(super) range: OverloadRange,
    pub(super) names: Vec<&'s str>,
    pub(super) overloads: Vec<OpenclOverload>,
}

/// The range of a function's overloads in the table. It is written as the code that returns it.
#[derive(Clone, Copy)]
pub(super) struct OverloadRange {
    /// The first overload's number, from 1.
    pub(super) index: usize,
    count: usize,
}

impl Append for OverloadRange {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, "return std::make_pair(", self.index, ", ", self.count, ");");
    }
}

#[derive(Clone, Copy)]
pub(super) struct OpenclOverload {
    pub(super) signature: SignatureId,
    pub(super) properties: PropertiesId,
}

/// Properties that many overloads share.
#[derive(PartialEq, Eq)]
pub(super) struct OpenclProperties {
    pub(super) is_pure: bool,
    pub(super) is_const: bool,
    pub(super) is_convergent: bool,
    /// The extension's index.
    pub(super) extension: usize,
    /// A bit for each version that has the function.
    pub(super) versions: u32,
    /// The extension record and the versions in the description. Names share overloads if these are
    /// equal.
    key: (RecordId, i64, i64),
}

pub(super) fn collect(store: &RecordStore) -> Result<OpenclBuiltins<'_>, Diagnostic> {
    let types = types::collect(store)?;
    let mut extensions = Vec::new();
    let mut extension_index = FxHashMap::default();
    for record in FunctionExtensionRecord::all(store)? {
        extension_index.insert(record.id(), extensions.len());
        let names = record.ext_name()?;
        extensions.push(OpenclExtension { record: Record::from(record).name(), names });
    }
    let mut signatures = SignatureTable::default();
    // Most functions share the list value with others.
    let mut signature_by_list: ValueMemo<ValueId, SignatureId> = ValueMemo::default();
    let mut properties = PropertiesTable {
        extension_index,
        versions: versions(store),
        properties: IndexVec::new(),
        by_values: ValueMemo::default(),
    };
    let mut functions: Vec<(&str, Vec<OpenclOverload>)> = Vec::new();
    let mut by_name: FxHashMap<Symbol, usize> = FxHashMap::default();
    let mut fields = ClangFieldValues::new(FIELDS);
    for record in BuiltinRecord::all(store)? {
        let [name, signature, of_properties @ ..] = fields.read(record.into())?;
        let name = if let Value::String(name) | Value::Code(name) = store.value(name) {
            name
        } else {
            record.function_name()?
        };
        let signature =
            signature_by_list.get_or_read(signature, || signatures.insert(record, &types))?;
        let properties = properties.insert(record, of_properties)?;
        let function = *by_name.entry(name).or_insert_with(|| {
            functions.push((store.str(name), Vec::new()));
            functions.len() - 1
        });
        functions[function].1.push(OpenclOverload { signature, properties });
    }
    let (groups, ranges) = group(functions, &properties.properties);
    let matcher = StringMatcher::new(ranges).expect("each name is there once");
    Ok(OpenclBuiltins {
        types,
        extensions,
        signatures: signatures.signatures,
        properties: properties.properties,
        groups,
        matcher,
    })
}

/// Distinct signatures.
#[derive(Default)]
struct SignatureTable {
    signatures: IndexVec<SignatureId, OpenclSignature>,
    by_types: FxHashMap<Vec<u16>, SignatureId>,
    next_index: usize,
}

impl SignatureTable {
    /// Adds the signature of `function`.
    fn insert(
        &mut self,
        function: BuiltinRecord<'_>,
        types: &OpenclTypes<'_>,
    ) -> Result<SignatureId, Diagnostic> {
        let records = function.signature()?;
        check_generic_types(function.into(), &records, types)?;
        let indices = type_indices(function.into(), &records, types)?;
        // Lists with different element types can contain the same records.
        Ok(*self.by_types.entry(indices).or_insert_with_key(|types| {
            let signature = OpenclSignature { index: self.next_index, types: types.clone() };
            self.next_index += types.len();
            self.signatures.push(signature)
        }))
    }
}

/// Returns the signature's types as indices into the type table.
fn type_indices(
    function: Record<'_>,
    signature: &[Record<'_>],
    types: &OpenclTypes<'_>,
) -> Result<Vec<u16>, Diagnostic> {
    let mut indices = Vec::with_capacity(signature.len());
    for &ty in signature {
        let index = types.index_of(ty).ok_or_else(|| {
            let message = format!("'{}' in a signature is not a type", ty.name());
            FieldError::new(Code::IntrinsicPrototypes, function, message)
        })?;
        let index = u16::try_from(index).map_err(|_| {
            let message = "Entry in SignatureTable exceeds limit.";
            Diagnostic::error_anywhere(Code::BackendLimits, message)
        })?;
        indices.push(index);
    }
    Ok(indices)
}

/// Checks that all generic types in a signature have equal numbers of types and of sizes. A number
/// may also be 1.
fn check_generic_types(
    function: Record<'_>,
    signature: &[Record<'_>],
    types: &OpenclTypes<'_>,
) -> Result<(), FieldError> {
    let (mut seen_sizes, mut seen_types) = (1, 1);
    for generic in signature.iter().filter_map(|&ty| types.generic_type(ty)) {
        for (count, seen, what) in [
            (generic.size_count, &mut seen_sizes, "vector sizes"),
            (generic.types.len(), &mut seen_types, "types"),
        ] {
            if count != *seen && count != 1 {
                if *seen > 1 {
                    let message = format!(
                        "number of {what} should be equal or 1 for all gentypes in a declaration"
                    );
                    return Err(FieldError::new(Code::IntrinsicPrototypes, function, message));
                }
                *seen = count;
            }
        }
    }
    Ok(())
}

/// Distinct properties by field values.
struct PropertiesTable {
    versions: &'static [u32],
    extension_index: FxHashMap<RecordId, usize>,
    properties: IndexVec<PropertiesId, OpenclProperties>,
    by_values: ValueMemo<[ValueId; 6], PropertiesId>,
}

impl PropertiesTable {
    /// Adds the properties of `function`, whose field values are `values`.
    fn insert(
        &mut self,
        function: BuiltinRecord<'_>,
        values: [ValueId; 6],
    ) -> Result<PropertiesId, FieldError> {
        let PropertiesTable { versions, extension_index, properties, by_values } = self;
        by_values.get_or_read(values, || {
            Ok(properties.push(read_properties(function, versions, extension_index)?))
        })
    }
}

fn read_properties(
    function: BuiltinRecord<'_>,
    versions: &[u32],
    extension_index: &FxHashMap<RecordId, usize>,
) -> Result<OpenclProperties, FieldError> {
    let extension = function.extension()?;
    let min_version = function.min_version()?.number()?;
    let max_version = function.max_version()?.number()?;
    Ok(OpenclProperties {
        is_pure: function.is_pure()?,
        is_const: function.is_const()?,
        is_convergent: function.is_convergent()?,
        extension: extension_index.get(&extension.id()).copied().unwrap_or(0),
        versions: version_mask(versions, min_version as u32, max_version as u32),
        key: (extension.id(), min_version, max_version),
    })
}

/// Returns the versions that the release's Clang supports.
fn versions(store: &RecordStore) -> &'static [u32] {
    if store.release().has(Feature::OpenclHasVersion31) {
        &VERSIONS
    } else {
        &VERSIONS[..VERSIONS.len() - 1]
    }
}

fn version_mask(versions: &[u32], min: u32, max: u32) -> u32 {
    // Without a maximum, all later versions have the function.
    let max = if max == 0 { u32::MAX } else { max };
    let has = |version: u32| version >= min && version < max;
    versions.iter().enumerate().map(|(bit, &version)| u32::from(has(version)) << bit).sum()
}

/// Merges names with equal overloads. Also returns the range for each name.
fn group<'s>(
    functions: Vec<(&'s str, Vec<OpenclOverload>)>,
    properties: &IndexVec<PropertiesId, OpenclProperties>,
) -> (Vec<OpenclGroup<'s>>, Vec<(&'s str, OverloadRange)>) {
    let mut groups: Vec<OpenclGroup<'s>> = Vec::new();
    let mut ranges = Vec::with_capacity(functions.len());
    let mut by_signatures: FxHashMap<Vec<SignatureId>, Vec<usize>> = FxHashMap::default();
    let agree = |a: &OpenclOverload, b: &OpenclOverload| {
        let (a, b) = (a.properties, b.properties);
        a == b || properties[a] == properties[b]
    };
    let mut index = 1;
    for (name, overloads) in functions {
        let mut key: Vec<_> = overloads.iter().map(|overload| overload.signature).collect();
        key.sort_unstable();
        let candidates = by_signatures.entry(key).or_default();
        let mut group_range = None;
        for &candidate in candidates.iter() {
            let group = &mut groups[candidate];
            // As in the reference release, a single equal overload is sufficient, and a name may
            // join several groups. The lookup finds the first group.
            if group.overloads.iter().zip(&overloads).any(|(a, b)| agree(a, b)) {
                group.names.push(name);
                group_range = group_range.or(Some(group.range));
            }
        }
        if let Some(range) = group_range {
            ranges.push((name, range));
            continue;
        }
        candidates.push(groups.len());
        let range = OverloadRange { index, count: overloads.len() };
        index += range.count;
        ranges.push((name, range));
        groups.push(OpenclGroup { range, names: vec![name], overloads });
    }
    (groups, ranges)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use tablewright_test_support::item;

    use crate::test_support::output;

    const CLASSES: &str = include_str!("../../../../tests/data/clang-opencl-builtins/classes.td");

    /// Checks the item of the file for functions whose head contains `head`.
    fn check(functions: &str, head: &str, expected: Expect) {
        let output = output("gen-clang-opencl-builtins", &format!("{CLASSES}{functions}"));
        expected.assert_eq(&item(&output, head));
    }

    #[test]
    fn functions_with_equal_overloads_share_a_group() {
        let functions =
            "def : Builtin<\"sin\", [Float, Float]>;\ndef : Builtin<\"cos\", [Float, Float]>;";
        check(
            functions,
            "BuiltinTable[] = {",
            expect![[r#"
            static const OpenCLBuiltinStruct BuiltinTable[] = {
              // 1: sin, cos, 
              { 0, 2, 0, 0, 0, 0, 31 },
            };
        "#]],
        );
        check(
            functions,
            "isOpenCLBuiltin(",
            expect![[r#"
            static std::pair<unsigned, unsigned> isOpenCLBuiltin(llvm::StringRef Name) {

              switch (Name.size()) {
              default: break;
              case 3: // 2 strings to match.
                switch (Name[0]) {
                default: break;
                case 'c': // 1 string to match.
                  if (memcmp(Name.data()+1, "os", 2) != 0)
                    break;
                  return std::make_pair(1, 1); // "cos"
                case 's': // 1 string to match.
                  if (memcmp(Name.data()+1, "in", 2) != 0)
                    break;
                  return std::make_pair(1, 1); // "sin"
                }
                break;
              }
              return std::make_pair(0, 0);
            } // isOpenCLBuiltin
        "#]],
        );
    }

    #[test]
    fn equal_signatures_share_a_row() {
        let functions =
            "def : Builtin<\"a\", [Float, Int]>;\ndef : Builtin<\"b\", [Float, Int], [0, 1, 0]>;";
        check(
            functions,
            "SignatureTable[] = {",
            expect![[r#"
            static const unsigned short SignatureTable[] = {
              // 0
              0, 1, 
            };
        "#]],
        );
    }

    #[test]
    fn qualifiers_belong_to_the_use_of_a_type() {
        check(
            "def : Builtin<\"f\", [Void, PointerType<ConstType<Int>, \"global\">, VectorType<Int, 4>]>;",
            "TypeTable[] = {",
            expect![[r#"
                static const OpenCLTypeStruct TypeTable[] = {
                  // 0
                  {OCLT_float, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
                  // 1
                  {OCLT_int, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
                  // 2
                  {OCLT_void, 1, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
                  // 3
                  {OCLT_int, 1, 0, 1, 0, OCLAQ_None, clang::LangAS::Default},
                  // 4
                  {OCLT_int, 1, 1, 1, 0, OCLAQ_None, clang::LangAS::opencl_global},
                  // 5
                  {OCLT_int, 4, 0, 0, 0, OCLAQ_None, clang::LangAS::Default},
                };
            "#]],
        );
    }

    #[test]
    fn a_generic_type_stands_for_each_width_of_each_type() {
        let generic = "def Both : GenericType<\"Both\", TypeList<[Int, Float]>, Sizes>;\n";
        let functions = format!("{generic}def : Builtin<\"f\", [Both, Both]>;");
        check(
            &functions,
            "case OCLT_Both: {",
            expect![[r#"
            case OCLT_Both: {
              SmallVector<QualType, 2> TypeList;
              TypeList.push_back(Context.IntTy);
              TypeList.push_back(Context.FloatTy);
              GenTypeNumTypes = TypeList.size();
              QT.reserve(4);
              for (unsigned I = 0; I < 2; I++) {
                QT.append(TypeList);
              }
              GenVectorSizes = ListSizes;
              break;
            }
        "#]],
        );
    }

    #[test]
    fn generic_types_of_a_signature_have_as_many_widths() {
        let text = format!(
            "{CLASSES}def A : GenericType<\"A\", TypeList<[Int]>, Sizes>;
def B : GenericType<\"B\", TypeList<[Int, Float]>, Sizes>;
def C : GenericType<\"C\", TypeList<[Int, Float, Void]>, Sizes>;
def : Builtin<\"f\", [B, C]>;"
        );
        expect![[r#"
            error: number of types should be equal or 1 for all gentypes in a declaration
        "#]]
        .assert_eq(&output("gen-clang-opencl-builtins", &text));
    }
}
