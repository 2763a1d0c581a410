//! OpenCL's builtin functions as declarations in OpenCL C.
//!
//! In: records of class `Builtin`. Out: for each record one or more signatures, since a generic
//! type represents several types, with the conditions under which they are available.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use tablewright_index::{IndexVec, define_index};
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_text::{CppWriter, TextSink, append};

use crate::record_views::opencl_builtin::{BuiltinRecord, GenericTypeRecord, TypeRecord};
use crate::support::field_values::{self, ClangFieldValues, ValueMemo};

define_index! {
    /// A type's spelling in OpenCL C.
    pub(crate) struct SpellingId;
    /// An availability condition for functions.
    pub(crate) struct GuardId;
    /// A type list's expansion.
    pub(crate) struct SignaturesId;
}

/// Fields of a function: the name, the signature, and the fields for its guard.
const FIELDS: [&str; 5] = ["Name", "Signature", "Extension", "MinVersion", "MaxVersion"];

pub(crate) struct Functions<'s> {
    pub(crate) functions: Vec<Function<'s>>,
    pub(crate) guards: IndexVec<GuardId, Guard<'s>>,
    pub(crate) signatures: IndexVec<SignaturesId, Vec<OpenclFunctionSignature<'s>>>,
    pub(crate) spellings: IndexVec<SpellingId, OpenclFunctionSpelling<'s>>,
}

/// The functions that a record declares.
#[derive(Clone, Copy)]
pub(crate) struct Function<'s> {
    pub(crate) record: Record<'s>,
    pub(crate) name: &'s str,
    pub(crate) guard: GuardId,
    pub(crate) signatures: SignaturesId,
}

/// A function's availability condition.
pub(crate) struct Guard<'s> {
    /// Required extensions, separated by blanks.
    extensions: &'s str,
    min_version: i32,
    /// The first version without it; 0 for none.
    max_version: i32,
}

pub(crate) struct OpenclFunctionSignature<'s> {
    /// The extensions that its types require.
    extensions: Vec<&'s str>,
    pub(crate) result: SpellingId,
    pub(crate) parameters: Vec<SpellingId>,
}

pub(crate) struct OpenclFunctionSpelling<'s> {
    pub(crate) text: String,
    /// The extensions that the type requires, separated by blanks.
    extensions: &'s str,
}

/// Collects the builtin functions in natural record order.
pub(crate) fn collect(store: &RecordStore) -> Result<Functions<'_>, FieldError> {
    let mut types = OpenclFunctionTypes::default();
    let mut guards = Guards::default();
    let mut functions = Vec::new();
    let mut fields = ClangFieldValues::new(FIELDS);
    for record in BuiltinRecord::all(store)? {
        let [name, signature, of_guard @ ..] = fields.read(record.into())?;
        let name = field_values::text(record.into(), "Name", name)?;
        let signatures = types.signatures(record, signature)?;
        let guard = guards.insert(record, of_guard)?;
        functions.push(Function { record: record.into(), name, guard, signatures });
    }
    let OpenclFunctionTypes { signatures, spellings, .. } = types;
    Ok(Functions { functions, guards: guards.guards, signatures, spellings })
}

/// Distinct guards by field values.
#[derive(Default)]
struct Guards<'s> {
    guards: IndexVec<GuardId, Guard<'s>>,
    by_values: ValueMemo<[ValueId; 3], GuardId>,
}

impl<'s> Guards<'s> {
    /// Adds the guard of `function`, whose field values are `values`.
    fn insert(
        &mut self,
        function: BuiltinRecord<'s>,
        values: [ValueId; 3],
    ) -> Result<GuardId, FieldError> {
        self.by_values.get_or_read(values, || Ok(self.guards.push(Guard::read(function)?)))
    }
}

