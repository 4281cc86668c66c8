#include "fovea/media/image/colour/profile.hpp"

#include "fovea/media/image/colour/rows.hpp"

#include <lcms2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

namespace fovea::media {
namespace {

struct CloseProfile {
    void operator()(void* profile) const { cmsCloseProfile(profile); }
};
using Profile = std::unique_ptr<void, CloseProfile>;

struct DeleteTransform {
    void operator()(void* transform) const { cmsDeleteTransform(transform); }
};
using Transform = std::unique_ptr<void, DeleteTransform>;

// The general way: whatever Little CMS makes of the profile.
class EngineConversion : public RowConversion {
public:
    explicit EngineConversion(Transform transform) : transform_(std::move(transform)) {}

    void run(const std::uint8_t* from, std::size_t pixels, std::uint8_t* to) const override {
        cmsDoTransform(transform_.get(), from, to, static_cast<cmsUInt32Number>(pixels));
    }

private:
    Transform transform_;
};

cmsColorSpaceSignature space_of(PixelFormat format) {
    switch (format) {
        case PixelFormat::Gray8: return cmsSigGrayData;
        case PixelFormat::Cmyk8: return cmsSigCmykData;
        case PixelFormat::Rgb8:
        case PixelFormat::Rgba8:
        case PixelFormat::Ycc8: return cmsSigRgbData;
    }
    return cmsSigRgbData;
}

cmsUInt32Number layout_of(PixelFormat format) {
    switch (format) {
        case PixelFormat::Gray8: return TYPE_GRAY_8;
        case PixelFormat::Cmyk8: return TYPE_CMYK_8;
        case PixelFormat::Rgba8: return TYPE_RGBA_8;
        case PixelFormat::Rgb8:
        case PixelFormat::Ycc8: return TYPE_RGB_8;
    }
    return TYPE_RGB_8;
}

// Profiles of devices; links, named colours and effects say nothing about a picture's samples.
bool describes_samples(const Profile& profile, PixelFormat format) {
    const auto kind = cmsGetDeviceClass(profile.get());
    const bool device = kind == cmsSigInputClass || kind == cmsSigDisplayClass ||
                        kind == cmsSigOutputClass || kind == cmsSigColorSpaceClass;
    return device && cmsGetColorSpace(profile.get()) == space_of(format);
}

Transform make_transform(
    const Profile& profile, cmsUInt32Number from, cmsUInt32Number to, cmsUInt32Number flags
) {
    const Profile srgb(cmsCreate_sRGBProfile());
    if (!srgb) return nullptr;
    return Transform(cmsCreateTransform(
        profile.get(),
        from,
        srgb.get(),
        to,
        INTENT_PERCEPTUAL,
        cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE | flags
    ));
}

using Colour = std::array<std::uint8_t, 3>;

std::vector<Colour> test_colours() {
    constexpr int kLevels = 9;
    std::vector<Colour> colours;
    const auto level = [](int i) { return static_cast<std::uint8_t>(i * 255 / (kLevels - 1)); };
    for (int r = 0; r < kLevels; ++r) {
        for (int g = 0; g < kLevels; ++g) {
            for (int b = 0; b < kLevels; ++b) colours.push_back({level(r), level(g), level(b)});
        }
    }
    for (int gray = 0; gray < 256; ++gray) {
        const auto value = static_cast<std::uint8_t>(gray);
        colours.push_back({value, value, value});
    }
    return colours;
}

int largest_difference(const std::vector<Colour>& a, const std::vector<Colour>& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t c = 0; c < 3; ++c)
            largest = std::max(largest, std::abs(a[i][c] - b[i][c]));
    }
    return largest;
}

bool invert(
    const std::array<std::array<double, 3>, 3>& m, std::array<std::array<double, 3>, 3>& to
) {
    const auto cofactor = [&](std::size_t row, std::size_t column) {
        const auto r1 = (row + 1) % 3;
        const auto r2 = (row + 2) % 3;
        const auto c1 = (column + 1) % 3;
        const auto c2 = (column + 2) % 3;
        return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
    };
    const auto determinant =
        m[0][0] * cofactor(0, 0) + m[0][1] * cofactor(0, 1) + m[0][2] * cofactor(0, 2);
    if (std::abs(determinant) < 1e-9) return false;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            to[row][column] = cofactor(column, row) / determinant;
        }
    }
    return true;
}

using Matrix = std::array<std::array<double, 3>, 3>;

