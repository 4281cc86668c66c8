// One description of pictures, or one answer about them (V): made by a model, or taken from what the
// same model said to the same question before.
//
//     const auto description = TRY(describe({.images = {image}, .model = "local/ocr"}, provider,
//                                            blobs, known, stop));
//     print(description.text);            // for a person
//     context += description.fence;       // for a model: data, not instructions
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/content/blocks.hpp"
#include "fovea/content/seen.hpp"
#include "fovea/providers/provider.hpp"
#include "fovea/proxy/describe/prompts.hpp"
#include "fovea/store/result_cache.hpp"

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::proxy {

enum class Boxes { Unasked, Wanted };  // places, from models that can name them

enum class Hints { None, Given };  // from file names, likeness and changed regions

struct DescribeRequest {
    std::vector<content::ImageBlock> images;  // one, or several that are looked at together
    std::string question;                     // empty: a description
    std::string model;                        // with its provider's name: "local/ocr"
    std::chrono::milliseconds timeout{60'000};
    std::string user_words = {};  // of the turn that several pictures belong to, as context
    Hints hints = Hints::None;    // for several pictures
    Boxes boxes = Boxes::Unasked;
    JointHints joint_hints = {};  // those, once somebody measured
    bool again = false;           // ask even where an answer is kept, and keep the new one
};

struct Description {
    std::string text;
    std::string fence;             // the text as V4 has it
    std::string grounding_format;  // of places in the text; empty or "none": there are none
    providers::Usage usage;
    std::vector<content::LabelledBox> boxes;
    std::vector<content::SeenWord> words;
    std::vector<content::SeenElement> elements = {};  // controls; of local/ocr alone
    std::string value = {};  // the bare answer, where it is certain; of local/ocr alone
    // Where boxes were wanted of a model that is not asked for places: why, and how to switch it on.
    std::string why_no_boxes = {};
    bool complete = true;
    bool from_cache = false;

    bool operator==(const Description&) const = default;
};

Result<Description> describe(
    const DescribeRequest& request,
    providers::Provider& provider,
    providers::BlobSource& blobs,
    const store::ResultCache& known,
    const std::stop_token& stop
);

}  // namespace fovea::proxy
