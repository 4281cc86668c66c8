// Solves a provider's limits over one whole request (M5): how large each picture may be, and which
// go as words, so that count, edges, bytes and tokens all hold at once.
//
//     const RequestPlan plan = TRY(fit_request(candidates, limits, bytes_of_text));
//     plan.pictures[3].target;   // none: it goes as words, for plan.pictures[3].reason
//
// Pure, and the same answer for the same input. Nothing is enlarged, and what fits stays as it is.
// Where not all can go, the least important go as words first, the oldest of them before others:
// those of past turns, then pinned ones, then what tools showed earlier in the open turn. What the
// person attached in the open turn, or came with the last message, always goes: where even that
// does not fit, the answer is LimitExceeded.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/native_tiles.hpp"
#include "fovea/context/request_limits.hpp"
#include "fovea/media/transform/fit.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fovea::context {

enum class Rank : std::uint8_t { Past, Pinned, Working, Asked };  // the later, the more important

// A variant that was already made with no other limit on its bytes than the one for every picture.
struct Measured {
    std::uint32_t max_edge = 0;
    std::uint64_t bytes = 0;
};

// A picture that would go as pixels. They come in the order of the conversation.
struct Candidate {
    media::PixelSize size;    // upright, of the part that is meant; 0x0 when unknown
    std::uint64_t bytes = 0;  // of the original file
    std::string mime;
    std::uint32_t frames = 1;  // 0 when unknown
    bool is_cropped = false;
    bool is_url = false;  // the provider fetches it: it costs no bytes and cannot be changed

    Form form = Form::Full;  // or Low
    std::uint32_t low_edge = 512;
    Rank rank = Rank::Past;

    Density density = Density::Usual;
    bool may_tile = false;
    std::optional<Measured> measured;
};

struct Fitted {
    std::optional<media::FitTarget> target;  // none: it goes as words
    Form form = Form::Text;                  // as it goes: a full one may have become low
    media::PixelSize size;                   // that it comes out with; 0x0 when unknown
    std::uint64_t expected_bytes = 0;        // at most so many, tiles not counted
    std::uint64_t tokens = 0;                // an estimate, tiles included
    std::vector<media::PixelRect> tiles;     // of the part that is meant; they follow the overview
    double tile_scale = 1;                   // to which they are shrunk
    std::string reason;                      // why it is less than its form asked for
};

struct RequestPlan {
    std::vector<Fitted> pictures;     // one for each candidate
    std::uint64_t images = 0;         // that go out, tiles included
    std::uint64_t encoded_bytes = 0;  // of them in base64, and of what is written around them
    std::uint64_t tokens = 0;
    bool is_tight = false;  // bytes had to be shared: some may have less than they could use
};

// The largest file that is within the limit for one picture once it is base64.
std::uint64_t max_image_bytes(const RequestLimits& limits);

// How many pictures give way where not all fit. In batches, a conversation that grows by one picture
// at a time changes its earlier part only now and then, and the provider's prompt cache lasts in
// between (X2).
enum class GivingWay : std::uint8_t { OneByOne, InBatches };
inline constexpr std::size_t kBatch =
    8;  // at most; never more than a quarter of those that may stay

// What is written around each picture, and what a request holds besides messages.
inline constexpr std::uint64_t kBytesAroundPicture = 512;
inline constexpr std::uint64_t kBytesAroundRequest = 64u << 10;

Result<RequestPlan> fit_request(
    std::span<const Candidate> pictures,
    const RequestLimits& limits,
    std::uint64_t used_bytes,
    GivingWay giving_way = GivingWay::OneByOne
);

}  // namespace fovea::context
