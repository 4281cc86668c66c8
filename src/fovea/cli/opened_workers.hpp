// The workers of one command, each kind opened when it is first asked for: an answer that is known
// already starts no process.
#pragma once

#include "fovea/cli/services.hpp"
#include "fovea/config/settings.hpp"

#include <memory>

namespace fovea::cli {

class OpenedWorkers {
public:
    // Borrows both.
    OpenedWorkers(const Services& services, const config::Settings& settings)
        : services_(services), settings_(settings) {}

    Result<media::PictureWorkers*> pictures() {
        if (!pictures_) pictures_ = TRY(services_.open_workers(services_.threads));
        return pictures_.get();
    }
    Result<media::ReadingWorkers*> readers() {
        if (!readers_) readers_ = TRY(services_.open_readers(settings_, services_.threads));
        return readers_.get();
    }

private:
    const Services& services_;
    const config::Settings& settings_;
    std::unique_ptr<media::PictureWorkers> pictures_;
    std::unique_ptr<media::ReadingWorkers> readers_;
};

}  // namespace fovea::cli
