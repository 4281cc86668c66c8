#include "fovea/delivery/ask_local.hpp"

#include "fovea/context/pictures.hpp"
#include "fovea/delivery/read_pages.hpp"
#include "fovea/reading/answer/picture_reader.hpp"
#include "fovea/reading/answer/tell_leaves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace fovea::delivery {
namespace {

using content::DocumentBlock;
using content::ImageBlock;
using reading::Leaf;
using reading::PictureReader;
using Clock = std::chrono::steady_clock;

using File = std::variant<const ImageBlock*, const DocumentBlock*>;

// Of the newest message that has any.
struct Shown {
    std::size_t message = 0;
    std::vector<File> files;

    bool has_documents() const {
        return std::ranges::any_of(files, [](const File& file) {
            return std::holds_alternative<const DocumentBlock*>(file);
        });
    }
};

template <class Block>
void add_files(const std::vector<Block>& blocks, std::vector<File>& to) {
    for (const auto& block : blocks) {
        if (const auto* image = std::get_if<ImageBlock>(&block)) to.emplace_back(image);
        if (const auto* document = std::get_if<DocumentBlock>(&block)) to.emplace_back(document);
        if constexpr (std::is_same_v<Block, content::ContentBlock>) {
            const auto* result = std::get_if<content::ToolResultBlock>(&block);
            if (result != nullptr) add_files(result->content, to);
        }
    }
}

Shown newest_files(const std::vector<content::Message>& messages) {
    Shown shown;
    for (auto i = messages.size(); i > 0 && shown.files.empty(); --i) {
        shown.message = i - 1;
        add_files(messages[i - 1].content, shown.files);
    }
    return shown;
}

const std::string& name_of(const File& file) {
    return std::visit(
        [](const auto* block) -> const std::string& { return block->filename; }, file
    );
}

// "@docs/report.pdf" in a question says which file is meant, and nothing that stands in it.
std::string without_paths(std::string text, const std::vector<File>& files) {
    constexpr std::string_view kBlank = " \t\n";
    for (const auto& file : files) {
        const auto& name = name_of(file);
        const auto found = name.empty() ? text.npos : text.find(name);
        if (found == text.npos) continue;
        const auto at = text.rfind('@', found);
        if (at == text.npos) continue;
        const auto folder = std::string_view(text).substr(at + 1, found - at - 1);
        const bool is_path = folder.empty() || folder == "\"" || folder.ends_with('/');
        if (!is_path || folder.find_first_of(kBlank) != folder.npos) continue;
        const auto end = found + name.size();
        text.erase(at, end - at + (end < text.size() && text[end] == '"' ? 1 : 0));
    }
    return text.find_first_not_of(kBlank) == text.npos ? std::string() : text;
}

// The person's last words.
std::string last_question(const std::vector<content::Message>& messages) {
    const auto last =
        std::ranges::find_if(messages.rbegin(), messages.rend(), [](const content::Message& each) {
            return each.role == content::Role::User && !content::text_of(each.content).empty();
        });
    return last == messages.rend() ? "" : content::text_of(last->content);
}

// Documents and pictures, leaf by leaf.
class Reader {
public:
    Reader(
        PictureReader& local,
        const Services& services,
        std::chrono::milliseconds time,
        const std::stop_token& stop
    )
        : local_(local),
          services_(services),
          stop_(stop),
          end_(Clock::now() + time),
          blobs_(services.files) {}

    // Whatever cannot be read is told; the error of the first where nothing can.
    Result<void> read(const std::vector<File>& files) {
        std::optional<Error> first;
        for (const auto& file : files) {
            const auto& name = name_of(file);
            prefix_ = files.size() > 1 && !name.empty() ? name + ", " : "";
            const auto done = std::visit([this](const auto* block) { return add(*block); }, file);
            if (done.ok()) continue;
            if (const auto* const* document = std::get_if<const DocumentBlock*>(&file)) {
                documents_.push_back(
                    {.document = (*document)->source,
                     .filename = (*document)->filename,
                     .reason = done.error().message}
                );
            }
            if (done.error().code == ErrorCode::Cancelled) return done.error();
            const auto named = name.empty() ? std::string("a file") : name;
            problems_ += named + " is not read: " + done.error().message + "\n";
            if (!first) first = Error{done.error().code, named + ": " + done.error().message};
        }
        if (leaves_.empty() && first) return *first;
        return {};
    }

    std::vector<DocumentRow> documents() && { return std::move(documents_); }

    providers::Reply reply(const std::vector<File>& files, const std::string& question) {
        const auto told =
            reading::tell_leaves(leaves_, what_it_is(files), question, reading::Repeats::Told);
        auto text = told.text + problems_;
        while (text.ends_with('\n')) text.pop_back();
        // Places are of pages, and a reply's are of pictures: `fovea analyze` cites them.
        providers::Reply reply{.content = {content::TextBlock{std::move(text)}}};
        reply.complete =
            std::ranges::all_of(leaves_, [](const Leaf& leaf) { return leaf.reading.complete(); });
        return reply;
    }

private:
    Result<reading::Reading> read(const ImageBlock& image) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
        return local_.read(image, blobs_, std::max(left, std::chrono::milliseconds{0}), stop_);
    }

