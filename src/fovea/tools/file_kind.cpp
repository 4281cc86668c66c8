#include "fovea/tools/file_kind.hpp"

#include "fovea/base/utf8.hpp"

#include <array>
#include <string_view>

namespace fovea::tools {
namespace {

// Text has no zero bytes, and only few that are neither characters nor white space. Magic numbers
// that are letters ("ID3", "BZh") begin texts too, so they alone say nothing.
bool is_text(std::string_view head) {
    if (head.find('\0') != std::string_view::npos) return false;
    std::size_t strange = 0;
    const auto size = head.size();
    while (!head.empty()) {
        const auto length = utf8_character_length(head);
        const auto byte = static_cast<unsigned char>(head.front());
        const bool control = byte < 0x20 && (byte < 0x07 || byte > 0x0d) && byte != 0x1b;
        // A character that the end of the window cuts through counts for nothing.
        if (control || (length == 0 && head.size() > 3)) ++strange;
        head.remove_prefix(length == 0 ? 1 : length);
    }
    return strange * 10 <= size * 3;
}

}  // namespace

KnownFile file_kind_of(ByteView head) {
    const auto found = media::sniff(head);
    if (found.image) return {FileKind::Picture, found};
    if (found.mime == "application/pdf") return {FileKind::Document, found};
    return {is_text(as_text(head)) ? FileKind::Text : FileKind::Binary, found};
}

Result<KnownFile> file_kind_of(ingest::WorkspaceFile& file) {
    std::array<std::byte, 4096> head{};
    file.rewind();
    const auto count = TRY(file.read(head));
    file.rewind();
    return file_kind_of(ByteView(head).first(count));
}

}  // namespace fovea::tools
