// What a store that lies in files needs beside its sessions and blobs. `gc` and `fsck` see to it; a
// server looks after itself and has none.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/call.hpp"

#include <string>
#include <vector>

namespace fovea::store {

class Upkeep {
public:
    virtual ~Upkeep() = default;

    // What is wrong with the files, one sentence each.
    virtual Result<std::vector<std::string>> find_damage(const Call& call = {}) = 0;

    // What writers that died left behind, by their paths. It is no damage, and nobody needs it.
    virtual Result<std::vector<std::string>> find_leftovers(const Call& call = {}) = 0;
    virtual Result<void> remove_leftovers(const Call& call = {}) = 0;
};

}  // namespace fovea::store
