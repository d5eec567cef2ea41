#!/usr/bin/env bash
# The golden searches of tests/signature.txt and the search tests beside them, built by g++ and clang++ at -O0 and -O3.
# Usage: tests/signature.sh [BUILD_FOLDER]; needs g++, clang++, cmake, ninja and doctest. Minutes at -O0.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-build/signature}
for compiler in g++ clang++; do
  for level in -O0 -O3; do
    build=$folder/$compiler$level
    cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=None \
      -DCMAKE_CXX_FLAGS="$level" -DFARNORTH_TESTS=ON \
      -DFARNORTH_TEST_FILES='/(main|search_signature)\.cpp$' >/dev/null
    cmake --build "$build" --target farnorth_tests >/dev/null
    echo "$compiler $level"
    "$build/farnorth_tests" --test-case='search: signatures'
  done
done
