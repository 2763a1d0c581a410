use expect_test::{Expect, expect};
use tablewright_test_support::{item, lines};

use crate::ops::{op_decls, op_defs};
use crate::test_support::output;

const SEGMENTS: &str = "def Segments : NativeTrait<\"AttrSizedOperandSegments\"> {
  let cppNamespace = \"::mlir::OpTrait\";
}
def SameSize : NativeTrait<\"SameVariadicOperandSize\"> { let cppNamespace = \"::mlir::OpTrait\"; }
def SameType : NativeTrait<\"SameOperandsAndResultType\"> { let cppNamespace = \"::mlir::OpTrait\"; }
";

/// Returns a description with an operation that has these traits and fields.
fn operation(traits: &str, fields: &str) -> String {
    format!(
        "include \"mlir-op.inc\"\n{SEGMENTS}def XOp : Op<Toy, \"x\", [{traits}]> {{ {fields} }}\n"
    )
}

/// Checks the function definition whose head contains `head`.
fn check(traits: &str, fields: &str, head: &str, expected: Expect) {
    expected.assert_eq(&item(&output(&op_defs::BACKEND, &operation(traits, fields)), head));
}

/// Checks the declarations that contain one of `marks`.
fn check_declarations(traits: &str, fields: &str, marks: &[&str], expected: Expect) {
    let declarations = output(&op_decls::BACKEND, &operation(traits, fields));
    expected.assert_eq(&lines(&declarations, marks));
}

#[test]
fn builders_take_results_then_operands_then_attributes() {
    check_declarations(
        "",
        "let arguments = (ins Text:$text, Any:$a, Variadic<Any>:$more, OptionalAttr<Text>:$maybe);
         let results = (outs Any:$r);",
        &["static void build("],
        expect![[r#"
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type r, ::toy::TextAttr text, ::mlir::Value a, ::mlir::ValueRange more, /*optional*/::toy::TextAttr maybe);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::toy::TextAttr text, ::mlir::Value a, ::mlir::ValueRange more, /*optional*/::toy::TextAttr maybe);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type r, Text text, ::mlir::Value a, ::mlir::ValueRange more, /*optional*/::std::optional<Text> maybe);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, Text text, ::mlir::Value a, ::mlir::ValueRange more, /*optional*/::std::optional<Text> maybe);
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
        "#]],
    );
}

#[test]
fn builders_can_infer_a_result_type_that_operands_have() {
    check_declarations(
        "SameType",
        "let arguments = (ins Any:$a, Any:$b); let results = (outs Any:$r);",
        &["static void build("],
        expect![[r#"
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Type r, ::mlir::Value a, ::mlir::Value b);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value a, ::mlir::Value b);
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value a, ::mlir::Value b);
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
        "#]],
    );
}

