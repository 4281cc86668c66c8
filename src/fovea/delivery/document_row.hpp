// What a document of a conversation reached the model as: the part of it in the receipt (S5).
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace fovea::delivery {

enum class DocumentState : std::uint8_t {
    Document,  // as it is, or without locks and with as many pages as the model takes
    Pages,     // text and pictures of its pages
    NotSeen,   // its name alone
};

constexpr std::string_view name_of(DocumentState state) {
    switch (state) {
        case DocumentState::Document: return "document";
        case DocumentState::Pages: return "pages";
        case DocumentState::NotSeen: return "not_seen";
    }
    return "not_seen";
}

struct DocumentRow {
    content::FileRef document;
    std::string filename = {};  // may be empty
    DocumentState state = DocumentState::NotSeen;
    std::uint32_t pages = 0;     // it has; 0: not known
    std::uint32_t sent = 0;      // of them went to the model
    std::uint32_t pictures = 0;  // of them as pictures, too
    std::string reason = {};     // where it is not seen, or not all of it

    bool operator==(const DocumentRow&) const = default;
};

}  // namespace fovea::delivery
