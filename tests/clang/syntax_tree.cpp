// A program over Clang's classes, with the generated files in the place of Clang's own.
// RUN: %clang++ -std=c++17 -fno-rtti -O0 -w -I $GENERATED -I $INCLUDE %s -o %t -MD -MF %t.d -L $INCLUDE/../lib -Wl,-rpath,$INCLUDE/../lib -l:libclang-cpp.so.19.1 -lLLVM-19
// RUN: grep -o '[^ ]*/clang/[^ ]*[.]inc' %t.d > %t.files
// RUN: grep -q $GENERATED %t.files
// RUN: { grep -v $GENERATED %t.files || true; } > %t.own
// RUN: while read -r file; do test ! -e "$GENERATED/clang/${file##*/clang/}"; done < %t.own
// RUN: %t | FileCheck %s
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTDumper.h"
#include "clang/AST/AbstractBasicReader.h"
#include "clang/AST/AbstractBasicWriter.h"
#include "clang/AST/AbstractTypeReader.h"
#include "clang/AST/AbstractTypeWriter.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CommentCommandTraits.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/AllDiagnostics.h"
#include "clang/Basic/AttrSubjectMatchRules.h"
#include "clang/Basic/TargetBuiltins.h"
#include "clang/Driver/Options.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/StaticAnalyzer/Core/AnalyzerOptions.h"
#include "clang/Tooling/Syntax/Nodes.h"
#include "clang/Tooling/Tooling.h"

using namespace clang;

// The functions of attributes take the place of those in the library.
#include "clang/AST/AttrImpl.inc"

// Builtins of targets.
static_assert(NEON::BI__builtin_neon_vabd_v != NEON::BI__builtin_neon_vabdq_v);
static_assert(SVE::BI__builtin_sve_svadd_s32_m != SVE::BI__builtin_sve_svadd_s16_m);
static_assert(SME::BI__builtin_sme_svzero_za != SME::BI__builtin_sme_svmopa_za32_f32_m);
static_assert(RISCVVector::BI__builtin_rvv_vadd_vv != RISCVVector::BI__builtin_rvv_vsub_vv);

static const char Code[] = R"(
/// \brief The sum.
__attribute__((section("fast"), aligned(16))) int total;
struct [[nodiscard]] __attribute__((visibility("hidden"))) Shape {
  [[deprecated("call area")]] virtual int size(const char *format, ...)
      __attribute__((format(printf, 2, 3))) = 0;
};
int twice(int n) { for (int i = 0; i < 2; ++i) { [[likely]] n += n; } return n; }
)";

// Visits attributes with the functions of AttrVisitor.inc, and counts nodes.
struct Visitor : RecursiveASTVisitor<Visitor> {
  ASTContext &Context;
  unsigned Statements = 0;
  explicit Visitor(ASTContext &Context) : Context(Context) {}
  bool VisitStmt(Stmt *) { return ++Statements; }
  bool VisitAttr(Attr *A) {
    llvm::outs() << A->getSpelling() << " is " << attr::getSubjectMatchRuleSpelling(Rule) << ":";
    A->printPretty(llvm::outs(), Context.getPrintingPolicy());
    llvm::outs() << "\n";
    return true;
  }
  bool VisitAlignedAttr(AlignedAttr *A) {
    llvm::outs() << "aligned to " << A->getAlignment(Context) << "\n";
    return true;
  }
  attr::SubjectMatchRule Rule = attr::SubjectMatchRule_function;
};

int main() {
  auto Unit = tooling::buildASTFromCode(Code);
  Visitor V(Unit->getASTContext());
  V.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  llvm::outs() << "statements: " << V.Statements << "\n";
  // Classes and functions of nodes.
  for (const Decl *D : Unit->getASTContext().getTranslationUnitDecl()->decls())
    if (const auto *Function = dyn_cast<FunctionDecl>(D))
      llvm::outs() << Function->Decl::getDeclKindName() << " " << Function->getBody()->getStmtClassName()
                   << " " << Function->getReturnType()->getTypeClassName() << "\n";
  // Dumps, with AttrTextNodeDump.inc and AttrNodeTraverse.inc.
  ASTDumper Dumper(llvm::outs(), Unit->getASTContext(), /*ShowColors=*/false);
  Dumper.Visit(Unit->getASTContext().getTranslationUnitDecl());
  // Diagnostics and options.
  DiagnosticIDs Diagnostics;
  llvm::outs() << "error: " << Diagnostics.getDescription(diag::err_expected_semi_after_stmt) << "\n";
  llvm::outs() << driver::getDriverOptTable().getOption(driver::options::OPT_fsyntax_only).getPrefixedName() << "\n";
  // Commands of comments.
  llvm::outs() << "\\" << comments::CommandTraits::getBuiltinCommandInfo(comments::CommandTraits::KCI_brief)->Name << "\n";
  return 0;
}

// CHECK: section is function:__attribute__((section("fast")))
// CHECK: aligned to 128
// CHECK: deprecated is function:{{.*}}deprecated("call area")
// CHECK: format is function:__attribute__((format(printf, 2, 3)))
// CHECK: nodiscard is function:
// CHECK: visibility is function:__attribute__((visibility("hidden")))
// CHECK: statements: 21
// CHECK: Function CompoundStmt Builtin
// CHECK: VarDecl {{.*}} total 'int'
// CHECK: SectionAttr {{.*}} section "fast"
// CHECK: AlignedAttr {{.*}} aligned
// CHECK-NEXT: ConstantExpr {{.*}} 'int'
// CHECK: VisibilityAttr {{.*}} Hidden
// CHECK: DeprecatedAttr {{.*}} "call area" ""
// CHECK: FormatAttr {{.*}} printf 2 3
// CHECK: LikelyAttr
// CHECK: error: expected ';' after %0 statement
// CHECK-NEXT: -fsyntax-only
// CHECK-NEXT: {{\\}}brief
