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

// Whether our own reader knows the letters of all of these, so that no data is needed: languages in Latin, Cyrillic and
// Greek letters.
bool needs_no_data(std::span<const std::string> names);

// InvalidInput for an empty list and for what is no name. Where data is needed and missing, FileNotFound with the name
// of the Debian package that has it.
Result<void> check_languages(
    std::span<const std::string> names, const std::filesystem::path& tessdata_dir
);

// The same, and the data of each has to be there.
Result<void> check_language_data(
    std::span<const std::string> names, const std::filesystem::path& tessdata_dir
);

}  // namespace fovea::reading
