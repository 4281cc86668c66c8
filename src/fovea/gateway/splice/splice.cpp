#include "fovea/gateway/splice/splice.hpp"

#include "fovea/gateway/splice/edits.hpp"
#include "fovea/gateway/splice/json_spans.hpp"
#include "fovea/gateway/splice/line_up.hpp"
#include "fovea/providers/json_writer.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace fovea::gateway {
namespace {

using content::ContentBlock;
using content::ImageBlock;
using content::TextBlock;
using providers::Body;
using providers::JsonWriter;

class Writing {
public:
    Writing(
        Dialect dialect,
        std::string_view body,
        const BodyPlaces& places,
        std::span<const ContentBlock> taken,
        providers::BlobSource& blobs
    )
        : dialect_(dialect),
          body_(body),
          places_(places),
          taken_(taken),
          blobs_(blobs),
          edits_(body),
          shifts_(places.lists.size()) {}

    // False where the dialect has no words for it.
    Result<bool> put_files(const LinedUp& lined_up) {
        for (std::size_t k = 0; k < places_.files.size(); ++k) {
            if (!TRY(put(places_.files[k], taken_[k], lined_up.pieces[k]))) return false;
        }
        for (const auto& [list, words] : words_) put_words(list, words);
        return true;
    }

    void rename(const std::string& model) {
        if (text_of(body_, places_.model) == model) return;
        Body body;
        const auto quoted = providers::json_string(model);
        body.text(std::string_view(quoted).substr(1, quoted.size() - 2));
        edits_.replace(places_.model, std::move(body));
    }

    // Behind the last item of a list, as JSON.
    void add_items(Span list, const std::string& items) {
        if (items.empty()) return;
        Body body;
        if (!items_of(body_, list).empty()) body.text(",");
        body.text(items);
        edits_.insert(list.end - 1, std::move(body));
        spliced_.is_changed = true;
    }
    void add_member(std::string_view name, const std::string& value) {
        Body body;
        body.text("," + providers::json_string(name) + ":" + value);
        edits_.insert(places_.root.end - 1, std::move(body));
        spliced_.is_changed = true;
    }
    void replace(Span span, const std::string& value) {
        Body body;
        body.text(value);
        edits_.replace(span, std::move(body));
        spliced_.is_changed = true;
    }

    // Words of ours behind the last thing that was said.
    bool add_words(const std::string& words) {
        if (words.empty()) return true;
        const auto content = member(body_, places_.last_message, "content");
        const bool is_said = content && plain_text(body_, places_.last_message, "role") == "user";
        if (is_said && body_[content->begin] == '[') {
            add_items(*content, text_block(words));
            return true;
        }
        if (is_said && body_[content->begin] == '"' && dialect_ != Dialect::Ollama) {
            replace(*content, "[" + said(*content) + "," + text_block(words) + "]");
            return true;
        }
        if (dialect_ == Dialect::Anthropic || dialect_ == Dialect::Ollama) return false;
        add_items(
            places_.messages, R"({"role":"user","content":)" + providers::json_string(words) + "}"
        );
        return true;
    }

    Spliced finish() {
        spliced_.body = edits_.apply();
        return std::move(spliced_);
    }

private:
    std::string_view text_type() const {
        return dialect_ == Dialect::OpenaiResponses ? "input_text" : "text";
    }
    std::string text_block(const std::string& words) const {
        return R"({"type":")" + std::string(text_type()) + R"(","text":)" +
               providers::json_string(words) + "}";
    }
    std::string said(Span string) const {
        return R"({"type":")" + std::string(text_type()) + R"(","text":)" +
               std::string(text_of(body_, string)) + "}";
    }

