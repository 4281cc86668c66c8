// Where an answer says that things are, on the pictures that it is about: for boxes on a thumbnail and the list below it.
//
//     for (const auto& each : places_in_answer(text, {.model = model, .images = images, …}, settings)) show(each);
//
// Read from the words alone, which are foreign: whatever stands there, boxes lie within their picture and there are at
// most kMostPlaces of them. An answer that only happens to hold four numbers in brackets has none.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/content/seen.hpp"
#include "fovea/delivery/receipt.hpp"
#include "fovea/tui/graphics/numbered_box.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::tui {

inline constexpr std::size_t kMostPlaces = 12;  // more hide the picture

struct PicturePlaces {
    content::ImageBlock image;
    std::vector<NumberedBox> boxes;
    std::size_t left_out = 0;  // places beyond those

    bool operator==(const PicturePlaces&) const = default;
};

struct AnsweredAbout {
    std::string model;  // who said it: "google/gemini-3.8-flash"
    std::span<const content::ImageBlock> images;
    std::span<const delivery::ReceiptRow> receipt = {};
};

std::vector<PicturePlaces> places_in_answer(
    std::string_view text, const AnsweredAbout& about, const config::Settings& settings
);

// In what the vision model said about single pictures, fenced as tools give it. `find`: the picture of that hash, 64
// digits; null for others.
using FindPicture = std::function<const content::ImageBlock*(std::string_view sha256)>;
std::vector<PicturePlaces> places_in_fences(
    std::string_view text, const FindPicture& find, const config::Settings& settings
);

// By picture, numbered through.
std::vector<PicturePlaces> places_of(
    std::span<const content::LabelledBox> boxes, std::span<const content::ImageBlock> images
);

}  // namespace fovea::tui
