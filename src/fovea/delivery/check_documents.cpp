#include "fovea/delivery/check_documents.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fovea::delivery {
namespace {

// What is wrong with the document itself, and not with this machine.
bool is_of_document(ErrorCode code) {
    return code == ErrorCode::InvalidInput || code == ErrorCode::DecodeFailed ||
           code == ErrorCode::FileTooLarge || code == ErrorCode::UnsupportedFileType;
}

}  // namespace

Result<void> check_documents(
    const content::Message& message, const DocumentServices& services, const std::stop_token& stop
) {
    std::vector<Error> bad;
    for (const auto& block : message.content) {
        const auto* document = std::get_if<content::DocumentBlock>(&block);
        if (document == nullptr || content::blob_of(document->source) == nullptr) continue;
        const auto opened = StoredDocument::open(*document, services, stop);
        if (opened.ok()) continue;
        if (opened.error().code == ErrorCode::Cancelled) return opened.error();
        if (!is_of_document(opened.error().code)) continue;
        const auto name = document->filename.empty() ? "the document" : document->filename;
        bad.push_back({opened.error().code, name + ": " + opened.error().message});
    }
    if (bad.empty()) return {};
    auto first = std::move(bad.front());
    for (std::size_t i = 1; i < bad.size(); ++i) first.message += "; " + bad[i].message;
    return first;
}

}  // namespace fovea::delivery
