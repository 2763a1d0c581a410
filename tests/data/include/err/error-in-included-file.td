// Every file on the way is named.
include "err/through.inc"
