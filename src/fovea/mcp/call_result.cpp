#include "fovea/mcp/call_result.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/json_members.hpp"
#include "fovea/base/json_text.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/mcp/words.hpp"
#include "fovea/media/image/sniff.hpp"

#include <boost/json.hpp>

#include <string_view>
#include <utility>

namespace fovea::mcp {
namespace {

namespace json = boost::json;

constexpr std::size_t kMaxUri = 2000;
constexpr std::size_t kMaxLabel = 300;

// "file:///a/b/shot.png?x" is called shot.png.
std::string filename_of(std::string_view uri) {
    uri = uri.substr(0, uri.find_first_of("?#"));
    const auto slash = uri.rfind('/');
    if (slash != std::string_view::npos) uri.remove_prefix(slash + 1);
    return clean_line(uri, kMaxLabel);
}

std::string type_words(std::string_view mime) {
    return mime.empty() ? "of unknown type" : "of type " + clean_line(mime, 100);
}

class Conversion {
public:
    Conversion(const ingest::Intake& intake, const std::stop_token& stop)
        : intake_(intake), stop_(stop) {}

    void add_block(const json::value& value) {
        const auto* block = value.if_object();
        if (block == nullptr) return note("content that cannot be read was left out");
        const auto type = text_in(*block, "type");
        if (type == "text") return add_text_block(*block);
        if (type == "image") return add_file(*block, "data", "the picture", {});
        if (type == "audio") return add_sound(*block);
        if (type == "resource") return add_resource(*block);
        if (type == "resource_link") return add_link(*block);
        note("content of the type \"" + clean_line(type, 40) + "\" was left out");
    }

    void add_text(std::string_view text) {
        const auto kept = beginning(text, kMaxResultText - text_bytes_);
        text_bytes_ += kept.size();
        if (!kept.empty()) push(std::string(kept));
        if (kept.size() < text.size())
            note(std::to_string(text.size() - kept.size()) + " more bytes were left out");
    }

    void note(const std::string& words) { push("[" + words + "]"); }

    // Once, and not in place of each.
    void tell_left_out() {
        if (left_out_ == 0) return;
        note(
            std::to_string(left_out_) +
            (left_out_ == 1 ? " more picture was" : " more pictures were") +
            " left out: a result holds at most " + std::to_string(intake_.max_images) + " pictures"
        );
    }

    std::vector<content::ToolOutput> take() { return std::move(content_); }
    bool empty() const { return content_.empty(); }

private:
    void push(std::string text) { content_.emplace_back(content::TextBlock{std::move(text)}); }

    // Numbers are what servers without types write.
    void add_text_block(const json::object& block) {
        const auto* text = block.if_contains("text");
        if (text == nullptr || text->is_null()) return note("an empty text block");
        if (const auto* words = text->if_string()) return add_text(*words);
        add_text(json_text(*text));
    }

    void add_sound(const json::object& block) {
        const auto bytes = text_in(block, "data").size() / 4 * 3;
        note(
            "a sound " + type_words(text_in(block, "mimeType")) + ", about " +
            std::to_string(bytes) + " bytes, was left out"
        );
    }

    void add_resource(const json::object& block) {
        const auto* value = block.if_contains("resource");
        const auto* resource = value == nullptr ? nullptr : value->if_object();
        if (resource == nullptr) return note("a resource that cannot be read was left out");
        const auto uri = clean_line(text_in(*resource, "uri"), kMaxUri);
        if (resource->contains("text")) {
            if (!uri.empty()) note("resource " + uri);
            return add_text_block(*resource);
        }
        add_file(*resource, "blob", "the resource " + uri, filename_of(uri));
    }

    void add_link(const json::object& block) {
        auto line = "link to " + clean_line(text_in(block, "name"), kMaxLabel) + ": " +
                    clean_line(text_in(block, "uri"), kMaxUri);
        const auto mime = text_in(block, "mimeType");
        if (!mime.empty()) line += " (" + clean_line(mime, 100) + ")";
        const auto about = text_in(block, "description");
        if (!about.empty()) line += ", " + clean_line(about, kMaxLabel);
        note(line);
    }

    void add_file(
        const json::object& block,
        std::string_view field,
        const std::string& what,
        std::string filename
    ) {
        auto bytes = decode_base64(text_in(block, field));
        if (!bytes.ok()) return note(what + " was left out: its base64 is invalid");
        const auto found = media::sniff(bytes.value());
        if (found.mime == "application/pdf") {
            return keep(
                ingest::take_document_bytes(std::move(bytes).value(), std::move(filename), intake_),
                what
            );
        }
        const bool claims_picture =
            field == "data" || text_in(block, "mimeType").starts_with("image/");
        if (!claims_picture && !found.image) {
            return note(
                what + " " + type_words(text_in(block, "mimeType")) + ", " +
                std::to_string(bytes.value().size()) + " bytes, was left out"
            );
        }
        if (images_ >= intake_.max_images) {
            ++left_out_;
            return;
        }
        ++images_;
        keep(
            ingest::take_image_bytes(std::move(bytes).value(), std::move(filename), intake_, stop_),
            what
        );
    }

    template <class Block>
    void keep(Result<Block> block, const std::string& what) {
        if (block.ok()) {
            content_.emplace_back(std::move(block).value());
        } else {
            note(
                what + " was left out: " + std::string(wire_name(block.error().code)) + ", " +
                block.error().message
            );
        }
    }

    const ingest::Intake& intake_;
    const std::stop_token& stop_;
    std::vector<content::ToolOutput> content_;
    std::size_t text_bytes_ = 0;
    std::size_t images_ = 0;
    std::size_t left_out_ = 0;  // pictures
};

// A list of blocks; some servers write one block, or the words alone.
void add_content(const json::value& content, Conversion& conversion, const std::stop_token& stop) {
    if (const auto* words = content.if_string()) return conversion.add_text(*words);
    if (content.is_object()) return conversion.add_block(content);
    const auto* blocks = content.if_array();
    if (blocks == nullptr) {
        if (!content.is_null()) conversion.note("content that cannot be read was left out");
        return;
    }
    std::size_t count = 0;
    for (const auto& block : *blocks) {
        if (stop.stop_requested()) return;
        if (count++ == kMaxResultBlocks) {
            conversion.note(
                std::to_string(blocks->size() - kMaxResultBlocks) +
                " more parts of the result were left out"
            );
            break;
        }
        if (const auto* words = block.if_string()) {
            conversion.add_text(*words);
        } else {
            conversion.add_block(block);
        }
    }
    conversion.tell_left_out();
}

}  // namespace

tools::ToolOutcome to_outcome(
    const json::object& result, const ingest::Intake& intake, const std::stop_token& stop
) {
    Conversion conversion(intake, stop);
    if (const auto* content = result.if_contains("content"))
        add_content(*content, conversion, stop);
    if (stop.stop_requested()) {
        return tools::failed({ErrorCode::Cancelled, "the call was cancelled"});
    }
    const auto* structured = result.if_contains("structuredContent");
    if (conversion.empty() && structured != nullptr && !structured->is_null()) {
        conversion.add_text(json_text(*structured));
    }
    // A provider may refuse a result without a word.
    if (conversion.empty()) conversion.note("the tool gave no output");

    tools::ToolOutcome outcome;
    outcome.content = conversion.take();
    const auto* is_error = result.if_contains("isError");
    outcome.is_error = is_error != nullptr && is_error->is_bool() && is_error->get_bool();
    return outcome;
}

}  // namespace fovea::mcp
