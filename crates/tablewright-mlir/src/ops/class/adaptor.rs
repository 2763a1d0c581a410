//! Adaptor classes: operands outside an operation, for example constant operands during folding.

use tablewright_text::{CppClass, CppWriter, line};

use super::{
    ClassNames, ClassPart, MethodList, OpMethod, attributes, getter, properties, values, verifier,
};
use crate::model::Operation;
use crate::model::operation::OpAttributeStorage;

/// Adaptor classes: a base independent of the operand list type, a template over the list type, and a class for value
/// lists.
pub(in crate::ops) struct AdaptorClasses {
    /// The structure of properties; empty for none.
    properties: String,
    storage: OpAttributeStorage,
    base_methods: MethodList,
    /// The constructor of the base from the operation.
    base_constructor: MethodList,
    /// The template's functions.
    template_methods: MethodList,
    /// The constructor from the operation, and the function that verifies.
    methods: MethodList,
    operand_indices: Vec<String>,
    /// Whether there can be an adaptor that knows operands and attributes only.
    needs_properties: bool,
}

/// Builds an operation's adaptors. `part` is the printed part.
pub(super) fn classes(
    op: &Operation<'_>,
    names: &ClassNames<'_>,
    part: ClassPart,
) -> AdaptorClasses {
    let mut base_methods = MethodList::default();
    base_methods.add(values::adaptor_operand_range(op));
    let storage = op.attribute_storage();
    if storage != OpAttributeStorage::Dictionary {
        let function = OpMethod::new("const Properties &", "getProperties");
        base_methods.add(function.inline("return properties;".to_owned()));
    }
    base_methods.add(
        OpMethod::new("::mlir::DictionaryAttr", "getAttributes")
            .inline("return odsAttrs;".to_owned()),
    );
    for one in &op.arguments.properties {
        let name = getter(one.name);
        let body = format!("return getProperties().{name}();");
        base_methods.add(OpMethod::new(one.property.storage.interface_type, &name).inline(body));
    }
    for method in
        attributes::adaptor_getters(op, part).into_iter().chain(values::adaptor_regions(op))
    {
        base_methods.add(method);
    }
    let mut template_methods = MethodList::default();
    for method in values::adaptor_operands(op) {
        template_methods.add(method);
    }
    template_methods
        .add(OpMethod::new("RangeT", "getOperands").inline("return odsOperands;".to_owned()));
    let mut base_constructor = MethodList::default();
    let constructor = OpMethod::new("", &names.adaptor_base).parameter(names.class, "op");
    let initializers = [
        "odsAttrs(op->getRawDictionaryAttrs())",
        "odsOpName(op->getName())",
        "properties(op.getProperties())",
        "odsRegions(op->getRegions())",
    ];
    let constructor = initializers
        .into_iter()
        .fold(constructor, |function, one| function.initializer(one.to_owned()));
    if storage != OpAttributeStorage::Dictionary {
        base_constructor.add(constructor.outside(String::new()));
    }
    let mut methods = MethodList::default();
    let generic = &names.generic_adaptor;
    methods.add(
        OpMethod::new("", &names.adaptor)
            .parameter(names.class, "op")
            .initializer(format!("{generic}(op->getOperands(), op)"))
            .outside(String::new()),
    );
    methods.add(
        OpMethod::new("::llvm::LogicalResult", "verify")
            .parameter("::mlir::Location", "loc")
            .outside_in(part, || verifier::adaptor_body(op)),
    );
    AdaptorClasses {
        properties: match (part, storage) {
            (
                ClassPart::Declarations,
                OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary,
            ) => properties::structure(op),
            (ClassPart::Declarations, OpAttributeStorage::Dictionary)
            | (ClassPart::Definitions, _) => String::new(),
        },
        storage,
        base_methods,
        base_constructor,
        template_methods,
        methods,
        operand_indices: values::operand_indices(op),
        needs_properties: op.has_trait(values::SIZED_OPERANDS),
    }
}

impl AdaptorClasses {
    pub(in crate::ops) fn emit_declarations(
        &self,
        op: &Operation<'_>,
        names: &ClassNames<'_>,
        w: &mut CppWriter,
    ) {
        line!(w, "namespace detail {{");
        line!(w);
        w.class(&CppClass::new(names.adaptor_base.as_str()), |w| {
            w.access("public");
            w.lines(&self.properties);
            w.fill_block(
                match self.storage {
                    OpAttributeStorage::Properties
                    | OpAttributeStorage::PropertiesFromDictionary => {
                        include_str!("adaptor_base.inc")
                    }
                    OpAttributeStorage::Dictionary => include_str!("adaptor_base_dictionary.inc"),
                },
                &[("class", &names.adaptor_base), ("name", &op.names.full)],
            );
            self.base_constructor.emit_declarations(w);
            self.base_methods.emit_declarations(w);
        });
        line!(w);
        line!(w, "}} // namespace detail");
        let (generic, base) = (&names.generic_adaptor, &names.adaptor_base);
        line!(w, "template <typename RangeT>");
        let class = CppClass::new(generic.as_str()).base(format!("public detail::{base}"));
        w.class(&class, |w| {
            line!(w, "using ValueT = ::llvm::detail::ValueOfRange<RangeT>;");
            line!(w, "using Base = detail::{base};");
            for index in &self.operand_indices {
                line!(w, "{index}");
            }
            w.access("public");
            let default = if self.needs_properties { "" } else { " = nullptr" };
            let values = [
                ("class", generic.as_str()),
                ("base", base.as_str()),
                ("op", names.class),
                ("default", default),
                ("properties_ref", names.properties_ref.cpp_type()),
            ];
            let constructors = match self.storage {
                OpAttributeStorage::Properties | OpAttributeStorage::PropertiesFromDictionary => {
                    include_str!("generic_adaptor.inc")
                }
                OpAttributeStorage::Dictionary => include_str!("generic_adaptor_dictionary.inc"),
            };
            w.fill_block(constructors, &values);
            line!(w);
            w.fill_block(include_str!("generic_adaptor_common.inc"), &values);
            self.template_methods.emit_declarations(w);
            w.access("private");
            line!(w, "RangeT odsOperands;");
        });
        let class = CppClass::new(names.adaptor.as_str())
            .base(format!("public {generic}<::mlir::ValueRange>"));
        w.class(&class, |w| {
            w.access("public");
            line!(w, "using {generic}::{generic};");
            self.methods.emit_declarations(w);
        });
    }

    pub(in crate::ops) fn emit_definitions(&self, names: &ClassNames<'_>, w: &mut CppWriter) {
        line!(w, "namespace detail {{");
        line!(w);
        self.base_constructor.emit_definitions(&names.adaptor_base, w);
        self.base_methods.emit_definitions(&names.adaptor_base, w);
        line!(w, "}} // namespace detail");
        self.methods.emit_definitions(&names.adaptor, w);
    }
}
