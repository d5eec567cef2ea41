#!/usr/bin/env bash
# The golden searches of tests/signature.txt, built by several compilers.
# Usage: tests/signature.sh [COMPILER:LEVEL...], by default g++ and clang++ at -O0 and -O3. Needs cmake, ninja and doctest.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- g++:-O0 g++:-O3 clang++:-O0 clang++:-O3
for each in "$@"; do
  compiler=${each%:*} level=${each#*:} build=build/signature/${each/:/}
  cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_FLAGS="$level" -DFARNORTH_TESTS=ON \
    -DFARNORTH_TEST_FILES='/(main|search_signature)\.cpp$' >/dev/null
  cmake --build "$build" --target farnorth_tests >/dev/null
  echo "$compiler $level"
  "$build/farnorth_tests" --test-case='search: signatures'
done