impl<'s> Guard<'s> {
    fn read(function: BuiltinRecord<'s>) -> Result<Guard<'s>, FieldError> {
        Ok(Guard {
            extensions: function.extension()?.ext_name()?,
            min_version: function.min_version()?.number()? as i32,
            max_version: function.max_version()?.number()? as i32,
        })
    }
}

/// Types and type lists so far.
#[derive(Default)]
struct OpenclFunctionTypes<'s> {
    spellings: IndexVec<SpellingId, OpenclFunctionSpelling<'s>>,
    by_text: FxHashMap<String, SpellingId>,
    /// Number of times that an existing spelling has gained extensions. Later signatures include
    /// these.
    changes: usize,
    /// The spellings that a type expands to.
    expansions: FxHashMap<RecordId, Rc<[SpellingId]>>,
    signatures: IndexVec<SignaturesId, Vec<OpenclFunctionSignature<'s>>>,
    /// A type list's expansion, with the value of `changes` at that time.
    by_list: FxHashMap<ValueId, (usize, SignaturesId)>,
}

/// Flags that a generic type passes to its expansion.
#[derive(Default)]
struct TypeFlags<'s> {
    is_const: bool,
    is_volatile: bool,
    /// A pointer's address space.
    pointer: Option<&'s str>,
}

impl<'s> OpenclFunctionTypes<'s> {
    /// Expands the signature of `function`, the type list `list`.
    fn signatures(
        &mut self,
        function: BuiltinRecord<'s>,
        list: ValueId,
    ) -> Result<SignaturesId, FieldError> {
        if let Some(&(changes, signatures)) = self.by_list.get(&list)
            && changes == self.changes
        {
            return Ok(signatures);
        }
        let signatures = self.expanded(function, &function.signature()?)?;
        let id = self.signatures.push(signatures);
        self.by_list.insert(list, (self.changes, id));
        Ok(id)
    }

    /// Expands a type list.
    fn expanded(
        &mut self,
        function: BuiltinRecord<'s>,
        types: &[Record<'s>],
    ) -> Result<Vec<OpenclFunctionSignature<'s>>, FieldError> {
        let error = |message| FieldError::new(Code::IntrinsicPrototypes, function, message);
        let mut expansions = Vec::with_capacity(types.len());
        for &ty in types {
            let expansion = self.expansion(TypeRecord::new(ty))?;
            if expansion.is_empty() {
                let message = format!("the generic type '{}' does not contain a type", ty.name());
                return Err(error(message).label_field(function, "Signature"));
            }
            expansions.push(expansion);
        }
        let Some((results, parameters)) = expansions.split_first() else {
            return Err(error("the signature lacks a result type".to_owned())
                .label_field(function, "Signature"));
        };
        let count = expansions.iter().map(|expansion| expansion.len()).max().unwrap_or(0);
        // A type with fewer spellings is repeated.
        let at = |expansion: &Rc<[SpellingId]>, i: usize| expansion[i % expansion.len()];
        let mut signatures = Vec::with_capacity(count);
        for i in 0..count {
            let result = at(results, i);
            let parameters: Vec<_> = parameters.iter().map(|types| at(types, i)).collect();
            let all = std::iter::once(&result).chain(&parameters);
            let extensions = needed_extensions(all.map(|&id| self.spellings[id].extensions));
            signatures.push(OpenclFunctionSignature { extensions, result, parameters });
        }
        Ok(signatures)
    }

    fn expansion(&mut self, ty: TypeRecord<'s>) -> Result<Rc<[SpellingId]>, FieldError> {
        if let Some(expansion) = self.expansions.get(&ty.id()) {
            return Ok(expansion.clone());
        }
        let (generic, flags) = generic_type(ty)?;
        let mut expansion = Vec::new();
        if let Some(generic) = generic {
            let types = generic.type_list()?.list()?;
            for size in generic.vector_list()?.list()? {
                for &ty in &types {
                    expansion.push(self.spelling(ty, &flags, size)?);
                }
            }
        } else {
            expansion.push(self.spelling(ty, &flags, ty.vec_width()?)?);
        }
        let expansion: Rc<[SpellingId]> = expansion.into();
        self.expansions.insert(ty.id(), expansion.clone());
        Ok(expansion)
    }