#[test]
fn an_operation_can_have_no_builders_of_its_own() {
    check_declarations(
        "",
        "let arguments = (ins Any:$a); let skipDefaultBuilders = 1;
         let builders = [OpBuilder<(ins \"int\":$width)>];",
        &["static void build("],
        expect![[r#"
            static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, int width);
        "#]],
    );
}

#[test]
fn a_builder_sets_segment_sizes_and_present_attributes() {
    check(
        "Segments",
        "let arguments = (ins Variadic<Any>:$a, Optional<Any>:$b, OptionalAttr<Text>:$t);",
        "XOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::ValueRange a",
        expect![[r#"
            void XOp::build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::ValueRange a, /*optional*/::mlir::Value b, /*optional*/::toy::TextAttr t) {
              odsState.addOperands(a);
              if (b)
                odsState.addOperands(b);
              ::llvm::copy(::llvm::ArrayRef<int32_t>({static_cast<int32_t>(a.size()), (b ? 1 : 0)}), odsState.getOrAddProperties<Properties>().operandSegmentSizes.begin());
              if (t) {
                odsState.getOrAddProperties<Properties>().t = t;
              }
            }
        "#]],
    );
}

#[test]
fn lists_of_one_length_share_the_operands_equally() {
    check(
        "SameSize",
        "let arguments = (ins Variadic<Any>:$a, Any:$b, Variadic<Any>:$c);",
        "std::pair<unsigned, unsigned> XOp::getODSOperandIndexAndLength(unsigned index)",
        expect![[r#"
            std::pair<unsigned, unsigned> XOp::getODSOperandIndexAndLength(unsigned index) {
              bool isVariadic[] = {true, false, true};
              int prevVariadicCount = 0;
              for (unsigned i = 0; i < index; ++i)
                if (isVariadic[i]) ++prevVariadicCount;

              // All groups of variable length have the same length.
              int variadicSize = (getOperation()->getNumOperands() - 1) / 2;
              int start = index + (variadicSize - 1) * prevVariadicCount;
              int size = isVariadic[index] ? variadicSize : 1;
              return {start, size};
            }
        "#]],
    );
}

#[test]
fn segment_sizes_locate_the_operands_of_a_list() {
    check(
        "Segments",
        "let arguments = (ins Variadic<Any>:$a, Variadic<Any>:$b);",
        "std::pair<unsigned, unsigned> XOp::getODSOperandIndexAndLength(unsigned index)",
        expect![[r#"
            std::pair<unsigned, unsigned> XOp::getODSOperandIndexAndLength(unsigned index) {
              ::llvm::ArrayRef<int32_t> sizeAttr = getProperties().operandSegmentSizes;

              unsigned start = 0;
              for (unsigned i = 0; i < index; ++i)
                start += sizeAttr[i];
              return {start, sizeAttr[index]};
            }
        "#]],
    );
}

#[test]
fn an_operand_accessor_has_the_class_of_its_type() {
    check_declarations(
        "",
        "let arguments = (ins Any:$a, Int:$b); let results = (outs Any:$r);",
        &["getA", "getB", "getR("],
        expect![[r#"
            ::mlir::DictionaryAttr getAttributes() {
            ValueT getA() {
            ValueT getB() {
            static ::llvm::ArrayRef<::llvm::StringRef> getAttributeNames() {
            ::mlir::TypedValue<::mlir::Type> getA() {
            ::mlir::TypedValue<::toy::IntType> getB() {
            ::mlir::OpOperand &getAMutable() {
            ::mlir::OpOperand &getBMutable() {
            ::mlir::TypedValue<::mlir::Type> getR() {
        "#]],
    );
}

#[test]
fn a_verifier_checks_attributes_then_values() {
    check(
        "",
        "let arguments = (ins Text:$text, OptionalAttr<Text>:$maybe, Int:$a, Variadic<Int>:$b);
         let results = (outs Int:$r);",
        "::llvm::LogicalResult XOp::verifyInvariantsImpl()",
        expect![[r#"
            ::llvm::LogicalResult XOp::verifyInvariantsImpl() {
              auto tblgen_maybe = getProperties().maybe; (void)tblgen_maybe;
              auto tblgen_text = getProperties().text; (void)tblgen_text;
              if (!tblgen_text) return emitOpError("requires attribute 'text'");

              if (::mlir::failed(__mlir_ods_local_attr_constraint_test1(*this, tblgen_text, "text")))
                return ::mlir::failure();
              if (::mlir::failed(__mlir_ods_local_attr_constraint_test1(*this, tblgen_maybe, "maybe")))
                return ::mlir::failure();
              {
                unsigned index = 0; (void)index;
                auto valueGroup0 = getODSOperands(0);

                for (auto v : valueGroup0) {
                  if (::mlir::failed(__mlir_ods_local_type_constraint_test1(*this, v.getType(), "operand", index++)))
                    return ::mlir::failure();
                }
                auto valueGroup1 = getODSOperands(1);

                for (auto v : valueGroup1) {
                  if (::mlir::failed(__mlir_ods_local_type_constraint_test2(*this, v.getType(), "operand", index++)))
                    return ::mlir::failure();
                }
              }
              {
                unsigned index = 0; (void)index;
                auto valueGroup0 = getODSResults(0);

                for (auto v : valueGroup0) {
                  if (::mlir::failed(__mlir_ods_local_type_constraint_test1(*this, v.getType(), "result", index++)))
                    return ::mlir::failure();
                }
              }
              return ::mlir::success();
            }
        "#]],
    );
}

#[test]
fn a_verifier_limits_an_optional_operand_to_one_value() {
    check(
        "",
        "let arguments = (ins Optional<Int>:$a);",
        "::llvm::LogicalResult XOp::verifyInvariantsImpl()",
        expect![[r#"
            ::llvm::LogicalResult XOp::verifyInvariantsImpl() {
              {
                unsigned index = 0; (void)index;
                auto valueGroup0 = getODSOperands(0);

                if (valueGroup0.size() > 1) {
                  return emitOpError("operand group starting at #") << index
                      << " requires 0 or 1 element, but found " << valueGroup0.size();
                }

                for (auto v : valueGroup0) {
                  if (::mlir::failed(__mlir_ods_local_type_constraint_test1(*this, v.getType(), "operand", index++)))
                    return ::mlir::failure();
                }
              }
              return ::mlir::success();
            }
        "#]],
    );
}

#[test]
fn a_verifier_checks_regions_and_successors() {
    check(
        "",
        "let regions = (region OneBlock:$body, VariadicRegion<OneBlock>:$more);
         let successors = (successor OneBlock:$next);",
        "::llvm::LogicalResult XOp::verifyInvariantsImpl()",
        expect![[r#"
            ::llvm::LogicalResult XOp::verifyInvariantsImpl() {
              {
                unsigned index = 0; (void)index;

                for (auto &region : ::llvm::MutableArrayRef((*this)->getRegion(0)))
                  if (::mlir::failed(__mlir_ods_local_region_constraint_test1(*this, region, "body", index++)))
                    return ::mlir::failure();

                for (auto &region : getMore())
                  if (::mlir::failed(__mlir_ods_local_region_constraint_test1(*this, region, "more", index++)))
                    return ::mlir::failure();
              }
              {
                unsigned index = 0; (void)index;

                if (::mlir::failed(__mlir_ods_local_successor_constraint_test1(*this, getNext(), "next", index++)))
                  return ::mlir::failure();
              }
              return ::mlir::success();
            }
        "#]],
    );
}

#[test]
fn an_attribute_accessor_converts_the_stored_attribute() {
    let fields = "let arguments = (ins Text:$text, OptionalAttr<Text>:$maybe);";
    check(
        "",
        fields,
        " XOp::getText()",
        expect![[r#"
        Text XOp::getText() {
          auto attr = getTextAttr();
          return attr.getValue();
        }
    "#]],
    );
    check(
        "",
        fields,
        " XOp::getMaybe()",
        expect![[r#"
        ::std::optional<Text> XOp::getMaybe() {
          auto attr = getMaybeAttr();
          return attr.getValue();
        }
    "#]],
    );
}

#[test]
fn a_property_is_hashed_but_not_an_inherent_attribute() {
    let fields = "let arguments = (ins Count:$count, OptionalAttr<Text>:$text);";
    check(
        "",
        fields,
        "XOp::getInherentAttr(",
        expect![[r#"
        std::optional<mlir::Attribute> XOp::getInherentAttr(::mlir::MLIRContext *ctx, const Properties &prop, llvm::StringRef name) {
          if (name == "text")
            return prop.text;
          return std::nullopt;
        }
    "#]],
    );
    check(
        "",
        fields,
        "XOp::computePropertiesHash(",
        expect![[r#"
        llvm::hash_code XOp::computePropertiesHash(const Properties &prop) {
          using llvm::hash_value;
          return llvm::hash_combine(
            llvm::hash_value(prop.text.getAsOpaquePointer()),
            hash_value(prop.count));
        }
    "#]],
    );
}

#[test]
fn an_adaptor_verifies_attributes_without_the_operation() {
    check(
        "",
        "let arguments = (ins Text:$text, OptionalAttr<Text>:$maybe);",
        "XOpAdaptor::verify(",
        expect![[r#"
            ::llvm::LogicalResult XOpAdaptor::verify(::mlir::Location loc) {
              auto tblgen_maybe = getProperties().maybe; (void)tblgen_maybe;
              auto tblgen_text = getProperties().text; (void)tblgen_text;
              if (!tblgen_text) return emitError(loc, "'toy.x' op requires attribute 'text'");

              if (tblgen_text && !((isText(tblgen_text))))
                return emitError(loc, "'toy.x' op attribute 'text' failed to satisfy constraint: text");
              if (tblgen_maybe && !((isText(tblgen_maybe))))
                return emitError(loc, "'toy.x' op attribute 'maybe' failed to satisfy constraint: text");
              return ::mlir::success();
            }
        "#]],
    );
}

#[test]
fn an_effect_names_its_resource_and_value() {
    let effect = "def Read : SideEffect<\"Read\">;\n";
    let text = format!(
        "include \"mlir-op.inc\"\n{effect}class MemRead<Constraint c> : OpVariable<c, \"\", [Read]>;
def XOp : Op<Toy, \"x\"> {{
  let arguments = (ins MemRead<Any>:$a, Any:$b);
}}\n"
    );
    let output = output(&op_defs::BACKEND, &text);
    expect![[r#"
        void XOp::getEffects(::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<::toy::Effect>> &effects) {
          {
            auto valueRange = getODSOperandIndexAndLength(0);
            for (unsigned idx = valueRange.first; idx < valueRange.first + valueRange.second; idx++) {
              effects.emplace_back(Read::get(), &getOperation()->getOpOperand(idx), 0, false, ::toy::Memory::get());
            }
          }
        }
    "#]].assert_eq(&item(&output, "void XOp::getEffects("));
}

#[test]
fn inferred_result_types_are_those_of_the_first_operand() {
    check(
        "SameType, InferTypeOpInterface",
        "let arguments = (ins Any:$a, Any:$b); let results = (outs Any:$r);",
        "::llvm::LogicalResult XOp::inferReturnTypes(",
        expect![[r#"
            ::llvm::LogicalResult XOp::inferReturnTypes(::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location, ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes, ::mlir::PropertyRef properties, ::mlir::RegionRange regions, ::llvm::SmallVectorImpl<::mlir::Type>&inferredReturnTypes) {
              inferredReturnTypes.resize(1);
              ::mlir::Builder odsBuilder(context);
              if (operands.size() <= 0)
                return ::mlir::failure();
              ::mlir::Type odsInferredType0 = operands[0].getType();
              inferredReturnTypes[0] = odsInferredType0;
              return ::mlir::success();
            }
        "#]],
    );
}

#[test]
fn properties_are_read_from_bytecode_in_their_order() {
    let fields = "let arguments = (ins Text:$text, OptionalAttr<Text>:$maybe);";
    check(
        "",
        fields,
        "XOp::readProperties(",
        expect![[r#"
        ::llvm::LogicalResult XOp::readProperties(::mlir::DialectBytecodeReader &reader, ::mlir::OperationState &state) {
          auto &prop = state.getOrAddProperties<Properties>(); (void)prop;
          if (::mlir::failed(reader.readOptionalAttribute(prop.maybe)))
            return ::mlir::failure();
          if (::mlir::failed(reader.readAttribute(prop.text)))
            return ::mlir::failure();
          return ::mlir::success();
        }
    "#]],
    );
    check(
        "",
        fields,
        "void XOp::writeProperties(",
        expect![[r#"
        void XOp::writeProperties(::mlir::DialectBytecodeWriter &writer) {
          auto &prop = getProperties(); (void)prop;
          writer.writeOptionalAttribute(prop.maybe);
          writer.writeAttribute(prop.text);
        }
    "#]],
    );
}

#[test]
fn a_setter_takes_the_value_and_a_remover_takes_the_attribute_away() {
    let fields = "let arguments = (ins Text:$text, OptionalAttr<Text>:$maybe);";
    check(
        "",
        fields,
        "void XOp::setText(",
        expect![[r#"
        void XOp::setText(Text attrValue) {
          getProperties().text = ::mlir::Builder((*this)->getContext()).getText(attrValue);
        }
    "#]],
    );
    check_declarations(
        "",
        fields,
        &["removeMaybeAttr", "setTextAttr"],
        expect![[r#"
        void setTextAttr(::toy::TextAttr attr) {
        ::mlir::Attribute removeMaybeAttr() {
    "#]],
    );
}

#[test]
fn properties_are_set_from_a_dictionary() {
    check(
        "",
        "let arguments = (ins Text:$text);",
        "XOp::setPropertiesFromAttr(",
        expect![[r#"
        ::llvm::LogicalResult XOp::setPropertiesFromAttr(Properties &prop, ::mlir::Attribute attr, ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) {
          ::mlir::DictionaryAttr dict = ::llvm::dyn_cast<::mlir::DictionaryAttr>(attr);
          if (!dict) {
            emitError() << "expected DictionaryAttr to set properties";
            return ::mlir::failure();
          }
          {
            auto &propStorage = prop.text;
            auto attr = dict.get("text");
            if (attr) {
              auto convertedAttr = ::llvm::dyn_cast<std::remove_reference_t<decltype(propStorage)>>(attr);
              if (convertedAttr) {
                propStorage = convertedAttr;
              } else {
                emitError() << "Invalid attribute `text` in property conversion: " << attr;
                return ::mlir::failure();
              }
            }
          }
          return ::mlir::success();
        }
    "#]],
    );
    check(
        "",
        "let arguments = (ins Text:$text);",
        "XOp::getPropertiesAsAttr(",
        expect![[r#"
        ::mlir::Attribute XOp::getPropertiesAsAttr(::mlir::MLIRContext *ctx, const Properties &prop) {
          ::mlir::SmallVector<::mlir::NamedAttribute> attrs;
          ::mlir::Builder odsBuilder{ctx};
          {
            const auto &propStorage = prop.text;
            if (propStorage)
              attrs.push_back(odsBuilder.getNamedAttr("text", propStorage));
          }

          if (!attrs.empty())
            return odsBuilder.getDictionaryAttr(attrs);
          return {};
        }
    "#]],
    );
}

#[test]
fn a_mutable_range_knows_its_segment() {
    check(
        "Segments",
        "let arguments = (ins Variadic<Any>:$a, Variadic<Any>:$b);",
        "XOp::getBMutable()",
        expect![[r#"
            ::mlir::MutableOperandRange XOp::getBMutable() {
              auto range = getODSOperandIndexAndLength(1);
              auto mutableRange = ::mlir::MutableOperandRange(getOperation(), range.first, range.second, ::mlir::MutableOperandRange::OperandSegment(1u, {getOperandSegmentSizesAttrName(), ::mlir::DenseI32ArrayAttr::get(getContext(), getProperties().operandSegmentSizes)}));
              return mutableRange;
            }
        "#]],
    );
}

#[test]
fn a_missing_attribute_has_its_default() {
    let text = "include \"mlir-op.inc\"
def Word : Attr<CPred<\"true\">, \"word\", \"::toy::TextAttr\", \"Text\"> { let defaultValue = \"\\\"a\\\"\"; }
def XOp : Op<Toy, \"x\"> { let arguments = (ins Word:$word); }\n";
    let output = output(&op_defs::BACKEND, text);
    expect![[r#"
        Text XOp::getWord() {
          auto attr = getWordAttr();
          return attr.getValue();
        }
    "#]]
    .assert_eq(&item(&output, " XOp::getWord()"));
    expect![[r#"
        void XOp::populateDefaultProperties(::mlir::OperationName opName, Properties &properties) {
          ::mlir::Builder odsBuilder(opName.getContext());
          if (!properties.word)
            properties.word = odsBuilder.getText("a");
        }
    "#]]
    .assert_eq(&item(&output, "void XOp::populateDefaultProperties("));
}
