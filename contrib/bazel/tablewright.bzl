"""Tablewright as the TableGen programs of LLVM's Bazel rules.

In WORKSPACE:

    load("//bazel:tablewright.bzl", "tablewright")
    tablewright(name = "tablewright", path = "/usr/local/bin/tablewright")

Then a rule such as gentbl_cc_library has `tblgen = "@tablewright//:mlir-tblgen"`.
"""

_TOOLS = [
    "llvm-tblgen",
    "llvm-min-tblgen",
    "clang-tblgen",
    "mlir-tblgen",
    "lldb-tblgen",
    "offload-tblgen",
    "tblgen-to-irdl",
]

def _tool_impl(ctx):
    # The program behaves as the one whose name it is called by.
    program = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = program, target_file = ctx.file.program, is_executable = True)
    return [DefaultInfo(executable = program, files = depset([program]))]

tablewright_tool = rule(
    _tool_impl,
    doc = "The program under the name of the rule.",
    attrs = {
        "program": attr.label(
            doc = "The program tablewright.",
            allow_single_file = True,
            mandatory = True,
        ),
    },
    executable = True,
)

def _tablewright_impl(ctx):
    path = ctx.attr.path or ctx.which("tablewright")
    if not path:
        fail("tablewright is not in PATH; the attribute `path` names it")
    ctx.symlink(path, "tablewright")
    ctx.symlink(ctx.attr._rules, "tablewright.bzl")
    tool = 'tablewright_tool(name = "%s", program = "tablewright")\n'
    ctx.file("BUILD.bazel", "".join(
        [
            'load(":tablewright.bzl", "tablewright_tool")\n',
            'package(default_visibility = ["//visibility:public"])\n',
            'exports_files(["tablewright"])\n',
        ] + [tool % name for name in _TOOLS],
    ))

tablewright = repository_rule(
    _tablewright_impl,
    doc = "A repository with the programs of LLVM's TableGen, all of which are Tablewright.",
    attrs = {
        "path": attr.string(doc = "The program; searched for in PATH without it."),
        "_rules": attr.label(default = Label("//:tablewright.bzl")),
    },
    environ = ["PATH"],
)
