#include "fovea/proxy/describe/kept_reply.hpp"

#include <boost/json.hpp>

#include <cstdint>
#include <exception>

namespace fovea::proxy {
namespace {

namespace json = boost::json;

json::array to_json(const media::PixelRect& box) {
    return {box.x, box.y, box.width, box.height};
}

media::PixelRect to_rect(const json::value& value) {
    const auto& numbers = value.as_array();
    const auto number = [&](std::size_t i) { return numbers.at(i).to_number<std::uint32_t>(); };
    return {number(0), number(1), number(2), number(3)};
}

std::string to_text(const json::value& value) {
    return std::string(value.as_string());
}

json::object to_json(const providers::Reply& reply) {
    json::array boxes;
    for (const auto& seen : reply.boxes) {
        boxes.push_back({to_json(seen.box), seen.label, seen.image, seen.is_point, seen.clamped});
    }
    json::array words;
    for (const auto& seen : reply.words) {
        words.push_back({to_json(seen.box), seen.text, seen.image, seen.confidence});
    }
    json::array elements;
    for (const auto& seen : reply.elements) {
        elements.push_back(
            {to_json(seen.box),
             seen.kind,
             seen.label,
             seen.value,
             json::array(seen.states.begin(), seen.states.end()),
             seen.number,
             seen.image,
             seen.confidence}
        );
    }
    return {
        {"text", content::text_of(reply.content)},
        {"input_tokens", reply.usage.input_tokens},
        {"output_tokens", reply.usage.output_tokens},
        {"cost_usd", reply.usage.cost_usd},
        {"boxes", std::move(boxes)},
        {"words", std::move(words)},
        {"elements", std::move(elements)},
        {"value", reply.value},
    };
}

providers::Reply to_reply(const json::value& value) {
    providers::Reply reply;
    reply.content.emplace_back(content::TextBlock{to_text(value.at("text"))});
    reply.value = to_text(value.at("value"));
    reply.usage.input_tokens = value.at("input_tokens").to_number<std::uint64_t>();
    reply.usage.output_tokens = value.at("output_tokens").to_number<std::uint64_t>();
    reply.usage.cost_usd = value.at("cost_usd").to_number<double>();
    for (const auto& seen : value.at("boxes").as_array()) {
        const auto& fields = seen.as_array();
        reply.boxes.push_back(
            {to_text(fields.at(1)),
             to_rect(fields.at(0)),
             fields.at(2).to_number<std::size_t>(),
             fields.at(3).as_bool(),
             fields.at(4).as_bool()}
        );
    }
    for (const auto& seen : value.at("words").as_array()) {
        const auto& fields = seen.as_array();
        reply.words.push_back(
            {to_text(fields.at(1)),
             to_rect(fields.at(0)),
             fields.at(3).to_number<double>(),
             fields.at(2).to_number<std::size_t>()}
        );
    }
    for (const auto& seen : value.at("elements").as_array()) {
        const auto& fields = seen.as_array();
        content::SeenElement element{
            .number = fields.at(5).to_number<std::uint32_t>(),
            .kind = to_text(fields.at(1)),
            .box = to_rect(fields.at(0)),
            .label = to_text(fields.at(2)),
            .value = to_text(fields.at(3)),
            .states = {},
            .confidence = fields.at(7).to_number<double>(),
            .image = fields.at(6).to_number<std::size_t>()};
        for (const auto& state : fields.at(4).as_array()) element.states.push_back(to_text(state));
        reply.elements.push_back(std::move(element));
    }
    return reply;
}

}  // namespace

std::optional<providers::Reply> kept_reply(
    const store::ResultCache& known, const std::string& key
) {
    const auto text = known.get(key);
    if (!text) return std::nullopt;
    try {
        return to_reply(json::parse(*text));
    } catch (const std::exception&) {
        return std::nullopt;  // of another version
    }
}

void keep_reply(
    const store::ResultCache& known, const std::string& key, const providers::Reply& reply
) {
    known.put(key, json::serialize(to_json(reply)));
}

}  // namespace fovea::proxy
