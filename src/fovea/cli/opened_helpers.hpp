// The helper programs of one command, opened when they are first asked for. Several threads may ask
// at once.
#pragma once

#include "fovea/cli/services.hpp"
#include "fovea/sandbox/helper_programs.hpp"

#include <memory>
#include <mutex>

namespace fovea::cli {

class OpenedHelpers {
public:
    explicit OpenedHelpers(const Services& services) : services_(services) {}  // borrowed

    Result<sandbox::HelperPrograms*> get() {
        const std::scoped_lock lock(mutex_);
        if (!helpers_) helpers_ = TRY(services_.open_helpers(services_.threads));
        return helpers_.get();
    }

private:
    const Services& services_;
    std::mutex mutex_;  // guards helpers_
    std::unique_ptr<sandbox::HelperPrograms> helpers_;
};

}  // namespace fovea::cli