    Result<bool> put(
        const FilePlace& place, const ContentBlock& taken, const std::vector<ContentBlock>& pieces
    ) {
        const auto* const image =
            pieces.size() == 1 ? std::get_if<ImageBlock>(&pieces.front()) : nullptr;
        if (pieces.size() == 1 && pieces.front() == taken &&
            !std::holds_alternative<TextBlock>(taken) && image == nullptr) {
            return true;  // a document
        }
        if (image != nullptr) {
            note(place, 0, *image);
            if (is_as_it_came(place, taken, *image)) return true;
            TRY(put_image(place, *image));
            spliced_.is_changed = true;
            return true;
        }
        spliced_.is_changed = true;
        if (dialect_ == Dialect::Ollama) return put_ollama(place, pieces);
        Body body;
        if (pieces.empty()) {
            // Something has to stand there: nothing is said by it.
            body.text(text_block("[see above]"));
        }
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (i > 0) body.text(",");
            if (!TRY(put_block(body, pieces[i], place, i, i + 1 == pieces.size()))) return false;
        }
        shifts_[place.list] += std::max<std::size_t>(pieces.size(), 1) - 1;
        edits_.replace(place.block, std::move(body));
        return true;
    }

    // Words stand behind those of the message, pictures in their list.
    Result<bool> put_ollama(const FilePlace& place, const std::vector<ContentBlock>& pieces) {
        const ImageBlock* shown = nullptr;
        auto& words = words_[place.list];
        for (const auto& piece : pieces) {
            const auto* const text = std::get_if<TextBlock>(&piece);
            const auto* const image = std::get_if<ImageBlock>(&piece);
            if ((text == nullptr && image == nullptr) || (image != nullptr && shown != nullptr)) {
                return false;
            }
            if (text != nullptr) words += (words.empty() ? "" : "\n\n") + text->text;
            if (image != nullptr) shown = image;
        }
        if (shown == nullptr) {
            left_out_.insert({place.list, place.index});
            return true;
        }
        note(place, 0, *shown);
        TRY(put_image(place, *shown));
        return true;
    }

    void put_words(std::size_t list, const std::string& words) {
        leave_out_of(list);
        if (words.empty()) return;
        const auto message = places_.lists[list].message;
        const auto content = member(body_, message, "content");
        Body body;
        if (!content || body_[content->begin] != '"') {
            body.text("\"content\":" + providers::json_string(words) + ",");
            return edits_.insert(message.begin + 1, std::move(body));
        }
        const bool is_empty = content->end - content->begin == 2;
        const auto quoted = providers::json_string((is_empty ? "" : "\n\n") + words);
        body.text(std::string_view(quoted).substr(1, quoted.size() - 2));
        edits_.insert(content->end - 1, std::move(body));
    }

