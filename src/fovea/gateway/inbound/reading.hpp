// What the readers of all dialects have in common: fields with their places, files, and the list of what nothing was made of.
//
//     Reading reading(json, files);
//     reading.request.wishes.temperature = TRY(reading.decimal(root, "temperature"));
//     TRY(reading.conversation("messages", [&](const auto& message, const auto& place) { … }));
//     TRY(reading.content(content, place, blocks, [&](const auto& part, const auto& place, Blocks& to) { … }));
//     blocks.push_back(TRY(reading.image_at(url, place)));
//
// A place is how the client would write it: "messages[3].content[0].source".
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/gateway/dialect.hpp"
#include "fovea/gateway/inbound/body_json.hpp"

#include <boost/json.hpp>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::gateway {

using Blocks = std::vector<content::ContentBlock>;

Error error_at(std::string_view place, std::string_view what);
std::string at(std::string_view place, std::string_view field);  // "place.field"
std::string at(std::string_view place, std::size_t index);       // "place[3]"

class Reading {
public:
    Reading(const BodyJson& body, FileTaker& files) : body_(body), files_(files) {}

    ParsedRequest request = {};

    // ---- values; null counts as missing
    std::string_view text(const boost::json::value& value) const { return body_.text(value); }
    std::string_view text(const boost::json::value& object, std::string_view name) const;
    std::string json(const boost::json::value& value) const { return body_.json(value); }

    // InvalidInput where something else stands.
    Result<std::string> needed_text(
        const boost::json::value& object, std::string_view name, std::string_view place
    ) const;
    Result<std::optional<double>> decimal(const boost::json::value& object, std::string_view name)
        const;
    Result<std::optional<std::int64_t>> whole(
        const boost::json::value& object, std::string_view name
    ) const;
    Result<std::optional<std::uint32_t>> count(
        const boost::json::value& object, std::string_view name
    ) const;
    Result<std::optional<bool>> flag(const boost::json::value& object, std::string_view name) const;
    // One text or several.
    Result<std::vector<std::string>> texts(const boost::json::value& object, std::string_view name)
        const;

    // Numbers and texts of `wishes` that go by the same name everywhere, of those that a dialect knows: "temperature",
    // "top_p", "top_k", "presence_penalty", "frequency_penalty", "seed", "stop".
    Result<void> sampling(
        const boost::json::value& object, std::initializer_list<std::string_view> known
    );
    // "stream", and whose request it is.
    Result<void> stream(bool usually);
    void end_user();

    // ---- lists
    using TakeItem =
        std::function<Result<void>(const boost::json::value& item, const std::string& place)>;
    using TakePart = std::function<
        Result<void>(const boost::json::value& part, const std::string& place, Blocks& to)>;

    // InvalidInput for what is no list.
    static Result<void> each(
        const boost::json::value& list, std::string_view place, const TakeItem& take
    );
    // The list of that name in the body, out of which at least one message has to come.
    Result<void> conversation(std::string_view name, const TakeItem& take);
    // One text, or a list of parts.
    Result<void> content(
        const boost::json::value& content,
        const std::string& place,
        Blocks& to,
        const TakePart& take
    ) const;

    // ---- content
    static void add_text(std::string_view text, Blocks& to);
    // A part of a type that is not known: words that say so. InvalidInput where it has none.
    Result<void> add_unknown(const std::string& type, const std::string& place, Blocks& to);
    // A file that lies with the provider that the program took this for.
    void add_stored_file(std::string_view kind, Blocks& to);
    // A data URL, or an address that the provider opens. InvalidInput for anything else.
    Result<content::ContentBlock> image_at(std::string_view url, std::string_view place) const;
    // The same of a document; bare base64 too, which some clients send.
    Result<content::ContentBlock> document_at(
        std::string_view url, std::string_view filename, std::string_view place
    ) const;
    content::ContentBlock image(std::string_view base64, std::string_view mime) const;
    content::ContentBlock document(
        std::string_view base64, std::string_view mime, std::string_view filename
    ) const;

    // A message of the system: before all others it is the request's own.
    void add_system(std::string_view text);
    void add_message(content::Role role, Blocks content);

    // ---- what nothing is made of
    void drop(std::string name);
    // Fields of the body that are neither in `read` nor in `meaningless`.
    void drop_others(
        std::initializer_list<std::string_view> read,
        std::initializer_list<std::string_view> meaningless
    );

private:
    const BodyJson& body_;
    FileTaker& files_;
};

// What a tool may give; anything else becomes words.
std::vector<content::ToolOutput> tool_outputs(Blocks blocks);

}  // namespace fovea::gateway
