// What to do with a file, by its first bytes: show its pixels, hand on its pages, read it, or say what
// it is.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/ingest/workspace_file.hpp"
#include "fovea/media/image/sniff.hpp"

#include <cstdint>

namespace fovea::tools {

enum class FileKind : std::uint8_t { Picture, Document, Text, Binary };

struct KnownFile {
    FileKind kind = FileKind::Text;
    media::Sniffed sniffed;
};

KnownFile file_kind_of(ByteView head);

// The same from its beginning; the file is at it again afterwards.
Result<KnownFile> file_kind_of(ingest::WorkspaceFile& file);

}  // namespace fovea::tools
