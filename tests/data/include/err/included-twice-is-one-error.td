// A file without an include guard that is included twice is a single error, with the places of both includes.
include "unguarded-parts.td"
include "unguarded-parts.td"
def after : Unguarded { let Missing = 1; }
