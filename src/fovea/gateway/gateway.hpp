// The gateway of a daemon: model endpoints for other programs. Puts the parts together; routes hand requests in.
//
//     const auto gateway = TRY(Gateway::open(situation, machine));
//     auto exchange = gateway->open({.dialect = Dialect::Anthropic}, asked, client);
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/gateway/core.hpp"
#include "fovea/gateway/exchange.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/host/situation.hpp"

#include <boost/json/fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fovea::gateway {

class Gateway {
public:
    // Borrows both.
    static Result<std::unique_ptr<Gateway>> open(
        const host::Situation& situation, host::Machine& machine
    );
    Gateway(const Gateway&) = delete;
    Gateway& operator=(const Gateway&) = delete;
    ~Gateway();  // waits for turns, which end soon

    // `path_end`: what the program's path has behind that of its dialect. On the client's loop.
    std::shared_ptr<Exchange> open(
        Dialect dialect, Asked asked, std::string path_end, Client& client
    );

    // A route that is not for models (gateway.pass_other).
    std::shared_ptr<Exchange> open_other(Asked asked, Client& client);
    bool passes_other() const;

    // Those that can be named: aliases and configured models.
    std::vector<ListedModel> models() const;
    // InvalidInput for one that nobody knows. May block.
    Result<ListedModel> model(const std::string& name, const std::stop_token& stop);

    // None where there is no such request, or it is another token's.
    std::optional<boost::json::object> request(
        const std::string& id, const std::string& token, bool is_admin
    ) const;
    boost::json::array usage(const std::string& token, bool is_admin) const;

    // To whoever operates this process (base/tally.hpp).
    void tell_counts();

    // What is kept now and then is kept.
    void upkeep();

private:
    class Parts;

    explicit Gateway(std::unique_ptr<Parts> parts);

    std::unique_ptr<Parts> parts_;
};

}  // namespace fovea::gateway
