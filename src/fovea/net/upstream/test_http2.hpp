// For tests: the server's end of an HTTP/2 connection, under the test's control.
//
//     TestHttp2 peer(connection);
//     while (auto asked = peer.read_request()) peer.respond(asked->stream, 200, asked->request.body);
#pragma once

#include "fovea/net/test_wire.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <nghttp2/nghttp2.h>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fovea::net {

class TestHttp2 {
public:
    struct Asked {
        std::int32_t stream = 0;
        TestRequest request;
    };
    using Settings = std::vector<nghttp2_settings_entry>;

    explicit TestHttp2(TestConnection& connection, const Settings& settings = {})
        : connection_(connection) {
        nghttp2_session_callbacks* callbacks = nullptr;
        nghttp2_session_callbacks_new(&callbacks);
        nghttp2_session_callbacks_set_on_header_callback(callbacks, header);
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, data);
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, frame);
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, close);
        nghttp2_session* session = nullptr;
        nghttp2_option* options = nullptr;
        nghttp2_option_new(&options);
        nghttp2_option_set_max_send_header_block_length(options, 1u << 20);
        nghttp2_session_server_new2(&session, callbacks, this, options);
        nghttp2_option_del(options);
        nghttp2_session_callbacks_del(callbacks);
        session_.reset(session);
        nghttp2_submit_settings(session, 0, settings.data(), settings.size());
        send();
    }

    // The next that is whole; nothing when the client is gone.
    std::optional<Asked> read_request() {
        while (whole_.empty()) {
            if (!read()) return std::nullopt;
        }
        auto asked = std::move(whole_.front());
        whole_.pop_front();
        return asked;
    }

    // The stream of the last request whose head is here.
    std::optional<std::int32_t> read_head() {
        while (open_.empty()) {
            if (!read()) return std::nullopt;
        }
        return open_.rbegin()->first;
    }

    // Reads until the client has ended the stream, and tells how; nothing when it is gone.
    std::optional<std::uint32_t> wait_for_end(std::int32_t stream) {
        while (!ended_.contains(stream)) {
            if (!read()) return std::nullopt;
        }
        return ended_.at(stream);
    }

    void respond(
        std::int32_t stream,
        int status,
        std::string_view body,
        const std::vector<std::pair<std::string, std::string>>& more = {}
    ) {
        begin(stream, status, more);
        say(stream, body);
        finish(stream);
    }
    void begin(
        std::int32_t stream,
        int status,
        const std::vector<std::pair<std::string, std::string>>& more = {}
    ) {
        const auto text = std::to_string(status);
        std::vector<nghttp2_nv> fields{field(":status", text)};
        for (const auto& [name, value] : more) fields.push_back(field(name, value));
        nghttp2_data_provider body{};
        body.read_callback = take;
        nghttp2_submit_response(session_.get(), stream, fields.data(), fields.size(), &body);
        send();
    }
    void say(std::int32_t stream, std::string_view bytes) {
        out_[stream].bytes += bytes;
        nghttp2_session_resume_data(session_.get(), stream);
        send();
    }
    void finish(std::int32_t stream) {
        out_[stream].is_done = true;
        nghttp2_session_resume_data(session_.get(), stream);
        send();
    }
    void refuse(std::int32_t stream, std::uint32_t why) {
        nghttp2_submit_rst_stream(session_.get(), 0, stream, why);
        send();
    }
    void go_away(std::int32_t last) {
        nghttp2_submit_goaway(session_.get(), 0, last, NGHTTP2_NO_ERROR, nullptr, 0);
        send();
    }
    // How many bytes of an answer still wait for the client to make room.
    std::size_t waiting(std::int32_t stream) const { return out_.at(stream).bytes.size(); }

private:
    struct Out {
        std::string bytes = {};
        bool is_done = false;
    };
    struct Free {
        void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
    };

    static nghttp2_nv field(std::string_view name, std::string_view value) {
        const auto bytes = [](std::string_view text) {
            return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
        };
        return {bytes(name), bytes(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE};
    }

    bool read() {
        const auto bytes = connection_.read_bytes();
        if (bytes.empty()) return false;
        const auto* const from = reinterpret_cast<const std::uint8_t*>(bytes.data());
        if (nghttp2_session_mem_recv(session_.get(), from, bytes.size()) < 0) return false;
        send();
        return true;
    }
    void send() {
        const std::uint8_t* bytes = nullptr;
        for (;;) {
            const auto count = nghttp2_session_mem_send(session_.get(), &bytes);
            if (count <= 0) return;
            connection_.send({reinterpret_cast<const char*>(bytes), static_cast<size_t>(count)});
        }
    }

    static int header(
        nghttp2_session*,
        const nghttp2_frame* frame,
        const std::uint8_t* name,
        std::size_t name_size,
        const std::uint8_t* value,
        std::size_t value_size,
        std::uint8_t,
        void* user
    ) {
        auto& request = static_cast<TestHttp2*>(user)->open_[frame->hd.stream_id];
        const std::string key(reinterpret_cast<const char*>(name), name_size);
        const std::string text(reinterpret_cast<const char*>(value), value_size);
        if (key == ":method") request.method = text;
        if (key == ":path") request.target = text;
        request.headers.push_back({key, text});
        return 0;
    }
    static int data(
        nghttp2_session*,
        std::uint8_t,
        std::int32_t stream,
        const std::uint8_t* bytes,
        std::size_t count,
        void* user
    ) {
        auto& body = static_cast<TestHttp2*>(user)->open_[stream].body;
        body.append(reinterpret_cast<const char*>(bytes), count);
        return 0;
    }
    static int frame(nghttp2_session*, const nghttp2_frame* frame, void* user) {
        auto& self = *static_cast<TestHttp2*>(user);
        const bool is_end = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
        if (is_end && (frame->hd.type == NGHTTP2_DATA || frame->hd.type == NGHTTP2_HEADERS)) {
            const auto stream = frame->hd.stream_id;
            self.whole_.push_back({stream, std::move(self.open_[stream])});
        }
        return 0;
    }
    static int close(nghttp2_session*, std::int32_t stream, std::uint32_t why, void* user) {
        static_cast<TestHttp2*>(user)->ended_[stream] = why;
        return 0;
    }
    static ssize_t take(
        nghttp2_session*,
        std::int32_t stream,
        std::uint8_t* into,
        std::size_t room,
        std::uint32_t* flags,
        nghttp2_data_source*,
        void* user
    ) {
        auto& out = static_cast<TestHttp2*>(user)->out_[stream];
        const auto count = std::min(room, out.bytes.size());
        std::memcpy(into, out.bytes.data(), count);
        out.bytes.erase(0, count);
        if (out.bytes.empty() && out.is_done) {
            *flags |= NGHTTP2_DATA_FLAG_EOF;
        } else if (count == 0) {
            return NGHTTP2_ERR_DEFERRED;
        }
        return static_cast<ssize_t>(count);
    }

    TestConnection& connection_;
    std::unique_ptr<nghttp2_session, Free> session_;
    std::map<std::int32_t, TestRequest> open_;
    std::deque<Asked> whole_;
    std::map<std::int32_t, Out> out_;
    std::map<std::int32_t, std::uint32_t> ended_;
};

}  // namespace fovea::net
