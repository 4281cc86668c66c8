// Those who were let in and stay: event streams, sockets, requests that wait. Where their token ends, so do
// they, as no further request of theirs would be answered.
//
//     Visits visits(tokens);
//     const auto visit = visits.begin(who, [weak] { … });   // as long as `visit` lives
//     visits.look();                                        // every now and then
#pragma once

#include "fovea/serve/access/principal.hpp"
#include "fovea/serve/access/tokens.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace fovea::serve {

// Gone: the visit is over, and nobody is asked to leave any more; but one who is being asked may still be.
using Visit = std::shared_ptr<const void>;

class Visits {
public:
    explicit Visits(TokenBook& tokens) : tokens_(tokens) {}

    // `leave` is called at most once, by who calls look(); it only passes the word on. Nothing for who came
    // without a token.
    Visit begin(const Principal& who, std::function<void()> leave);

    void look();

private:
    struct Guest {
        Principal who;
        std::function<void()> leave;
    };
    struct Guests {
        std::mutex mutex;  // guards what follows
        std::map<std::uint64_t, Guest> all;
        std::uint64_t last = 0;
    };

    TokenBook& tokens_;
    const std::shared_ptr<Guests> guests_ = std::make_shared<Guests>();  // visits may outlive us
};

}  // namespace fovea::serve
