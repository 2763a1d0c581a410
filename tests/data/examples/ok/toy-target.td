// What the example target's records become; the example itself stands where newcomers look.
include "../../../examples/toy-target/toy.td"
