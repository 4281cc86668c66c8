#include "fovea/gateway/splice/file_places.hpp"

#include "fovea/gateway/splice/json_spans.hpp"

#include <utility>

namespace fovea::gateway {
namespace {

class Finder {
public:
    Finder(Dialect dialect, std::string_view body) : dialect_(dialect), body_(body) {}

    std::optional<BodyPlaces> find() {
        const auto root = value_at(body_, 0);
        if (!root) return std::nullopt;
        places_.root = *root;
        const auto model = member(body_, *root, "model");
        const auto name = model ? plain_string(body_, *model) : std::nullopt;
        const bool is_input = dialect_ == Dialect::OpenaiResponses;
        const auto messages = member(body_, *root, is_input ? "input" : "messages");
        if (!name || !messages) return std::nullopt;
        places_.model = *name;
        places_.messages = *messages;
        places_.tools = member(body_, *root, "tools");
        const auto items = items_of(body_, *messages);
        if (items.empty()) return std::nullopt;
        places_.last_message = items.back();
        for (std::size_t i = 0; i < items.size(); ++i) look_at_message(items[i], i);
        return std::move(places_);
    }

private:
    void look_at_message(Span message, std::size_t number) {
        const auto n = std::to_string(number);
        switch (dialect_) {
            case Dialect::Anthropic:
                return look_at_list(
                    member(body_, message, "content"), {.path = "messages." + n + ".content"}
                );
            case Dialect::OpenaiChat:
                return look_at_list(
                    member(body_, message, "content"), {.path = "messages[" + n + "].content"}
                );
            case Dialect::OpenaiResponses: {
                const bool is_result = plain_text(body_, message, "type").ends_with("_call_output");
                const std::string field = is_result ? "output" : "content";
                return look_at_list(
                    member(body_, message, field), {.path = "input[" + n + "]." + field}
                );
            }
            case Dialect::Ollama: {
                const auto images = member(body_, message, "images");
                if (!images) return;
                places_.lists.push_back({.path = "messages." + n + ".images", .message = message});
                const auto items = items_of(body_, *images);
                for (std::size_t i = 0; i < items.size(); ++i) {
                    const auto text = plain_string(body_, items[i]);
                    if (text) add({.block = items[i], .file = *text, .data = *text}, i);
                }
                return;
            }
        }
    }

    void look_at_list(std::optional<Span> content, FileList list) {
        if (!content) return;
        const auto blocks = items_of(body_, *content);
        if (blocks.empty()) return;
        const auto number = places_.lists.size();
        places_.lists.push_back(std::move(list));
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const auto type = plain_text(body_, blocks[i], "type");
            const auto before = list_;
            list_ = number;
            if (dialect_ == Dialect::Anthropic) {
                look_at_anthropic(blocks[i], type, i);
            } else {
                look_at_openai(blocks[i], type, i);
            }
            list_ = before;
        }
    }

    void look_at_anthropic(Span block, std::string_view type, std::size_t index) {
        if (type == "tool_result") {
            return look_at_list(
                member(body_, block, "content"),
                {.path = ".tool_result.content", .inside = list_, .block = index}
            );
        }
        if (type != "image" && type != "document") return;
        const auto source = member(body_, block, "source");
        const auto kind = source ? plain_text(body_, *source, "type") : std::string_view();
        if (kind != "base64" && kind != "url") return;
        const auto value = member(body_, *source, kind == "url" ? "url" : "data");
        const auto data = value ? plain_string(body_, *value) : std::nullopt;
        if (!data) return;
        add({.block = block,
             .file = *source,
             .data = *data,
             .mime = std::string(plain_text(body_, *source, "media_type")),
             .mark = member(body_, block, "cache_control")},
            index);
    }

    void look_at_openai(Span block, std::string_view type, std::size_t index) {
        if (type == "image_url" || type == "input_image") {
            auto value = member(body_, block, "image_url");
            if (value && body_[value->begin] == '{') value = member(body_, *value, "url");
            return add_url(block, value, index);
        }
        if (type == "file") {
            const auto file = member(body_, block, "file");
            return add_url(block, file ? member(body_, *file, "file_data") : std::nullopt, index);
        }
        if (type == "input_file") {
            const auto by_url = member(body_, block, "file_url");
            add_url(block, by_url ? by_url : member(body_, block, "file_data"), index);
        }
    }

    void add_url(Span block, std::optional<Span> value, std::size_t index) {
        const auto text = value ? plain_string(body_, *value) : std::nullopt;
        if (!text) return;
        FilePlace place{
            .block = block,
            .file = *text,
            .data = *text,
            .mark = member(body_, block, "cache_control")};
        const auto url = text_of(body_, *text);
        if (url.starts_with("data:")) {
            const auto comma = url.find(',');
            if (comma == url.npos) return;
            place.data.begin += comma + 1;
            place.mime = url.substr(5, url.substr(0, comma).find(';') - 5);
        }
        add(std::move(place), index);
    }

    void add(FilePlace place, std::size_t index) {
        place.list = dialect_ == Dialect::Ollama ? places_.lists.size() - 1 : list_;
        place.index = index;
        places_.files.push_back(std::move(place));
    }

    const Dialect dialect_;
    const std::string_view body_;
    BodyPlaces places_;
    std::size_t list_ = 0;  // that is looked at
};

}  // namespace

std::optional<BodyPlaces> find_places(Dialect dialect, std::string_view body) {
    return Finder(dialect, body).find();
}

}  // namespace fovea::gateway
