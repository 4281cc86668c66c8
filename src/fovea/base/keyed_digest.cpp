#include "fovea/base/keyed_digest.hpp"

namespace fovea {
namespace {

constexpr std::size_t kBlock = 64;  // of SHA-256

std::array<std::byte, kBlock> padded(const DigestKey& key, std::byte pad) {
    std::array<std::byte, kBlock> block{};
    block.fill(pad);
    for (std::size_t i = 0; i < key.size(); ++i) block[i] ^= key[i];
    return block;
}

}  // namespace

Sha256 keyed_digest(const DigestKey& key, ByteView bytes) {
    Sha256Hasher hasher;
    hasher.update(padded(key, std::byte{0x36}));
    hasher.update(bytes);
    const auto inner = hasher.finish();
    hasher.update(padded(key, std::byte{0x5C}));
    hasher.update(inner.bytes);
    return hasher.finish();
}

}  // namespace fovea
