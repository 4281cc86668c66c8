#include "fovea/ingest/messages.hpp"

#include "fovea/base/base64.hpp"
#include "fovea/content/json.hpp"
#include "fovea/store/file_blobs.hpp"
#include "fovea/store/test_folder.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "support/test_paths.hpp"

namespace fovea::ingest {
namespace {

using content::BlobRef;
using content::ImageBlock;
using content::Message;
using content::Role;
using content::TextBlock;

const std::string kData = test_paths::source_dir() + "/tests/data/";

std::string file(const std::string& name) {
    std::ifstream in(kData + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string base64(const std::string& bytes) {
    std::string text(base64_size(bytes.size()), '\0');
    encode_base64(as_bytes(bytes), text).value();
    return text;
}

// {"role": "user", "content": [block]} as the only message.
std::string one(const std::string& block) {
    return R"([{"role": "user", "content": [)" + block + "]}]";
}

class Messages : public testing::Test {
protected:
    static void SetUpTestSuite() {
        workers_ = media::PictureWorkers::open({.program = test_paths::program("fovea-worker"),
                                                .workers = 1})
                       .value();
    }
    static void TearDownTestSuite() { workers_.reset(); }

    void SetUp() override { blobs_ = store::FileBlobs::open(folder_ / "blobs").value(); }

    Intake intake() const { return {.gate = gate_, .blobs = *blobs_}; }
    Result<ReadMessages> read(const std::string& json) { return read_messages(json, intake()); }
    Message only(const std::string& block) {
        auto messages = read(one(block));
        EXPECT_TRUE(messages.ok()) << messages.error().message;
        return messages.ok() ? messages.value().messages.at(0) : Message{};
    }
    Error refused(const std::string& json) {
        auto messages = read(json);
        EXPECT_FALSE(messages.ok()) << json;
        return messages.ok() ? Error{} : messages.error();
    }
    // The block that tests/data/png/rgb-8.png becomes.
    static ImageBlock rgb(std::string filename = {}) {
        return {
            .source = BlobRef{sha256(as_bytes(file("png/rgb-8.png")))},
            .mime = "image/png",
            .size = {33, 21},
            .filename = std::move(filename)};
    }

    static inline std::unique_ptr<media::PictureWorkers> workers_;
    store::TestFolder folder_;
    std::unique_ptr<store::BlobStore> blobs_;
    store::ResultCache known_{{}};
    Gate gate_{
        .known = known_,
        .workers = [] { return Result<media::PictureWorkers*>(workers_.get()); },
        .stored = [this] { return Result<store::BlobStore*>(blobs_.get()); }};
};

TEST_F(Messages, ContentIsAStringOrBlocks) {  // C2, DIG-4
    const auto read_back = read(R"([{"role": "system", "content": "be brief"},
                 {"role": "user", "content": [{"type": "text", "text": "hello"}]},
                 {"role": "assistant", "content": ""}])");

    ASSERT_TRUE(read_back.ok()) << read_back.error().message;
    EXPECT_EQ(
        read_back.value().messages,
        (std::vector<Message>{
            {Role::System, {TextBlock{"be brief"}}},
            {Role::User, {TextBlock{"hello"}}},
            {Role::Assistant, {}}})
    );
}

TEST_F(Messages, APictureByPathIsCheckedStoredAndNamedByItsHash) {  // S1, C1, DIG-1, CAL-IMG-19
    const auto message = only(
        R"({"type": "image", "path": ")" + kData +
        R"(png/rgb-8.png", "alt": "a test", "cache_control": {"type": "ephemeral"}})"
    );

    auto expected = rgb("rgb-8.png");
    expected.alt = "a test";
    expected.cache_control = true;
    EXPECT_EQ(message, (Message{Role::User, {expected}}));
    const auto stored = blobs_->read(*content::blob_of(expected.source)).value();
    EXPECT_EQ(as_text(stored), file("png/rgb-8.png"));
}

TEST_F(Messages, BytesInTheFileBecomeAHashAndNoneStay) {  // S2, CAL-IMG-23, DIG-3
    const auto data = base64(file("png/rgb-8.png"));

    for (const auto& block :
         {R"({"type": "image", "data": ")" + data + R"(", "mime": "image/png"})",
          R"({"type": "image", "data": "data:image/png;base64,)" + data + R"("})",
          R"({"type": "image", "url": "data:image/png;base64,)" + data + R"("})"}) {
        EXPECT_EQ(only(block), (Message{Role::User, {rgb()}}));
    }
    EXPECT_EQ(blobs_->list().value().size(), 1u);
}

