// A remote model behind the interface that local ones have too: a request is fitted, sent and healed
// as any other turn.
//
//     DeliveredModel model(target, services, "gemini_normalized_1000");
//     const auto reply = TRY(model.complete(request, blobs, stop));   // reply.usage.cost_usd is set
//
// The request's pictures are originals, crops among them: each is fitted here. Their bytes come from
// the services' files; `blobs` is not asked. A picture that cannot be shown to the model is an error:
// an answer about it would be made up.
#pragma once

#include "fovea/delivery/deliver.hpp"
#include "fovea/providers/provider.hpp"

#include <string>
#include <utility>
#include <vector>

namespace fovea::delivery {

class DeliveredModel final : public providers::Provider {
public:
    // Borrows the services.
    DeliveredModel(Target target, const Services& services, std::string grounding_format)
        : target_(std::move(target)),
          services_(services),
          grounding_format_(std::move(grounding_format)) {}

    std::string revision() const override { return target_.settings.base_url; }
    std::string grounding_format() const override { return grounding_format_; }

    Result<providers::Reply> complete(
        const providers::Request& request, providers::BlobSource& blobs, const std::stop_token& stop
    ) override;

    // The same, with what each picture went out as. In tiles, places in the answer would be those of
    // a tile; whoever reads places asks without.
    Result<Delivered> ask_seen(
        const providers::Request& request, context::Tiling tiling, const std::stop_token& stop
    );

    const Target& target() const { return target_; }

private:
    Target target_;
    const Services& services_;
    std::string grounding_format_;
};

}  // namespace fovea::delivery
