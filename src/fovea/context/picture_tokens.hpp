// What a picture of the conversation counts with one model, whole and small, as far as its size tells.
//
//     PictureTokens tokens(limits, low_edge);
//     tokens.of(image, Form::Full);
//
// No file is opened, so that a conversation gives the same numbers in every process and after its
// files have gone. What the size does not tell, how small the letters on a screen are, is taken to be
// the dearer of both: it goes in tiles.
#pragma once

#include "fovea/content/blocks.hpp"
#include "fovea/context/ageing.hpp"
#include "fovea/context/native_tiles.hpp"
#include "fovea/context/request_limits.hpp"

#include <cstdint>
#include <map>
#include <tuple>

namespace fovea::context {

inline constexpr double kPlaceholderTokens = 12;

// Of a picture as it is sent: by the model's rule, else by the one that most models have. What is estimated
// before a picture is sent and what its receipt says come from here.
double tokens_sent(media::PixelSize size, const RequestLimits& limits);

class PictureTokens {
public:
    // Borrows the limits.
    PictureTokens(const RequestLimits& limits, std::uint32_t low_edge)
        : limits_(limits), low_edge_(low_edge) {}

    double of(const content::ImageBlock& image, Form form);

private:
    double whole(media::PixelSize size, Density density);
    double sent(media::PixelSize size) const { return tokens_sent(size, limits_); }
    double tiles(media::PixelSize size, Density density) const;

    const RequestLimits& limits_;
    std::uint32_t low_edge_;
    // Most pictures of a conversation are alike, and tiles are laid by trial.
    std::map<std::tuple<std::uint32_t, std::uint32_t, Density>, double> known_;
};

}  // namespace fovea::context
