#include "fovea/store/image_id.hpp"

#include "fovea/base/ascii.hpp"

namespace fovea::store {
namespace {

constexpr std::size_t kFewestDigits = 8;
constexpr std::size_t kAllDigits = 64;

}  // namespace

Result<std::string> image_id_digits(std::string_view prefix) {
    auto digits = lowered(prefix.starts_with("sha256:") ? prefix.substr(7) : prefix);
    const bool is_hex = digits.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (digits.size() < kFewestDigits || digits.size() > kAllDigits || !is_hex) {
        return Error{
            ErrorCode::InvalidInput,
            "\"" + std::string(prefix.substr(0, 80)) +
                "\" is not an image id: 8 to 64 hexadecimal digits"};
    }
    return digits;
}

Result<content::BlobRef> only_image(
    std::string_view digits, std::span<const content::BlobRef> found
) {
    if (found.empty()) {
        return Error{ErrorCode::FileNotFound, "no stored image starts with " + std::string(digits)};
    }
    if (found.size() > 1) {
        return Error{
            ErrorCode::InvalidInput,
            std::string(digits) + " is the start of " + std::to_string(found.size()) +
                " stored images"};
    }
    return found[0];
}

}  // namespace fovea::store
