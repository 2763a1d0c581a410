//! The types that signatures are made of: their enumerators, the table, and what each is in Clang.

use rustc_hash::{FxHashMap, FxHashSet};

use tablewright_records::{FieldError, Record, RecordId, RecordStore};
use tablewright_text::StringMapOrder;

use crate::support::opencl_functions::AccessQualifier;

pub(super) struct Types<'s> {
    /// The enumerators, of which generic types are the last.
    pub(super) names: Vec<&'s str>,
    pub(super) first_generic: usize,
    pub(super) table: Vec<TypeRow<'s>>,
    pub(super) vector_lists: Vec<VectorList<'s>>,
    pub(super) images: Vec<Image<'s>>,
    pub(super) generic: Vec<GenericType<'s>>,
    pub(super) scalars: Vec<Scalar<'s>>,
    index: FxHashMap<RecordId, usize>,
    /// The places in `generic`.
    generic_index: FxHashMap<RecordId, usize>,
}

/// A row of the table of types.
pub(super) struct TypeRow<'s> {
    pub(super) name: &'s str,
    pub(super) width: i64,
    /// Whether it is a pointer, `const`, `volatile`.
    pub(super) qualifiers: [bool; 3],
    pub(super) access: Option<AccessQualifier>,
    pub(super) address_space: &'s str,
}

/// Numbers of elements that vectors may have.
pub(super) struct VectorList<'s> {
    pub(super) name: &'s str,
    pub(super) sizes: Vec<i64>,
}

/// An image, with what it is for each access qualifier.
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

pub(super) struct Scalar<'s> {
    pub(super) name: &'s str,
    pub(super) ty: QualType<'s>,
}

/// A type of Clang.
pub(super) struct QualType<'s> {
    pub(super) expression: &'s str,
    /// The extensions it needs, separated by a space.
    pub(super) extensions: &'s str,
}

impl<'s> Types<'s> {
    /// The place of a type in the table.
    pub(super) fn index_of(&self, ty: Record<'_>) -> Option<usize> {
        self.index.get(&ty.id()).copied()
    }

    /// What a type stands for, if it is generic.
    pub(super) fn generic_type(&self, ty: Record<'_>) -> Option<&GenericType<'s>> {
        self.generic_index.get(&ty.id()).map(|&place| &self.generic[place])
    }
}

pub(super) fn collect(store: &RecordStore) -> Result<Types<'_>, FieldError> {
    let generic_types = store.derived_from_name("GenericType")?;
    let types = store.derived_from_name("Type")?;
    let mut seen = FxHashSet::default();
    let generic_names = new_names(&generic_types, &mut seen)?;
    let mut names = new_names(&types, &mut seen)?;
    let first_generic = names.len();
    names.extend(generic_names);

    let images = images(store)?;
    let table: Result<_, _> = types.iter().map(|&ty| type_row(ty)).collect();
    let places =
        |types: &[Record<'_>]| types.iter().enumerate().map(|(i, ty)| (ty.id(), i)).collect();
    let (index, generic_index) = (places(&types), places(&generic_types));
    let generic: Result<_, _> = generic_types.into_iter().map(generic_type).collect();
    Ok(Types {
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

/// The names of `types` that are not in `seen` yet.
fn new_names<'s>(
    types: &[Record<'s>],
    seen: &mut FxHashSet<&'s str>,
) -> Result<Vec<&'s str>, FieldError> {
    let mut names = Vec::new();
    for ty in types {
        let name = ty.string("Name")?;
        if seen.insert(name) {
            names.push(name);
        }
    }
    Ok(names)
}

fn type_row(ty: Record<'_>) -> Result<TypeRow<'_>, FieldError> {
    Ok(TypeRow {
        access: AccessQualifier::of(ty)?,
        name: ty.string("Name")?,
        width: ty.int("VecWidth")?,
        qualifiers: [ty.bit("IsPointer")?, ty.bit("IsConst")?, ty.bit("IsVolatile")?],
        address_space: ty.string("AddrSpace")?,
    })
}

fn vector_lists(store: &RecordStore) -> Result<Vec<VectorList<'_>>, FieldError> {
    let lists = store.derived_from_name("IntList")?.into_iter().map(|list| {
        Ok(VectorList { name: list.string("Name")?, sizes: list.list_of_ints("List")? })
    });
    lists.collect()
}

fn images(store: &RecordStore) -> Result<Vec<Image<'_>>, FieldError> {
    let mut images: Vec<Image<'_>> = Vec::new();
    let mut order = StringMapOrder::new();
    for record in store.derived_from_name("ImageType")? {
        let name = record.string("Name")?;
        let at = order.insert(name);
        if at == images.len() {
            images.push(Image { name, by_access: Vec::new() });
        }
        // An image without access qualifier has no type in Clang.
        if let Some(access) = AccessQualifier::of(record)? {
            images[at].by_access.push((access, qual_type(record)?));
        }
    }
    let mut images: Vec<Option<Image<'_>>> = images.into_iter().map(Some).collect();
    Ok(order.indices().filter_map(|at| images[at].take()).collect())
}

fn generic_type(ty: Record<'_>) -> Result<GenericType<'_>, FieldError> {
    let types = ty.record("TypeList")?.list_of_records("List")?;
    let vector_list = ty.record("VectorList")?;
    Ok(GenericType {
        name: ty.string("Name")?,
        types: types.into_iter().map(qual_type).collect::<Result<_, _>>()?,
        size_count: vector_list.list_of_ints("List")?.len(),
        vector_list: vector_list.string("Name")?,
    })
}

/// The types that are neither images nor generic, each name once.
fn scalars<'s>(types: &[Record<'s>], images: &[Image<'_>]) -> Result<Vec<Scalar<'s>>, FieldError> {
    let mut seen: FxHashSet<&str> = images.iter().map(|image| image.name).collect();
    let mut scalars = Vec::new();
    for &ty in types {
        let name = ty.string("Name")?;
        if seen.insert(name) && !ty.record("QTExpr")?.bit("IsAbstract")? {
            scalars.push(Scalar { name, ty: qual_type(ty)? });
        }
    }
    Ok(scalars)
}

fn qual_type(ty: Record<'_>) -> Result<QualType<'_>, FieldError> {
    Ok(QualType {
        extensions: ty.record("Extension")?.string("ExtName")?,
        expression: ty.record("QTExpr")?.string("TypeExpr")?,
    })
}
