// Checks for the programs here: the first that does not hold ends the program with an error.
#ifndef EXPECT_H
#define EXPECT_H

#include <cstdio>
#include <cstdlib>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__,    \
                   #condition);                                                \
      std::exit(1);                                                            \
    }                                                                          \
  } while (false)

#endif