    void leave_out_of(std::size_t list) {
        std::vector<Span> all;
        for (const auto& place : places_.files) {
            if (place.list == list) all.push_back(place.block);
        }
        auto kept = all.size();  // the last that stays
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!left_out_.contains({list, i})) kept = i;
        }
        if (kept == all.size()) return edits_.replace({all.front().begin, all.back().end}, {});
        for (std::size_t i = 0; i < kept; ++i) {
            if (left_out_.contains({list, i})) {
                edits_.replace({all[i].begin, all[i + 1].begin}, {});
            }
        }
        if (kept + 1 < all.size()) edits_.replace({all[kept].end, all.back().end}, {});
    }

    bool is_as_it_came(const FilePlace& place, const ContentBlock& taken, const ImageBlock& image)
        const {
        const auto* const before = std::get_if<ImageBlock>(&taken);
        if (before == nullptr || before->source != image.source) return false;
        const bool says_otherwise = !place.mime.empty() &&
                                    content::blob_of(image.source) != nullptr &&
                                    place.mime != image.mime;
        return !says_otherwise;
    }

    Result<void> put_image(const FilePlace& place, const ImageBlock& image) {
        Body body;
        if (dialect_ == Dialect::Anthropic) {
            TRY(put_source(body, image));
        } else {
            TRY(put_url(body, image));
        }
        edits_.replace(place.file, std::move(body));
        return {};
    }

    Result<void> put_source(Body& body, const ImageBlock& image) {
        if (const auto* const url = std::get_if<content::UrlRef>(&image.source)) {
            body.text(R"({"type":"url","url":)" + providers::json_string(url->url) + "}");
            return {};
        }
        const auto& blob = std::get<content::BlobRef>(image.source);
        body.text(
            R"({"type":"base64","media_type":)" + providers::json_string(image.mime) +
            R"(,"data":")"
        );
        body.base64(blob, TRY(blobs_.size(blob)));
        body.text("\"}");
        return {};
    }

    // Without quotes.
    Result<void> put_url(Body& body, const ImageBlock& image) {
        if (const auto* const url = std::get_if<content::UrlRef>(&image.source)) {
            const auto quoted = providers::json_string(url->url);
            body.text(std::string_view(quoted).substr(1, quoted.size() - 2));
            return {};
        }
        const auto& blob = std::get<content::BlobRef>(image.source);
        if (dialect_ != Dialect::Ollama) body.text("data:" + image.mime + ";base64,");
        body.base64(blob, TRY(blobs_.size(blob)));
        return {};
    }

    // The mark of what came stands on the last block that takes its place.
    Result<bool> put_block(
        Body& body, const ContentBlock& block, const FilePlace& place, std::size_t nth, bool is_last
    ) {
        if (const auto* const text = std::get_if<TextBlock>(&block)) {
            auto json = text_block(text->text);
            json.pop_back();
            body.text(json);
        } else if (const auto* const image = std::get_if<ImageBlock>(&block)) {
            note(place, nth, *image);
            switch (dialect_) {
                case Dialect::Anthropic:
                    body.text(R"({"type":"image","source":)");
                    TRY(put_source(body, *image));
                    break;
                case Dialect::OpenaiChat:
                    body.text(R"({"type":"image_url","image_url":{"url":")");
                    TRY(put_url(body, *image));
                    body.text("\"}");
                    break;
                case Dialect::OpenaiResponses:
                    body.text(R"({"type":"input_image","image_url":")");
                    TRY(put_url(body, *image));
                    body.text("\"");
                    break;
                case Dialect::Ollama: return false;
            }
        } else {
            return false;
        }
        if (is_last && place.mark) {
            body.text(R"(,"cache_control":)" + std::string(text_of(body_, *place.mark)));
        }
        body.text("}");
        return true;
    }

    // Where it stands now, as errors will name it.
    void note(const FilePlace& place, std::size_t nth, const ImageBlock& image) {
        const auto index = std::to_string(place.index + shifts_[place.list] + nth);
        auto path = path_of(place.list);
        if (dialect_ == Dialect::OpenaiChat) path += "[" + index + "].image_url";
        if (dialect_ == Dialect::OpenaiResponses) path += "[" + index + "]";
        if (dialect_ == Dialect::Anthropic || dialect_ == Dialect::Ollama) path += "." + index;
        spliced_.images.push_back({std::move(path), image.source});
    }
    std::string path_of(std::size_t number) const {
        const auto& list = places_.lists[number];
        if (list.inside == FileList::kNone) return list.path;
        const auto block = std::to_string(list.block + shifts_[list.inside]);
        return path_of(list.inside) + "." + block + list.path;
    }

    const Dialect dialect_;
    const std::string_view body_;
    const BodyPlaces& places_;
    const std::span<const ContentBlock> taken_;
    providers::BlobSource& blobs_;
    Edits<Body> edits_;
    std::vector<std::size_t> shifts_;  // of each list: blocks that were added so far
    // Ollama's: by list, and places in lists.
    std::map<std::size_t, std::string> words_;
    std::set<std::pair<std::size_t, std::size_t>> left_out_;
    Spliced spliced_;
};