TEST_F(Messages, AStoredPictureIsNamedByEightDigitsOfItsHash) {  // S1
    const auto blob = blobs_->put(as_bytes(file("png/rgb-8.png"))).value();
    const auto hex = blob.sha256.hex();

    EXPECT_EQ(
        only(R"({"type": "image", "sha256": ")" + hex.substr(0, 8) + R"(", "width": 9})"),
        (Message{Role::User, {rgb()}})
    );
    EXPECT_EQ(
        only(R"({"type": "image", "sha256": "sha256:)" + hex + R"("})"),
        (Message{Role::User, {rgb()}})
    );
    EXPECT_EQ(
        refused(one(R"({"type": "image", "sha256": "ffffffff"})")),
        (Error{
            ErrorCode::FileNotFound, "messages[0].content[0]: no stored image starts with ffffffff"}
        )
    );
    EXPECT_EQ(refused(one(R"({"type": "image", "sha256": "12"})")).code, ErrorCode::InvalidInput);
}

TEST_F(Messages, AnHttpsUrlStaysForTheProviderToFetch) {  // C1
    const auto message =
        only(R"({"type": "image", "url": "https://example.org/a.png", "width": 5, "alt": "a"})");

    EXPECT_EQ(
        message,
        (Message{
            Role::User,
            {ImageBlock{.source = content::UrlRef{"https://example.org/a.png"}, .alt = "a"}}})
    );
    for (const auto* url :
         {"http://example.org/a.png",
          "file:///etc/passwd",
          "https://",
          "https:///a",
          "HTTPS://a b",
          "https://localhost/a.png",
          "https://metadata.google.internal/a.png",
          "https://169.254.169.254/latest/meta-data/",
          "https://2130706433/a.png",
          "https://[::ffff:10.0.0.1]/a.png",
          "https://example.org@10.0.0.1/a.png",
          "https://b\u00fccher.example/a.png"}) {
        const auto error =
            refused(one(R"({"type": "image", "url": ")" + std::string(url) + R"("})"));
        EXPECT_EQ(error.code, ErrorCode::UrlBlocked) << url;
    }
}

TEST_F(Messages, ATypeThatTheBytesDoNotHaveIsCorrectedAndNoted) {  // M2
    const auto messages = read(
        one(R"({"type": "image", "mime": "image/jpeg", "data": ")" + base64(file("png/rgb-8.png")) +
            R"("})")
    );

    ASSERT_TRUE(messages.ok());
    EXPECT_EQ(messages.value().messages.at(0), (Message{Role::User, {rgb()}}));
    EXPECT_EQ(
        messages.value().notes,
        std::vector<std::string>{
            "messages[0].content[0]: \"mime\" says image/jpeg, but the bytes are image/png"}
    );
}

TEST_F(Messages, APdfIsADocumentByItsFirstBytes) {  // C1, M2
    const auto blob = BlobRef{sha256(as_bytes(file("other/document.pdf")))};

    EXPECT_EQ(
        only(R"({"type": "document", "path": ")" + kData + R"(other/document.pdf"})"),
        (Message{
            Role::User,
            {content::DocumentBlock{
                .source = blob, .mime = "application/pdf", .filename = "document.pdf"}}})
    );
    EXPECT_TRUE(blobs_->has(blob).value());
    const auto error =
        refused(one(R"({"type": "document", "path": ")" + kData + R"(png/rgb-8.png"})"));
    EXPECT_EQ(error.code, ErrorCode::UnsupportedFileType);
    EXPECT_NE(error.message.find("a document must be a PDF"), std::string::npos) << error.message;
}

TEST_F(Messages, ToolsAreCalledAndAnswerWithPictures) {  // C3
    const auto messages = read(
        R"([{"role": "assistant", "content": [
                {"type": "tool_use", "id": "t1", "name": "shot", "input": {"a": [1]}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "t1", "is_error": true, "content": [
                    {"type": "text", "text": "done"},
                    {"type": "image", "path": ")" +
        kData + R"(png/rgb-8.png"}]}]}])"
    );

    ASSERT_TRUE(messages.ok()) << messages.error().message;
    EXPECT_EQ(
        messages.value().messages,
        (std::vector<Message>{
            {Role::Assistant, {content::ToolUseBlock{"t1", "shot", R"({"a":[1]})"}}},
            {Role::User,
             {content::ToolResultBlock{"t1", {TextBlock{"done"}, rgb("rgb-8.png")}, true}}}})
    );
}

