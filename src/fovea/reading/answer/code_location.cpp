#include "fovea/reading/answer/code_location.hpp"

#include "fovea/base/ascii.hpp"
#include "fovea/reading/answer/wording.hpp"

#include <algorithm>
#include <iterator>

namespace fovea::reading {
namespace {

constexpr std::string_view kExtensions =
    "js mjs cjs jsx ts tsx mts vue svelte py pyx ipynb java kt kts scala groovy cs fs vb go "
    "rs c cc cpp cxx h hh hpp hxx m mm swift rb erb php pl pm lua r jl ex exs erl hs ml dart "
    "zig nim sh bash ps1 sql html css scss json yaml yml toml xml cmake txt md tf proto s "
    "asm cu gradle ini cfg conf";

constexpr std::string_view kLibraryParts =
    "node_modules site-packages dist-packages node: internal/ /usr/lib /usr/include "
    "/usr/local/go /lib/python lib/python3 /rustc/ .cargo/registry <frozen /vendor/ runtime/ "
    "libstd /std/src /core/src webpack/";

constexpr std::string_view kLibraryFunctions =
    "java. javax. jdk. sun. com.sun. kotlin. scala. org.junit. org.springframework. "
    "org.apache. org.hibernate. org.gradle. System. Microsoft. std:: core:: "
    "rust_begin_unwind runtime. __libc _start node: asyncio.";

constexpr std::size_t kMaxPath = 512;  // longer ones are no paths, and each dot walks back once

template <class Fits>
bool holds_word(std::string_view list, Fits fits) {
    while (!list.empty()) {
        const auto end = std::min(list.find(' '), list.size());
        if (fits(list.substr(0, end))) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

bool is_alpha(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool in_path(char c) {
    return is_digit(c) || is_alpha(c) ||
           std::string_view("/\\._-~@$+%").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80;
}

char at(std::string_view text, std::size_t i) {
    return i < text.size() ? text[i] : '\0';
}

// Reads a number of at most seven digits; no file is longer.
std::optional<std::uint32_t> number_at(std::string_view text, std::size_t& i) {
    auto end = i;
    std::uint32_t value = 0;
    while (is_digit(at(text, end)) && end - i < 8) {
        value = value * 10 + static_cast<std::uint32_t>(text[end++] - '0');
    }
    if (end == i || end - i > 7 || is_alpha(at(text, end))) return std::nullopt;
    i = end;
    return value;
}

void skip_space(std::string_view text, std::size_t& i) {
    if (at(text, i) == ' ') ++i;
}

bool take(std::string_view text, std::size_t& i, std::string_view word) {
    if (text.substr(std::min(i, text.size()), word.size()) != word) return false;
    i += word.size();
    return true;
}

// What may stand between the file's name and the number of the line.
bool take_joint(std::string_view text, std::size_t& i) {
    for (const std::string_view joint :
         {"\", line ", "', line ", ", line ", ":line ", " on line ", " line ", "\" line "}) {
        if (take(text, i, joint)) return true;
    }
    if (at(text, i) != ':' && at(text, i) != '(') return false;
    ++i;
    skip_space(text, i);
    return true;
}

// Line and column behind the end of the file's name.
bool read_numbers(std::string_view text, std::size_t i, CodeLocation& location) {
    if (!take_joint(text, i)) return false;
    const auto line = number_at(text, i);
    if (!line || *line == 0) return false;
    location.line = *line;
    if (at(text, i) == ':' || at(text, i) == ',') {
        ++i;
        if (const auto column = number_at(text, i)) location.column = *column;
    }
    return true;
}

// Where the extension that begins at `i` ends; `i` itself when there is none.
std::size_t extension_end(std::string_view text, std::size_t i) {
    auto end = i;
    while (is_alpha(at(text, end)) || is_digit(at(text, end))) ++end;
    if (end == i || end - i > 8) return i;
    const auto extension = lowered(text.substr(i, end - i));
    return holds_word(kExtensions, [&](std::string_view each) { return each == extension; }) ? end
                                                                                             : i;
}

// The colon before a port number: its word has "://" further left.
bool in_address(std::string_view text, std::size_t colon) {
    const auto first = colon > kMaxPath ? colon - kMaxPath : 0;
    const auto head = text.substr(first, colon - first);
    const auto scheme = head.rfind("://");
    return scheme != std::string_view::npos &&
           head.substr(scheme).find_first_of(" (") == std::string_view::npos;
}

// Walks back from the dot to where the path begins.
std::size_t path_begin(std::string_view text, std::size_t dot) {
    auto begin = dot;
    while (begin > 0 && dot - begin < kMaxPath) {
        const char before = text[begin - 1];
        const bool split_path = before == ' ' && begin > 1 && begin < dot &&
                                (text[begin - 2] == '/' || text[begin - 2] == '\\') && begin > 2 &&
                                text[begin - 3] != ' ';
        const bool drive = before == ':' && (text[begin] == '/' || text[begin] == '\\');
        const bool port = before == ':' && in_address(text, begin - 1);
        if (!in_path(before) && !split_path && !drive && !port) break;
        --begin;
    }
    return begin;
}

std::string without_spaces(std::string_view text) {
    std::string result;
    std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return c != ' '; });
    return result;
}

// The name before an argument list or a space, when it looks like one.
std::string name_only(std::string_view text) {
    text = trimmed(text, " ");
    for (const std::string_view word : {"async ", "new "}) {
        if (text.starts_with(word)) text.remove_prefix(word.size());
    }
    text = trimmed(text.substr(0, text.find('(')));
    const bool plain =
        !text.empty() && text.find(' ') == std::string_view::npos && text.size() <= 200;
    return plain ? std::string(text) : std::string();
}

std::string function_in(std::string_view text, std::size_t begin) {
    const auto head = text.substr(0, begin);
    const auto in = text.find(", in ", begin);
    if (in != std::string_view::npos) return name_only(text.substr(in + 5));
    if (head.starts_with("at ")) return name_only(head.substr(3));
    const auto named = head.find(" in ");
    if (head.starts_with("#") && named != std::string_view::npos) {
        auto name = trimmed(head.substr(named + 4), " ");
        return name_only(name.substr(0, name.find(' ')));
    }
    return "";
}

// Python's way to name a file needs no extension: "<stdin>" is one.
std::optional<CodeLocation> python_frame(std::string_view text) {
    const auto begin = text.find("File \"");
    if (begin == std::string_view::npos) return std::nullopt;
    const auto end = text.find('"', begin + 6);
    if (end == std::string_view::npos || end == begin + 6) return std::nullopt;
    CodeLocation location;
    if (!read_numbers(text, end, location)) return std::nullopt;
    location.file = text.substr(begin + 6, end - begin - 6);
    location.function = function_in(text, end);
    return location;
}

}  // namespace

std::optional<CodeLocation> find_location(std::string_view text) {
    if (auto frame = python_frame(text)) return frame;
    for (auto dot = text.find('.'); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
        auto begin_of_extension = dot + 1;
        skip_space(text, begin_of_extension);
        const auto end = extension_end(text, begin_of_extension);
        if (end == begin_of_extension) continue;
        const auto begin = path_begin(text, dot);
        CodeLocation location;
        if (begin == dot || !read_numbers(text, end, location)) continue;
        const auto path = text.substr(begin, end - begin);
        location.file = without_spaces(path);
        location.function = function_in(text, begin);
        return location;
    }
    return std::nullopt;
}

std::optional<CodeLocation> find_position(std::string_view text) {
    std::size_t i = 0;
    const auto line = number_at(text, i);
    if (!line || *line == 0 || at(text, i++) != ':') return std::nullopt;
    const auto column = number_at(text, i);
    if (!column || !text.substr(i).starts_with(" error")) return std::nullopt;
    CodeLocation location;
    location.line = *line;
    location.column = *column;
    return location;
}

bool is_source_path(std::string_view text) {
    const auto dot = text.rfind('.');
    if (dot == std::string_view::npos || dot == 0) return false;
    if (text.find(' ') != std::string_view::npos) return false;
    const auto end = extension_end(text, dot + 1);
    return end == text.size() && end > dot + 1 && path_begin(text, dot) == 0;
}

FrameStyle frame_style(std::string_view text) {
    if (text.starts_with("File \"") || text.starts_with("File '")) return FrameStyle::File;
    if (text.starts_with("at ") || text.starts_with("from ")) return FrameStyle::At;
    if (text.starts_with("#") && is_digit(at(text, 1))) return FrameStyle::Numbered;
    if (text.starts_with("-->") || text.starts_with("::: ")) return FrameStyle::Pointer;
    const auto space = text.find(' ');
    const auto first = text.substr(0, space);
    const bool only_place =
        space == std::string_view::npos || text.substr(space).starts_with(" +0x");
    if (only_place && find_location(first)) return FrameStyle::Bare;
    return FrameStyle::None;
}

bool is_library(const CodeLocation& location) {
    const auto has = [&](std::string_view part) {
        return location.file.find(part) != std::string::npos;
    };
    const auto begins = [&](std::string_view part) { return location.function.starts_with(part); };
    return holds_word(kLibraryParts, has) || holds_word(kLibraryFunctions, begins);
}

}  // namespace fovea::reading
