// For tests of dialects: files that live in memory, and the whole text of what would be sent.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/providers/body_reader.hpp"
#include "fovea/providers/provider.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace fovea::providers {

class TestFiles final : public BlobSource {
public:
    content::BlobRef add(std::string bytes) {
        const content::BlobRef blob{sha256(as_bytes(bytes))};
        files_[blob.sha256] = std::move(bytes);
        return blob;
    }

    content::ImageBlock picture(std::string bytes, std::string alt = "", std::string name = "") {
        return {
            .source = add(std::move(bytes)),
            .mime = "image/png",
            .size = {640, 480},
            .filename = std::move(name),
            .alt = std::move(alt)};
    }

    content::DocumentBlock pdf(std::string bytes, std::string name = "") {
        return {
            .source = add(std::move(bytes)),
            .mime = "application/pdf",
            .filename = std::move(name)};
    }

    Result<std::uint64_t> size(const content::BlobRef& blob) override {
        const auto found = files_.find(blob.sha256);
        if (found == files_.end()) return Error{ErrorCode::StoreError, "no such file"};
        return std::uint64_t{found->second.size()};
    }

    Result<Bytes> read(const content::BlobRef& blob) override {
        const auto found = files_.find(blob.sha256);
        if (found == files_.end()) return Error{ErrorCode::StoreError, "no such file"};
        const auto bytes = as_bytes(found->second);
        return Bytes(bytes.begin(), bytes.end());
    }

private:
    std::map<Sha256, std::string> files_;
};

// All that goes over the wire; what was sent until then when a file cannot be read.
inline std::string sent_text(const Body& body, BlobSource& files) {
    BodyReader reader(body, files);
    std::string all;
    std::array<char, 512> piece{};
    while (true) {
        const auto got = reader.read(piece);
        if (!got.ok() || got.value() == 0) return all;
        all.append(piece.data(), got.value());
    }
}

}  // namespace fovea::providers
