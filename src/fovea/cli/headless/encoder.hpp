// Turns the events of a run into bytes on standard output; one of these for each output format. An
// encoder decides nothing: it only says what happened.
//
//     const auto encoder = make_encoder(arguments);
//     agent sink: [&](const agent::Event& event) { encoder->encode(event); }
//
// A frame is one line, written and flushed at once. What is for people goes to stderr.
#pragma once

#include "fovea/agent/events.hpp"
#include "fovea/cli/headless/arguments.hpp"

#include <memory>

namespace fovea::cli {

class Encoder {
public:
    virtual ~Encoder() = default;

    // One event at a time. False when nobody reads any more.
    virtual bool encode(const agent::Event& event) = 0;
};

std::unique_ptr<Encoder> make_encoder(const HeadlessArguments& arguments);

std::unique_ptr<Encoder> make_text_encoder();
std::unique_ptr<Encoder> make_json_encoder();
std::unique_ptr<Encoder> make_stream_json_encoder(const HeadlessArguments& arguments);

}  // namespace fovea::cli
