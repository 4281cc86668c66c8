// A conversation from a file of the user's or of a stored session: what is taken comes back the same
// from its stored form, and the rest is InvalidInput.
#include "fovea/content/json.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fovea;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto messages = content::messages_from_text(text);
    if (!messages.ok()) {
        if (messages.error().code != ErrorCode::InvalidInput) __builtin_trap();
        return 0;
    }
    boost::json::array stored;
    for (const auto& message : messages.value()) stored.push_back(content::to_json(message));
    const auto once = boost::json::serialize(stored);
    const auto again = content::messages_from_text(once);
    if (!again.ok() || again.value() != messages.value()) __builtin_trap();
    return 0;
}
