#include "fovea/media/pdf/test_pdf.hpp"
#include "fovea/media/video/test_recordings.hpp"
#include "fovea/serve/test_daemon.hpp"

#include <thread>

namespace fovea::serve {
namespace {

namespace json = boost::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

class Files : public DaemonTest {
protected:
    TestAnswer upload(const std::string& session, const std::string& name, const Bytes& file) {
        return ask(
            "POST",
            "/sessions/" + session + "/messages?wait=true",
            "--XYZ\r\nContent-Disposition: form-data; name=\"files[]\"; filename=\"" + name +
                "\"\r\n\r\n" + std::string(as_text(file)) +
                "\r\n--XYZ\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\nwhat is "
                "it?\r\n--XYZ--\r\n",
            "multipart/form-data; boundary=XYZ"
        );
    }
    json::array said(const std::string& session) {
        return ask("GET", "/sessions/" + session + "/history")
            .json()
            .at("messages")
            .at(0)
            .at("content")
            .as_array();
    }
};

TEST_F(Files, ADocumentStaysOneAndItsPagesCanBeSeen) {  // D2, M9
    const auto session = new_session();
    const auto pdf = media::to_pdf({{.text = "one"}, {.text = "two"}});

    EXPECT_EQ(upload(session, "report.pdf", pdf).status, 200);

    const auto content = said(session);
    ASSERT_THAT(content, SizeIs(2));
    EXPECT_EQ(content[0].at("type"), "document");
    const auto list = ask("GET", "/sessions/" + session + "/files").json().at("files").as_array();
    ASSERT_THAT(list, SizeIs(1));
    EXPECT_EQ(list[0].at("filename"), "report.pdf");
    EXPECT_EQ(list[0].at("file_id"), content[0].at("file_id"));
    const std::string url(list[0].at("url").as_string());
    EXPECT_EQ(ask("GET", url).body, as_text(pdf));
    EXPECT_EQ(ask("GET", url + "/pages").json().at("pages"), 2);
    const auto page = ask("GET", url + "/pages/2");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.has("content-type: image/"));
    const auto small = ask("GET", url + "/pages/2?variant=thumb");
    EXPECT_LT(small.body.size(), page.body.size());
    EXPECT_EQ(ask("GET", url + "/pages/3").status, 400);
    EXPECT_EQ(ask("GET", url + "/pages/1-2").status, 400);
    EXPECT_EQ(ask("GET", "/sessions/" + session + "/files/ffff").status, 404);
}

TEST_F(Files, TheWordsOfAPageAreThoseOfTheDocumentItself) {  // M9, D8
    const auto session = new_session();
    EXPECT_EQ(
        upload(session, "report.pdf", media::to_pdf({{.text = "one"}, {.text = "two"}})).status, 200
    );
    const auto list = ask("GET", "/sessions/" + session + "/files").json();
    const std::string url(list.at("files").at(0).at("url").as_string());

    const auto reading = ask("GET", url + "/pages/2/reading").json();

    ASSERT_THAT(reading.at("words").as_array(), SizeIs(1));
    const auto& word = reading.at("words").at(0);
    EXPECT_EQ(word.at("text"), "two");
    EXPECT_EQ(word.at("confidence").to_number<double>(), 1);
    const auto corner = [&](std::size_t i) { return word.at("box").at(i).to_number<int>(); };
    EXPECT_LT(corner(0), corner(2));
    EXPECT_LT(corner(1), corner(3));
    EXPECT_LE(corner(2), reading.at("width").to_number<int>());
    EXPECT_LE(corner(3), reading.at("height").to_number<int>());
    EXPECT_THAT(std::string(reading.at("text").as_string()), HasSubstr("two"));
    EXPECT_EQ(ask("GET", url + "/pages/9/reading").status, 400);
}

TEST_F(Files, ADocumentThatCannotBeOpenedIsRefusedAtOnce) {
    const auto session = new_session();
    const std::string broken = "%PDF-1.7\nnothing follows";
    const auto bytes = as_bytes(broken);

    const auto answer = upload(session, "a.pdf", {bytes.begin(), bytes.end()});

    EXPECT_EQ(answer.status, 422) << answer.body;
    EXPECT_THAT(answer.body, HasSubstr("images[0]: "));
    EXPECT_THAT(machine_->blobs().list().value(), IsEmpty());
}

TEST_F(Files, ARecordingGoesInAsFramesWithTheirTimes) {  // D2, M10
    const auto session = new_session();

    EXPECT_EQ(upload(session, "clip.mp4", media::three_scenes("mp4")).status, 200);

    const auto content = said(session);
    ASSERT_THAT(content, SizeIs(5));  // a heading, three frames, the question
    EXPECT_THAT(
        std::string(content[0].at("text").as_string()),
        AllOf(StartsWith("clip.mp4, a recording of 0:03.0, as 3 frames, at 0:00.0, 0:01"))
    );
    EXPECT_EQ(content[1].at("type"), "image_ref");
    EXPECT_THAT(
        std::string(content[3].at("alt_text").as_string()), StartsWith("frame of clip.mp4 at 0:02.")
    );
}

TEST_F(Files, OfARecordingThatWasCutTheModelIsToldSo) {  // D2, M10
    const auto session = new_session();
    auto cut = media::three_scenes("mp4", "-c:v mjpeg -movflags +faststart");
    cut.resize(cut.size() * 2 / 3);

    const auto answer = upload(session, "clip.mp4", cut);

    EXPECT_EQ(answer.status, 200) << answer.body;
    const auto content = said(session);
    const std::string heading(content.at(0).at("text").as_string());
    EXPECT_THAT(heading, HasSubstr(", cut short (it says that it is longer), as "));
}

TEST_F(Files, ASessionThatBeginsWithARecordingIsNamedAfterWhatWasSaidOfIt) {  // D8
    const auto session = new_session();

    upload(session, "clip.mp4", media::three_scenes("mp4"));

    EXPECT_EQ(ask("GET", "/sessions/" + session).json().at("title"), "what is it?");
}

TEST_F(Files, JsonCarriesDocumentsToo) {
    const auto session = new_session();
    const auto pdf = media::to_pdf({{.text = "one"}});
    const auto data = base64(as_text(pdf));

    const auto answer =
        ask("POST",
            "/sessions/" + session + "/messages?wait=true",
            json::serialize(json::object{
                {"files", {{{"data", data}, {"name", "a.pdf"}}}}, {"message", "read it"}}));

    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(said(session)[0].at("filename"), "a.pdf");
}

TEST_F(Files, OfAnUploadThatIsCutOffNothingStays) {  // D2
    const auto session = new_session();
    const std::string part =
        "--XYZ\r\nContent-Disposition: form-data; name=\"images[]\"; filename=a\r\n\r\n";
    const auto body = part + picture(1) + "\r\n" + part + picture(2);
    TestClient client(daemon_->port());
    client.send(
        head(
            "POST",
            "/sessions/" + session + "/messages",
            "Content-Type: multipart/form-data; boundary=XYZ\r\nContent-Length: 1000000\r\n"
        ) +
        "\r\n" + body + std::string(300'000, 'x')
    );
    while (machine_->blobs().list().value().empty()) std::this_thread::yield();

    client.close();

    while (!machine_->blobs().list().value().empty()) std::this_thread::yield();
}

TEST_F(Files, OfAMessageThatASessionHasNoRoomForNothingStays) {  // D5
    const auto session = new_session();
    loaded_.settings.images.max_per_session = 0;

    const auto answer = upload(session, "a.jpg", [&] {
        const auto bytes = picture();
        const auto view = as_bytes(bytes);
        return Bytes(view.begin(), view.end());
    }());

    EXPECT_EQ(answer.status, 422) << answer.body;
    while (!machine_->blobs().list().value().empty()) std::this_thread::yield();
}

TEST_F(Files, OfWhatJsonBringsAndIsRefusedNothingStays) {  // D2
    const auto session = new_session();
    for (const auto* const file : {"%PDF-1.7\nnothing follows", "plain words"}) {
        const auto answer =
            ask("POST",
                "/sessions/" + session + "/messages",
                json::serialize(json::object{{"files", {{{"data", base64(file)}}}}}));
        EXPECT_EQ(answer.status, 422) << answer.body;
    }
    EXPECT_THAT(machine_->blobs().list().value(), IsEmpty());
}

}  // namespace
}  // namespace fovea::serve
