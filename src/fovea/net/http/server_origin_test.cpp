#include "fovea/net/http/server_origin.hpp"

#include <gtest/gtest.h>

namespace fovea::net {

namespace {

std::string complaint(const std::string& url) {
    const auto origin = server_origin(url);
    return origin.ok() ? "" : origin.error().message;
}

TEST(ServerOrigin, IsTheOneThatIsWritten) {  // Q5
    EXPECT_EQ(
        server_origin("http://localhost:11434/v1").value(), (Origin{"http", "localhost", "11434"})
    );
    EXPECT_EQ(
        server_origin("HTTPS://me:word@API.Example.com?a=b@c").value(),
        (Origin{"https", "api.example.com", "443"})
    );
    EXPECT_EQ(server_origin("http://127.0.0.1").value(), (Origin{"http", "127.0.0.1", "80"}));
    EXPECT_EQ(server_origin("http://[::1]:8080/").value(), (Origin{"http", "[::1]", "8080"}));
    EXPECT_EQ(server_origin("http://[0:0:0:0:0:0:0:1]/").value().host, "[::1]");
    EXPECT_EQ(server_origin("http://gpu_box-2").value().host, "gpu_box-2");
    EXPECT_EQ(server_origin("http://a/http://b@c\\d").value().host, "a");
}

TEST(ServerOrigin, RefusesWhatTwoReadersCouldTakeForTwoHosts) {  // Q5
    for (const char* url :
         {"http://https://localhost",
          "http://https//localhost",
          "https://http:80/localhost",
          "http://HTTPS/localhost",
          "http://http",
          "http://localhost\\@evil.example",
          "http://localhost\\.evil.example/",
          "http://a@localhost@evil.example",
          "http://localhost:80:90/",
          "http://localhost:/v1",
          "http://localhost:080/",
          "http://localhost:99999/",
          "http://localhost:8 0/",
          "http://localhost:+80/",
          "http://2130706433/",
          "http://0x7f.1/",
          "http://127.1/",
          "http://0177.0.0.1/",
          "http://%6cocalhost/",
          "http://localhost%00.evil.example/",
          "http://localhost\xe3\x80\x82/",
          "http://\xe2\x91\xa0.example/",
          "http://localhost./",
          "http://[::1",
          "http://[::1]evil.example/",
          "http://[::1%25lo]/",
          "http://[127.0.0.1]/",
          "http://[]/",
          "http://@",
          "http://:80",
          "http:///localhost",
          "http:localhost",
          "//localhost",
          "localhost",
          " http://localhost",
          "http://localhost\n",
          "http://local host",
          "file://localhost/",
          "http+unix://localhost/",
          ""}) {
        EXPECT_NE(complaint(url), "") << url;
    }
    EXPECT_NE(complaint(std::string("http://localhost\0.evil.example", 30)), "");
}

TEST(ServerOrigin, SaysWhatIsWrongAndKeepsTheWordToItself) {  // Q5
    EXPECT_EQ(
        complaint("http://https://localhost"),
        "has its scheme twice; its host would be called \"https\""
    );
    EXPECT_EQ(
        complaint("http://127.1/"),
        "has the host 127.1, which is 127.0.0.1 written in another way; write that address instead"
    );
    EXPECT_EQ(complaint("localhost:80"), "must begin with http:// or https:// and name a host");
    EXPECT_EQ(complaint("http://me:word@127.1/").find("word"), std::string::npos);
}

}  // namespace

}  // namespace fovea::net
