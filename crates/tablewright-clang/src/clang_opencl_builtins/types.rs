//! Signature types: enumerators, the type table, and the corresponding Clang types.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_backend::string_map_order;
use tablewright_records::{FieldError, Record, RecordId, RecordStore, RecordView};

use crate::record_views::opencl_builtin::{
    GenericTypeRecord, ImageTypeRecord, IntListRecord, TypeRecord,
};
use crate::support::opencl_functions::AccessQualifier;

pub(super) struct OpenclTypes<'s> {
    /// The enumerators. Generic types are last.
    pub(super) names: Vec<&'s str>,
    pub(super) first_generic: usize,
    pub(super) table: Vec<TypeRow<'s>>,
    pub(super) vector_lists: Vec<VectorList<'s>>,
    pub(super) images: Vec<Image<'s>>,
    pub(super) generic: Vec<GenericType<'s>>,
    pub(super) scalars: Vec<OpenclScalar<'s>>,
    index: FxHashMap<RecordId, usize>,
    /// Indices into `generic`.
    generic_index: FxHashMap<RecordId, usize>,
}

/// A row in the type table.
pub(super) struct TypeRow<'s> {
    pub(super) name: &'s str,
    pub(super) width: i64,
    /// Whether it is a pointer, `const`, `volatile`.
    pub(super) qualifiers: [bool; 3],
    pub(super) access: Option<AccessQualifier>,
    pub(super) address_space: &'s str,
}

/// Possible vector sizes.
pub(super) struct VectorList<'s> {
    pub(super) name: &'s str,
    pub(super) sizes: Vec<i64>,
}

/// An image with its type for each access qualifier.
pub(super) struct Image<'s> {
    pub(super) name: &'s str,
    pub(super) by_access: Vec<(AccessQualifier, QualType<'s>)>,
}

pub(super) struct GenericType<'s> {
    pub(super) name: &'s str,
    pub(super) types: Vec<QualType<'s>>,
    pub(super) vector_list: &'s str,
    pub(super) size_count: usize,
}

pub(super) struct OpenclScalar<'s> {
    pub(super) name: &'s str,
    pub(super) ty: QualType<'s>,
}

/// A Clang type.
pub(super) struct QualType<'s> {
    pub(super) expression: &'s str,
    /// Required extensions, separated by blanks.
    pub(super) extensions: &'s str,
}

impl<'s> OpenclTypes<'s> {
    /// Returns a type's index in the table.
    pub(super) fn index_of(&self, ty: Record<'_>) -> Option<usize> {
        self.index.get(&ty.id()).copied()
    }

    /// Returns a generic type's expansion; `None` if it is not generic.
    pub(super) fn generic_type(&self, ty: Record<'_>) -> Option<&GenericType<'s>> {
        self.generic_index.get(&ty.id()).map(|&index| &self.generic[index])
    }
}

pub(super) fn collect(store: &RecordStore) -> Result<OpenclTypes<'_>, FieldError> {
    let generic_types = GenericTypeRecord::all(store)?;
    let types = TypeRecord::all(store)?;
    let mut seen = FxHashSet::default();
    let generic_names = new_names(generic_types.iter().map(|ty| **ty), &mut seen)?;
    let mut names = new_names(types.iter().copied(), &mut seen)?;
    let first_generic = names.len();
    names.extend(generic_names);

    let images = images(store)?;
    let table: Result<_, _> = types.iter().map(|&ty| type_row(ty)).collect();
    let index = types.iter().enumerate().map(|(i, ty)| (ty.id(), i)).collect();
    let generic_index = generic_types.iter().enumerate().map(|(i, ty)| (ty.id(), i)).collect();
    let generic: Result<_, _> = generic_types.into_iter().map(generic_type).collect();
    Ok(OpenclTypes {
        names,
        first_generic,
        table: table?,
        vector_lists: vector_lists(store)?,
        scalars: scalars(&types, &images)?,
        images,
        generic: generic?,
        index,
        generic_index,
    })
}

/// Returns the names of `types` that are not in `seen` yet.
fn new_names<'s>(
    types: impl Iterator<Item = TypeRecord<'s>>,
    seen: &mut FxHashSet<&'s str>,
) -> Result<Vec<&'s str>, FieldError> {
    let mut names = Vec::new();
    for ty in types {
        let name = ty.type_name()?;
        if seen.insert(name) {
            names.push(name);
        }
    }
    Ok(names)
}

fn type_row(ty: TypeRecord<'_>) -> Result<TypeRow<'_>, FieldError> {
    Ok(TypeRow {
        access: AccessQualifier::from_type(ty)?,
        name: ty.type_name()?,
        width: ty.vec_width()?,
        qualifiers: [ty.is_pointer()?, ty.is_const()?, ty.is_volatile()?],
        address_space: ty.addr_space()?,
    })
}

fn vector_lists(store: &RecordStore) -> Result<Vec<VectorList<'_>>, FieldError> {
    let lists = IntListRecord::all(store)?
        .into_iter()
        .map(|list| Ok(VectorList { name: list.list_name()?, sizes: list.list()? }));
    lists.collect()
}

fn images(store: &RecordStore) -> Result<Vec<Image<'_>>, FieldError> {
    let mut images: Vec<Image<'_>> = Vec::new();
    let mut order = string_map_order(store);
    for record in ImageTypeRecord::all(store)? {
        let name = record.type_name()?;
        let at = order.insert(name);
        if at == images.len() {
            images.push(Image { name, by_access: Vec::new() });
        }
        // As in the reference release, an image without an access qualifier can be read and
        // written.
        let access = AccessQualifier::from_type(*record)?.unwrap_or(AccessQualifier::ReadWrite);
        images[at].by_access.push((access, qual_type(*record)?));
    }
    let mut images: Vec<Option<Image<'_>>> = images.into_iter().map(Some).collect();
    Ok(order.indices().filter_map(|at| images[at].take()).collect())
}

fn generic_type(ty: GenericTypeRecord<'_>) -> Result<GenericType<'_>, FieldError> {
    let types = ty.type_list()?.list()?;
    let vector_list = ty.vector_list()?;
    Ok(GenericType {
        name: ty.type_name()?,
        types: types.into_iter().map(qual_type).collect::<Result<_, _>>()?,
        size_count: vector_list.list()?.len(),
        vector_list: vector_list.list_name()?,
    })
}

/// Returns the types that are neither images nor generic, without duplicate names.
fn scalars<'s>(
    types: &[TypeRecord<'s>],
    images: &[Image<'_>],
) -> Result<Vec<OpenclScalar<'s>>, FieldError> {
    let mut seen: FxHashSet<&str> = images.iter().map(|image| image.name).collect();
    let mut scalars = Vec::new();
    for &ty in types {
        let name = ty.type_name()?;
        if seen.insert(name) && !ty.qual_type()?.is_abstract()? {
            scalars.push(OpenclScalar { name, ty: qual_type(ty)? });
        }
    }
    Ok(scalars)
}

fn qual_type(ty: TypeRecord<'_>) -> Result<QualType<'_>, FieldError> {
    Ok(QualType {
        extensions: ty.extension()?.ext_name()?,
        expression: ty.qual_type()?.type_expr()?,
    })
}
