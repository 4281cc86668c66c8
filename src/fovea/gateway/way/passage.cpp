#include "fovea/gateway/way/passage.hpp"

#include "fovea/gateway/way/passing.hpp"

#include <algorithm>
#include <utility>

namespace fovea::gateway {

std::shared_ptr<Exchange> make_passage(
    Core& core, Dialect dialect, Asked asked, std::string path_end, Client& client
) {
    return std::make_shared<Passing>(
        core, dialect, std::move(asked), std::move(path_end), client, Passing::Of::Models
    );
}

std::shared_ptr<Exchange> make_other_passage(Core& core, Asked asked, Client& client) {
    const bool is_anthropic = std::ranges::any_of(asked.headers, [](const auto& header) {
        return header.first == "anthropic-version";
    });
    const auto query = asked.target.find('?');
    auto path_end = query == std::string::npos ? std::string() : asked.target.substr(query);
    return std::make_shared<Passing>(
        core,
        is_anthropic ? Dialect::Anthropic : Dialect::OpenaiChat,
        std::move(asked),
        std::move(path_end),
        client,
        Passing::Of::Others
    );
}

}  // namespace fovea::gateway
