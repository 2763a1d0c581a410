//! Differences between releases: LLDB, liboffload and the program.

features_of! { $ programs {
    // LLDB.
    PropertiesHavePaths, since(Release::new(23)),
        "After the table of a group of LLDB's settings comes a definition with the path of the group. Before, there was \
         only the table.";

    // liboffload.
    OffloadPrintsConstPointers, since(Release::new(23)),
        "Properties that are pointers are printed as pointers to constant values. Before, the values were not constant.";

    // The program.
    HelpBeginsWithLibraries, since(Release::new(22)),
        "`llvm-tblgen --help` lists the actions of which libraries of LLVM are built before all others. Before, they \
         stood among the others.";
}}