    /// Returns the spelling of a type that is not generic.
    fn spelling(
        &mut self,
        ty: TypeRecord<'s>,
        flags: &TypeFlags<'s>,
        size: i64,
    ) -> Result<SpellingId, FieldError> {
        let text = spelt(ty, flags, size)?;
        let extensions = ty.extension()?.ext_name()?;
        if let Some(&id) = self.by_text.get(&text) {
            let earlier = &mut self.spellings[id].extensions;
            if earlier.is_empty() && !extensions.is_empty() {
                *earlier = extensions;
                self.changes += 1;
            }
            return Ok(id);
        }
        let id = self.spellings.push(OpenclFunctionSpelling { text: text.clone(), extensions });
        self.by_text.insert(text, id);
        Ok(id)
    }
}

/// Returns the generic type that `ty` is or qualifies, if any.
fn generic_type(
    ty: TypeRecord<'_>,
) -> Result<(Option<GenericTypeRecord<'_>>, TypeFlags<'_>), FieldError> {
    if let Some(generic) = GenericTypeRecord::from_record(ty) {
        return Ok((Some(generic), TypeFlags::default()));
    }
    if ["PointerType", "ConstType", "VolatileType"].into_iter().any(|class| ty.inherits(class)) {
        let store = ty.store();
        let named = store.find_record(ty.type_name()?).map(|id| store.record(id));
        if let Some(generic) = named.and_then(GenericTypeRecord::from_record) {
            let flags = TypeFlags {
                is_const: ty.is_const()?,
                is_volatile: ty.is_volatile()?,
                pointer: if ty.is_pointer()? { Some(ty.addr_space()?) } else { None },
            };
            return Ok((Some(generic), flags));
        }
    }
    Ok((None, TypeFlags::default()))
}

fn spelt(ty: TypeRecord<'_>, flags: &TypeFlags<'_>, size: i64) -> Result<String, FieldError> {
    let mut text = String::new();
    if ty.is_const()? || flags.is_const {
        text += "const ";
    }
    if ty.is_volatile()? || flags.is_volatile {
        text += "volatile ";
    }
    let pointer = match flags.pointer {
        Some(space) => Some(space),
        None if ty.is_pointer()? => Some(ty.addr_space()?),
        None => None,
    };
    if let Some(space) = pointer {
        text += match space {
            "clang::LangAS::opencl_global" => "__global ",
            "clang::LangAS::opencl_constant" => "__constant ",
            "clang::LangAS::opencl_local" => "__local ",
            "clang::LangAS::opencl_generic" => "__generic ",
            _ => "__private ",
        };
    }
    text += match AccessQualifier::from_type(ty)? {
        None => "",
        Some(AccessQualifier::ReadOnly) => "__read_only ",
        Some(AccessQualifier::WriteOnly) => "__write_only ",
        Some(AccessQualifier::ReadWrite) => "__read_write ",
    };
    text += ty.type_name()?;
    let size = size as i32;
    if size > 1 {
        write!(text, "{size}");
    }
    if pointer.is_some() {
        text += " *";
    }
    Ok(text)
}

/// An image's access qualifier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessQualifier {
    ReadOnly,
    WriteOnly,
    ReadWrite,
}

impl AccessQualifier {
    /// Returns a type's access qualifier, if any.
    pub(crate) fn from_type(ty: TypeRecord<'_>) -> Result<Option<AccessQualifier>, FieldError> {
        match ty.access_qualifier()? {
            "" => Ok(None),
            "RO" => Ok(Some(AccessQualifier::ReadOnly)),
            "WO" => Ok(Some(AccessQualifier::WriteOnly)),
            "RW" => Ok(Some(AccessQualifier::ReadWrite)),
            other => {
                let message = format!(
                    "Record `{}', field `AccessQualifier' is none of \"RO\", \"WO\" and \"RW\": \
                     \"{other}\"",
                    ty.name()
                );
                Err(FieldError::new(Code::IntrinsicPrototypes, ty, message)
                    .label_field(ty, "AccessQualifier"))
            }
        }
    }
}

/// Returns the distinct extensions of types.
fn needed_extensions<'s>(of_types: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let mut extensions: Vec<&str> = Vec::new();
    for extension in of_types.filter(|list| !list.is_empty()).flat_map(|list| list.split(' ')) {
        if !extensions.contains(&extension) {
            extensions.push(extension);
        }
    }
    // The reference release keeps them in a set that sorts its elements from the third on.
    if extensions.len() > 2 {
        extensions.sort_unstable();
    }
    extensions
}

