// A request body before it is sent: text, and between it the places where files go as base64. Holds
// no bytes of files, so ten pictures in a request cost no memory until they are streamed out (C1).
#pragma once

#include "fovea/content/blocks.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::providers {

class Body {
public:
    // Text first, then the file in base64, if there is one.
    struct Piece {
        std::string text;
        std::optional<content::BlobRef> file;
        std::uint64_t file_bytes = 0;

        bool operator==(const Piece&) const = default;
    };

    void text(std::string_view text);
    void base64(const content::BlobRef& file, std::uint64_t file_bytes);

    std::span<const Piece> pieces() const { return pieces_; }
    std::uint64_t size() const { return size_; }  // of all that is sent

    bool operator==(const Body&) const = default;

private:
    std::vector<Piece> pieces_;
    std::uint64_t size_ = 0;
};

}  // namespace fovea::providers
