// ARGS: -I ok/second -I ok/first
// The path as it stands comes first, then the directories in their order.
include "a.inc"
include "ok/first/a.inc"
