// Barcodes on a picture, read by ZXing: QR, Aztec, Data Matrix, PDF417 and the linear ones of shops
// and parcels.
//
//     for (const Barcode& code : find_barcodes(picture)) …
//
// Dark on light or light on dark, turned, several on one picture. Linear codes without a check digit
// are only believed when enough of their height agrees, because ordinary text is full of bars.
//
// Gray8, Rgb8 or Rgba8 (over white); none for other formats. Pictures above 10 megapixels are
// scaled down first. Uses one thread, opens nothing and throws nothing but std::bad_alloc.
//
// Runs only inside a worker.
#pragma once

#include "fovea/media/image/pixels.hpp"
#include "fovea/reading/reading.hpp"

#include <cstddef>
#include <vector>

namespace fovea::reading {

constexpr std::size_t kMaxBarcodes = 64;

// From the top, and from the left where tops are equal.
std::vector<Barcode> find_barcodes(const media::Picture& picture);

}  // namespace fovea::reading
