// The languages that text can be read in, by the names that Tesseract gives them: "eng", "chi_sim".
// Needs no Tesseract, so that the program can check before it starts a reader.
#pragma once

#include "fovea/base/result.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::reading {

// Where Debian's tesseract-ocr-eng and its kin put their data.
inline constexpr const char* kTessdataDir = "/usr/share/tesseract-ocr/5/tessdata";

// Tesseract's way to write several, "deu+eng", and back.
std::vector<std::string> split_languages(std::string_view languages);
std::string join_languages(std::span<const std::string> names);

bool is_language_name(std::string_view name);

// InvalidInput for an empty list and for what is no name. Where the data of one is missing,
// FileNotFound with the name of the Debian package that has it.
Result<void> check_languages(
    std::span<const std::string> names, const std::filesystem::path& tessdata_dir
);

}  // namespace fovea::reading
