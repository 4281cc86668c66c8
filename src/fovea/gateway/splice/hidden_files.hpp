// Pictures and documents that stand as base64 in the middle of a request's texts, put where their dialect has files: behind
// those texts. Everything else stays byte for byte.
//
//     const auto lifted = lift_hidden_files(dialect, body, [&](const std::string& text) { return files.lift(text); });
//     lifted->body;    // none: nothing was hidden, or somebody who understands the body has to do it
//
// Where results of tools take no pictures (OpenAI Chat, Ollama) these follow in a message of the user.
#pragma once

#include "fovea/gateway/dialect.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

struct HiddenFile {
    std::string base64;
    std::string mime;

    bool is_document() const { return mime == "application/pdf"; }
};

struct LiftedText {
    std::string text;  // with words in their places
    std::vector<HiddenFile> files;
};

// None: nothing is hidden in it.
using LiftText = std::function<std::optional<LiftedText>(const std::string& text)>;

struct LiftedBody {
    std::string body;
    bool has_new_messages = false;  // of the user, behind results of tools
};

std::optional<LiftedBody> lift_hidden_files(
    Dialect dialect, std::string_view body, const LiftText& lift
);

}  // namespace fovea::gateway
