// Everything that looks at files for one command: the store, models that see, questions about files.
// Opened when it is first asked for, then kept.
//
//     Sight sight(situation);
//     TRY(sight.open());
//     const auto done = sight.analyst().ask({.files = files, .prompt = "…"}, stop);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/analyst.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/vision.hpp"

#include <memory>
#include <optional>

namespace fovea::host {

class Sight {
public:
    explicit Sight(const Situation& situation) : situation_(situation) {}  // borrowed

    // Does nothing where it is open already.
    Result<void> open() {
        if (analyst_) return {};
        machine_ = TRY(Machine::open(situation_));
        vision_ = TRY(Vision::open(situation_, *machine_));
        analyst_.emplace(situation_, *machine_, *vision_);
        return {};
    }

    // These of an open one.
    Machine& machine() { return *machine_; }
    Vision& vision() { return *vision_; }
    Analyst& analyst() { return *analyst_; }

private:
    const Situation& situation_;
    // Each borrows those above it; made anew in this order after one that failed.
    std::unique_ptr<Machine> machine_;
    std::unique_ptr<Vision> vision_;
    std::optional<Analyst> analyst_;
};

}  // namespace fovea::host
