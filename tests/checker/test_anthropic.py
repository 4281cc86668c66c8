"""Anthropic's own rules."""

import unittest

from checks import CheckerTest
import samples


def many(count, width, height):
    body = samples.anthropic()
    body["messages"] = [
        {"role": "user", "content": [samples.anthropic_image(samples.picture(width, height))] * count}
    ]
    return body


class Anthropic(CheckerTest):
    kind = "anthropic"

    def test_twenty_pictures_may_be_large(self):
        self.assert_good(many(20, 3000, 2))

    def test_twenty_one_may_not(self):
        self.assertEqual(len(self.check(many(21, 2001, 2)).problems), 21)
        self.assert_good(many(21, 2000, 2))

    def test_pictures_by_url_count_among_the_many(self):
        body = many(20, 3000, 2)
        body["messages"][0]["content"].append({"type": "image", "source": {"type": "url", "url": samples.URL}})
        self.assertEqual(len(self.check(body).problems), 20)

    def test_no_side_is_above_8000(self):
        self.assert_good(many(1, 8000, 2))
        self.assert_bad(many(1, 2, 8001), "side of 8001")

    def test_the_cap_on_bytes_is_on_the_base64(self):
        raw = samples.picture() + b"\0" * 500
        body = samples.anthropic()
        body["messages"][0]["content"][1] = samples.anthropic_image(raw)
        self.assert_good(body, limits=[f"max_image_base64={len(samples.b64(raw))}"])
        self.assert_bad(body, "bytes of base64", limits=[f"max_image_base64={len(samples.b64(raw)) - 1}"])

    def test_a_model_with_a_small_context_takes_100_pictures(self):
        self.model = "claude-haiku-4-5"
        body = many(101, 2, 2)
        body["model"] = self.model
        self.assert_bad(body, "holds 101 pictures, more than 100")

    def test_a_data_url_is_no_base64(self):
        body = samples.anthropic()
        body["messages"][0]["content"][1]["source"]["data"] = samples.data_url(samples.picture())
        self.assert_bad(body, "is a data URL")

    def test_a_pdf_is_one(self):
        body = samples.anthropic()
        body["messages"][0]["content"][3]["source"]["data"] = samples.b64(b"\n" + samples.PDF)
        self.assert_bad(body, "only PDF is taken")
        body["messages"][0]["content"][3]["source"]["data"] = samples.b64(samples.PDF)
        self.assert_bad(body, "bytes, more than 10", limits=["max_pdf_bytes=10"])

    def test_turns_alternate_and_the_user_is_last(self):
        body = samples.anthropic()
        body["messages"].append({"role": "user", "content": "More."})
        self.assert_bad(body, "is not whose turn it is")
        body["messages"][-1] = {"role": "assistant", "content": "More."}
        self.assert_bad(body, "do not end with the user")

    def test_every_call_is_answered_in_the_message_behind_it(self):
        body = samples.anthropic()
        del body["messages"][2]["content"][0]
        self.assert_bad(body, "has no result")

    def test_a_result_answers_a_call(self):
        body = samples.anthropic()
        body["messages"][2]["content"].insert(0, {"type": "tool_result", "tool_use_id": "toolu_9"})
        self.assert_bad(body, "was never made")

    def test_results_come_first(self):
        body = samples.anthropic()
        body["messages"][2]["content"].reverse()
        self.assert_bad(body, "behind something else")

    def test_ids_have_a_form(self):
        raw = self.check(samples.anthropic())
        self.assertEqual(raw.problems, [])
        body = samples.anthropic()
        body["messages"][1]["content"][0]["id"] = body["messages"][2]["content"][0]["tool_use_id"] = "functions.shot:0"
        self.assertEqual(len(self.check(body).problems), 2)

    def test_texts_have_letters(self):
        body = samples.anthropic()
        body["messages"][2]["content"][1]["text"] = " \n"
        self.assert_bad(body, "does not match")

    def test_the_model_shows_no_pictures(self):
        body = samples.anthropic()
        body["messages"][1]["content"].append(samples.anthropic_image(samples.picture()))
        self.assert_bad(body, "'image' is none of")

    def test_sampling_is_gone(self):
        body = samples.anthropic()
        self.assert_bad({**body, "model": "claude-opus-4-7", "temperature": 0}, "is refused by models after")
        self.assert_good({**body, "model": "claude-haiku-4-5", "temperature": 0, "top_k": 5})
        self.assert_bad({**body, "model": "claude-haiku-4-5", "temperature": 1.5}, "is more than 1")

    def test_who_thinks_is_neither_sampled_nor_forced(self):
        body = {**samples.anthropic(), "model": "claude-haiku-4-5", "max_tokens": 4096}
        body["thinking"] = {"type": "enabled", "budget_tokens": 2048}
        self.assert_good(body)
        self.assert_bad({**body, "temperature": 0.5}, "does not go together with thinking")
        self.assert_bad({**body, "tool_choice": {"type": "any"}, "tools": [{"name": "a", "input_schema": {}}]}, "is forced")
        self.assert_bad({**body, "max_tokens": 2048}, "is not below max_tokens")

    def test_four_cache_marks_are_enough(self):
        body = samples.anthropic()
        for block in body["messages"][0]["content"]:
            block["cache_control"] = {"type": "ephemeral"}
        self.assert_good(body)
        body["messages"][2]["content"][1]["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
        self.assert_bad(body, "more than 4 cache marks")

    def test_an_address_can_be_fetched(self):
        for url in ("file:///etc/passwd", "https://", "https://me:word@example.org/", "http://a b/"):
            body = samples.anthropic()
            body["messages"][0]["content"][2]["source"]["url"] = url
            self.assert_bad(body, "no address that can be fetched")


if __name__ == "__main__":
    unittest.main()
