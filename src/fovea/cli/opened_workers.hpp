// The workers of one command, each kind opened when it is first asked for: an answer that is known
// already starts no process. Several threads may ask at once.
#pragma once

#include "fovea/cli/services.hpp"
#include "fovea/config/settings.hpp"

#include <memory>
#include <mutex>

namespace fovea::cli {

class OpenedWorkers {
public:
    // Borrows both.
    OpenedWorkers(const Services& services, const config::Settings& settings)
        : services_(services), settings_(settings) {}

    Result<media::PictureWorkers*> pictures() {
        const std::scoped_lock lock(mutex_);
        if (!pictures_) pictures_ = TRY(services_.open_workers(services_.threads));
        return pictures_.get();
    }
    Result<media::ReadingWorkers*> readers() {
        const std::scoped_lock lock(mutex_);
        if (!readers_) readers_ = TRY(services_.open_readers(settings_, services_.threads));
        return readers_.get();
    }

private:
    const Services& services_;
    const config::Settings& settings_;
    std::mutex mutex_;  // guards both
    std::unique_ptr<media::PictureWorkers> pictures_;
    std::unique_ptr<media::ReadingWorkers> readers_;
};

}  // namespace fovea::cli
