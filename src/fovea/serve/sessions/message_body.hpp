// What a client says to a session, as a message: words, and pictures that pass the gate.
//
//     {"message": "fix this", "images": [{"data": "iVBOR…", "mime": "image/png", "name": "a.png"},
//                                        "data:image/png;base64,…", {"url": "https://…"},
//                                        {"image_id": "3f2a…"}], "workspace": "/home/me/app"}
//
// PDF documents and recordings come the same way, under `images` or under `files`.
#pragma once

#include "fovea/base/result.hpp"
#include "fovea/host/machine.hpp"
#include "fovea/serve/http/route.hpp"
#include "fovea/serve/sessions/desk.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace fovea::serve {

struct UploadLimits {
    std::size_t images = 10;  // of a message
    std::size_t image_bytes = 10u << 20;
    std::size_t document_bytes = 32u << 20;
    std::size_t text_bytes = 1u << 20;
};
UploadLimits upload_limits(const config::Settings& settings);

// FileTooLarge and LimitExceeded with what is allowed; InvalidInput with the place ("images[2]").
Result<Posted> posted_from_json(
    std::string_view body,
    const std::string& session,
    host::Machine& machine,
    const UploadLimits& limits,
    const std::stop_token& stop
);

// The same by multipart/form-data: `message`, `images[]`, `files[]` and `workspace`. Pictures go to the store as they
// come, and are looked at one by one; of what is refused, or cut off, nothing stays.
class UploadSink : public BodySink {
public:
    // After finish().
    virtual Posted take_posted() = 0;
    // They are a session's now. Without that, its files go when it does.
    virtual void keep() = 0;
};
// `forget_later` is given what is to be forgotten where nothing may block.
using ForgetLater = std::function<void(std::vector<content::BlobRef>)>;
Result<std::unique_ptr<UploadSink>> open_upload(
    std::string_view content_type,
    host::Machine& machine,
    const UploadLimits& limits,
    ForgetLater forget_later
);

// Files of a message that is refused are nobody's, unless a session has them.
void forget_files(host::Machine& machine, const std::vector<content::BlobRef>& files);
std::vector<content::BlobRef> files_in(const content::Message& message);

}  // namespace fovea::serve
