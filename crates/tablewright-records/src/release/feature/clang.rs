//! Differences between releases: Clang.

features_of! { $ clang {
    // Clang's attributes, nodes and diagnostics.
    DiagnosticTextDeclaresEnums, since(Release::new(22)),
        "The text of a diagnostic can declare an enumeration with `%enum_select<Name>{%A{a}|%B{b}}0` and \
         print an argument with `%quoted0` and `%human0`, and it may begin with the name Itanium. Before, these modifiers \
         were unknown.";
    DiagnosticGroupNamesAreStringTable, since(Release::new(22)),
        "The names of diagnostic groups are an `llvm::StringTable`. Before, a byte with the length stood \
         before each name.";
    TypesCanBeAlwaysCanonical, since(Release::new(22)),
        "The list of Clang's types says which ones are always canonical. Before, it said which ones have no \
         component types.";
    AttributeNamesHaveSyntax, since(Release::new(22)),
        "What the parser asks about attributes by name is answered by syntax and scope too, and the cases are \
         in the order of the names. Before, a name alone was one case for each attribute that has it.";
    AttributeClassesAreExported, since(Release::new(22)),
        "Classes of attributes are exported with `CLANG_ABI`, and the identifiers in them are constant. \
         Before, they were neither.";
    AttributeListsExpandPacks, since(Release::new(22)),
        "When a template is instantiated, a list of expressions in an attribute gets as many elements as its \
         expansion has. Before, it had as many as before the expansion.";
    AttributesOnParamsOrStatements, since(Release::new(22)),
        "The list of attributes has macros for attributes of parameters or statements, and for HLSL's \
         semantics. Before, they were among those of parameters, and of HLSL's annotations.";
    AttributesShareDocumentation, since(Release::new(22)),
        "Attributes with the same documentation have one section, and the namespace of a pragma is left out of \
         it. Before, each attribute had its own section.";
    DiagnosticsHaveStableIds, since(Release::new(23)),
        "A diagnostic has a stable identifier and those that it had earlier. Before, it had none.";
    DiagnosticTextsAreTable, since(Release::new(24)),
        "`-gen-clang-diags-stable-ids` also has a table with the texts of all diagnostics, and their offsets. Before, it had \
         identifiers only.";
    AttributesCanBeCompared, since(Release::new(23)),
        "Attributes have functions that compare them and add them to a `FoldingSetNodeID`, and functions \
         that set some of their arguments later. Before, they had neither.";
    DocumentsAreMarkdown, since(Release::new(24)),
        "Pages of documentation by `-gen-attr-docs`, `-gen-diag-docs` and `-gen-opt-docs` are Markdown for MyST. Before, they \
         were reStructuredText, and the diagnostics that `-Wpedantic` implies had the order of the files, not of names.";

    // Clang's builtins and vector intrinsics.
    BuiltinTables, since(Release::new(22)),
        "Builtins of Clang are enumerators, a string table and rows of offsets into it. Before, they \
         were calls of macros such as `BUILTIN`.";
    BuiltinTypesOfTargets, since(Release::new(22)),
        "Prototypes of builtins may have the types `_Vector`, `__bf16` and `__hlsl_resource_t`, the \
         prefix `signed` and address spaces. Before, they were unknown types.";
    NeonBitCasts, since(Release::new(22)),
        "The functions of `arm_neon.h` take values as other types by `__builtin_bit_cast` and reverse \
         vectors by macros, which know the order of lanes. Before, they had casts and lists of lanes.";
    MFloat8, since(Release::new(22)),
        "The headers of NEON and SVE have vectors of `mfloat8_t`, and functions for `fpm_t`.";
    ImmChecksOfNeon, since(Release::new(22)),
        "Checks of immediate operands of NEON are listed by records, and calls of `emplace_back`, as \
         those of SVE are. Before, flags of records decided, and checks were assignments.";
    SveGuardsImplySve, since(Release::new(22)),
        "The guards of intrinsics of SVE and SME do not name `sve` and `sme`, which are added. Before, \
         they named all features.";
    SveLettersSetKind, since(Release::new(22)),
        "Letters for integers in prototypes of SVE make integers of all elements. Before, some kept \
         floating-point numbers and predicates.";
    StreamingModeIsBuiltin, since(Release::new(22)),
        "`__arm_in_streaming_mode` is a builtin of `arm_sme.td`. Before, `arm_sme.h` defined it.";
    ImmChecksOfArm, since(Release::new(22)),
        "The kinds of immediate checks are a file for NEON and SVE, of `-gen-arm-immcheck-types`. \
         Before, they were a part of `arm_sve_typeflags.inc`.";
    MveCastsParameters, since(Release::new(22)),
        "Code for builtins of MVE and CDE casts the values of its parameters to their types, and \
         the types of pointers in it do not say what they point to.";
    RiscvExtensionsAreNamed, since(Release::new(22)),
        "Intrinsics of RISC-V's vectors name the extensions that they need, code for builtins says the \
         width of a segment's elements, and the header defines no macro for overloading. Before, a mask \
         had a bit for each extension, and code said the number of fields.";
    RiscvVectorsCanDouble, since(Release::new(23)),
        "Prototypes of RISC-V's vector intrinsics have a letter for register groups of twice the size and \
         one for the other format of 8 bits, and the header has vectors of such floats and a macro for \
         each extension.";
    OpcodesAreText, since(Release::new(22)),
        "The disassembler of Clang's constant interpreter makes text of opcodes, positions are passed by \
         value, and opcodes that return have no argument for the result.";
    OpcodesAreFunctions, since(Release::new(23)),
        "Each opcode of Clang's constant interpreter has a function of its own, which calls that of the \
         next. Before, all were cases of a `switch`.";
    OpenclHasVersion31, since(Release::new(23)),
        "The masks of versions of OpenCL in `-gen-clang-opencl-builtins` have a bit for version 3.1.";
    HlslAnnotationsAreLowerCase, since(Release::new(22)),
        "The names of HLSL's annotations in attributes have small letters only.";
    CirPatternsReplaceOperations, since(Release::new(23)),
        "Patterns of CIR replace an operation by the one of LLVM's dialect that its record names, their \
         constructors may have more parameters, and attributes have a visitor and a list of those that \
         the C++ ABI never changes.";
    CirPatternsHaveSymbolTables, since(Release::new(24)),
        "Patterns of CIR have the symbol tables, report a type that cannot be converted, and pass default properties. An \
         operation with a constrained intrinsic is lowered by a function of CIR. Before, a pattern had only the data layout.";
    BuiltinVectorsHaveQualifiers, since(Release::new(23)),
        "A vector in the parameters of a builtin's prototype may have qualifiers or be nested, and \
         there are integers of 8 and 16 bits. Before, the vector ended at its first `>`.";
}}
