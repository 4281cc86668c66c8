// What everything is put together from, made by main and handed in.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/browser/browser.hpp"
#include "fovea/config/load.hpp"
#include "fovea/media/worker/picture_workers.hpp"
#include "fovea/reading/worker/reading_workers.hpp"
#include "fovea/sandbox/helper_programs.hpp"
#include "fovea/store/result_cache.hpp"

#include <functional>
#include <memory>

namespace fovea::host {

struct Parts {
    config::Sources config_sources;  // before --config
    unsigned threads = 2;
    // Opened on first use, so that --help needs no worker.
    std::function<Result<std::unique_ptr<media::PictureWorkers>>(unsigned workers)> open_workers;
    std::function<Result<std::unique_ptr<reading::ReadingWorkers>>(
        const config::Settings& settings, unsigned workers
    )>
        open_readers;
    // Programs that read documents and recordings, so many at once.
    std::function<Result<std::unique_ptr<sandbox::HelperPrograms>>(unsigned at_once)> open_helpers;
    // With the settings given; where its launcher is and where to look for it is filled in.
    std::function<Result<std::unique_ptr<browser::Browser>>(browser::BrowserSettings settings)>
        open_browser;
    std::function<store::ResultCache::Settings(const config::Settings& settings)> result_cache;
};

}  // namespace fovea::host
