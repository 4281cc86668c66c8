// Streams a Body out: its text, and its files read one after the other and encoded as they go. At
// no time is more than one file in memory, and never its base64.
//
//     BodyReader reader(wire.body, blobs);
//     client.send({.method = "POST", .url = url, .body = &reader}, events, stop);
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/net/http/body_source.hpp"
#include "fovea/providers/body.hpp"
#include "fovea/providers/provider.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace fovea::providers {

class BodyReader final : public net::BodySource {
public:
    // Borrows both.
    BodyReader(const Body& body, BlobSource& blobs) : body_(body), blobs_(blobs) {}

    std::uint64_t size() const override { return body_.size(); }

    // StoreError when a file has become another size than it was when the body was written.
    Result<std::size_t> read(std::span<char> into) override;
    bool rewind() override;

private:
    Result<std::size_t> read_file(std::span<char> into);

    const Body& body_;
    BlobSource& blobs_;
    std::size_t piece_ = 0;
    std::size_t text_done_ = 0;  // of the piece's text
    Bytes file_;                 // of the piece, while it is being sent
    bool has_file_ = false;
    std::size_t file_done_ = 0;
    // Three bytes become four characters; where fewer fit, the rest waits here.
    std::array<char, 4> waiting_{};
    std::size_t waiting_first_ = 4;
    std::size_t waiting_end_ = 4;
};

}  // namespace fovea::providers
