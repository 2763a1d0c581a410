//! Functions with their overloads.

use tablewright_records::{FieldError, Record, RecordStore, RecordView};
use tablewright_text::{Append, TextSink, append};

use crate::record_views::hlsl::{
    HlslBuiltinRecord, HlslTypeRecord, VaryingShapeRecord, VectorTypeRecord,
};

/// Element type names in overload order. Other types follow in the description's order.
const TYPE_ORDER: [&str; 10] = [
    "half", "int16_t", "uint16_t", "bool", "int", "uint", "int64_t", "uint64_t", "float", "double",
];

/// The first shader model with 16-bit types.
const SHADER_MODEL_OF_16_BITS: ShaderModel = ShaderModel { major: 6, minor: 2 };

/// The form of functions in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FunctionForm {
    Alias,
    Inline,
}

pub(super) struct HlslFunction<'s> {
    pub(super) name: &'s str,
    /// Documentation lines.
    pub(super) doc: Vec<&'s str>,
    pub(super) implementation: HlslImplementation<'s>,
    pub(super) is_convergent: bool,
    pub(super) groups: Vec<OverloadGroup<'s>>,
}

pub(super) enum HlslImplementation<'s> {
    AliasOf(&'s str),
    Inline { is_constexpr: bool, body: InlineBody<'s> },
}

pub(super) enum InlineBody<'s> {
    /// A call to this function with the same arguments.
    Call(&'s str),
    Statements(&'s str),
}

/// The overloads for an element type.
pub(super) struct OverloadGroup<'s> {
    pub(super) needs_16_bits: bool,
    pub(super) availability: HlslAvailability,
    pub(super) overloads: Vec<HlslOverload<'s>>,
}

/// The shader models that support a function.
pub(super) enum HlslAvailability {
    All,
    Since(ShaderModel),
    /// With 16-bit types from the first version on; without them from the second version on, if
    /// any.
    With16Bits(ShaderModel, Option<ShaderModel>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ShaderModel {
    pub(super) major: i64,
    pub(super) minor: i64,
}

pub(super) struct HlslOverload<'s> {
    pub(super) result: ShapedType<'s>,
    pub(super) parameters: Vec<HlslParameter<'s>>,
}

pub(super) struct HlslParameter<'s> {
    pub(super) ty: ShapedType<'s>,
    pub(super) name: ParameterName<'s>,
}

#[derive(Clone, Copy)]
pub(super) enum ParameterName<'s> {
    None,
    Text(&'s str),
    Number(usize),
}

/// A type: its element, and the shape suffix of its name.
#[derive(Clone, Copy)]
pub(super) struct ShapedType<'s> {
    element: &'s str,
    shape: TypeShape,
}

#[derive(Clone, Copy)]
enum TypeShape {
    Scalar,
    Vector(i64),
    Matrix { rows: i64, columns: i64 },
}