TEST_F(Messages, ABrokenPictureIsRefusedWithItsPlaceAndNothingOfItIsKept) {  // M4
    const auto error = refused(
        R"([{"role": "user", "content": "first"},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t", "content": [
                {"type": "image", "path": ")" +
        kData + R"(bad/png-truncated-idat.png"}]}]}])"
    );

    EXPECT_EQ(error.code, ErrorCode::DecodeFailed);
    EXPECT_EQ(error.message.find("messages[1].content[0].content[0]: "), 0u) << error.message;
    EXPECT_TRUE(blobs_->list().value().empty());
}

TEST_F(Messages, TooManyImagesInAMessageAreRefusedBeforeAnyIsRead) {  // CAL-IMG-32, DIG-7, D5
    std::string blocks;
    for (int i = 0; i < 11; ++i) {
        blocks += std::string(i == 0 ? "" : ",") + R"({"type": "image", "path": "/dev/null/file"})";
    }

    EXPECT_EQ(
        refused(one(blocks)),
        (Error{ErrorCode::LimitExceeded, "messages[0] has 11 images; images.max_per_message is 10"})
    );
    const Intake twenty{.gate = gate_, .blobs = *blobs_, .max_images = 20};
    EXPECT_EQ(read_messages(one(blocks), twenty).error().code, ErrorCode::FileNotFound);
}

TEST_F(Messages, EverythingElseIsAnErrorWithItsPlace) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "messages are not JSON: "},
        {"[\n{\"role\":}]", "line 2"},
        {"[] x", "messages are not JSON: "},
        {"{}", "messages must be a list"},
        {"[]", "the list of messages is empty"},
        {"[5]", "messages[0]: not an object"},
        {R"([{"role": "tool", "content": ""}])", "messages[0].role: \"tool\" is not a valid role"},
        {R"([{"role": "boss", "content": ""}])", "messages[0].role: \"boss\""},
        {R"([{"role": "user"}])", "messages[0].content: missing"},
        {R"([{"role": "user", "content": "", "name": "x"}])", "messages[0].name: unknown field"},
        {one(R"({"type": "picture"})"), "messages[0].content[0].type: \"picture\""},
        {one(R"({"type": "image"})"), "messages[0].content[0]: give one of \"path\""},
        {one(R"({"type": "image", "path": "a", "data": "b"})"),
         "\"path\" and \"data\": give only one"},
        {one(R"({"type": "image", "path": 5})"), "messages[0].content[0].path: not a string"},
        {one(R"({"type": "image", "path": "a\u0000b"})"), "contains a NUL byte"},
        {one(R"({"type": "image", "data": "*"})"),
         "messages[0].content[0]: the data is not base64"},
        {one(R"({"type": "image", "data": "AAAA", "mime": 5})"), ".mime: not a string"},
        {one(R"({"type": "image", "url": "https://a.example/b", "colour": 1})"),
         "messages[0].content[0].colour: unknown field"},
        {one(R"({"type": "image", "url": "https://a.example/b", "cache_control": "yes"})"),
         "cache_control: neither true nor false"},
        {one(R"({"type": "tool_use", "id": "a", "name": "b", "input": 5})"),
         "input: not an object"},
        {std::string(100, '['), "messages are not JSON: "},
    };
    for (const auto& [text, expected] : cases) {
        const auto error = refused(text);
        EXPECT_EQ(error.code, ErrorCode::InvalidInput) << text;
        EXPECT_NE(error.message.find(expected), std::string::npos) << text << "\n" << error.message;
    }
}

TEST_F(Messages, AFileOfThemSaysItsNameInErrors) {
    std::ofstream(folder_ / "m.json") << "[";

    const auto path = (folder_ / "m.json").string();
    const auto error = read_messages_file(FileSource{path}, intake()).error();
    EXPECT_EQ(error.message.find(path + ": messages are not JSON"), 0u) << error.message;
    EXPECT_EQ(
        read_messages_file(FileSource{"/dev/null/file"}, intake()).error().code,
        ErrorCode::FileNotFound
    );
}

TEST_F(Messages, ATurnHasItsImagesFirst) {  // DIG-4
    const TurnImage images[] = {{FileSource{kData + "png/rgb-8.png"}}};

    EXPECT_EQ(
        turn_message("what is this?", images, intake()).value(),
        (Message{Role::User, {rgb("rgb-8.png"), TextBlock{"what is this?"}}})
    );
    EXPECT_EQ(
        turn_message("", images, intake()).value(), (Message{Role::User, {rgb("rgb-8.png")}})
    );
    EXPECT_EQ(turn_message("", {}, intake()).error().code, ErrorCode::InvalidInput);
}

