// A file that a question is about: taken in, identified by its bytes (M2), stored.
//
//     auto file = TRY(take_material(std::move(bytes), "invoice.pdf", Expected::PicturesAndDocuments,
//                                   intake, stop));
//     file.kind;    // Document
//
// Pictures are decoded whole in a worker before anything else sees them; documents and recordings are
// known by their first bytes and opened later, out of process. A recording that lies in a file is not
// stored: it is looked at where it lies, and its frames are kept. One that came as bytes is. UnsupportedFileType says what the bytes
// are, and who takes them; FileTooLarge, DecodeFailed as the gate says.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/ingest/source.hpp"
#include "fovea/media/open_file.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::analysis {

enum class MaterialKind : std::uint8_t { Picture, Document, Video };

std::string_view name_of(MaterialKind kind);  // "picture", "document", "video"

struct Material {
    MaterialKind kind = MaterialKind::Picture;
    content::FileRef source;  // a URL only for a video that its model opens itself
    std::string mime;
    std::string filename;   // basename; may be empty
    media::PixelSize size;  // of a picture

    // A recording that is open; then `source` is its name alone. Shared by those who ask about it.
    std::shared_ptr<const media::OpenFile> recording = {};

    bool operator==(const Material&) const = default;
};

enum class Expected : std::uint8_t {
    PicturesAndDocuments,  // vision_analyze
    Videos,                // video_analyze; animated pictures count as such (M1)
};

// Pages with a player, of which nobody but certain models gets the recording.
bool is_opened_by_models(std::string_view url);

// So many bytes of a file are read into memory at most.
std::size_t max_bytes_of(Expected expected, const ingest::Intake& intake);

Result<Material> take_material(
    Bytes bytes,
    std::string filename,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
);

// The same for a file that is open.
Result<Material> take_material(
    media::OpenFile file,
    std::string filename,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
);

// What a person named on their own command line: a path anywhere, "-", "sha256:…", a URL, a data URL.
Result<Material> take_material(
    const ingest::Source& source,
    Expected expected,
    const ingest::Intake& intake,
    const std::stop_token& stop
);

}  // namespace fovea::analysis
