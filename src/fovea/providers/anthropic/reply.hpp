// What a whole reply and a stream have in common: the meaning of their words and numbers.
#pragma once

#include "fovea/providers/dialect.hpp"

#include <boost/json/fwd.hpp>

#include <cstdint>
#include <string_view>

namespace fovea::providers::anthropic {

FinishReason finish_reason(std::string_view stop_reason);

// Usage comes twice in a stream. The numbers are totals so far: a later one replaces an earlier
// one, and one that is not there leaves it alone.
class UsageReader {
public:
    void take(const boost::json::value& usage);
    Usage usage() const;

private:
    std::uint64_t fresh_ = 0;  // neither read from the cache nor written to it
    std::uint64_t cache_read_ = 0;
    std::uint64_t cache_write_ = 0;  // with either time to live
    std::uint64_t cache_write_long_ = 0;
    std::uint64_t output_ = 0;
    std::uint64_t thinking_ = 0;
};

// {"type": "error", "error": {…}} under HTTP 200. `status` of the failure is the one that such an
// error has on its own. What is only transient or unclear is FailureKind::Stream.
WireFailure failure_in_answer(const boost::json::value& body);

}  // namespace fovea::providers::anthropic
