#include "fovea/config/tree.hpp"

#include "fovea/base/shorten.hpp"

#include <algorithm>
#include <array>
#include <fstream>

namespace fovea::config {
namespace {

constexpr std::size_t kMaxFile = 1 << 20;

using Parser = Result<Node> (*)(const std::string& text);

struct Format {
    std::string_view extension;
    Parser parse;
};

constexpr Format kFormats[] = {
    {".toml", parse_toml_tree},
    {".yaml", parse_yaml_tree},
    {".yml", parse_yaml_tree},
    {".json", parse_json_tree},
};

const Format* format_of(std::string_view extension) {
    const auto* const found = std::ranges::find(kFormats, extension, &Format::extension);
    return found == std::end(kFormats) ? nullptr : found;
}

Error invalid(std::string message) {
    return {ErrorCode::ConfigInvalid, std::move(message)};
}

}  // namespace

bool is_config_extension(std::string_view extension) {
    return format_of(extension) != nullptr;
}

Error at_line(std::size_t line, const std::string& message) {
    return invalid((line == 0 ? ": " : ":" + std::to_string(line) + ": ") + message);
}

Result<void> add_member(Table& table, std::string name, Node node) {
    if (std::ranges::find(table, name, &Member::name) != table.end()) {
        return at_line(node.line, "\"" + shorten(name, 200) + "\" is given twice");
    }
    table.push_back({std::move(name), std::move(node)});
    return {};
}

Result<std::string> read_text(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return invalid(file.string() + ": cannot be opened");
    std::string text(kMaxFile + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (in.bad()) return invalid(file.string() + ": cannot be read");
    text.resize(static_cast<std::size_t>(in.gcount()));
    if (text.size() > kMaxFile) return invalid(file.string() + ": larger than 1 MiB");
    if (text.find('\0') != std::string::npos) return invalid(file.string() + ": not a text file");
    return text;
}

Result<Node> parse_tree(const std::filesystem::path& file, const std::string& text) {
    // A file without one of the extensions is TOML, the default.
    const auto* format = format_of(file.extension().string());
    auto tree = format == nullptr ? parse_toml_tree(text) : format->parse(text);
    if (!tree.ok()) return invalid(file.string() + tree.error().message);
    return tree;
}

Result<Node> read_tree(const std::filesystem::path& file) {
    const auto text = TRY(read_text(file));
    return parse_tree(file, text);
}

}  // namespace fovea::config
