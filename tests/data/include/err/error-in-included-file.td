// Every file on the way is named.
include "err/includes-syntax-error.inc"
