#include "fovea/providers/anthropic/anthropic.hpp"

#include "fovea/providers/dialect_functions.hpp"

namespace fovea::providers::anthropic {

std::unique_ptr<Dialect> make_anthropic() {
    return dialect_of(
        {.kind = kKind,
         .write = write_request,
         .authentication =
             [](std::string_view key) {
                 return Headers{{"x-api-key", std::string(key)}};
             },
         .read_reply = read_reply,
         .open_stream = open_stream,
         .read_failure = read_failure}
    );
}

}  // namespace fovea::providers::anthropic
