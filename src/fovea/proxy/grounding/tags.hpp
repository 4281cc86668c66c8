// Tags in what a model wrote: <point x="1" y="2" alt="a">, </ref>, <|box_start|>. Neither HTML nor
// XML: only what models were seen to write, and nothing that could fail.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace fovea::proxy::grounding {

struct Attribute {
    std::string_view name;
    std::string_view value;
};

struct Tag {
    std::string_view name;  // "point", "/ref", "|det|"
    std::vector<Attribute> attributes;
    std::size_t end = 0;  // behind the tag, or where it broke off
};

// The tag that begins with the < at `begin`; nothing when that is only a "less than". Only <point>,
// <points> and <tracks> have attributes. One that breaks off keeps those that were complete: it ends
// at its >, or breaks off before the next <, and a quoted value at the end of its line. Nothing
// before `end` needs to be read again, so a text is read in time that grows with its length.
std::optional<Tag> read_tag(std::string_view text, std::size_t begin);

}  // namespace fovea::proxy::grounding
