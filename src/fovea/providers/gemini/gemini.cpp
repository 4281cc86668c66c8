#include "fovea/providers/gemini/gemini.hpp"

#include "fovea/providers/dialect_functions.hpp"

namespace fovea::providers::gemini {

std::unique_ptr<Dialect> make_gemini() {
    return dialect_of(
        {.kind = kKind,
         .write = write_request,
         .authentication =
             [](std::string_view key) {
                 return Headers{{"x-goog-api-key", std::string(key)}};
             },
         .read_reply = read_reply,
         .open_stream = open_stream,
         .read_failure = read_failure}
    );
}

}  // namespace fovea::providers::gemini
