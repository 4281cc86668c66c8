#include "fovea/delivery/learnt_limits.hpp"

#include "fovea/base/atomic_file.hpp"
#include "fovea/base/bytes.hpp"

#include <boost/json.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

namespace fovea::delivery {
namespace {

namespace json = boost::json;
using providers::LearntLimit;
using What = LearntLimit::What;

constexpr std::chrono::days kKept{30};
constexpr std::size_t kMaxFile = 1u << 20;

constexpr std::array<std::pair<What, std::string_view>, 9> kNames = {{
    {What::Images, "images"},
    {What::ImageBytes, "image_bytes"},
    {What::ImageEdge, "image_edge"},
    {What::ManyImagesEdge, "many_images_edge"},
    {What::RequestBytes, "request_bytes"},
    {What::PdfPages, "pdf_pages"},
    {What::LeastEdge, "image_least_edge"},
    {What::ReplyAfterTools, "reply_after_tools"},
    {What::CallIdLength, "call_id_length"},
}};

json::object read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string text(kMaxFile, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    boost::system::error_code failed;
    auto value = json::parse(text, failed, {}, {.max_depth = 8});
    return !failed && value.is_object() ? std::move(value.get_object()) : json::object{};
}

// {"ENDPOINT": {"images": {"value": 5, "learnt": 1763200000000}}}
std::optional<LearntLimit> limit_from(
    std::string_view name, const json::value& value, store::Time now
) {
    const auto* object = value.if_object();
    if (object == nullptr) return std::nullopt;
    const auto* number = object->if_contains("value");
    const auto* learnt = object->if_contains("learnt");
    if (number == nullptr || learnt == nullptr || !learnt->is_int64()) return std::nullopt;
    boost::system::error_code failed;
    const auto bound = number->to_number<std::uint64_t>(failed);
    const store::Time time{std::chrono::milliseconds{learnt->get_int64()}};
    if (failed || time + kKept < now) return std::nullopt;
    for (const auto& [what, known] : kNames) {
        // No pictures at all is a limit; nothing else may be 0.
        if (known == name && (bound > 0 || what == What::Images)) return LearntLimit{what, bound};
    }
    return std::nullopt;
}

std::vector<LearntLimit> limits_in(
    const json::object& all, std::string_view endpoint, store::Time now
) {
    std::vector<LearntLimit> limits;
    const auto* entry = all.if_contains(endpoint);
    if (entry == nullptr || !entry->is_object()) return limits;
    for (const auto& [name, value] : entry->get_object()) {
        if (const auto limit = limit_from(name, value, now)) limits.push_back(*limit);
    }
    return limits;
}

bool is_as_strict(const LearntLimit& known, const LearntLimit& limit) {
    switch (limit.what) {
        case What::LeastEdge: return known.value >= limit.value;
        case What::CallIdLength: return known.value == limit.value;  // another one replaces it
        case What::Images:
        case What::ImageBytes:
        case What::ImageEdge:
        case What::ManyImagesEdge:
        case What::RequestBytes:
        case What::PdfPages:
        case What::ReplyAfterTools: break;
    }
    return known.value <= limit.value;
}

// Held while the file is read, changed and written.
class Lock {
public:
    explicit Lock(const std::filesystem::path& file)
        : fd_(::open((file.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
        if (fd_ >= 0) ::flock(fd_, LOCK_EX);
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() {
        if (fd_ >= 0) ::close(fd_);
    }

private:
    int fd_;
};

}  // namespace

std::string_view name_of(What what) {
    for (const auto& [known, name] : kNames) {
        if (known == what) return name;
    }
    return "unknown";
}

std::string words_of(const LearntLimit& limit) {
    switch (limit.what) {
        case What::Images:
            return limit.value == 0 ? "no pictures"
                                    : fmt::format("at most {} pictures a request", limit.value);
        case What::ImageBytes: return fmt::format("at most {} bytes a picture", limit.value);
        case What::ImageEdge: return fmt::format("no side over {} pixels", limit.value);
        case What::ManyImagesEdge:
            return fmt::format("no side over {} pixels among many pictures", limit.value);
        case What::RequestBytes: return fmt::format("at most {} bytes a request", limit.value);
        case What::PdfPages: return fmt::format("at most {} pages a document", limit.value);
        case What::LeastEdge: return fmt::format("no side under {} pixels", limit.value);
        case What::ReplyAfterTools: return "no user message right after a tool's result";
        case What::CallIdLength:
            return fmt::format("ids of tool calls of {} letters and digits only", limit.value);
    }
    return {};
}

std::vector<LearntLimit> LearntLimits::of(std::string_view endpoint, store::Time now) const {
    return limits_in(read_file(file_), endpoint, now);
}

bool LearntLimits::remember(std::string_view endpoint, const LearntLimit& limit, store::Time now)
    const {
    const Lock lock(file_);
    auto all = read_file(file_);
    for (const auto& known : limits_in(all, endpoint, now)) {
        if (known.what == limit.what && is_as_strict(known, limit)) return false;
    }
    auto& entry = all[endpoint];
    if (!entry.is_object()) entry = json::object{};
    entry.get_object()[name_of(limit.what)] = {
        {"value", limit.value}, {"learnt", now.time_since_epoch().count()}};
    const auto text = json::serialize(all);
    // Not kept is not lost: the next refusal tells it again.
    static_cast<void>(write_file(file_, as_bytes(text), Readers::OwnerOnly).ok());
    return true;
}

}  // namespace fovea::delivery
