#include "fovea/gateway/turns/request_files.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/public_message.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/tools/base64_runs.hpp"
#include "fovea/tools/lift_base64.hpp"

#include <algorithm>

namespace fovea::gateway {
namespace {

constexpr std::string_view kPdf = "application/pdf";

// It goes to whoever answers: no place of this machine is in it.
std::string sentence_of(std::string_view what, const Error& error) {
    return "[" + std::string(what) + " not shown: " + std::string(wire_name(error.code)) + ": " +
           public_message(error) + "]";
}

// Whether the same file will be as bad the next time: a full disk or a program that left says nothing of it.
bool is_of_file(ErrorCode code) {
    return code != ErrorCode::Cancelled && code != ErrorCode::StoreError &&
           code != ErrorCode::Internal;
}

const content::BlobRef* blob_in(const content::ContentBlock& block) {
    if (const auto* const image = std::get_if<content::ImageBlock>(&block)) {
        return content::blob_of(image->source);
    }
    const auto* const document = std::get_if<content::DocumentBlock>(&block);
    return document != nullptr ? content::blob_of(document->source) : nullptr;
}

// The same file under another name is told of by that name.
Sha256 key_of(const InlineFile& file) {
    const auto text = sha256(as_bytes(file.base64));
    if (file.filename.empty()) return text;
    const auto named = text.hex() + "\n" + std::string(file.filename);
    return sha256(as_bytes(named));
}

}  // namespace

std::optional<SeenFiles::Seen> SeenFiles::find(const Sha256& text) const {
    const std::scoped_lock lock(mutex_);
    const auto found = seen_.find(text);
    if (found == seen_.end()) return std::nullopt;
    return found->second;
}

void SeenFiles::put(const Sha256& text, Seen seen) {
    const std::scoped_lock lock(mutex_);
    if (!seen_.insert_or_assign(text, std::move(seen)).second) return;
    order_.push_back(text);
    if (order_.size() <= kMost) return;
    seen_.erase(order_.front());
    order_.pop_front();
}

content::ContentBlock RequestFiles::take_image(const InlineFile& file) {
    return take_base64(file, "Image");
}

content::ContentBlock RequestFiles::take_document(const InlineFile& file) {
    return take_base64(file, "Document");
}

content::ContentBlock RequestFiles::take_image_at(std::string_view url) {
    const auto taken = ingest::take_url(std::string(url), machine_.intake().gate);
    content::ImageBlock image;
    if (taken.ok()) {
        image.source = taken.value();
        return image;
    }
    auto problem = sentence_of("Image", taken.error());
    problems_.push_back(problem);
    return content::TextBlock{std::move(problem)};
}

content::ContentBlock RequestFiles::take_base64(const InlineFile& file, std::string_view what) {
    const auto key = key_of(file);
    if (const auto seen = seen_.find(key)) {
        // What was deleted since is taken anew.
        const auto* const blob = blob_in(seen->block);
        const bool is_there = blob == nullptr || machine_.blobs().size(*blob).ok();
        if (is_there) {
            if (!seen->problem.empty()) problems_.push_back(seen->problem);
            return seen->block;
        }
    }
    Problem problem;
    auto block = [&]() -> content::ContentBlock {
        auto bytes = decode_base64(file.base64);
        if (bytes.ok()) return take(std::move(bytes).value(), file, problem);
        problem.text = sentence_of(what, {ErrorCode::DecodeFailed, "it is not base64"});
        return content::TextBlock{problem.text};
    }();
    if (!problem.text.empty()) tell(problem.text);
    if (problem.lasts) seen_.put(key, {block, problem.text});
    return block;
}

content::ContentBlock RequestFiles::take(Bytes bytes, const InlineFile& file, Problem& problem) {
    const std::string filename(file.filename);
    const auto intake = machine_.intake();
    if (media::sniff(bytes).mime == kPdf) {
        auto document = ingest::take_document_bytes(std::move(bytes), filename, intake);
        if (document.ok()) return std::move(document).value();
        return not_taken("Document", document.error(), problem);
    }
    auto image = ingest::take_image_bytes(std::move(bytes), filename, intake, stop_);
    if (image.ok()) return std::move(image).value();
    return not_taken("Image", image.error(), problem);
}

content::ContentBlock RequestFiles::not_taken(
    std::string_view what, const Error& error, Problem& problem
) {
    problem = {sentence_of(what, error), is_of_file(error.code)};
    return content::TextBlock{problem.text};
}

void RequestFiles::tell(const std::string& problem) {
    problems_.push_back(problem);
    news_.push_back(problem);
}

// ---- in the middle of texts

std::optional<RequestFiles::Lifting> RequestFiles::take_out(const std::string& text) {
    Lifting lifting;
    std::size_t at = 0;
    for (const auto& run : tools::find_base64(text)) {
        if (run.kind == tools::Base64Kind::Other) continue;  // it may be what the text is about
        Problem problem;
        auto bytes = tools::decode_run(text, run);
        std::string base64(base64_size(bytes.size()), '\0');
        if (!encode_base64(bytes, base64).ok()) continue;
        auto taken = take(std::move(bytes), {}, problem);
        lifting.text.append(text, at, run.begin - at);
        at = run.end;
        if (const auto* const image = std::get_if<content::ImageBlock>(&taken)) {
            lifting.text += "[image " + tools::picture_words(*image) + "]";
        } else if (std::holds_alternative<content::DocumentBlock>(taken)) {
            lifting.text += "[document]";
        } else {
            lifting.text += problem.text;
            tell(problem.text);
            continue;
        }
        lifting.files.push_back(std::move(taken));
        lifting.base64.push_back(std::move(base64));
    }
    if (at == 0) return std::nullopt;
    lifting.text.append(text, at);
    return lifting;
}

std::optional<LiftedText> RequestFiles::lift(const std::string& text) {
    auto lifting = take_out(text);
    if (!lifting) return std::nullopt;
    LiftedText lifted{.text = std::move(lifting->text), .files = {}};
    for (std::size_t i = 0; i < lifting->files.size(); ++i) {
        const auto& file = lifting->files[i];
        const auto* const image = std::get_if<content::ImageBlock>(&file);
        auto& base64 = lifting->base64[i];
        // Its reader takes it for what it is now.
        seen_.put(sha256(as_bytes(base64)), {file});
        lifted.files.push_back(
            {std::move(base64), image != nullptr ? image->mime : std::string(kPdf)}
        );
    }
    return lifted;
}

template <class Block>
std::vector<Block> RequestFiles::lifted(const content::TextBlock& block) {
    const auto lifting = take_out(block.text);
    if (!lifting) return {};
    std::vector<Block> blocks;
    blocks.emplace_back(content::TextBlock{lifting->text});
    for (const auto& file : lifting->files) {
        if (const auto* const image = std::get_if<content::ImageBlock>(&file)) {
            blocks.emplace_back(*image);
        } else if (const auto* const document = std::get_if<content::DocumentBlock>(&file)) {
            blocks.emplace_back(*document);
        }
    }
    return blocks;
}

bool RequestFiles::lift_hidden(std::vector<content::Message>& messages) {
    bool has_any = false;
    const auto lift_all = [this, &has_any](auto& blocks) {
        using Block = typename std::decay_t<decltype(blocks)>::value_type;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const auto* const text = std::get_if<content::TextBlock>(&blocks[i]);
            if (text == nullptr || text->text.size() < tools::kLeastBase64Picture) continue;
            const auto instead = lifted<Block>(*text);
            if (instead.empty()) continue;
            has_any = true;
            const auto at = blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(i));
            blocks.insert(at, instead.begin(), instead.end());
            i += instead.size() - 1;
        }
    };
    for (auto& message : messages) {
        if (message.role != content::Role::User) continue;
        lift_all(message.content);
        for (auto& block : message.content) {
            auto* const result = std::get_if<content::ToolResultBlock>(&block);
            if (result != nullptr) lift_all(result->content);
        }
    }
    return has_any;
}

}  // namespace fovea::gateway
