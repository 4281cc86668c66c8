// A configuration file as the schema sees it: the same tree from TOML, YAML and JSON, so that
// layers, origins and errors are the same in all three.
//
//     const Node tree = TRY(read_tree("config.yaml"));   // by the extension
//
// ConfigInvalid names the file, and the line where the parser knows it. Refused: files over 1 MiB,
// what is nested deeper than 32 or has more than 10,000 values (a YAML file of a few hundred bytes
// can unfold to billions), names that come twice (the JSON parser
// keeps the last instead) and names that are not texts.
#pragma once

#include "fovea/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace fovea::config {

struct Node;
struct Member;
using List = std::vector<Node>;
using Table = std::vector<Member>;  // in the file's order

struct Null {
    bool operator==(const Null&) const = default;
};

struct Node {
    std::variant<Null, bool, std::int64_t, double, std::string, List, Table> value;
    std::size_t line = 0;  // from 1; 0: not known
};

struct Member {
    std::string name;
    Node node;
};

inline constexpr std::size_t kMaxTreeDepth = 32;
inline constexpr std::size_t kMaxTreeNodes = 10'000;

Result<Node> read_tree(const std::filesystem::path& file);

// The two steps of it, for whoever has to know the text that the tree was made of.
Result<std::string> read_text(const std::filesystem::path& file);
Result<Node> parse_tree(const std::filesystem::path& file, const std::string& text);

// The text of one; messages begin with ":7: " or ": ", for the file's name to stand before.
Result<Node> parse_toml_tree(const std::string& text);
Result<Node> parse_yaml_tree(const std::string& text);
Result<Node> parse_json_tree(const std::string& text);

// ".toml", ".yaml", ".yml" and ".json".
bool is_config_extension(std::string_view extension);

// ":7: message", or ": message" when the line is not known.
Error at_line(std::size_t line, const std::string& message);

// Counts what a tree grows by, for the parsers. False when it became too deep or too large.
class TreeBudget {
public:
    bool take(std::size_t depth) { return ++nodes_ <= kMaxTreeNodes && depth <= kMaxTreeDepth; }

private:
    std::size_t nodes_ = 0;
};

// Adds a member; an error when the name is there already.
Result<void> add_member(Table& table, std::string name, Node node);

}  // namespace fovea::config
