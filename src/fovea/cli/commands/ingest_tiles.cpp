#include "fovea/cli/commands/ingest_tiles.hpp"

#include "fovea/context/native_tiles.hpp"
#include "fovea/context/text_on.hpp"
#include "fovea/media/image/sniff.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace fovea::cli {

std::optional<SentInTiles> sent_in_tiles(
    const ingest::Ingested& picture,
    const delivery::Target& target,
    const std::function<Result<Bytes>()>& read,
    media::PictureWorkers& workers,
    const std::stop_token& stop
) {
    const auto& facts = picture.prepared.facts;
    const auto& crop = picture.prepared.crop;
    context::Candidate candidate;
    candidate.size = crop ? crop->size() : facts.size;
    candidate.bytes = picture.bytes;
    candidate.mime = media::mime_of(facts.type);
    candidate.frames = facts.frames;
    candidate.is_cropped = crop.has_value();
    candidate.rank = context::Rank::Asked;
    candidate.may_tile = true;
    const auto put = [&](std::span<std::byte> room) -> Result<std::size_t> {
        const auto file = TRY(read());
        if (file.size() > room.size()) return Error{ErrorCode::FileTooLarge, "too large"};
        std::ranges::copy(file, room.begin());
        return file.size();
    };
    const auto measure = context::measure_in([&] { return Result(&workers); });
    const auto text = measure(put, {.limits = {}, .area = crop}, stop);
    const bool dense = text.ok() && context::is_dense(text.value(), candidate.size, target.limits);
    if (dense) candidate.density = context::Density::Dense;
    auto plan = context::fit_request(std::span(&candidate, 1), target.limits, 0);
    if (!plan.ok() || plan.value().pictures.front().tiles.empty()) return std::nullopt;
    auto& fitted = plan.value().pictures.front();
    return SentInTiles{fitted.size, std::move(fitted.tiles), fitted.tile_scale, fitted.tokens};
}

}  // namespace fovea::cli
