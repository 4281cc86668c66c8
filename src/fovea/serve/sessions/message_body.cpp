#include "fovea/serve/sessions/message_body.hpp"

#include "fovea/base/utf8.hpp"
#include "fovea/content/crop_json.hpp"
#include "fovea/host/posted_file.hpp"
#include "fovea/host/session_choice.hpp"
#include "fovea/ingest/data_url.hpp"
#include "fovea/ingest/intake.hpp"
#include "fovea/media/image/sniff.hpp"
#include "fovea/serve/http/multipart.hpp"
#include "fovea/serve/sessions/json_body.hpp"
#include "fovea/store/removal.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace fovea::serve {
namespace {

namespace json = boost::json;

Error wrong(std::string what) {
    return {ErrorCode::InvalidInput, std::move(what)};
}

Error at_place(std::size_t index, const Error& error) {
    return {error.code, "images[" + std::to_string(index) + "]: " + error.message};
}

Error too_many_images(const UploadLimits& limits) {
    return {
        ErrorCode::LimitExceeded,
        "a message takes " + std::to_string(limits.images) + " images at most"};
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

using Blocks = std::vector<content::ContentBlock>;

// Files, then what is said about them.
Result<content::Message> message_of(const std::string& words, Blocks files) {
    content::Message message{.role = content::Role::User, .content = std::move(files)};
    if (!is_blank(words)) message.content.emplace_back(content::TextBlock{to_utf8(words)});
    if (message.content.empty()) return wrong("the message says nothing, and has no file");
    return message;
}

Result<std::string> text_in(const json::object& object, std::string_view name) {
    const auto* value = object.if_contains(name);
    if (value == nullptr) return std::string();
    if (!value->is_string()) return wrong("\"" + std::string(name) + "\" must be a string");
    return std::string(value->get_string());
}

std::string basename_of(const std::string& name) {
    return to_utf8(name.substr(name.find_last_of("/\\") + 1).substr(0, 255));
}

// What a file may be, where so many pictures are in the message already.
host::FileRoom room_after(std::size_t pictures, const UploadLimits& limits) {
    host::FileRoom room{.image_bytes = limits.image_bytes, .document_bytes = limits.document_bytes};
    const auto left = limits.images > pictures ? limits.images - pictures : 1;
    room.frames = std::min(room.frames, left);
    return room;
}

std::size_t pictures_in(const Blocks& blocks) {
    return static_cast<std::size_t>(std::ranges::count_if(blocks, [](const auto& block) {
        return std::holds_alternative<content::ImageBlock>(block);
    }));
}

Error too_large(std::size_t index, std::uint64_t most) {
    return {
        ErrorCode::FileTooLarge,
        "images[" + std::to_string(index) + "] is larger than " + std::to_string(most) + " bytes"};
}

class JsonFiles {
public:
    JsonFiles(
        std::string session,
        host::Machine& machine,
        const UploadLimits& limits,
        std::stop_token stop
    )
        : session_(std::move(session)),
          machine_(machine),
          limits_(limits),
          stop_(std::move(stop)) {}

    // `pictures` are in the message already.
    Result<Blocks> take(const json::value& value, std::size_t pictures) {
        if (const auto* text = value.if_string()) return take_url(std::string(*text), "", pictures);
        const auto* object = value.if_object();
        if (object == nullptr) return wrong("an image must be an object or a URL");
        const auto name = basename_of(TRY(text_in(*object, "name")));
        auto blocks = TRY(take(*object, name, pictures));
        const auto* crop = object->if_contains("crop");
        if (crop == nullptr || crop->is_null()) return blocks;
        auto* image = std::get_if<content::ImageBlock>(&blocks.front());
        if (blocks.size() > 1 || image == nullptr) return wrong("only an image has a crop");
        if (image->size.pixels() == 0)
            return wrong("the size of the image is not known yet: no crop");
        const auto part = TRY(content::crop_from_json(*crop, "crop"));
        image->crop = TRY(media::resolve(part, image->size));
        return blocks;
    }

private:
    Result<Blocks> take(const json::object& object, const std::string& name, std::size_t pictures) {
        if (object.contains("data")) return take_data(TRY(text_in(object, "data")), name, pictures);
        if (object.contains("url")) return take_url(TRY(text_in(object, "url")), name, pictures);
        if (object.contains("image_id")) {
            const auto id = TRY(text_in(object, "image_id"));
            return Blocks{TRY(take_known(id))};
        }
        return wrong("an image needs \"data\", \"url\" or \"image_id\"");
    }
    Result<Blocks> take_data(
        const std::string& data, const std::string& name, std::size_t pictures
    ) {
        const auto most = std::max(limits_.image_bytes, limits_.document_bytes);
        auto bytes =
            TRY(ingest::is_data_url(data) ? ingest::bytes_of_data_url(data, most)
                                          : ingest::bytes_of_base64(data, most));
        const auto room = room_after(pictures, limits_);
        const auto allowed = host::most_bytes(bytes, room);
        if (bytes.size() > allowed) {
            return Error{
                ErrorCode::FileTooLarge, "larger than " + std::to_string(allowed) + " bytes"};
        }
        // A picture is stored once it is known to be one.
        if (media::sniff(bytes).image) {
            return Blocks{
                TRY(ingest::take_image_bytes(std::move(bytes), name, machine_.intake(), stop_))};
        }
        const auto blob = TRY(machine_.blobs().put(bytes, {.stop = stop_}));
        auto blocks = host::blocks_of_file(blob, name, room, machine_, stop_);
        if (!blocks.ok()) forget_files(machine_, {blob});
        return blocks;
    }
    Result<Blocks> take_url(const std::string& url, const std::string& name, std::size_t pictures) {
        if (ingest::is_data_url(url)) return take_data(url, name, pictures);
        return Blocks{TRY(ingest::take_image_behind(url, machine_.intake(), stop_))};
    }
    // Of this session: a hash says nothing about who may see its picture.
    Result<content::ImageBlock> take_known(const std::string& id) {
        const auto entries = TRY(machine_.sessions().read(session_));
        const auto ledger = TRY(store::ledger_of(entries));
        const auto found = TRY(host::find_image(ledger, id));
        return content::ImageBlock{
            .source = found.image,
            .mime = found.mime,
            .size = found.size,
            .filename = found.filename,
            .alt = found.alt};
    }

    const std::string session_;
    host::Machine& machine_;
    const UploadLimits& limits_;
    const std::stop_token stop_;
};

class Upload final : public UploadSink {
public:
    Upload(
        std::string boundary,
        host::Machine& machine,
        const UploadLimits& limits,
        ForgetLater forget_later
    )
        : machine_(machine),
          limits_(limits),
          forget_later_(std::move(forget_later)),
          parser_(
              std::move(boundary),
              {.begin = [this](const PartHead& head) { return begin(head); },
               .data = [this](std::string_view bytes) { return data(bytes); },
               .end = [this] { return end(); }}
          ) {}
    ~Upload() override {
        if (!files_.empty()) forget_later_(std::move(files_));
    }

    Result<void> take(std::string_view piece) override { return cleaned(parser_.feed(piece)); }

    Result<void> finish() override {
        auto done = parser_.finish();
        if (done.ok()) done = put_together();
        return cleaned(std::move(done));
    }

    Posted take_posted() override { return std::move(posted_); }
    void keep() override { files_.clear(); }

private:
    static constexpr std::size_t kHead = 4096;

    Result<void> begin(const PartHead& head) {
        field_ = head.name;
        text_.clear();
        bytes_ = 0;
        head_.clear();
        const bool is_file =
            field_ == "images[]" || field_ == "images" || field_ == "files[]" || field_ == "files";
        if (!is_file && field_ != "message" && field_ != "workspace") {
            return wrong(
                "there is no field \"" + field_ + "\": message, images[], files[] and workspace"
            );
        }
        if (!is_file) return {};
        if (files_.size() + urls_.size() >= limits_.images) return too_many_images(limits_);
        if (!head.filename) return {};  // a URL
        filename_ = *head.filename;
        writer_ = TRY(machine_.blobs().begin_put());
        return {};
    }

    Result<void> data(std::string_view bytes) {
        bytes_ += bytes.size();
        if (!writer_) {
            // Words may come in several parts, and are one message.
            const auto before = field_ == "message" ? words_.size() : 0;
            if (before + bytes_ > limits_.text_bytes) {
                return Error{
                    ErrorCode::FileTooLarge,
                    "\"" + field_ + "\" is longer than " + std::to_string(limits_.text_bytes) +
                        " bytes"};
            }
            text_.append(bytes);
            return {};
        }
        head_ += bytes.substr(0, kHead - std::min(kHead, head_.size()));
        if (bytes_ > limits_.image_bytes) {
            const auto most = host::most_bytes(as_bytes(head_), room_after(0, limits_));
            if (bytes_ > most) return too_large(files_.size(), most);
        }
        return writer_->write(as_bytes(bytes));
    }

    Result<void> end() {
        if (writer_) {
            const auto blob = TRY(writer_->commit());
            writer_.reset();
            files_.push_back(blob);
            // At once: while it is looked at, others send theirs.
            TRY(add(host::blocks_of_file(
                blob, filename_, room_after(pictures_in(blocks_), limits_), machine_, {}
            )));
        } else if (field_ == "message") {
            words_ += (words_.empty() ? "" : "\n") + text_;
        } else if (field_ == "workspace") {
            posted_.workspace = text_;
        } else if (!text_.empty()) {
            urls_.push_back(text_);
        }
        return {};
    }

    Result<void> add(Result<Blocks> taken) {
        if (!taken.ok()) return at_place(place_, taken.error());
        std::ranges::move(taken.value(), std::back_inserter(blocks_));
        ++place_;
        return {};
    }

    // URLs come behind the files.
    Result<void> put_together() {
        JsonFiles others({}, machine_, limits_, {});
        for (const auto& url : urls_) {
            TRY(add(others.take(json::value(to_utf8(url)), pictures_in(blocks_))));
        }
        posted_.message = TRY(message_of(words_, std::move(blocks_)));
        return {};
    }

    Result<void> cleaned(Result<void> result) {
        if (result.ok()) return result;
        writer_.reset();
        forget_files(machine_, std::exchange(files_, {}));
        return result;
    }

    host::Machine& machine_;
    const UploadLimits limits_;
    const ForgetLater forget_later_;
    MultipartParser parser_;
    std::string field_;
    std::string filename_;
    std::string text_;
    std::string head_;  // the first bytes of a file
    std::uint64_t bytes_ = 0;
    std::unique_ptr<store::BlobWriter> writer_;  // while a file comes
    std::vector<content::BlobRef> files_;        // that were stored
    Blocks blocks_;                              // what they are
    std::size_t place_ = 0;                      // among all files
    std::vector<std::string> urls_;
    std::string words_;
    Posted posted_;
};

}  // namespace

void forget_files(host::Machine& machine, const std::vector<content::BlobRef>& files) {
    std::vector<store::Unneeded> unneeded;
    for (const auto& blob : files) {
        const auto info = machine.blobs().info(blob);
        if (info.ok()) unneeded.push_back({blob, info.value().last_put});
    }
    if (unneeded.empty()) return;
    const auto gone = store::remove_unneeded(machine.sessions(), machine.blobs(), unneeded);
    static_cast<void>(gone);  // otherwise the garbage collection finds them
}

std::vector<content::BlobRef> files_in(const content::Message& message) {
    std::vector<content::BlobRef> files;
    const auto add = [&](const content::FileRef& file) {
        if (const auto* blob = content::blob_of(file)) files.push_back(*blob);
    };
    for (const auto& block : message.content) {
        if (const auto* image = std::get_if<content::ImageBlock>(&block)) add(image->source);
        if (const auto* document = std::get_if<content::DocumentBlock>(&block))
            add(document->source);
    }
    return files;
}

UploadLimits upload_limits(const config::Settings& settings) {
    return {
        .images = static_cast<std::size_t>(settings.images.max_per_message),
        .image_bytes = static_cast<std::size_t>(settings.images.max_size_bytes)};
}

Result<Posted> posted_from_json(
    std::string_view body,
    const std::string& session,
    host::Machine& machine,
    const UploadLimits& limits,
    const std::stop_token& stop
) {
    const auto value = TRY(json_in(body));
    const auto* object = value.if_object();
    if (object == nullptr) return wrong("the body must be a JSON object");
    for (const auto& field : *object) {
        const std::string_view name = field.key();
        if (name != "message" && name != "images" && name != "files" && name != "workspace") {
            return wrong(
                "there is no field \"" + to_utf8(name) +
                "\"; there are: message, images, files, workspace"
            );
        }
    }
    Posted posted{.workspace = TRY(text_in(*object, "workspace"))};
    const auto words = TRY(text_in(*object, "message"));
    if (words.size() > limits.text_bytes) {
        return Error{
            ErrorCode::FileTooLarge,
            "\"message\" is longer than " + std::to_string(limits.text_bytes) + " bytes"};
    }
    std::vector<const json::value*> files;
    for (const auto* const name : {"images", "files"}) {
        const auto* list = object->if_contains(name);
        if (list == nullptr) continue;
        if (!list->is_array()) return wrong("\"" + std::string(name) + "\" must be a list");
        for (const auto& each : list->get_array()) files.push_back(&each);
    }
    if (files.size() > limits.images) return too_many_images(limits);
    Blocks blocks;
    JsonFiles reader(session, machine, limits, stop);
    for (std::size_t i = 0; i < files.size(); ++i) {
        auto taken = reader.take(*files[i], pictures_in(blocks));
        if (!taken.ok()) return at_place(i, taken.error());
        std::ranges::move(taken.value(), std::back_inserter(blocks));
    }
    posted.message = TRY(message_of(words, std::move(blocks)));
    return posted;
}

Result<std::unique_ptr<UploadSink>> open_upload(
    std::string_view content_type,
    host::Machine& machine,
    const UploadLimits& limits,
    ForgetLater forget_later
) {
    auto boundary = TRY(boundary_of(content_type));
    return std::unique_ptr<UploadSink>(
        std::make_unique<Upload>(std::move(boundary), machine, limits, std::move(forget_later))
    );
}

}  // namespace fovea::serve
