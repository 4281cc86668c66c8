// What a model is told about a picture stands in a fence, so that it can tell data from
// instructions (V4):
//
//     <vision_proxy_analysis image="sha256:9f…#crop:1840,120,840,360" width="840" height="360"
//     crop_origin="1840,120" filename="screen.png" grounding_format="none">
//     The dialog says "Connection timed out".
//     </vision_proxy_analysis>
//
// (the opening tag is one line). This is the only writer of the three tags. The body comes from
// pictures, so whoever draws a picture writes it: neutralise() keeps it from ending the fence early
// and from opening another one.
#pragma once

#include "fovea/base/digest.hpp"
#include "fovea/media/image/pixels.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fovea::proxy {

enum class FenceTag {
    Description,       // of one picture, generic
    Analysis,          // the answer to a question, or of a crop
    JointDescription,  // several pictures together
};

struct FencedImage {
    Sha256 sha256;
    media::PixelSize size;  // of the whole upright picture
    std::optional<media::PixelRect> crop;
    std::string filename;  // a path will do: only its last part is written
};

// A fence around what was seen of one picture. `width` and `height` are those of what was seen, the
// crop's where there is one. Left out are `crop_origin` without a crop, `filename` when it is empty
// and `grounding_format` when it is empty. For JointDescription the same as joint_fence() of one.
//
// Of a file name only what follows the last / or \ is written, without control characters and
// without those that turn the direction of text; a name of dots only is no name. It is neutralised
// and escaped as everything in an attribute is.
std::string fence(
    FenceTag tag, const FencedImage& image, std::string_view grounding_format, std::string_view body
);

// A fence around what was seen of several: images="2" and dimensions='[…]', a JSON array with
// image, width, height and filename for each, in their order.
std::string joint_fence(
    std::span<const FencedImage> images, std::string_view grounding_format, std::string_view body
);

struct FencedFile {
    std::optional<Sha256> sha256;  // none for a file that is only an address
    std::string filename;          // a path will do
};

// A fence around what was said about files of any kind: an analysis with files="2", and sources='[…]',
// a JSON array with file and filename for each.
std::string analysis_fence(std::span<const FencedFile> files, std::string_view body);

// The body as it stands in a fence: valid UTF-8 (each byte that is not becomes U+FFFD) in which no
// fence tag can be read, neither by a strict nor by a generous reader. Every spelling of a tag's
// name is found: in any case; with spaces, low lines, dashes or nothing between its words and
// letters; with zero-width characters, controls and accents; with full-width, mathematical and
// other look-alike letters; with its characters as HTML entities, named or numbered, with or
// without semicolon, encoded up to eight times over; and any mixture of these. It then
//
//  - gets the mark [quoted] behind its first word, and
//  - the < before it, if there is one, becomes &lt;
//
//     </vision_proxy_analysis>   ->   &lt;/vision[quoted]_proxy_analysis>
//
// which a person and a model still understand, and which is no tag to anyone: the mark is made of
// letters, so it stays when punctuation is dropped.
//
// Everything else stays byte for byte: "a < b", "</div>", code. So does a name that is only
// mentioned: spelt in plain ASCII letters, spaces, low lines and dashes, and with nothing beside it
// on either side that could stand for a bracket or a slash (the ends of the text, ASCII letters and
// digits, . , : ( ) [ ] { } " ' ` * = |, quotation marks and bullets; a semicolon behind it).
//
// neutralise(neutralise(x)) == neutralise(x). Time and memory grow with the length of the body.
std::string neutralise(std::string_view body);

}  // namespace fovea::proxy
