// Where the files of a request's body stand, in the order in which its reader meets them, and where else something may be put
// in.
//
//     const auto places = find_places(Dialect::OpenaiChat, body);   // none: it is not as its API says
//     places->files[0].block;    // {"type":"image_url", …}
//
// What it does not find, the reader does: whoever compares both knows.
#pragma once

#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/scan/body_scanner.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

struct FilePlace {
    Span block = {};  // its object in a list; Ollama: its string
    Span file = {};   // what holds it: a source, or a text between quotes
    Span data = {};   // its base64 or its address, between quotes; empty: an identifier or the like
    std::string mime = {};          // as it was declared
    std::size_t list = 0;           // of BodyPlaces::lists
    std::size_t index = 0;          // in that list
    std::optional<Span> mark = {};  // its "cache_control"
};

// A list that files stand in, by its place as errors name it.
struct FileList {
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::string path;            // "messages.3.content", or what follows the block that it is in
    std::size_t inside = kNone;  // the list of the block that it is in
    std::size_t block = 0;       // which of them
    Span message = {};           // Ollama: whose pictures they are
};

struct BodyPlaces {
    Span root = {};
    Span model = {};     // between quotes
    Span messages = {};  // or Responses' input: the list
    std::optional<Span> tools = {};
    Span last_message = {};
    std::vector<FileList> lists = {};
    std::vector<FilePlace> files = {};
};

std::optional<BodyPlaces> find_places(Dialect dialect, std::string_view body);

}  // namespace fovea::gateway
