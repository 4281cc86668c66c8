// A model server that refuses certain pictures, in every dialect, with that provider's own error:
// see refusing_server.py. aimock cannot do that.
//
//     RefusingServer upstream({.refused = {200, 30, 30}});   // red pictures, in any size
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

struct Refusing {
    Colour refused = {1, 2, 3};  // of a picture on average
    ErrorsName names = ErrorsName::Place;
    int max_images = 0;  // 0: no limit. Told only by the error
    int max_base64 = 0;
    int least_edge = 0;
    bool is_mistral = false;  // about the order of messages and the ids of calls
};

class RefusingServer {
public:
    explicit RefusingServer(const Refusing& what);
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
