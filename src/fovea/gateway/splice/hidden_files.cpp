#include "fovea/gateway/splice/hidden_files.hpp"

#include "fovea/gateway/splice/edits.hpp"
#include "fovea/gateway/splice/json_spans.hpp"
#include "fovea/providers/json_writer.hpp"
#include "fovea/tools/base64_runs.hpp"

#include <boost/json.hpp>

#include <utility>

namespace fovea::gateway {
namespace {

class Lifter {
public:
    Lifter(Dialect dialect, std::string_view body, const LiftText& lift)
        : dialect_(dialect), body_(body), lift_(lift), edits_(body) {}

    std::optional<LiftedBody> run() {
        const auto root = value_at(body_, 0);
        const bool is_input = dialect_ == Dialect::OpenaiResponses;
        const auto messages =
            root ? member(body_, *root, is_input ? "input" : "messages") : std::nullopt;
        if (!messages) return std::nullopt;
        if (body_[messages->begin] == '"') {
            lift_string(*messages, R"([{"role":"user","content":)", "}]");
        }
        for (const auto& message : items_of(body_, *messages)) look_at(message);
        put_behind();
        if (edits_.is_empty() || has_no_place_) return std::nullopt;
        return LiftedBody{edits_.apply(), has_new_messages_};
    }

private:
    void look_at(Span message) {
        const auto role = plain_text(body_, message, "role");
        const bool is_tool = role == "tool" || role == "function";
        if (!is_tool) put_behind();
        if (dialect_ == Dialect::OpenaiResponses &&
            plain_text(body_, message, "type").ends_with("_call_output")) {
            return look_at_content(member(body_, message, "output"));
        }
        const auto content = member(body_, message, "content");
        if (!content || (role != "user" && !is_tool)) return;
        if (is_tool) return look_at_result(message, *content);
        if (dialect_ == Dialect::Ollama) return look_at_ollama(message, *content);
        look_at_content(content);
    }

    // A string becomes a list; in a list files stand behind their text.
    void look_at_content(std::optional<Span> content) {
        if (!content) return;
        if (body_[content->begin] == '"') return lift_string(*content, {}, {});
        for (const auto& block : items_of(body_, *content)) {
            const auto type = plain_text(body_, block, "type");
            if (type == "tool_result") {
                look_at_content(member(body_, block, "content"));
                continue;
            }
            const auto text = text_of_block(block, type);
            const auto lifted = text ? lift(*text) : std::nullopt;
            if (!lifted) continue;
            edits_.replace(*text, providers::json_string(lifted->text));
            std::string files;
            for (const auto& file : lifted->files) files += "," + block_of(file);
            edits_.insert(block.end, std::move(files));
        }
    }

    void lift_string(Span string, const std::string& before, const std::string& behind) {
        const auto lifted = lift(string);
        if (!lifted) return;
        const auto* const type = dialect_ == Dialect::OpenaiResponses ? "input_text" : "text";
        auto list = before + R"([{"type":")" + type + R"(","text":)" +
                    providers::json_string(lifted->text) + "}";
        for (const auto& file : lifted->files) list += "," + block_of(file);
        edits_.replace(string, list + "]" + behind);
    }

    // Servers take words alone there.
    void look_at_result(Span message, Span content) {
        std::vector<Span> texts;
        if (body_[content.begin] == '"') texts.push_back(content);
        for (const auto& block : items_of(body_, content)) {
            const auto text = text_of_block(block, plain_text(body_, block, "type"));
            if (text) texts.push_back(*text);
        }
        behind_ = message.end;
        for (const auto& text : texts) {
            auto lifted = lift(text);
            if (!lifted) continue;
            edits_.replace(text, providers::json_string(lifted->text));
            for (auto& file : lifted->files) waiting_.push_back(std::move(file));
        }
    }

    // Behind the last result of a run of them.
    void put_behind() {
        const auto files = std::exchange(waiting_, {});
        if (files.empty()) return;
        has_new_messages_ = true;
        std::string blocks;
        for (const auto& file : files) {
            if (!blocks.empty()) blocks += ",";
            blocks += dialect_ == Dialect::Ollama ? "\"" + file.base64 + "\"" : block_of(file);
        }
        const std::string head = dialect_ == Dialect::Ollama
                                     ? R"(,{"role":"user","content":"","images":[)"
                                     : R"(,{"role":"user","content":[)";
        edits_.insert(behind_, head + blocks + "]}");
    }

    void look_at_ollama(Span message, Span content) {
        const auto lifted = lift(content);
        if (!lifted) return;
        edits_.replace(content, providers::json_string(lifted->text));
        std::string files;
        for (const auto& file : lifted->files) {
            files += (files.empty() ? "\"" : ",\"") + file.base64 + "\"";
        }
        if (files.empty()) return;
        const auto images = member(body_, message, "images");
        if (!images || body_[images->begin] != '[') {
            has_no_place_ = has_no_place_ || images.has_value();
            edits_.insert(message.end - 1, ",\"images\":[" + files + "]");
            return;
        }
        const bool is_first = items_of(body_, *images).empty();
        // Behind its text, as a reader meets them.
        edits_.insert(images->begin + 1, files + (is_first ? "" : ","));
    }

    std::optional<Span> text_of_block(Span block, std::string_view type) const {
        if (type != "text" && type != "input_text") return std::nullopt;
        return member(body_, block, "text");
    }

    std::optional<LiftedText> lift(Span string) {
        const auto text = text_of(body_, string);
        if (text.size() < tools::kLeastBase64Picture || text.front() != '"') return std::nullopt;
        boost::json::error_code broken;
        const auto value = boost::json::parse(text, broken);
        if (broken || !value.is_string()) return std::nullopt;
        auto lifted = lift_(std::string(value.get_string()));
        if (!lifted) return std::nullopt;
        for (const auto& file : lifted->files) {
            has_no_place_ = has_no_place_ || (dialect_ == Dialect::Ollama && file.is_document());
        }
        return lifted;
    }

    std::string block_of(const HiddenFile& file) const {
        const auto url = "\"data:" + file.mime + ";base64," + file.base64 + "\"";
        switch (dialect_) {
            case Dialect::Anthropic:
                return std::string(R"({"type":")") + (file.is_document() ? "document" : "image") +
                       R"(","source":{"type":"base64","media_type":")" + file.mime +
                       R"(","data":")" + file.base64 + "\"}}";
            case Dialect::OpenaiChat:
                if (file.is_document()) {
                    return R"({"type":"file","file":{"filename":"document.pdf","file_data":)" +
                           url + "}}";
                }
                return R"({"type":"image_url","image_url":{"url":)" + url + "}}";
            case Dialect::OpenaiResponses:
                if (file.is_document()) {
                    return R"({"type":"input_file","filename":"document.pdf","file_data":)" + url +
                           "}";
                }
                return R"({"type":"input_image","detail":"auto","image_url":)" + url + "}";
            case Dialect::Ollama: break;
        }
        return {};
    }

    const Dialect dialect_;
    const std::string_view body_;
    const LiftText& lift_;
    Edits<std::string> edits_;
    std::vector<HiddenFile> waiting_;  // of results, for the message behind them
    std::uint64_t behind_ = 0;         // the last of these
    bool has_new_messages_ = false;
    bool has_no_place_ = false;  // the dialect has none for a file
};

}  // namespace

std::optional<LiftedBody> lift_hidden_files(
    Dialect dialect, std::string_view body, const LiftText& lift
) {
    return Lifter(dialect, body, lift).run();
}

}  // namespace fovea::gateway