// Columns: the profile's red, green and blue in the connection space.
std::optional<Matrix> colorants_of(const Profile& profile) {
    constexpr cmsTagSignature kTags[] = {
        cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag};
    Matrix matrix{};
    for (std::size_t column = 0; column < 3; ++column) {
        const auto* xyz = static_cast<const cmsCIEXYZ*>(cmsReadTag(profile.get(), kTags[column]));
        if (xyz == nullptr) return std::nullopt;
        matrix[0][column] = xyz->X;
        matrix[1][column] = xyz->Y;
        matrix[2][column] = xyz->Z;
    }
    return matrix;
}

// Nothing when the profile is of another kind. One that has tables besides the matrix works by the
// tables.
std::optional<MatrixProfile> matrix_of(const Profile& profile) {
    if (!cmsIsMatrixShaper(profile.get()) || cmsIsTag(profile.get(), cmsSigAToB0Tag)) {
        return std::nullopt;
    }
    const Profile srgb(cmsCreate_sRGBProfile());
    const auto source = colorants_of(profile);
    const auto target = srgb ? colorants_of(srgb) : std::nullopt;
    Matrix to_srgb{};
    if (!source || !target || !invert(*target, to_srgb)) return std::nullopt;

    MatrixProfile result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            for (std::size_t k = 0; k < 3; ++k) {
                result.matrix[row][column] += to_srgb[row][k] * (*source)[k][column];
            }
        }
    }
    constexpr cmsTagSignature kCurves[] = {cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag};
    for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto* curve =
            static_cast<const cmsToneCurve*>(cmsReadTag(profile.get(), kCurves[channel]));
        if (curve == nullptr) return std::nullopt;
        for (std::size_t sample = 0; sample < 256; ++sample) {
            result.linear[channel][sample] =
                cmsEvalToneCurveFloat(curve, static_cast<float>(sample) / 255.0F);
        }
    }
    return result;
}

ProfileOutcome ignored() {
    return {.conversion = nullptr, .ignored = true};
}

ProfileOutcome for_gray(const Profile& profile) {
    const auto transform = make_transform(profile, TYPE_GRAY_8, TYPE_RGB_8, 0);
    if (!transform) return ignored();
    SampleTable levels{};
    for (std::size_t i = 0; i < levels.size(); ++i) levels[i] = static_cast<std::uint8_t>(i);
    std::array<Colour, 256> converted{};
    cmsDoTransform(transform.get(), levels.data(), converted.data(), 256);
    SampleTable table{};
    for (std::size_t i = 0; i < table.size(); ++i) table[i] = converted[i][1];
    if (!is_noticed(table)) return {};
    return {std::make_unique<TableConversion>(table, PixelFormat::Gray8), false};
}

ProfileOutcome for_rgb(const Profile& profile, PixelFormat format) {
    const auto probe = make_transform(profile, TYPE_RGB_8, TYPE_RGB_8, cmsFLAGS_NOOPTIMIZE);
    if (!probe) return ignored();
    const auto colours = test_colours();
    auto expected = colours;
    const auto count = static_cast<cmsUInt32Number>(colours.size());
    cmsDoTransform(probe.get(), colours.data(), expected.data(), count);
    if (largest_difference(colours, expected) <= kUnnoticed) return {};

    if (const auto matrix = matrix_of(profile)) {
        auto got = colours;
        MatrixConversion(*matrix, PixelFormat::Rgb8)
            .run(colours[0].data(), colours.size(), got[0].data());
        if (largest_difference(got, expected) <= 1) {
            return {std::make_unique<MatrixConversion>(*matrix, format), false};
        }
    }
    const auto layout = layout_of(format);
    auto transform = make_transform(profile, layout, layout, cmsFLAGS_COPY_ALPHA);
    if (!transform) return ignored();
    return {std::make_unique<EngineConversion>(std::move(transform)), false};
}

ProfileOutcome for_cmyk(const Profile& profile) {
    auto transform = make_transform(profile, TYPE_CMYK_8, TYPE_RGB_8, 0);
    if (!transform) return ignored();
    return {std::make_unique<EngineConversion>(std::move(transform)), false};
}

}  // namespace

ProfileOutcome convert_by_profile(ByteView icc, PixelFormat format) {
    const Profile profile(
        cmsOpenProfileFromMem(icc.data(), static_cast<cmsUInt32Number>(icc.size()))
    );
    if (!profile || !describes_samples(profile, format)) return ignored();
    switch (format) {
        case PixelFormat::Gray8: return for_gray(profile);
        case PixelFormat::Cmyk8: return for_cmyk(profile);
        case PixelFormat::Rgb8:
        case PixelFormat::Rgba8: return for_rgb(profile, format);
        case PixelFormat::Ycc8:
            return ignored();  // decoded to RGB where colours have to be converted
    }
    return ignored();
}

}  // namespace fovea::media
