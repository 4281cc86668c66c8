// For tests: variants without pixels. A file is as large as it was said to be; a variant takes so
// many bytes a pixel unless it is the file itself, and is made smaller until it fits.
#pragma once

#include "fovea/context/variants.hpp"
#include "fovea/media/transform/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fovea::context {

class TestVariants : public VariantMaker {
public:
    struct File {
        media::PixelSize size;
        std::uint64_t bytes = 0;
        double bytes_per_pixel = 1.0;         // of what is made of it
        std::optional<ErrorCode> fails = {};  // when something is to be made of it
    };

    void add(const content::BlobRef& blob, const File& file) { files_[blob.sha256] = file; }
    void add(const content::ImageBlock& image, std::uint64_t bytes, double bytes_per_pixel = 1.0) {
        add(*content::blob_of(image.source), {image.size, bytes, bytes_per_pixel});
    }
    void fail(const content::ImageBlock& image, ErrorCode code) {
        files_.at(content::blob_of(image.source)->sha256).fails = code;
    }

    Result<std::uint64_t> size_of(const content::BlobRef& original) override {
        const auto file = files_.find(original.sha256);
        if (file == files_.end()) return Error{ErrorCode::FileNotFound, "no such file"};
        return file->second.bytes;
    }

    Result<Variant> make(
        const content::BlobRef& original, const Transform& transform, const std::stop_token& stop
    ) override {
        if (stop.stop_requested()) return Error{ErrorCode::Cancelled, "cancelled"};
        const auto found = files_.find(original.sha256);
        if (found == files_.end()) return Error{ErrorCode::FileNotFound, "no such file"};
        const auto& file = found->second;
        if (file.fails) return Error{*file.fails, "it fails"};
        const auto& target = transform.target;
        if (!transform.crop && file.size.longest_edge() <= target.max_edge &&
            media::pad_to(file.size, target.min_edge) == file.size &&
            file.bytes <= target.max_bytes) {
            return Variant{original, "image/png", file.size, file.bytes, false, {}};
        }
        const auto whole = transform.crop ? transform.crop->size() : file.size;
        const auto size = media::fit_within(whole, target.max_edge);
        const auto wish = static_cast<std::uint64_t>(
            std::ceil(static_cast<double>(size.pixels()) * file.bytes_per_pixel)
        );
        const auto bytes = std::min(wish, target.max_bytes);
        const auto name = fmt::format(
            "{} {}x{} {} {}",
            original.sha256.hex(),
            size.width,
            size.height,
            bytes,
            transform.crop ? transform.crop->y : 0
        );
        const content::BlobRef blob{sha256(as_bytes(name))};
        return Variant{blob, "image/jpeg", size, bytes, size != whole, {"encoded"}};
    }

private:
    std::map<Sha256, File> files_;
};

}  // namespace fovea::context