/// A type in a description.
#[derive(Clone, Copy)]
enum DescribedType<'s> {
    Void,
    /// The overload's type.
    Varying,
    /// The overload's element type.
    VaryingElement,
    /// The overload's shape with another element type.
    VaryingShape(HlslTypeRecord<'s>),
    Vector(HlslTypeRecord<'s>, i64),
    Scalar(HlslTypeRecord<'s>),
}

pub(super) fn collect(
    store: &RecordStore,
    form: FunctionForm,
) -> Result<Vec<HlslFunction<'_>>, FieldError> {
    let mut functions = Vec::new();
    for record in HlslBuiltinRecord::all(store)? {
        let implementation = implementation(record)?;
        let own_form = match implementation {
            HlslImplementation::AliasOf(_) => FunctionForm::Alias,
            HlslImplementation::Inline { .. } => FunctionForm::Inline,
        };
        if own_form != form {
            continue;
        }
        let doc = record.doc()?;
        functions.push(HlslFunction {
            name: record.function_name()?,
            doc: if doc.is_empty() { Vec::new() } else { doc.trim().split('\n').collect() },
            implementation,
            is_convergent: record.is_convergent()?,
            groups: groups(record, form)?,
        });
    }
    Ok(functions)
}

fn implementation(record: HlslBuiltinRecord<'_>) -> Result<HlslImplementation<'_>, FieldError> {
    let body = match (record.detail_func()?, record.body()?) {
        ("", "") => return Ok(HlslImplementation::AliasOf(record.builtin()?)),
        ("", statements) => InlineBody::Statements(statements),
        (function, _) => InlineBody::Call(function),
    };
    Ok(HlslImplementation::Inline { is_constexpr: record.is_constexpr()?, body })
}

fn groups(
    record: HlslBuiltinRecord<'_>,
    form: FunctionForm,
) -> Result<Vec<OverloadGroup<'_>>, FieldError> {
    let result = described_type(record.return_type()?)?;
    let args = record.args()?.into_iter().map(described_type);
    let args = args.collect::<Result<Vec<DescribedType<'_>>, FieldError>>()?;
    let mut types = Vec::new();
    for ty in record.varying_types()? {
        let name = ty.type_name()?;
        let rank = TYPE_ORDER.iter().position(|&listed| listed == name);
        types.push((rank.unwrap_or(TYPE_ORDER.len()), Some(ty)));
    }
    types.sort_by_key(|&(rank, _)| rank);
    let mut shapes = shapes(record)?;
    if types.is_empty() {
        types.push((0, None));
        shapes = vec![TypeShape::Scalar];
    }
    let names = record.param_names()?;
    let mut groups = Vec::new();
    for (_, element) in types {
        let fixed = args.iter().chain([&result]).filter_map(|ty| {
            if let DescribedType::Vector(element, _) | DescribedType::Scalar(element) = *ty {
                Some(element)
            } else {
                None
            }
        });
        let (mut needs_16_bits, mut is_conditional) = (false, false);
        for ty in fixed.chain(element) {
            needs_16_bits |= ty.is_16_bit()?;
            is_conditional |= ty.is_conditionally_16_bit()?;
        }
        let mut overloads = Vec::new();
        for &shape in &shapes {
            let mut parameters = Vec::new();
            for (i, &arg) in args.iter().enumerate() {
                let name = match names.get(i) {
                    Some(name) => ParameterName::Text(name),
                    None if names.is_empty() && form == FunctionForm::Alias => ParameterName::None,
                    None => ParameterName::Number(i),
                };
                parameters.push(HlslParameter { ty: arg.for_overload(element, shape)?, name });
            }
            overloads
                .push(HlslOverload { result: result.for_overload(element, shape)?, parameters });
        }
        let availability = availability(record, needs_16_bits, is_conditional)?;
        groups.push(OverloadGroup { needs_16_bits, availability, overloads });
    }
    Ok(groups)
}

/// Returns the shapes of overloads in order.
fn shapes(record: HlslBuiltinRecord<'_>) -> Result<Vec<TypeShape>, FieldError> {
    let mut shapes = Vec::new();
    if record.varying_scalar()? {
        shapes.push(TypeShape::Scalar);
    }
    let mut sizes = record.varying_vec_sizes()?;
    sizes.sort_unstable();
    shapes.extend(sizes.into_iter().map(TypeShape::Vector));
    let mut dimensions = Vec::new();
    for matrix in record.varying_mat_dims()? {
        dimensions.push((matrix.rows()?, matrix.columns()?));
    }
    dimensions.sort_unstable();
    let matrices =
        dimensions.into_iter().map(|(rows, columns)| TypeShape::Matrix { rows, columns });
    shapes.extend(matrices);
    Ok(shapes)
}

fn availability(
    record: HlslBuiltinRecord<'_>,
    needs_16_bits: bool,
    is_conditional: bool,
) -> Result<HlslAvailability, FieldError> {
    let version = record.availability()?;
    let version = ShaderModel { major: version.major()?, minor: version.minor()? };
    let stated = Some(version).filter(|version| (version.major, version.minor) != (0, 0));
    Ok(match stated {
        Some(version) if version >= SHADER_MODEL_OF_16_BITS => HlslAvailability::Since(version),
        _ if is_conditional => HlslAvailability::With16Bits(SHADER_MODEL_OF_16_BITS, stated),
        _ if needs_16_bits => HlslAvailability::Since(SHADER_MODEL_OF_16_BITS),
        Some(version) => HlslAvailability::Since(version),
        None => HlslAvailability::All,
    })
}

fn described_type(record: Record<'_>) -> Result<DescribedType<'_>, FieldError> {
    Ok(match record.name() {
        "VoidTy" => DescribedType::Void,
        "Varying" => DescribedType::Varying,
        "VaryingElemType" => DescribedType::VaryingElement,
        _ => {
            if let Some(shape) = VaryingShapeRecord::from_record(record) {
                DescribedType::VaryingShape(shape.element_type()?)
            } else if let Some(vector) = VectorTypeRecord::from_record(record) {
                DescribedType::Vector(vector.element_type()?, vector.size()?)
            } else {
                DescribedType::Scalar(HlslTypeRecord::new(record))
            }
        }
    })
}

impl<'s> DescribedType<'s> {
    /// Returns the type in the overload for an element type and a shape. Without an element type,
    /// varying types have an empty name, as in the reference release.
    fn for_overload(
        self,
        element: Option<HlslTypeRecord<'s>>,
        shape: TypeShape,
    ) -> Result<ShapedType<'s>, FieldError> {
        let varying = || element.map_or(Ok(""), HlslTypeRecord::type_name);
        let (element, shape) = match self {
            DescribedType::Void => ("void", TypeShape::Scalar),
            DescribedType::Varying => (varying()?, shape),
            DescribedType::VaryingElement => (varying()?, TypeShape::Scalar),
            DescribedType::VaryingShape(ty) => (ty.type_name()?, shape),
            DescribedType::Vector(ty, size) => (ty.type_name()?, TypeShape::Vector(size)),
            DescribedType::Scalar(ty) => (ty.type_name()?, TypeShape::Scalar),
        };
        Ok(ShapedType { element, shape })
    }
}

impl Append for ShapedType<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        out.push_str(self.element);
        match self.shape {
            TypeShape::Scalar => {}
            TypeShape::Vector(size) => append!(out, size),
            TypeShape::Matrix { rows, columns } => append!(out, rows, "x", columns),
        }
    }
}

impl Append for ShaderModel {
    fn append_to(&self, out: &mut impl TextSink) {
        append!(out, self.major, ".", self.minor);
    }
}
