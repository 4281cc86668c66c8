// A provider's prompt cache, played over request bodies as they were sent: what each would have read
// from it and written to it, and what that costs.
//
//     PromptCache cache(*model);
//     for (const std::string& body : bodies) total += TRY(cache.send(body));
//
// By Anthropic's published rules: the prompt is a row of blocks (tools, system, then each block of
// each message); the prefix up to a mark is kept; a request reads the longest kept prefix that ends
// at most 20 blocks before one of its marks, and writes what is between there and its last mark.
// Time is left out: nothing expires. Tokens are estimates: pictures by the model's rule, words by
// their bytes. The same bodies give the same numbers.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/models/catalogue.hpp"

#include <boost/json/fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::bench {

struct CacheUse {
    std::uint64_t read = 0;     // tokens
    std::uint64_t written = 0;  // tokens
    std::uint64_t fresh = 0;    // tokens that were neither

    CacheUse& operator+=(const CacheUse& other);
    bool operator==(const CacheUse&) const = default;
};

class PromptCache {
public:
    explicit PromptCache(const models::Model& model) : model_(model) {}

    // InvalidInput for a body that is not in Anthropic's form.
    Result<CacheUse> send(std::string_view body);

    // Of the prompt, by the catalogue; 0 where it has no price.
    double usd(const CacheUse& use) const;

private:
    struct Block {
        std::string prefix;  // names everything up to and with this block
        std::uint64_t tokens = 0;
        bool is_marked = false;
    };

    Result<std::vector<Block>> blocks_of(const boost::json::object& body) const;
    std::uint64_t tokens_of(const boost::json::value& value) const;
    std::size_t longest_kept(const std::vector<Block>& blocks) const;

    const models::Model& model_;
    std::set<std::string> kept_;
};

// The body without its cache marks, which are no part of the prompt.
std::string without_marks(std::string body);

// The bytes of such a body up to the end of its last message: what the next request of the same
// conversation begins with, unless something in it changed.
std::string_view said_so_far(std::string_view body);

}  // namespace fovea::bench
