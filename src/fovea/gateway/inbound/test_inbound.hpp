// For tests of what is read: files that are named by what they hold.
#pragma once

#include "fovea/base/base64.hpp"
#include "fovea/base/digest.hpp"
#include "fovea/gateway/inbound/read_request.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

// Takes whatever it is given for a picture or a PDF; "bad" is refused with words.
class TakenFiles final : public FileTaker {
public:
    content::ContentBlock take_image(const InlineFile& file) override {
        auto bytes = decode_base64(file.base64);
        taken.emplace_back(file.base64);
        mimes.emplace_back(file.mime);
        if (!bytes.ok()) return content::TextBlock{"[image, not readable]"};
        return content::ImageBlock{
            .source = content::BlobRef{sha256(bytes.value())}, .mime = "image/png"};
    }
    content::ContentBlock take_document(const InlineFile& file) override {
        auto bytes = decode_base64(file.base64);
        taken.emplace_back(file.base64);
        if (!bytes.ok()) return content::TextBlock{"[document, not readable]"};
        return content::DocumentBlock{
            .source = content::BlobRef{sha256(bytes.value())},
            .mime = "application/pdf",
            .filename = std::string(file.filename)};
    }

    std::vector<std::string> taken = {};
    std::vector<std::string> mimes = {};
};

inline std::string base64_of(std::string_view bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    static_cast<void>(encode_base64(as_bytes(bytes), text).ok());
    return text;
}

inline content::ImageBlock image_of(std::string_view bytes) {
    return {.source = content::BlobRef{sha256(as_bytes(bytes))}, .mime = "image/png"};
}

inline content::DocumentBlock document_of(std::string_view bytes, std::string name = "") {
    return {
        .source = content::BlobRef{sha256(as_bytes(bytes))},
        .mime = "application/pdf",
        .filename = std::move(name)};
}

inline Result<ParsedRequest> read(Dialect dialect, std::string_view body) {
    TakenFiles files;
    return read_request(dialect, body, files);
}

inline std::string problem_of(Dialect dialect, std::string_view body) {
    const auto request = read(dialect, body);
    return request.ok() ? std::string() : request.error().message;
}

}  // namespace fovea::gateway
