#include "fovea/tui/app/attachment.hpp"

#include <cstdlib>
#include <utility>
#include <variant>

namespace fovea::tui {

Result<content::ContentBlock> take_typed(
    std::string path, Conversation& talk, const std::stop_token& stop
) {
    const auto intake = talk.machine().intake();
    const char* const home = std::getenv("HOME");
    if (path.starts_with("~/") && home != nullptr) path = home + path.substr(1);
    const auto source = ingest::parse_source(path);
    if (!std::holds_alternative<ingest::FileSource>(source)) {
        return content::ContentBlock(TRY(ingest::take_image(source, intake, stop)));
    }
    const auto files = talk.live().equipment().files().for_typed();
    const auto name = ingest::filename_of(source);
    const bool is_document = ingest::promised_mime(source) == "application/pdf";
    const auto most = is_document ? intake.max_document_bytes : intake.gate.max_file_bytes;
    auto bytes = files.read(path, most);
    if (!bytes.ok() && bytes.error().code == ErrorCode::FileNotFound) {
        return Error{
            ErrorCode::FileNotFound,
            bytes.error().message + "; files from elsewhere can be dropped on the window"};
    }
    if (!bytes.ok()) return bytes.error();
    if (is_document) {
        return content::ContentBlock(
            TRY(ingest::take_document_bytes(std::move(bytes).value(), name, intake))
        );
    }
    return content::ContentBlock(
        TRY(ingest::take_image_bytes(std::move(bytes).value(), name, intake, stop))
    );
}

Result<content::ContentBlock> take_path(
    std::string path, const ingest::Intake& intake, const std::stop_token& stop
) {
    const char* const home = std::getenv("HOME");
    if (path.starts_with("~/") && home != nullptr) path = home + path.substr(1);
    const auto source = ingest::parse_source(path);
    if (ingest::promised_mime(source) == "application/pdf") {
        return content::ContentBlock(TRY(ingest::take_document(source, intake)));
    }
    return content::ContentBlock(TRY(ingest::take_image(source, intake, stop)));
}

}  // namespace fovea::tui
