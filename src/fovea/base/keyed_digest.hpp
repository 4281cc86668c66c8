// HMAC-SHA-256 (RFC 2104): a digest that only somebody who has the key can make.
#pragma once

#include "fovea/base/bytes.hpp"
#include "fovea/base/digest.hpp"

namespace fovea {

using DigestKey = std::array<std::byte, 32>;

Sha256 keyed_digest(const DigestKey& key, ByteView bytes);

}  // namespace fovea
