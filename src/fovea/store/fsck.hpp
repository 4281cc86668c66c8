// Reads everything and says what is wrong (S1): every blob's hash, every entry, every blob that an
// entry names, the database's own pages.
//
// Leftovers of writers that died are listed apart: they are no damage, and Repair::Leftovers removes
// them. Nothing else is ever changed. Others may use the store meanwhile.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fovea::store {

enum class Repair { Nothing, Leftovers };

struct FsckSettings {
    Repair repair = Repair::Nothing;
    std::function<void(std::size_t done, std::size_t total)> progress = {};  // in blobs
};

struct FsckReport {
    std::uint64_t sessions = 0;
    std::uint64_t entries = 0;
    std::uint64_t blobs = 0;
    std::uint64_t bytes = 0;            // of all blobs
    std::vector<std::string> problems;  // one sentence each; empty: all is well
    std::vector<std::string> leftovers;

    bool is_clean() const { return problems.empty(); }
    bool operator==(const FsckReport&) const = default;
};

Result<FsckReport> check_store(const Store& store, const FsckSettings& settings = {});

}  // namespace fovea::store
