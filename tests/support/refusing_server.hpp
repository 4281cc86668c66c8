// A model server that refuses one picture, in every dialect, with that provider's own error: see
// refusing_server.py. aimock cannot do that.
//
//     RefusingServer upstream({200, 30, 30});           // red pictures, in any size
//     … fovea with base_url upstream.url() …
//     EXPECT_EQ(upstream.requests().size(), 2);         // the refused one and its retry
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "support/background_program.hpp"
#include "support/recorded_requests.hpp"

namespace fovea::testing {

struct Colour {
    int red = 0;
    int green = 0;
    int blue = 0;
};

enum class ErrorsName { Place, Nothing };

class RefusingServer {
public:
    explicit RefusingServer(const Colour& refused, ErrorsName names = ErrorsName::Place);
    RefusingServer(const RefusingServer&) = delete;
    RefusingServer& operator=(const RefusingServer&) = delete;
    ~RefusingServer();

    std::string url() const;
    std::vector<RecordedRequest> requests() const;

private:
    std::filesystem::path folder_;
    std::unique_ptr<BackgroundProgram> program_;
};

}  // namespace fovea::testing
