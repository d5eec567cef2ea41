// The C++ test programme. FARNORTH_LONG=1 plays many more games; doctest's options choose tests (--help).
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
