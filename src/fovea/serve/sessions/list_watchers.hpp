// Those who have a list of sessions in sight. They are told which of theirs changed, so that nobody asks again and
// again: one was made, named or deleted, another model answers in it, a turn was taken, withdrawn or has ended.
//
//     watchers.add(who, watcher);        // held weakly: whoever is gone has left
//     watchers.tell(session, owner);
//
// All of it is safe for many threads.
#pragma once

#include "fovea/serve/access/principal.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace fovea::serve {

class ListWatcher {
public:
    virtual ~ListWatcher() = default;
    // From any thread, also with locks of others; never waits.
    virtual void changed(const std::string& session) = 0;
};

class ListWatchers {
public:
    // Once, however often that is said.
    void add(const Principal& who, const std::shared_ptr<ListWatcher>& watcher);

    // Those who may see a session of that owner.
    void tell(const std::string& session, const std::string& owner);

private:
    struct Row {
        Principal who;
        std::weak_ptr<ListWatcher> watcher;
    };
    std::mutex mutex_;  // guards rows_
    std::vector<Row> rows_;
};

}  // namespace fovea::serve
