// The workers and helper programs of a process, each kind started when it is first asked for: an answer
// that is known already starts nothing. Several threads may ask at once.
#pragma once

#include "fovea/config/settings.hpp"
#include "fovea/host/parts.hpp"

#include <memory>
#include <mutex>

namespace fovea::host {

class Engines {
public:
    // Borrows both.
    Engines(const Parts& parts, const config::Settings& settings)
        : parts_(parts), settings_(settings) {}

    Result<media::PictureWorkers*> pictures() {
        const std::scoped_lock lock(mutex_);
        if (!pictures_) pictures_ = TRY(parts_.open_workers(parts_.threads));
        return pictures_.get();
    }
    Result<reading::ReadingWorkers*> readers() {
        const std::scoped_lock lock(mutex_);
        if (!readers_) readers_ = TRY(parts_.open_readers(settings_, parts_.threads));
        return readers_.get();
    }
    Result<sandbox::HelperPrograms*> helpers() {
        const std::scoped_lock lock(mutex_);
        if (!helpers_) helpers_ = TRY(parts_.open_helpers(parts_.threads));
        return helpers_.get();
    }

private:
    const Parts& parts_;
    const config::Settings& settings_;
    std::mutex mutex_;  // guards all below
    std::unique_ptr<media::PictureWorkers> pictures_;
    std::unique_ptr<reading::ReadingWorkers> readers_;
    std::unique_ptr<sandbox::HelperPrograms> helpers_;
};

}  // namespace fovea::host
