// Whatever a provider streams and however it is cut, its reader gives the same reply or the same
// failure, and never anything else. The first byte chooses the dialect, the second the pieces.
#include "fovea/providers/anthropic/anthropic.hpp"
#include "fovea/providers/gemini/gemini.hpp"
#include "fovea/providers/ollama/ollama.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string_view>

namespace {

using namespace fovea;
using providers::Dialect;

using MakeDialect = std::unique_ptr<Dialect> (*)();

// A new dialect is a line here; seeds choose by the place, so it goes to the end.
constexpr MakeDialect kDialects[] = {
    providers::anthropic::make_anthropic,
    providers::gemini::make_gemini,
    providers::ollama::make_ollama,
};

Result<providers::Reply, providers::WireFailure> read(
    const Dialect& dialect, std::string_view stream, std::size_t piece
) {
    const auto reader = dialect.open_stream();
    for (std::size_t at = 0; at < stream.size(); at += piece) {
        const auto events = reader->feed(stream.substr(at, piece));
        if (!events.ok()) return events.error();
    }
    return reader->finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const auto dialect = kDialects[data[0] % std::size(kDialects)]();
    const std::size_t piece = std::size_t{data[1]} + 1;
    const std::string_view stream(reinterpret_cast<const char*>(data) + 2, size - 2);

    const auto whole = read(*dialect, stream, size);
    const auto cut = read(*dialect, stream, piece);
    if (whole.ok() != cut.ok()) __builtin_trap();
    if (whole.ok() && whole.value() != cut.value()) __builtin_trap();
    if (!whole.ok() && whole.error() != cut.error()) __builtin_trap();

    // The same bytes as a whole answer and as a refusal.
    static_cast<void>(dialect->read_reply(stream));
    static_cast<void>(dialect->read_failure(400, {}, stream));
    return 0;
}
