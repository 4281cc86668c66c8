// Turns the events of a run into frames for programs; one of these for each format. An encoder decides
// nothing: it only says what happened.
//
//     const auto encoder = make_stream_json_encoder({.write = print_line});
//     agent sink: [&](const agent::Event& event) { encoder->encode(event); }
#pragma once

#include "fovea/agent/events.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace fovea::protocol {

class Encoder {
public:
    virtual ~Encoder() = default;

    // One event at a time. False when nobody reads any more.
    virtual bool encode(const agent::Event& event) = 0;
};

struct StreamOptions {
    bool partial = false;  // pieces of replies as they come
    bool replay = false;   // what the user said
    bool hooks = false;    // and what hooks and rules decided
    // Takes one line without its end; false when nobody reads any more.
    std::function<bool(std::string_view line)> write;
};

// The frames of H4.
std::unique_ptr<Encoder> make_stream_json_encoder(StreamOptions options);

}  // namespace fovea::protocol
