// The part of `fovea describe` that is about pictures: let in, looked at by local/ocr or another model,
// kept in a session, their boxes drawn.
//
//     PictureDescriber describer(arguments, invocation, sight);
//     TRY(describer.open());
//     const auto seen = TRY(describer.describe(std::move(inputs), stop));
//
// What it opens is opened once, however many pictures are described one after the other; of those
// nothing stays.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/cli/command.hpp"
#include "fovea/cli/commands/describe.hpp"
#include "fovea/cli/commands/describe_input.hpp"
#include "fovea/host/engines.hpp"
#include "fovea/host/pictures_seen.hpp"
#include "fovea/host/run_store.hpp"
#include "fovea/host/sight.hpp"
#include "fovea/ingest/admit.hpp"
#include "fovea/proxy/describe/describe.hpp"
#include "fovea/reading/answer/local_ocr.hpp"
#include "fovea/store/result_cache.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::cli {

class PictureDescriber {
public:
    // Borrows all three.
    PictureDescriber(
        const DescribeArguments& arguments, const Invocation& invocation, host::Sight& sight
    );

    // Finds who looks. ConfigInvalid as the settings say.
    Result<void> open();

    // One look at all of them together. An error names every picture that cannot be taken.
    Result<host::PicturesSeen> describe(
        std::vector<DescribeInput> inputs, const std::stop_token& stop
    );

    // How inputs that lie in no file are read.
    ingest::Doors doors() const { return {gate_.stored, gate_.fetch}; }

private:
    Result<std::vector<ingest::Admitted>> admit_all(
        std::vector<DescribeInput>& inputs, const std::stop_token& stop
    ) const;
    Result<proxy::Description> look(
        const proxy::DescribeRequest& request,
        const std::vector<ingest::Admitted>& admitted,
        const std::stop_token& stop
    );
    Result<void> write_overlay(
        const proxy::Description& description, const std::vector<ingest::Admitted>& admitted
    );

    // Controls are always found by local/ocr, whoever described the picture.
    Result<void> write_marks(
        const proxy::DescribeRequest& request,
        proxy::Description& description,
        const std::vector<ingest::Admitted>& admitted,
        const std::stop_token& stop
    );
    Result<void> write_framed(
        const std::string& path, const ingest::Admitted& picture, const media::FrameRequest& request
    );

    const DescribeArguments& arguments_;
    const Invocation& invocation_;
    host::Sight& sight_;
    host::Engines workers_;
    host::RunStore store_;
    store::ResultCache known_;
    ingest::Gate gate_;
    reading::LocalOcr local_;
    std::string model_;
};

}  // namespace fovea::cli
