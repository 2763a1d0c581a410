//! Differences between releases: MLIR and IRDL.

features_of! { $ mlir {
    // MLIR.
    MlirOutputs, since(Release::new(22)),
        "Actions of `mlir-tblgen` print the outputs of these releases. For earlier ones they end in an error.";
    PropertiesHaveTypeIds, since(Release::new(23)),
        "Properties of operations of MLIR are passed on with the id of their type. Before, they were passed on \
         as a pointer without a type.";
    EnumParsersListTexts, since(Release::new(23)),
        "The function that reads an optional enum of MLIR tries the texts of the enum only. Before, it tried any keyword.";
    EnumKeysReserveNoValues, since(Release::new(23)),
        "Enums of MLIR as keys of C++ maps reserve no values. Before, two stood for empty and for removed entries.";
    ApIntParametersNeedComparators, since(Release::new(20)),
        "A parameter of MLIR's attributes and types that is an `APInt` needs a comparator, since numbers of different \
         widths cannot be compared. Before, it did not.";
    PropertyErrorsNameProperties, since(Release::new(23)),
        "Where a property of MLIR cannot be set from an attribute, the error names the property. Before, it did not.";
    DialectsPrintBlanks, since(Release::new(23)),
        "The blank between the mnemonic of an attribute or a type of MLIR and what its format prints is printed by the \
         dialect. Before, it was printed by the attribute or the type.";
    StructsHaveBrackets, since(Release::new(23)),
        "Arrays in a `struct` of a format of MLIR are written in brackets, except the last one and those with a parser or \
         printer of their own. Before, no array had brackets.";
    EmptyParameterListsAreLeftOut, since(Release::new(23)),
        "Where an attribute or a type of MLIR has no parameters, `params` in its format prints nothing. Before, it printed \
         an empty block.";
    AttributeHelpersAreConst, since(Release::new(23)),
        "The functions of helpers for discardable attributes of MLIR are `const`, and their constructors `explicit`. \
         Before, they were not.";
    OptionalOperandsMayHaveNoType, since(Release::new(23)),
        "The function that reads an operation of MLIR asks for the type of an optional operand only where the operand is \
         there. Before, it asked always.";
    AttributesAreProperties, since(Release::new(23)),
        "Attributes of all operations of MLIR are properties. Before, the dialect could keep attributes of operations without \
         other properties in the attribute dictionary (`usePropertiesForAttributes = 0`).";
    OptionalAttributesNeedGroups, since(Release::new(23)),
        "An optional attribute may stand in an optional group of an operation's format of MLIR only. Before, it could stand \
         anywhere, where the format printed a null attribute if it was missing.";
    CustomPropertiesAreQualified, since(Release::new(23)),
        "A custom directive of an operation's format gets a property of MLIR from the class `Properties` of the named \
         operation. Before, the class was not qualified.";
    OverloadsKeepTheirName, since(Release::new(23)),
        "A fallback model of an interface of MLIR calls an overloaded method by its name, and an external model has methods \
         of that name. Before, the number that tells overloads apart was part of the name.";
    DialectInterfacesHaveCode, since(Release::new(23)),
        "An interface of a dialect of MLIR may have methods without a body and further C++, and its constructor comes last. \
         Before, the constructor came first.";
    BytecodeWritersReturnResults, since(Release::new(23)),
        "Functions of `-gen-bytecode` that write an attribute or a type of MLIR return whether they have a form for it, and one \
         without members is checked when it is read. Before, they returned nothing, and it was not checked.";
    BytecodeListsHaveKnownSizes, since(Release::new(23)),
        "In `-gen-bytecode` a list of class `ArrayWithKnownSize` is written without its length, and a list may have a C++ \
         expression that returns it. Before, all lists were written alike.";
    PythonBindingsHaveTypes, since(Release::new(23)),
        "In bindings of Python for operations of MLIR, parameters, elements of lists and returned results have types. \
         Before, only members for single operands, results and attributes had them.";
    PythonBindingsHaveAdaptors, since(Release::new(23)),
        "Bindings of Python for operations of MLIR have a class for the adaptor of each operation. Before, they had none.";
    PythonBuildersNameDialects, since(Release::new(23)),
        "Bindings of Python look up the builder of an enum that belongs to a dialect of MLIR under the names of dialect and \
         attribute, and builders of other enums may be registered twice. Before, they used the name of the attribute only.";
    OpDocsHaveGroups, since(Release::new(23)),
        "A page about operations of MLIR lists them by name and in groups. Before, it listed them in the order of their \
         definitions' names.";

    InherentAttributesAreWalked, since(Release::new(24)),
        "An operation of MLIR has a function that passes its inherent attributes to a visitor, which may replace them. Before, \
         it had a function that adds them to a list.";
    ResultsHaveIndices, since(Release::new(24)),
        "The class of an operation of MLIR has a constant with the number of each named result. Before, only operands had such \
         constants.";
    OperandRangesAreSlices, since(Release::new(24)),
        "An operation of MLIR returns its operands of one name as a slice of all operands. Before, it built the range from \
         iterators.";
    BuildersSplitAttributes, since(Release::new(24)),
        "A builder of MLIR with a list of attributes is deprecated if the operation has properties, and a function of the \
         class splits the list into properties and discardable attributes. Builders of an operation without results call the \
         builder with a list of result types, and name the properties once. Before, lists were added to the operation and \
         converted, and each builder had its own statements.";
    PropertyConversionsAreShared, since(Release::new(24)),
        "An operation of MLIR converts attributes to properties and back by functions of MLIR. Before, each operation had the \
         statements.";
    PrintersAreSmall, since(Release::new(24)),
        "A printer made of an operation's format of MLIR is compiled for size, and prints a literal with the blank before it. \
         Before, it had no such mark, and printed the blank apart.";
    FormatsHaveStrictProperties, since(Release::new(24)),
        "`attr-dict` in an operation's format of MLIR has only discardable attributes, unless the dialect has \
         `useStrictPropertiesInAssemblyFormat = 0`. Before, it also had the attributes that the format does not write.";
    FormatsHaveEnumDirectives, since(Release::new(24)),
        "`enum($x)` in an operation's format of MLIR writes an enum attribute by its cases, and `oilist<…>(…)` has a literal \
         between clauses. Before, both were unknown.";
    PropertyDictionariesHaveKeys, since(Release::new(24)),
        "`prop-dict` in an operation's format of MLIR is a list of names and values in angle brackets, without the names that \
         follow from other elements, and the function that converts a parsed dictionary reads the sizes of operands and results. \
         Before, it was a dictionary after a blank, and the function refused the sizes.";
    ParsersShareOptionals, since(Release::new(24)),
        "A parser made of an operation's format of MLIR reads optional operands and types by functions of MLIR, and has its \
         lists of operands in an array if there are several. Before, each parser had the statements and a variable for each list.";
    EnumParsersAreDefined, since(Release::new(24)),
        "The functions that read an enum of MLIR are defined beside its other functions, for the class `AsmParser`. Before, \
         they were templates in the header.";
    InterfaceMethodsAreShared, since(Release::new(24)),
        "`$_raw_op` in the body of an interface method is the operation without a cast. A method whose body uses nothing \
         else of the operation is a function of the table, which all models share. Before, the name was unknown.";
    InterfaceModelsAreConstant, since(Release::new(24)),
        "The constructor of an interface's model of MLIR is `constexpr`, and the model has a name for its own class. Before, \
         neither was there.";
    HelpersAccessDiscardableAttributes, since(Release::new(24)),
        "Helpers for discardable attributes of MLIR access discardable attributes. Before, they accessed attributes of any \
         kind.";
    SideEffectsAreMemoryEffects, since(Release::new(24)),
        "An LLVM intrinsic with the property `IntrHasSideEffects` has no `NoMemoryEffect` as an operation of MLIR. Before, \
         `IntrNoMem` alone decided.";

    DocsSelectOneDialect, since(Release::new(23)),
        "The pages about operations, attributes, types and enums of MLIR are about one dialect, which has to be selected \
         if there are several, and read the whole dialect. Before, only `--gen-dialect-doc` did.";

    SpirvAttributesHaveGetters, since(Release::new(24)),
        "`-gen-spirv-serialization` writes an operation's inherent attributes by their getters, and discardable ones as \
         decorations. Before, both were looked up by name among all attributes.";

    VariadicityIsList, since(Release::new(23)),
        "The generic form of IRDL lists how many values elements have as `[single, variadic]`. Before, each word had a blank \
         before it.";
    VariadicityHasBrackets, since(Release::new(24)),
        "The words in such a list are in angle brackets, `[<single>, <variadic>]`. Before, they were not.";
    IrdlNamesHaveDots, since(Release::new(24)),
        "IRDL accepts dots in names. Before, a dialect with such a name was printed in the generic form.";
}}