TEST_F(Messages, ATurnThatFailsNamesTheImage) {  // CAL-IMG-32
    const TurnImage broken[] = {
        {FileSource{kData + "png/rgb-8.png"}}, {FileSource{kData + "bad/png-truncated-idat.png"}}};
    const std::vector<TurnImage> many(11, {FileSource{"/dev/null/file"}});

    const auto error = turn_message("x", broken, intake()).error();
    EXPECT_EQ(error.code, ErrorCode::DecodeFailed);
    EXPECT_EQ(error.message.find(kData + "bad/png-truncated-idat.png: "), 0u) << error.message;
    EXPECT_EQ(turn_message("x", many, intake()).error().code, ErrorCode::LimitExceeded);
}

TEST_F(Messages, EveryImageThatFailsIsNamed) {
    const auto missing = (folder_ / "missing.png").string();
    const auto broken = kData + "bad/png-truncated-idat.png";
    const TurnImage images[] = {
        {FileSource{kData + "png/rgb-8.png"}}, {FileSource{missing}}, {FileSource{broken}}};

    const auto in_turn = turn_message("x", images, intake()).error();
    const auto block = [](const std::string& path) {
        return R"([{"role": "user", "content": [{"type": "image", "path": ")" + path + "\"}]}";
    };
    const auto in_file = refused(block(missing) + "," + block(broken).substr(1) + "]");

    for (const auto& error : {in_turn, in_file}) {
        EXPECT_EQ(error.code, ErrorCode::FileNotFound);
        EXPECT_EQ(error.message.find("2 inputs cannot be used: "), 0u) << error.message;
    }
    for (const auto& path : {missing, broken}) {
        EXPECT_NE(in_turn.message.find(path), std::string::npos) << in_turn.message;
    }
    EXPECT_NE(in_file.message.find("; messages[1].content[0]: "), std::string::npos);
}

TEST_F(Messages, APartIsNamedInTheSameWaysAsOnACommandLine) {  // V3
    const auto part = media::PixelRect{0, 11, 17, 10};
    const auto path = kData + "png/rgb-8.png";
    const std::vector<std::string> names = {path, path};
    const std::vector<std::string> crops = {"1:p=0,11,17,90"};

    const auto turn = turn_message("", named_images(names, crops).value(), intake()).value();
    EXPECT_FALSE(std::get<ImageBlock>(turn.content[0]).crop);
    EXPECT_EQ(std::get<ImageBlock>(turn.content[1]).crop, part);
    EXPECT_FALSE(named_images(names, std::vector<std::string>{"2:r=top"}).ok());

    for (const std::string crop :
         {R"([0, 11, 17, 10])",
          R"("p=0,11,17,90")",
          R"({"pixels": {"x": 0, "y": 11, "width": 17, "height": 90}})"}) {
        const auto message =
            only(R"({"type": "image", "path": ")" + path + R"(", "crop": )" + crop + "}");
        EXPECT_EQ(std::get<ImageBlock>(message.content.at(0)).crop, part) << crop;
    }
    const auto error =
        refused(one(R"({"type": "image", "url": "https://example.org/a.png", "crop": "r=top"})"));
    EXPECT_NE(error.message.find("messages[0].content[0].crop: "), std::string::npos);
}

TEST_F(Messages, ReadingEndsWhenItIsCancelled) {
    std::stop_source stop;
    stop.request_stop();
    const TurnImage images[] = {{FileSource{kData + "png/rgb-8.png"}}};
    const auto block = R"({"type": "image", "path": ")" + kData + R"(png/rgb-8.png"})";

    EXPECT_EQ(
        read_messages(one(block), intake(), stop.get_token()).error().code, ErrorCode::Cancelled
    );
    EXPECT_EQ(
        turn_message("x", images, intake(), stop.get_token()).error().code, ErrorCode::Cancelled
    );
    EXPECT_TRUE(blobs_->list().value().empty());
}

TEST_F(Messages, ASessionHasRoomForSoManyImages) {  // DIG-7, D5
    const Message two{Role::User, {rgb(), content::ToolResultBlock{"t", {rgb()}, false}}};

    EXPECT_EQ(count_images(two), 2u);
    EXPECT_TRUE(check_session_room(98, two, 100).ok());
    EXPECT_EQ(check_session_room(99, two, 100).error().code, ErrorCode::LimitExceeded);
    EXPECT_TRUE(check_session_room(100, {Role::User, {TextBlock{"x"}}}, 100).ok());
}

}  // namespace
}  // namespace fovea::ingest
