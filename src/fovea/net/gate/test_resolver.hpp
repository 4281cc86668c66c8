// For tests: stands in for the C library's getaddrinfo(), so that no name is asked for outside. As
// long as a HangingResolver lives, "hangs.test" does not come back; no other name exists.
//
// The one definition is in test_resolver_test.cpp.
#pragma once

namespace fovea::net {

class HangingResolver {
public:
    HangingResolver();
    HangingResolver(const HangingResolver&) = delete;
    HangingResolver& operator=(const HangingResolver&) = delete;
    ~HangingResolver();

    static void wait_until_asked();  // until somebody hangs in it
};

}  // namespace fovea::net
