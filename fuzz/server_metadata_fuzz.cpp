// What servers of every age and kind tell of their models, by all readers.
#include "fovea/models/server_metadata.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace fovea;

void check(const Result<models::ServerMetadata>& told) {
    if (!told.ok()) {
        if (told.error().code != ErrorCode::LlmError) __builtin_trap();
        return;
    }
    if (told.value().context == 0U || told.value().max_output == 0U) __builtin_trap();
    constexpr std::uint64_t kMostOfAToken = 10'000'000'000;  // 0.01 USD
    const auto& prices = told.value().prices;
    for (const auto& price : {prices.input, prices.cache_read, prices.cache_write, prices.output}) {
        if (price && *price > kMostOfAToken) __builtin_trap();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view body(reinterpret_cast<const char*>(data), size);
    check(models::read_ollama_show(body));
    check(models::read_llamacpp_props(body));
    const auto told = models::read_openrouter_models(body, "a/model");
    if (!told.ok()) {
        check(told.error());
    } else if (told.value()) {
        check(*told.value());
    }
    return 0;
}
