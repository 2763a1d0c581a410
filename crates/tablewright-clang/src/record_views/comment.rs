//! Documentation comments: the classes in `CommentCommands.td` and in the HTML files beside it.

use tablewright_records::record_views;

record_views! {
    /// A command in documentation comments.
    pub(crate) struct CommandRecord<'s>("Command") {
        /// Its name.
        pub(crate) command_name: &'s str = "Name",
        /// The command that ends the block; empty if the command does not begin a block.
        pub(crate) end_command_name: &'s str = "EndCommandName",
        /// Number of words that it takes as arguments.
        pub(crate) argument_count: i64 = "NumArgs",
        /// Whether it is part of a line.
        pub(crate) is_inline_command: bool = "IsInlineCommand",
        /// Whether it begins a paragraph.
        pub(crate) is_block_command: bool = "IsBlockCommand",
        /// Whether its paragraph is the short description.
        pub(crate) is_brief_command: bool = "IsBriefCommand",
        /// Whether its paragraph describes the result.
        pub(crate) is_returns_command: bool = "IsReturnsCommand",
        /// Whether its paragraph describes a parameter.
        pub(crate) is_param_command: bool = "IsParamCommand",
        /// Whether its paragraph describes a template parameter.
        pub(crate) is_tparam_command: bool = "IsTParamCommand",
        /// Whether its paragraph describes an exception.
        pub(crate) is_throws_command: bool = "IsThrowsCommand",
        /// Whether it marks a deprecated declaration.
        pub(crate) is_deprecated_command: bool = "IsDeprecatedCommand",
        /// Whether it names a header.
        pub(crate) is_headerfile_command: bool = "IsHeaderfileCommand",
        /// Whether it begins a paragraph with a heading.
        pub(crate) is_par_command: bool = "IsParCommand",
        /// Whether its paragraph may be empty.
        pub(crate) is_empty_paragraph_allowed: bool = "IsEmptyParagraphAllowed",
        /// Whether it begins a block of verbatim text.
        pub(crate) is_verbatim_block_command: bool = "IsVerbatimBlockCommand",
        /// Whether it ends a block of verbatim text.
        pub(crate) is_verbatim_block_end_command: bool = "IsVerbatimBlockEndCommand",
        /// Whether the rest of its line is verbatim text.
        pub(crate) is_verbatim_line_command: bool = "IsVerbatimLineCommand",
        /// Whether the rest of its line is a declaration.
        pub(crate) is_declaration_command: bool = "IsDeclarationCommand",
        /// Whether the rest of its line is a function declaration.
        pub(crate) is_function_declaration_command: bool = "IsFunctionDeclarationCommand",
        /// Whether it describes a detail of a class.
        pub(crate) is_record_like_detail_command: bool = "IsRecordLikeDetailCommand",
        /// Whether the rest of its line is a class declaration.
        pub(crate) is_record_like_declaration_command: bool = "IsRecordLikeDeclarationCommand",
    }

    /// An HTML tag.
    pub(crate) struct TagRecord<'s>("Tag") {
        /// Its name.
        pub(crate) spelling: &'s str = "Spelling",
        /// Whether the end tag is optional.
        pub(crate) is_end_tag_optional: bool = "EndTagOptional",
        /// Whether the end tag is forbidden.
        pub(crate) is_end_tag_forbidden: bool = "EndTagForbidden",
    }

    /// A named HTML character.
    pub(crate) struct NcrRecord<'s>("NCR") {
        /// Its name.
        pub(crate) spelling: &'s str = "Spelling",
        /// The Unicode code point.
        pub(crate) code_point: i64 = "CodePoint",
    }
}
