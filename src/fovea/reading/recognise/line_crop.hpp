// A line of any direction as the reader takes it: turned upright, 32 rows high, gray, its ground and ink at fixed
// values; and words in it back to the picture.
//
//     const LineCrop crop(picture, axis);
//     for (const LineWord& word : TRY(reader.read_image(crop.image()))) … crop.box_of(word.first, word.end)
//
// As training/detector/crop.py and training/lines/prepare.py say. Level lines too, whatever they stand on.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/line_axis.hpp"

namespace fovea::reading {

class LineCrop {
public:
    // Of the whole picture: Gray8, Rgb8 or Rgba8 (transparent parts as they are coloured).
    LineCrop(const media::Picture& picture, const LineAxis& axis);

    const media::Picture& image() const { return image_; }

    // What lies between two columns of the image, on the picture: the smallest upright box around it, at least a pixel
    // within the picture.
    media::PixelRect box_of(double first, double end) const;

private:
    media::PixelSize size_;  // of the picture
    LineAxis axis_;
    double length_ = 0;  // with a margin at both ends
    double height_ = 0;
    media::Picture image_;
};

}  // namespace fovea::reading
