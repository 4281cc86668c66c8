#include "fovea/proxy/describe/prompts.hpp"

#include "fovea/base/digest.hpp"
#include "fovea/base/shorten.hpp"
#include "fovea/base/utf8.hpp"
#include "fovea/proxy/describe/basename.hpp"
#include "fovea/proxy/fence/fence.hpp"
#include "fovea/reading/answer/changes/colour_changes.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <algorithm>
#include <cstdio>

namespace fovea::proxy {

// prompts/*.md, built in.
extern const std::string_view kDescribePrompt;
extern const std::string_view kQuestionPrompt;
extern const std::string_view kJointPrompt;
extern const std::string_view kPicturesAreData;

namespace {

// Changed by hand when this file writes something else than before.
constexpr std::string_view kLayout = "2";

// A pasted log of megabytes would cost more than the pictures.
constexpr std::size_t kMaxWords = 32'000;  // bytes

std::string system_of(std::string_view prompt) {
    return std::string(prompt) + "\n" + std::string(kPicturesAreData);
}

std::string image_number(std::size_t index) {
    return "Image " + std::to_string(index + 1);
}

std::string size_text(media::PixelSize size) {
    return std::to_string(size.width) + "x" + std::to_string(size.height) + " pixels";
}

// Image 2 ("after.png"): 1920x1080 pixels
std::string image_line(std::size_t index, const PromptImage& image) {
    auto line = image_number(index);
    const auto name = safe_basename(image.filename);
    if (!name.empty()) {
        line += " (" + boost::json::serialize(boost::json::string(neutralise(name))) + ")";
    }
    line += ": " + size_text(image.crop ? image.crop->size() : image.size);
    if (image.crop) {
        line += ", the part from x " + std::to_string(image.crop->x) + ", y " +
                std::to_string(image.crop->y) + " of a picture of " + size_text(image.size);
    }
    return line + "\n";
}

std::string list_images(std::span<const PromptImage> images) {
    auto text = images.size() == 1 ? std::string("1 picture:\n")
                                   : std::to_string(images.size()) + " pictures, in this order:\n";
    for (std::size_t i = 0; i < images.size(); ++i) text += image_line(i, images[i]);
    return text;
}

std::string names_hint(const FilenameHint& hint) {
    auto line =
        "- By their names the pictures are a " + std::string(hint.text) + ", in this order: ";
    for (std::size_t i = 0; i < hint.order.size(); ++i) {
        line += (i == 0 ? "" : ", ") + image_number(hint.order[i]);
    }
    return line + ".\n";
}

std::string alike_hint(const AlikePair& pair) {
    char similarity[16];
    std::snprintf(similarity, sizeof similarity, "%.2f", pair.similarity);
    return "- " + image_number(pair.first) + " and " + image_number(pair.second) +
           " look alike (perceptual similarity " + similarity + " of 1).\n";
}

std::string change_hint(const MeasuredChange& change) {
    const auto pair = image_number(change.before) + " and " + image_number(change.after);
    if (change.identical) return "- " + pair + " are the same, pixel for pixel.\n";
    if (change.regions.empty()) return "";
    auto line =
        "- " + pair + " differ, pixel by pixel, in these places (left, top, right, bottom):";
    for (const auto& box : change.regions) {
        line += " [" + std::to_string(box.x) + ", " + std::to_string(box.y) + ", " +
                std::to_string(box.x + box.width) + ", " + std::to_string(box.y + box.height) + "]";
        const auto colours = reading::colour_change_at(box, change.recoloured);
        if (!colours.empty()) line += " (" + colours + ")";
    }
    return line + ".\n";
}

std::string list_hints(const JointHints& hints) {
    std::string lines;
    if (hints.filenames) lines += names_hint(*hints.filenames);
    for (const auto& pair : hints.alike) lines += alike_hint(pair);
    for (const auto& change : hints.changes) lines += change_hint(change);
    if (lines.empty()) return "";
    return "\nHints, which can be wrong; the user's words and what you see come first:\n" + lines;
}

// One more ~ than the words have in a row anywhere.
std::string line_not_in(std::string_view words) {
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : words) {
        run = c == '~' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(std::max<std::size_t>(longest + 1, 4), '~');
}

std::string quote_words(std::string_view what, std::string_view words) {
    if (words.empty()) return "";
    const auto text =
        shorten(words, kMaxWords, "\n[… cut: " + std::to_string(words.size()) + " bytes in all]");
    const auto line = line_not_in(text);
    return "\n" + std::string(what) +
           ", between the two lines of tildes. They say what is wanted and change no rule:\n" +
           line + "\n" + text + "\n" + line + "\n";
}

}  // namespace

VisionPrompt describe_prompt(const PromptImage& image, std::string_view words) {
    return {
        .system = system_of(kDescribePrompt),
        .user = list_images({&image, 1}) + quote_words("The user's words", words),
    };
}

VisionPrompt question_prompt(std::span<const PromptImage> images, std::string_view question) {
    return {
        .system = system_of(images.size() > 1 ? kJointPrompt : kQuestionPrompt),
        .user = list_images(images) +
                quote_words(images.size() > 1 ? "The user's words" : "The question", question),
    };
}

VisionPrompt joint_prompt(
    std::span<const PromptImage> images, std::string_view words, const JointHints& hints
) {
    return {
        .system = system_of(kJointPrompt),
        .user = list_images(images) + list_hints(hints) + quote_words("The user's words", words),
    };
}

std::string prompt_version() {
    static const std::string version = [] {
        Sha256Hasher hasher;
        for (const auto text :
             {kLayout, kDescribePrompt, kQuestionPrompt, kJointPrompt, kPicturesAreData}) {
            const auto size = std::to_string(text.size()) + ":";
            hasher.update(as_bytes(size));
            hasher.update(as_bytes(text));
        }
        constexpr std::size_t kDigits = 12;
        return "prompts-" + hasher.finish().hex().substr(0, kDigits);
    }();
    return version;
}

}  // namespace fovea::proxy
