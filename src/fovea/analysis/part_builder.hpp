// What the makers of parts share: whom the parts are for, and how many pictures may still come.
#pragma once

#include "fovea/analysis/parts.hpp"

#include <cstddef>
#include <stop_token>
#include <string>

namespace fovea::analysis {

struct PartBuilder {
    const delivery::Target& target;
    const Scope& scope;
    const PartServices& services;
    const std::stop_token& stop;
    Parts& parts;
    std::size_t room = 0;  // for pictures
    std::size_t file = 0;
    std::string heading = {};  // of the file: `File 1 of 2 "a.pdf"`

    void say(std::string text) { parts.blocks.emplace_back(content::TextBlock{std::move(text)}); }

    // The origin's file is this one.
    void show(content::ImageBlock image, Origin origin) {
        origin.file = file;
        parts.blocks.emplace_back(std::move(image));
        parts.origins.push_back(std::move(origin));
        if (room > 0) --room;
    }

    std::uint32_t max_edge() const { return target.limits.recommended_edge.value_or(1568); }
};

Result<void> add_picture(PartBuilder& to, const Material& file);
Result<void> add_document(PartBuilder& to, const Material& file);
Result<void> add_video(PartBuilder& to, const Material& file);

}  // namespace fovea::analysis