/// Writes the common start of files with declarations.
pub(crate) fn emit_extensions(w: &mut CppWriter) {
    const EXTENSIONS: [&str; 7] = [
        "cl_khr_fp16",
        "cl_khr_fp64",
        "cl_khr_int64_base_atomics",
        "cl_khr_int64_extended_atomics",
        "cl_khr_gl_msaa_sharing",
        "cl_khr_mipmap_image_writes",
        "cl_khr_3d_image_writes",
    ];
    w.blank();
    for extension in EXTENSIONS {
        append!(w, "#pragma OPENCL EXTENSION ", extension, " : enable\n");
    }
    w.blank();
}

/// Writes `body` with a condition for compilers that support the function.
pub(crate) fn emit_guarded(
    guard: &Guard<'_>,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    let version = |w: &mut CppWriter, comparison: &str, version: i32| {
        append!(w, "#if __OPENCL_C_VERSION__ ", comparison, " CL_VERSION_");
        write!(w, "{}_{}", version / 100, version % 100 / 10);
        w.blank();
    };
    let Guard { extensions, min_version, max_version } = *guard;
    // Each compiler supports version 1.0.
    let (has_min, has_max) = (min_version != 100, max_version != 0);
    if !extensions.is_empty() {
        emit_condition(extensions.split(' '), w);
    }
    if has_min {
        version(w, ">=", min_version);
    }
    if has_max {
        version(w, "<", max_version);
    }
    body(w);
    for (is_open, comment) in
        [(has_max, "MaxVersion"), (has_min, "MinVersion"), (!extensions.is_empty(), "Extension")]
    {
        if is_open {
            append!(w, "#endif // ", comment, "\n");
        }
    }
}

/// Writes `body` with a condition for compilers that support the types in `signature`.
pub(crate) fn emit_signature(
    signature: &OpenclFunctionSignature<'_>,
    w: &mut CppWriter,
    body: impl FnOnce(&mut CppWriter),
) {
    if signature.extensions.is_empty() {
        return body(w);
    }
    emit_condition(signature.extensions.iter().copied(), w);
    body(w);
    append!(w, "#endif // TypeExtension\n");
}

fn emit_condition<'s>(extensions: impl Iterator<Item = &'s str>, w: &mut CppWriter) {
    append!(w, "#if ");
    for (i, extension) in extensions.enumerate() {
        append!(w, if i > 0 { " && " } else { "" }, "defined(", extension, ")");
    }
    append!(w, "\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_of_a_spelling_hold_from_where_they_are_found_on() {
        let store = tablewright_test_support::store_of(
            "class E<string n> { string ExtName = n; }
             class V { int ID = 100; }
             class Type<string n, string e> {
               string Name = n; E Extension = E<e>; int VecWidth = 1; string AccessQualifier = \"\";
               bit IsConst = 0; bit IsVolatile = 0; bit IsPointer = 0;
             }
             class Builtin<string n, list<Type> s> {
               string Name = n; list<Type> Signature = s;
               E Extension = E<\"\">; V MinVersion = V<>; V MaxVersion = V<>;
             }
             def Plain : Type<\"half\", \"\">; def Needs : Type<\"half\", \"fp16\">;
             def b1 : Builtin<\"f\", [Plain]>; def b2 : Builtin<\"g\", [Plain]>;
             def b3 : Builtin<\"h\", [Needs]>; def b4 : Builtin<\"i\", [Plain]>;",
        );
        let builtins = collect(&store).expect("the types are defined");
        let extensions = builtins.functions.iter().map(|function| {
            let extensions = &builtins.signatures[function.signatures][0].extensions;
            format!("{} {}", function.name, extensions.join(" "))
        });
        assert_eq!(extensions.collect::<Vec<_>>(), ["f ", "g ", "h fp16", "i fp16"]);
        assert_eq!((builtins.spellings.len(), builtins.guards.len()), (1, 1));
    }
}
