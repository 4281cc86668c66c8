// The loop that a connection lives on, for what else lives there: connections that are opened on its account. Asio is
// in here, so nothing but sources includes it.
//
//     auto& pool = connection.loop().own<Pool>();   // one for each loop, made with the loop when first asked for
//
// Of the loop's thread alone.
#pragma once

#include <boost/asio/io_context.hpp>

#include <map>
#include <memory>

namespace fovea::net {

class EventLoop {
public:
    EventLoop() = default;
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    boost::asio::io_context& context() { return context_; }

    // What is owned goes when the loop does, before its context.
    template <class T>
    T& own() {
        static const char kTag = 0;
        auto& held = owned_[&kTag];
        if (!held) held = std::make_shared<T>(*this);
        return *static_cast<T*>(held.get());
    }

    void let_go() { owned_.clear(); }

private:
    boost::asio::io_context context_{1};
    std::map<const void*, std::shared_ptr<void>> owned_;
};

}  // namespace fovea::net
