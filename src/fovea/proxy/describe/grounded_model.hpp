// A remote vision model whose places are read out of its words (V8): boxes in pixels of the whole
// pictures, with crop and every resize undone.
#pragma once

#include "fovea/delivery/delivered_model.hpp"
#include "fovea/proxy/grounding/format.hpp"

#include <utility>

namespace fovea::proxy {

class GroundedModel final : public providers::Provider {
public:
    // Borrows the services. With Format::None nothing is read.
    GroundedModel(
        delivery::Target target, const delivery::Services& services, grounding::Format format
    )
        : model_(std::move(target), services, std::string(grounding::id_of(format))),
          format_(format) {}

    std::string revision() const override { return model_.revision(); }
    std::string grounding_format() const override { return model_.grounding_format(); }

    Result<providers::Reply> complete(
        const providers::Request& request, providers::BlobSource& blobs, const std::stop_token& stop
    ) override;

private:
    delivery::DeliveredModel model_;
    grounding::Format format_;
};

}  // namespace fovea::proxy
