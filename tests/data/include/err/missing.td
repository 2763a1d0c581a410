// One error is enough: the place after the include that is not there is passed over.
include "none.td"
