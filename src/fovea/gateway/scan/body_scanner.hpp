// Looks for what may need a change in a request's body while it passes by: the model's name, pictures, documents. Makes no
// tree, keeps no text but names, takes pieces of any size.
//
//     BodyScanner scanner;
//     for (piece of the body) scanner.feed(piece);
//     scanner.found().model;      // where it stands, and what it says
//
// It does not check that the body is JSON: what it cannot follow is `is_odd`, and somebody who parses decides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    bool operator==(const Span&) const = default;
};

// A file that stands in the body as base64, where its API wants it.
struct FoundFile {
    Span base64;
    std::string mime = {};  // of its data URL; empty: none was said there
    bool is_plain = true;   // no escapes in it

    bool operator==(const FoundFile&) const = default;
};

struct Found {
    std::optional<Span> model = {};
    std::string model_name = {};
    bool streams = false;
    bool is_cold = false;    // it asks for no chance: temperature 0
    std::size_t images = 0;  // blocks of that kind, however they name their file
    std::size_t documents = 0;
    std::vector<FoundFile> files = {};
    bool has_hidden = false;  // base64 of a picture or a PDF in the middle of a text
    bool is_odd = false;      // two models, too deep, no object

    bool operator==(const Found&) const = default;
};

class BodyScanner {
public:
    void feed(std::string_view bytes);
    const Found& found() const { return found_; }

private:
    static constexpr std::size_t kMaxDepth = 512;
    static constexpr std::size_t kHead = 128;

    std::size_t feed_string(std::string_view bytes);
    void begin_string(std::uint64_t at);
    void take_escaped(char c);
    void take_text(std::string_view text);
    void end_string(std::uint64_t end);
    void end_value(std::uint64_t end);
    void look_for_hidden(std::string_view text);
    void open(bool is_object);
    void shut();
    bool is_temperature() const;
    void end_number();
    bool is_in_messages() const;

    Found found_;
    std::uint64_t at_ = 0;  // of the next byte
    std::array<bool, kMaxDepth> is_object_{};
    std::size_t depth_ = 0;
    bool wants_key_ = false;
    std::string key_;      // of the value that comes
    std::string number_;   // of a temperature
    std::string top_key_;  // the one of the body's own object

    bool in_string_ = false;
    bool is_key_ = false;
    bool after_backslash_ = false;
    bool has_escapes_ = false;
    std::uint64_t begin_ = 0;  // of the string
    std::string head_;         // its first bytes
    std::string tail_;         // its last ones, for what is cut in two
};

}  // namespace fovea::gateway
