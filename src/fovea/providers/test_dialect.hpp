// For tests of dialects: blobs that are known by their names, bodies as text, streams in pieces.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/providers/dialect.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::providers {

inline content::BlobRef blob(std::string_view name) {
    return {sha256(as_bytes(name))};
}

inline content::ImageBlock picture(std::string_view name) {
    return {.source = blob(name), .mime = "image/png", .size = {640, 480}};
}

inline content::ImageBlock picture_at(std::string url) {
    return {.source = content::UrlRef{std::move(url)}};
}

// Holds a few files of three bytes, each under its name.
class NamedBlobs final : public BlobSource {
public:
    explicit NamedBlobs(std::vector<std::string> names = {"cat", "dog", "map", "pdf"})
        : names_(std::move(names)) {}

    Result<std::uint64_t> size(const content::BlobRef& file) override {
        if (name_of(file).empty()) return Error{ErrorCode::FileNotFound, "no such blob"};
        return std::uint64_t{3};
    }
    Result<Bytes> read(const content::BlobRef&) override { return Bytes(3); }

    // The whole body, with "<cat>" in place of a file.
    std::string text_of(const Body& body) const {
        std::string text;
        for (const auto& piece : body.pieces()) {
            text += piece.text;
            if (piece.file) text += "<" + name_of(*piece.file) + ">";
        }
        return text;
    }

private:
    std::string name_of(const content::BlobRef& file) const {
        const auto found =
            std::ranges::find_if(names_, [&](const auto& name) { return blob(name) == file; });
        return found == names_.end() ? std::string() : *found;
    }

    std::vector<std::string> names_;
};

// What a whole stream gives when it comes in pieces of `size` bytes.
struct Streamed {
    std::vector<StreamEvent> events;
    Result<Reply, WireFailure> reply;
};

inline Streamed stream(StreamReader& reader, std::string_view text, std::size_t size) {
    std::vector<StreamEvent> events;
    for (std::size_t at = 0; at < text.size(); at += size) {
        auto more = reader.feed(text.substr(at, size));
        if (!more.ok()) return {std::move(events), std::move(more).error()};
        events.insert(events.end(), more.value().begin(), more.value().end());
    }
    return {std::move(events), reader.finish()};
}

}  // namespace fovea::providers