// The items of a list of a request that was written anew, as they stand; without the first `skip`.
std::string items_in(std::string_view json, std::string_view name, std::size_t skip) {
    const auto root = value_at(json, 0);
    const auto list = root ? member(json, *root, name) : std::nullopt;
    if (!list) return {};
    std::string text;
    const auto items = items_of(json, *list);
    for (auto i = skip; i < items.size(); ++i) {
        if (!text.empty()) text += ",";
        text += text_of(json, items[i]);
    }
    return text;
}

Result<std::string> written(
    providers::Request request,
    const providers::Dialect& inner,
    const providers::ModelTraits& traits,
    providers::BlobSource& blobs
) {
    // A conversation begins with its user.
    request.messages.insert(request.messages.begin(), {content::Role::User, {TextBlock{"Go on."}}});
    const auto wire = TRY(inner.write(request, traits, providers::ReplyForm::Whole, blobs));
    return delivery::body_text(wire.body, blobs);
}

}  // namespace

std::optional<Splice> Splice::of(
    Dialect dialect,
    std::string_view body,
    const std::vector<NotedFile>& taken,
    const delivery::Conversation& conversation,
    const Amended& amended
) {
    auto places = find_places(dialect, body);
    if (!places || places->files.size() != taken.size()) return std::nullopt;
    Splice splice;
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const auto& data = places->files[i].data;
        if (data.end - data.begin != taken[i].characters) return std::nullopt;
        splice.taken_.push_back(taken[i].block);
    }
    if (!line_up(splice.taken_, conversation.messages, conversation.messages)) return std::nullopt;
    splice.dialect_ = dialect;
    splice.body_ = body;
    splice.places_ = std::move(*places);
    splice.conversation_ = conversation;
    splice.amended_ = amended;
    return splice;
}

Result<std::optional<Spliced>> Splice::write(
    const providers::Request& request,
    const providers::Dialect& inner,
    const providers::ModelTraits& traits,
    providers::BlobSource& blobs
) const {
    std::optional<Spliced> none;
    const auto& asked = conversation_;
    const auto& tools = request.tools;
    const bool is_same = request.system == asked.system && request.wishes == asked.wishes &&
                         request.json_schema == asked.json_schema &&
                         tools.size() >= asked.tools.size() &&
                         std::equal(asked.tools.begin(), asked.tools.end(), tools.begin());
    if (!is_same) return none;
    // The model has to speak in between: somebody else writes that.
    if (amended_.has_new_messages && !traits.user_after_tools) return none;
    const auto lined_up = line_up(taken_, asked.messages, request.messages);
    if (!lined_up) return none;

    Writing writing(dialect_, body_, places_, taken_, blobs);
    writing.rename(request.model);
    if (!TRY(writing.put_files(*lined_up)) || !writing.add_words(lined_up->behind_last))
        return none;
    const providers::Request about{.model = request.model, .system = {}, .messages = {}};
    if (tools.size() > asked.tools.size()) {
        auto added = about;
        added.tools.assign(
            tools.begin() + static_cast<std::ptrdiff_t>(asked.tools.size()), tools.end()
        );
        const auto json = TRY(written(std::move(added), inner, traits, blobs));
        const auto items = items_in(json, "tools", 0);
        if (!places_.tools) {
            writing.add_member("tools", "[" + items + "]");
        } else if (body_[places_.tools->begin] == '[') {
            writing.add_items(*places_.tools, items);
        } else {
            writing.replace(*places_.tools, "[" + items + "]");
        }
    }
    if (!lined_up->messages.empty()) {
        auto added = about;
        added.messages = lined_up->messages;
        const auto json = TRY(written(std::move(added), inner, traits, blobs));
        const bool is_input = dialect_ == Dialect::OpenaiResponses;
        writing.add_items(places_.messages, items_in(json, is_input ? "input" : "messages", 1));
    }
    std::optional<Spliced> spliced = writing.finish();
    spliced->is_changed = spliced->is_changed || amended_.is_changed;
    return spliced;
}

}  // namespace fovea::gateway
