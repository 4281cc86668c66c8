// Under which rules a request stands. The protocol has two eras, and one server speaks both:
//
//     legacy   up to 2025-11-25: `initialize` agrees on a version for the whole connection
//     modern   2026-07-28: every request names its version and what its client can, in _meta
//
//     const Era era = TRY(era_of(request, agreed));      // what `initialize` agreed on
//     Response{request.id, seal(result, era, server)};
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/mcp/message.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fovea::mcp {

inline constexpr std::string_view kModernVersion = "2026-07-28";
inline constexpr std::string_view kNewestLegacy = "2025-11-25";
inline constexpr std::int64_t kUnsupportedVersion = -32022;

// What an `initialize` settled for the connection.
struct Agreed {
    std::string version;            // empty: none yet
    bool structured_alone = false;  // client_host.hpp
};

struct Era {
    bool modern = false;
    std::string version;            // legacy: the agreed one; the newest where nobody agreed yet
    bool can_elicit = false;        // modern: its client puts questions to a person
    bool structured_alone = false;  // its client drops words beside structured content

    // Older clients refuse a whole result for content that they do not know.
    bool knows_links() const { return version >= "2025-06-18"; }
    bool knows_structured() const { return version >= "2025-06-18"; }
};

// The version that an `initialize` for `wanted` is answered with: that one, or our newest legacy one.
std::string agree_on(std::string_view wanted);

// kInvalidParams where a modern request lacks what each must have; kUnsupportedVersion, with those
// that are supported, for a version of which we know nothing.
Result<Era, RpcError> era_of(const Request& request, const Agreed& agreed);

// All that we speak, the newest first.
boost::json::array supported_versions();

// How long an answer may be kept by clients (modern).
struct Keeping {
    std::chrono::milliseconds time{0};
    bool for_everybody = false;  // else for the client that asked
};

// A result as that era has it: the modern one names its kind and who made it.
boost::json::object seal(
    boost::json::object result,
    const Era& era,
    const std::string& server_version,
    std::optional<Keeping> keeping = {}
);

}  // namespace fovea::mcp
