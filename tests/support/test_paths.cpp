#include "support/test_paths.hpp"

namespace fovea::test_paths {

std::string source_dir() {
    return FOVEA_SOURCE_DIR;
}

std::string binary_dir() {
    return FOVEA_BINARY_DIR;
}

std::string corpus_dir() {
    return FOVEA_CORPUS;
}

std::string program(std::string_view name) {
    return binary_dir() + "/bin/" + std::string(name);
}

}  // namespace fovea::test_paths
