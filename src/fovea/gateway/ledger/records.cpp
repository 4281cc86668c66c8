#include "fovea/gateway/ledger/records.hpp"

#include "fovea/store/timestamp.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <utility>

namespace fovea::gateway {
namespace {

namespace json = boost::json;

std::string name_of_file(const content::FileRef& file) {
    if (const auto* const blob = content::blob_of(file)) return "sha256:" + blob->sha256.hex();
    return std::get<content::UrlRef>(file).url;
}

// Every picture costs some: none says that nobody knows how its model counts them.
json::value tokens_of(const context::Delivery& delivery) {
    const bool is_picture =
        delivery.state == store::ImageState::Pixels || delivery.state == store::ImageState::Low;
    if (is_picture && delivery.tokens == 0) return nullptr;
    return delivery.tokens;
}

json::object to_json(const delivery::ReceiptRow& row) {
    const auto& delivery = row.delivery;
    json::object object{
        {"image", name_of_file(delivery.image)},
        {"state", store::name_of(delivery.state)},
        {"width", delivery.size.width},
        {"height", delivery.size.height},
        {"bytes", delivery.bytes},
        {"tokens", tokens_of(delivery)},
        {"downscaled", delivery.downscaled}};
    if (!row.filename.empty()) object["filename"] = row.filename;
    if (!delivery.reason.empty()) object["reason"] = delivery.reason;
    return object;
}

json::array texts(const std::vector<std::string>& all) {
    json::array array;
    for (const auto& each : all) array.emplace_back(each);
    return array;
}

}  // namespace

json::object to_json(const Record& record) {
    json::array receipt;
    for (const auto& row : record.receipt) receipt.emplace_back(to_json(row));
    const auto since =
        std::chrono::duration_cast<std::chrono::milliseconds>(record.begun.time_since_epoch());
    json::object object{
        {"id", record.id},
        {"token", record.token},
        {"time_ms", since.count()},
        {"took_ms", record.took.count()},
        {"dialect", record.dialect},
        {"asked_model", record.asked_model},
        {"model", record.model},
        {"way", record.way},
        {"status", record.status},
        {"bytes_in", record.bytes_in},
        {"bytes_out", record.bytes_out},
        {"sent",
         {{"to", record.spoken}, {"requests", record.requests_sent}, {"bytes", record.bytes_sent}}},
        {"images", record.images},
        {"receipt", std::move(receipt)},
        {"healed", texts(record.healed)},
        {"dropped", texts(record.dropped)},
        {"analyze_image_calls", record.looks},
        {"retries", record.retries},
        {"usage",
         {{"input_tokens", record.usage.input_tokens},
          {"output_tokens", record.usage.output_tokens},
          {"cache_read_tokens", record.usage.cache_read_tokens},
          {"cache_write_tokens", record.usage.cache_write_tokens},
          {"reasoning_tokens", record.usage.reasoning_tokens}}},
        {"cost_usd", record.cost_usd},
        {"cost_is_known", record.is_priced}};
    if (record.is_unfit) object["schema"] = "unmet";
    if (!record.why.empty()) object["why"] = record.why;
    if (!record.error.empty()) object["error"] = record.error;
    return object;
}

void Records::add(Record record) {
    const std::scoped_lock lock(mutex_);
    counts_.count(record);
    records_.push_back(std::move(record));
    if (records_.size() > kMost) records_.pop_front();
}

void Records::tell_counts() {
    const std::scoped_lock lock(mutex_);
    counts_.hand_over();
}

std::optional<Record> Records::find(const std::string& id) const {
    const std::scoped_lock lock(mutex_);
    const auto found = std::find_if(records_.rbegin(), records_.rend(), [&](const Record& each) {
        return each.id == id;
    });
    if (found == records_.rend()) return std::nullopt;
    return *found;
}

}  // namespace fovea::gateway
