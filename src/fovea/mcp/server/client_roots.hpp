// The folders in which a client's paths lie: those that it names itself (roots/list, legacy), else
// the configured ones.
//
//     ClientRoots roots({.configured = {"."}, .rule = RootsRule::Instead});
//     const auto workspace = TRY(roots.workspace(ask_the_client, stop));
//
// A client is the program that started us, so where nobody configured roots its own are taken.
// Where somebody did, these are the limit (V11): of the client's, those inside count, and where none
// is, the configured ones do. Asked for when a path is first named, and again after they changed.
// Where neither said anything and the program stands in "/" or in the user's home, as some hosts start
// theirs, no path is open (ingest/guessed_root.hpp): nobody chose all that the user has.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/ingest/workspace.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace fovea::mcp {

enum class RootsRule : std::uint8_t {
    Instead,     // the client's take the place of the configured ones
    Inside,      // only those inside the configured ones count
    Configured,  // the client is not asked
};

struct RootsSettings {
    std::vector<std::string> configured = {"."};
    RootsRule rule = RootsRule::Inside;
    // Why the configured ones are not taken: nobody configured them, and they are too wide a guess.
    std::optional<Error> refused_guess = {};
};

class ClientRoots {
public:
    // The result of roots/list; nothing where the client has none to tell.
    using Ask = std::function<std::optional<boost::json::object>(const std::stop_token& stop)>;

    explicit ClientRoots(RootsSettings settings) : settings_(std::move(settings)) {}

    void changed();  // the next call asks again

    // A snapshot, read by the calls that run at once. ConfigInvalid for a configured root that is no
    // folder; FileNotFound where no path is open; Cancelled while the client was asked.
    Result<std::shared_ptr<const ingest::Workspace>> workspace(
        const Ask& ask, const std::stop_token& stop
    );

private:
    std::vector<std::string> usable(const boost::json::object& listed) const;

    RootsSettings settings_;
    std::mutex mutex_;  // guards what follows
    std::uint64_t round_ = 0;
    std::shared_ptr<const ingest::Workspace> known_;
};

}  // namespace fovea::mcp
