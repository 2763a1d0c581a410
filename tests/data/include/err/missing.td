include "none.td"
