#include "fovea/serve/http/exchange.hpp"

#include "fovea/serve/http/compress.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace fovea::serve {
namespace {

Result<Response> answer_of(const Route& route, Call& call) {
    try {
        return route.answer(call);
    } catch (const std::exception& thrown) {
        spdlog::error("{} {}: {}", route.method, route.path, thrown.what());
        return Error{ErrorCode::Internal, "the server failed; its log says more"};
    }
}

}  // namespace

void Exchange::open_sink() {
    auto sink = route->open_body(call);
    if (sink.ok()) call.sink = std::move(sink).value();
    if (!sink.ok()) failed = sink.error();
}

void Exchange::feed_sink(bool is_last) {
    auto taken = call.sink->take(piece);
    if (taken.ok() && is_last) taken = call.sink->finish();
    if (!taken.ok()) failed = taken.error();
    piece.clear();
}

void Exchange::answer(const std::stop_token& stop) {
    call.stop = stop;
    auto given = answer_of(*route, call);
    call.stop = {};
    response = given.ok() ? std::move(given).value() : problem(given.error());
    // Not on the loop, and nothing that others wrote.
    if (!route->is_quick && route->scope == Scope::Sessions) compress_json(*response, call.request);
}

void Exchange::read_piece(const Response::Pieces& pieces, std::uint64_t from, std::size_t most) {
    const auto left = std::min<std::uint64_t>(most, pieces.size - from);
    auto read = pieces.read(from, static_cast<std::size_t>(left));
    piece = read.ok() ? std::move(read).value() : std::string();
}

}  // namespace fovea::serve
