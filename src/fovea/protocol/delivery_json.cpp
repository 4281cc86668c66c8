#include "fovea/protocol/delivery_json.hpp"

#include "fovea/base/utf8.hpp"

#include <boost/json.hpp>

namespace fovea::protocol {
namespace {

namespace json = boost::json;

json::object one_row(const delivery::ReceiptRow& row) {
    const auto& delivery = row.delivery;
    json::object object;
    put_file(object, delivery.image, "image_id");
    if (!row.filename.empty()) object["filename"] = to_utf8(row.filename);
    object["state"] = store::name_of(delivery.state);
    if (row.original.width > 0) {
        object["original_width"] = row.original.width;
        object["original_height"] = row.original.height;
    }
    object["width"] = delivery.size.width;
    object["height"] = delivery.size.height;
    object["bytes"] = delivery.bytes;
    object["estimated_tokens"] = delivery.tokens;
    object["tiles"] = delivery.tiles;
    if (delivery.tiles > 0) object["tile_scale"] = delivery.tile_scale;
    object["downscaled"] = delivery.downscaled;
    json::array actions;
    for (const auto& action : delivery.actions) actions.emplace_back(action);
    object["actions"] = std::move(actions);
    if (row.earlier) object["earlier"] = true;
    if (!delivery.reason.empty()) object["reason"] = to_utf8(delivery.reason);
    return object;
}

}  // namespace

std::string_view name_of(providers::FinishReason reason) {
    using Reason = providers::FinishReason;
    switch (reason) {
        case Reason::Stop: return "stop";
        case Reason::ToolCalls: return "tool_calls";
        case Reason::Length: return "length";
        case Reason::ContentFilter: return "content_filter";
        case Reason::Pause: return "pause";
        case Reason::Error: return "error";
        case Reason::Other: return "other";
    }
    return "other";
}

void put_file(json::object& object, const content::FileRef& file, std::string_view old) {
    if (const auto* blob = content::blob_of(file)) {
        object["sha256"] = blob->sha256.hex();
        if (!old.empty()) object[old] = blob->sha256.hex();
    } else {
        object["url"] = to_utf8(std::get<content::UrlRef>(file).url);
    }
}

json::array receipt_json(const std::vector<delivery::ReceiptRow>& receipt) {
    json::array list;
    for (const auto& row : receipt) list.push_back(one_row(row));
    return list;
}

json::array documents_json(const std::vector<delivery::DocumentRow>& documents) {
    json::array list;
    for (const auto& row : documents) {
        json::object object;
        put_file(object, row.document, "file_id");
        if (!row.filename.empty()) object["filename"] = to_utf8(row.filename);
        object["state"] = delivery::name_of(row.state);
        object["pages"] = row.pages;
        object["pages_sent"] = row.sent;
        object["pages_as_pictures"] = row.pictures;
        if (!row.reason.empty()) object["reason"] = to_utf8(row.reason);
        list.push_back(std::move(object));
    }
    return list;
}

json::object usage_json(const providers::Usage& usage) {
    return {
        {"input_tokens", usage.input_tokens},
        {"output_tokens", usage.output_tokens},
        {"cache_read_tokens", usage.cache_read_tokens},
        {"cache_write_tokens", usage.cache_write_tokens + usage.cache_write_long_tokens},
        {"reasoning_tokens", usage.reasoning_tokens},
    };
}

}  // namespace fovea::protocol
