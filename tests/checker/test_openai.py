"""The rules of OpenAI's two APIs, and of servers that speak like them."""

import unittest

from checks import CheckerTest
from PIL import Image
import samples


class Chat(CheckerTest):
    kind = "openai_chat"

    def test_only_users_show_pictures(self):
        body = samples.openai_chat()
        body["messages"][3]["content"] = body["messages"][4]["content"]
        self.assert_bad(body, "'image_url' is none of text")

    def test_a_picture_is_an_object_with_a_data_url(self):
        body = samples.openai_chat()
        body["messages"][4]["content"][0]["image_url"] = samples.data_url(samples.picture())
        self.assert_bad(body, "is a string, not an object")
        body["messages"][4]["content"][0]["image_url"] = {"url": samples.b64(samples.picture())}
        self.assert_bad(body, "no address that can be fetched")
        body["messages"][4]["content"][0]["image_url"] = {"url": "data:image/PNG;base64,AAAA"}
        self.assert_bad(body, "no data URL of the form")

    def test_results_stand_right_behind_their_calls(self):
        body = samples.openai_chat()
        body["messages"].insert(3, {"role": "user", "content": "Wait."})
        problems = self.check(body).problems
        self.assertEqual(len(problems), 2, problems)
        del body["messages"][3:5]
        self.assert_bad(body, "has no result")

    def test_arguments_are_the_text_of_an_object(self):
        body = samples.openai_chat()
        body["messages"][2]["tool_calls"][0]["function"]["arguments"] = "[1]"
        self.assert_bad(body, "not the text of a JSON object")

    def test_reasoning_models_have_their_own_token_limit(self):
        body = samples.openai_chat()
        body["max_tokens"] = body.pop("max_completion_tokens")
        self.assert_bad(body, "max_completion_tokens")
        body["model"] = "gpt-4o"
        self.assert_good(body)

    def test_a_file_is_a_pdf_with_a_name(self):
        body = samples.openai_chat()
        del body["messages"][1]["content"][3]["file"]["filename"]
        self.assert_bad(body, "has no filename")

    def test_a_gif_may_not_move(self):
        moving = samples.picture(format="GIF", save_all=True, append_images=[Image.new("RGB", (8, 6))])
        body = samples.openai_chat()
        body["messages"][4]["content"][0]["image_url"]["url"] = samples.data_url(moving, "image/gif")
        self.assert_bad(body, "moves (2 frames)")

    def test_a_picture_has_at_most_30000_patches(self):
        body = samples.openai_chat()
        body["messages"][4]["content"][0]["image_url"]["url"] = samples.data_url(samples.picture(6000, 6000))
        self.assert_bad(body, "has 35344 patches")

    def test_stream_options_need_a_stream(self):
        body = {**samples.openai_chat(), "stream_options": {"include_usage": True}}
        self.assert_bad(body, "only taken with stream")
        self.assert_good({**body, "stream": True})


class Compatible(CheckerTest):
    kind = "openai_compatible"

    def test_detail_files_and_urls_are_not_for_all(self):
        body = samples.openai_compatible()
        image = body["messages"][1]["content"][1]["image_url"]
        image["detail"] = "high"
        self.assert_bad(body, "not understood by all")
        del image["detail"]
        image["url"] = samples.URL
        self.assert_bad(body, "does not fetch")
        self.assert_good(body, limits=["urls=1"])
        image["url"] = samples.data_url(samples.picture(format="WEBP"), "image/webp")
        self.assert_bad(body, "the provider takes png, jpeg")
        self.assert_good(body, limits=["formats=png,jpeg,webp"])

    def test_only_users_have_parts(self):
        body = samples.openai_compatible()
        body["messages"][3]["content"] = [{"type": "text", "text": "ok"}]
        self.assert_bad(body, "must be a string")

    def test_reasoning_goes_back_to_those_who_want_it(self):
        body = samples.openai_compatible()
        body["messages"][2]["reasoning_content"] = "Hm."
        self.assert_good(body)
        self.kind = "openai_chat"
        self.assert_bad({**body, "max_completion_tokens": 9}, "reasoning_content: is no key")


class Responses(CheckerTest):
    kind = "openai_responses"

    def test_a_picture_is_a_string(self):
        body = samples.openai_responses()
        body["input"][0]["content"][1]["image_url"] = {"url": samples.data_url(samples.picture())}
        self.assert_bad(body, "is an object, not a string")

    def test_a_call_has_one_output(self):
        body = samples.openai_responses()
        body["input"].append(body["input"][2])
        self.assert_bad(body, "second or late result")
        del body["input"][2:]
        self.assert_bad(body, "has no result")

    def test_an_output_holds_pictures(self):
        self.assertEqual([one["path"] for one in self.check(samples.openai_responses()).images],
                         ["input.0.content.1.image_url", "input.2.output.1.image_url"])

    def test_the_provider_keeps_nothing(self):
        body = samples.openai_responses()
        del body["store"]
        self.assert_bad(body, "30 days")

    def test_the_model_says_output_text_or_a_string(self):
        body = samples.openai_responses()
        for content in ("Yes.", [{"type": "output_text", "text": "Yes."}]):
            self.assert_good({**body, "input": body["input"] + [
                {"type": "message", "role": "assistant", "content": content},
                {"type": "message", "role": "user", "content": "Why?"}]})
        body["input"].append({"type": "message", "role": "assistant", "content": [{"type": "input_text", "text": "x"}]})
        self.assert_bad(body, "'input_text' is none of")

    def test_reasoning_goes_back_whole_with_what_it_led_to(self):
        body = samples.openai_responses()
        item = {"type": "reasoning", "summary": [], "encrypted_content": samples.b64(bytes(range(256)))}
        body["input"].insert(1, item)
        self.assert_good(body)
        del item["encrypted_content"]
        self.assert_bad(body, "is not sent")
        item["encrypted_content"] = "x"
        body["input"] = body["input"][:1] + body["input"][2:] + [item]
        self.assert_bad(body, "without the item")

    def test_a_file_comes_one_way(self):
        body = samples.openai_responses()
        body["input"][0]["content"][3]["file_url"] = "https://example.org/a.pdf"
        self.assert_bad(body, "has 2 of")


if __name__ == "__main__":
    unittest.main()
