// The objects of the Responses API: the response itself and its items.
#pragma once

#include "fovea/gateway/outbound/block_order.hpp"
#include "fovea/gateway/outbound/make_writer.hpp"

#include <boost/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace fovea::gateway {

// Borrows the request.
class ResponseShape {
public:
    ResponseShape(const ParsedRequest& request, AnswerFacts facts);

    // With the fields of the request that an answer repeats. Usage is there once a reply is.
    boost::json::object response(
        std::string_view status,
        boost::json::array output = {},
        const providers::Reply* reply = nullptr
    ) const;
    boost::json::object failed(const ApiError& error, boost::json::array output) const;

    std::string item_id(const OpenBlock& block, std::size_t index) const;
    // Empty while it is "in_progress".
    boost::json::object item(const OpenBlock& block, std::size_t index, std::string_view status)
        const;

private:
    const ParsedRequest& request_;
    AnswerFacts facts_;
    boost::json::object repeated_;
};

// "completed" or "incomplete".
std::string_view status_of(const providers::Reply& reply);

boost::json::object output_text(std::string_view text);
boost::json::object summary_text(std::string_view text);

// "{}" where the model gave none.
std::string arguments_of(const OpenBlock& call);

}  // namespace fovea::gateway
