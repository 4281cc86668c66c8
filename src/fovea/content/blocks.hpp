// What a message is made of, the same for every provider (C1). Files are named by the hash of their
// bytes; the bytes themselves are pulled in only while a request is being written, and no type here
// could hold them.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/media/image/pixels.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fovea::content {

// A stored file, by the SHA-256 of its bytes as they were received.
struct BlobRef {
    Sha256 sha256;

    bool operator==(const BlobRef&) const = default;
};

// A file that the provider fetches itself.
struct UrlRef {
    std::string url;

    bool operator==(const UrlRef&) const = default;
};

using FileRef = std::variant<BlobRef, UrlRef>;

struct TextBlock {
    std::string text;

    bool operator==(const TextBlock&) const = default;
};

struct ImageBlock {
    FileRef source;
    std::string mime;       // of a blob, by its bytes; may be empty for a URL
    media::PixelSize size;  // of the whole upright picture; 0x0 when unknown (a URL)
    std::string filename;   // basename only; may be empty
    std::string alt;

    // The part that is meant, in pixels of the upright picture; always cut from the original.
    std::optional<media::PixelRect> crop;

    bool cache_control = false;  // the prompt may be cached up to here

    bool operator==(const ImageBlock&) const = default;
};

struct DocumentBlock {
    FileRef source;
    std::string mime;      // "application/pdf"
    std::string filename;  // basename only; may be empty
    bool cache_control = false;

    bool operator==(const DocumentBlock&) const = default;
};

struct VideoBlock {
    FileRef source;
    std::string mime;
    std::string filename;

    bool operator==(const VideoBlock&) const = default;
};

struct ToolUseBlock {
    std::string id;
    std::string name;
    std::string input;  // a JSON object, as text

    bool operator==(const ToolUseBlock&) const = default;
};

using ToolOutput = std::variant<TextBlock, ImageBlock, DocumentBlock>;

struct ToolResultBlock {
    std::string tool_use_id;
    std::vector<ToolOutput> content;
    bool is_error = false;

    bool operator==(const ToolResultBlock&) const = default;
};

// What a model thought, kept only to be sent back unchanged to the provider that wrote it.
struct ThinkingBlock {
    std::string text;
    std::string signature;  // opaque
    std::string provider;   // kind of the provider: "anthropic"

    bool operator==(const ThinkingBlock&) const = default;
};

using ContentBlock = std::variant<
    TextBlock,
    ImageBlock,
    DocumentBlock,
    VideoBlock,
    ToolUseBlock,
    ToolResultBlock,
    ThinkingBlock>;

enum class Role { System, User, Assistant };

struct Message {
    Role role = Role::User;
    std::vector<ContentBlock> content;

    bool operator==(const Message&) const = default;
};

// The texts of all text blocks, one below the other.
std::string text_of(const std::vector<ContentBlock>& blocks);

// The stored file; none where the source is a URL.
const BlobRef* blob_of(const FileRef& source);

}  // namespace fovea::content