    Result<void> add(const ImageBlock& image) {
        auto reading = TRY(read(image));
        leaves_.push_back(
            {prefix_ + (prefix_.empty() ? "The picture" : "the picture"), std::move(reading)}
        );
        return {};
    }

    Result<void> add(const DocumentBlock& block) {
        if (!services_.documents) {
            return Error{ErrorCode::PdfNotSupported, "documents are not opened here"};
        }
        const auto document = TRY(StoredDocument::open(block, *services_.documents, stop_));
        const auto total = document.info().pages;
        auto read = read_first(document, kMaxReadPages);
        if (!read.ok() && read.error().code == ErrorCode::LimitExceeded) {
            read = read_first(document, media::PdfLimits{}.max_pages);  // mostly scans
        }
        auto pages = TRY(std::move(read));
        const auto count = pages.size();
        for (auto& page : pages) {
            leaves_.push_back({prefix_ + fmt::format("Page {}", page.page), std::move(page.reading)}
            );
        }
        documents_.push_back(
            {.document = block.source,
             .filename = block.filename,
             .state = DocumentState::Pages,
             .pages = total,
             .sent = static_cast<std::uint32_t>(count)}
        );
        if (count < total) {
            problems_ += fmt::format("Only the first {} of {} pages were read.\n", count, total);
        }
        return {};
    }

    Result<std::vector<ReadPage>> read_first(const StoredDocument& document, std::uint32_t most) {
        const auto pages = media::all_pages(std::min(document.info().pages, most));
        const auto read_picture = [this](const ImageBlock& page) { return read(page); };
        return read_pages(document, pages, read_picture, {}, stop_);
    }

    std::string what_it_is(const std::vector<File>& files) const {
        const auto count = leaves_.size();
        if (files.size() > 1) {
            return fmt::format("{} pages and pictures of {} files", count, files.size());
        }
        auto text = fmt::format("{} page{}", count, count == 1 ? "" : "s");
        if (!name_of(files.front()).empty()) text += " of \"" + name_of(files.front()) + "\"";
        return text;
    }

    PictureReader& local_;
    const Services& services_;
    const std::stop_token& stop_;
    Clock::time_point end_;
    VariantFiles blobs_;
    std::string prefix_;
    std::vector<Leaf> leaves_;
    std::string problems_;
    std::vector<DocumentRow> documents_;
};

Result<providers::Reply> look_at_pictures(
    const Shown& shown,
    const std::string& question,
    PictureReader& local,
    const Services& services,
    const Options& options,
    const std::stop_token& stop
) {
    content::Message message{.role = content::Role::User};
    for (const auto& file : shown.files) {
        message.content.emplace_back(*std::get<const ImageBlock*>(file));
    }
    if (!question.empty()) message.content.emplace_back(content::TextBlock{question});
    VariantFiles blobs(services.files);
    return local.complete(
        {.model = "ocr",
         .system = {},
         .messages = {std::move(message)},
         .timeout = options.timeout},
        blobs,
        stop
    );
}

Result<providers::Reply> reply_to(
    const Conversation& conversation,
    const Shown& shown,
    const Services& services,
    const Options& options,
    std::vector<DocumentRow>& documents,
    const std::stop_token& stop
) {
    auto* const local = TRY(services.local());
    const auto question = without_paths(last_question(conversation.messages), shown.files);
    if (!shown.has_documents()) {
        return look_at_pictures(shown, question, *local, services, options, stop);
    }
    Reader reader(*local, services, options.timeout, stop);
    TRY(reader.read(shown.files));
    auto reply = reader.reply(shown.files, question);
    documents = std::move(reader).documents();
    return reply;
}

}  // namespace

Result<Delivered, Failed> ask_local(
    const Conversation& conversation,
    const Services& services,
    const Options& options,
    const Events& events,
    const std::stop_token& stop
) {
    const auto shown = newest_files(conversation.messages);
    if (events.on_reading && !shown.files.empty()) events.on_reading(shown.files.size());
    std::vector<DocumentRow> documents;
    auto reply = reply_to(conversation, shown, services, options, documents, stop);
    if (!reply.ok()) return Failed{.error = reply.error()};
    Delivered delivered{.reply = std::move(reply).value(), .receipt = {}, .refused = {}};
    delivered.documents = std::move(documents);
    for (const auto& seen : context::pictures_in(conversation.messages)) {
        const bool read = seen.place.message >= shown.message;
        delivered.receipt.push_back(
            {.image = seen.image->source,
             .place = seen.place,
             .state = read ? store::ImageState::Pixels : store::ImageState::NotSeen,
             .sent = {},
             .size = read ? seen.image->size : media::PixelSize{},
             .actions = {},
             .reason = read ? "" : "local/ocr looks only at the newest pictures"}
        );
    }
    return delivered;
}

}  // namespace fovea::delivery
