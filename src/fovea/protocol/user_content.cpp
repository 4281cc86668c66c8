#include "fovea/protocol/user_content.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/ingest/bad_inputs.hpp"
#include "fovea/ingest/messages.hpp"
#include "fovea/ingest/source.hpp"

#include <boost/json.hpp>

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

namespace fovea::protocol {
namespace {

namespace json = boost::json;

Error wrong(const std::string& what) {
    return {ErrorCode::InvalidInput, what};
}

Result<std::string> text_of(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (value == nullptr || !value->is_string()) {
        return wrong("\"" + std::string(name) + "\" must be a string");
    }
    return std::string(value->get_string());
}

Result<void> only(const json::object& object, std::initializer_list<std::string_view> known) {
    for (const auto& field : object) {
        bool found = false;
        for (const auto name : known) found = found || field.key() == name;
        if (!found) return wrong("unknown field \"" + to_utf8(field.key()) + "\" here");
    }
    return {};
}

// How the file is named: one of "data", "url", "path", "sha256", and its value.
struct Named {
    std::string how;
    std::string value;
};

Result<Named> named_by_source(const json::value& value) {
    const auto* source = value.if_object();
    if (source == nullptr) return wrong("\"source\" must be an object");
    const auto type = TRY(text_of(*source, "type"));
    if (type == "base64") {
        TRY(only(*source, {"type", "media_type", "data"}));
        return Named{"data", TRY(text_of(*source, "data"))};
    }
    if (type == "url") {
        TRY(only(*source, {"type", "url"}));
        return Named{"url", TRY(text_of(*source, "url"))};
    }
    if (type == "file") {
        TRY(only(*source, {"type", "path"}));
        return Named{"path", TRY(text_of(*source, "path"))};
    }
    if (type == "ref") {
        TRY(only(*source, {"type", "sha256"}));
        return Named{"sha256", TRY(text_of(*source, "sha256"))};
    }
    return wrong(
        "the type of a source must be base64, url, file or ref, not \"" + to_utf8(type) + "\""
    );
}

Result<Named> named(const json::object& block) {
    std::optional<Named> found;
    for (const auto* const how : {"source", "data", "url", "path", "sha256"}) {
        const auto* value = block.if_contains(how);
        if (value == nullptr) continue;
        if (found) return wrong("a file is given in two ways; give only one");
        if (std::string_view(how) == "source") {
            found = TRY(named_by_source(*value));
        } else {
            found = Named{how, TRY(text_of(block, how))};
        }
    }
    if (!found) return wrong("no file is given; use source, data, url, path or sha256");
    return std::move(*found);
}

Result<Bytes> bytes_of(const Named& file, const ingest::Workspace& workspace, std::size_t most) {
    if (file.how == "path") return workspace.read(file.value, most);
    if (file.value.starts_with("data:")) {
        return ingest::read_source(ingest::UrlSource{file.value}, most);
    }
    auto bytes = decode_base64(file.value);
    if (!bytes.ok()) return wrong("\"data\" is not base64");
    return std::move(bytes).value();
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// A model cannot be sent a message without a word or a file in it.
Result<content::Message> checked(content::Message message) {
    for (const auto& block : message.content) {
        const auto* text = std::get_if<content::TextBlock>(&block);
        if (text == nullptr || !is_blank(text->text)) return message;
    }
    return wrong("the user frame is empty: its \"content\" is blank");
}

class Reading {
public:
    Reading(
        const ingest::Intake& intake,
        const ingest::Workspace& workspace,
        const std::stop_token& stop
    )
        : intake_(intake), workspace_(workspace), stop_(stop) {}

    Result<content::ContentBlock> block(const json::value& value) {
        const auto* object = value.if_object();
        if (object == nullptr) return wrong("a block must be an object");
        const auto type = TRY(text_of(*object, "type"));
        if (type == "text") {
            TRY(only(*object, {"type", "text"}));
            return content::ContentBlock(content::TextBlock{to_utf8(TRY(text_of(*object, "text")))}
            );
        }
        if (type == "image") return image(*object);
        if (type == "document") return document(*object);
        return wrong(
            "the type of a block must be text, image or document, not \"" + to_utf8(type) + "\""
        );
    }

private:
    Result<content::ContentBlock> image(const json::object& object) {
        TRY(only(
            object, {"type", "source", "data", "url", "path", "sha256", "mime", "filename", "alt"}
        ));
        const auto file = TRY(named(object));
        const auto filename = TRY(optional_text(object, "filename"));
        auto block = TRY(take_image(file, filename));
        const auto alt = TRY(optional_text(object, "alt"));
        if (!alt.empty()) block.alt = to_utf8(alt);
        return content::ContentBlock(std::move(block));
    }

    Result<content::ImageBlock> take_image(const Named& file, const std::string& filename) {
        const bool is_data_url = file.how == "url" && file.value.starts_with("data:");
        if (file.how == "url" && !is_data_url) {
            return content::ImageBlock{.source = TRY(ingest::take_url(file.value, intake_.gate))};
        }
        if (file.how == "sha256") {
            return ingest::take_image(ingest::StoredSource{file.value}, intake_, stop_);
        }
        auto bytes = TRY(bytes_of(file, workspace_, intake_.gate.max_file_bytes));
        return ingest::take_image_bytes(std::move(bytes), name_for(file, filename), intake_, stop_);
    }

    Result<content::ContentBlock> document(const json::object& object) {
        TRY(only(object, {"type", "source", "data", "url", "path", "sha256", "mime", "filename"}));
        const auto file = TRY(named(object));
        const auto filename = TRY(optional_text(object, "filename"));
        if (file.how == "sha256") {
            return content::ContentBlock(
                TRY(ingest::take_document(ingest::StoredSource{file.value}, intake_))
            );
        }
        if (file.how == "url" && !file.value.starts_with("data:")) {
            return content::ContentBlock(content::DocumentBlock{
                .source = TRY(ingest::take_url(file.value, intake_.gate)),
                .mime = "application/pdf"});
        }
        auto bytes = TRY(bytes_of(file, workspace_, intake_.max_document_bytes));
        return content::ContentBlock(
            TRY(ingest::take_document_bytes(std::move(bytes), name_for(file, filename), intake_))
        );
    }

    static Result<std::string> optional_text(const json::object& object, std::string_view name) {
        return object.contains(name) ? text_of(object, name) : Result<std::string>(std::string());
    }

    static std::string name_for(const Named& file, const std::string& given) {
        const auto& name = given.empty() && file.how == "path" ? file.value : given;
        return to_utf8(std::filesystem::path(name).filename().string());
    }

    const ingest::Intake& intake_;
    const ingest::Workspace& workspace_;
    const std::stop_token& stop_;
};

}  // namespace

Result<content::Message> user_message(
    const json::value& content,
    const ingest::Intake& intake,
    const ingest::Workspace& workspace,
    const std::stop_token& stop
) {
    content::Message message{.role = content::Role::User};
    if (const auto* text = content.if_string()) {
        message.content.emplace_back(content::TextBlock{to_utf8(*text)});
        return checked(std::move(message));
    }
    const auto* blocks = content.if_array();
    if (blocks == nullptr || blocks->empty()) {
        return wrong("\"content\" must be a string or a non-empty list of blocks");
    }
    Reading reading(intake, workspace, stop);
    ingest::BadInputs bad;
    std::size_t images = 0;
    for (std::size_t i = 0; i < blocks->size(); ++i) {
        auto block = reading.block((*blocks)[i]);
        if (!block.ok()) {
            bad.add("content[" + std::to_string(i) + "]", block.error());
            continue;
        }
        if (std::holds_alternative<content::ImageBlock>(block.value()) &&
            ++images > intake.max_images) {
            return Error{
                ErrorCode::LimitExceeded,
                "too many images: a message takes " + std::to_string(intake.max_images) +
                    " images at most"};
        }
        message.content.push_back(std::move(block).value());
    }
    if (bad.any()) return bad.error();
    return checked(std::move(message));
}

}  // namespace fovea::protocol
