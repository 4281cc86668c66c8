// Where a test finds what it did not make: the sources, the programs that were built, the corpus.
//
//     std::ifstream page(test_paths::source_dir() + "/docs/errors.md");
//
// These are functions, and one source alone is compiled with the paths in it: every other object of
// a test is then the same in each clone of the repository, and the compiler cache knows it again.
#pragma once

#include <string>
#include <string_view>

namespace fovea::test_paths {

std::string source_dir();  // the repository
std::string binary_dir();  // the build folder
std::string corpus_dir();  // the large corpus; it need not exist

// A program of the build, by name: program("fovea-reader").
std::string program(std::string_view name);

}  // namespace fovea::test_paths
