"""The rules of Gemini and of Ollama."""

import unittest

from checks import CheckerTest
import check_request
import samples


class Gemini(CheckerTest):
    kind = "gemini"
    model = "gemini-3.8-flash"

    def test_a_part_is_one_thing(self):
        body = samples.gemini()
        body["contents"][0]["parts"][3]["inlineData"] = body["contents"][0]["parts"][0]["inlineData"]
        self.assert_bad(body, "has 2 of")
        body["contents"][0]["parts"][3] = {}
        self.assert_bad(body, "has 0 of")

    def test_keys_are_in_camel_case(self):
        body = samples.gemini()
        body["contents"][0]["parts"][0] = {"inline_data": {"mime_type": "image/png", "data": "AAAA"}}
        self.assert_bad(body, "has 0 of")

    def test_gif_is_not_taken(self):
        body = samples.gemini()
        body["contents"][0]["parts"][0]["inlineData"] = {
            "mimeType": "image/gif",
            "data": samples.b64(samples.picture(format="GIF")),
        }
        self.assert_bad(body, "the provider takes png, jpeg, webp")

    def test_files_in_results_are_for_gemini_3(self):
        self.model = "gemini-2.5-pro"
        self.assert_bad(samples.gemini(), "from 3 on")

    def test_results_answer_the_calls_before_them_in_order(self):
        body = samples.gemini()
        body["contents"][2]["parts"][0]["functionResponse"]["name"] = "other"
        self.assert_bad(body, "answers 'other' where 'shot' was called")
        body["contents"][2]["parts"] = [{"text": "No."}]
        self.assert_bad(body, "0 results for 1 calls")

    def test_nothing_stands_beside_results(self):
        body = samples.gemini()
        body["contents"][2]["parts"].append({"text": "See."})
        self.assert_bad(body, "beside the results")

    def test_a_schema_needs_its_media_type(self):
        body = samples.gemini()
        body["generationConfig"]["responseJsonSchema"] = {"type": "object"}
        self.assert_bad(body, "without responseMimeType")

    def test_the_path_names_the_model(self):
        for path, good in (
            ("/v1beta/models/gemini-3.8-flash:generateContent", True),
            ("/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse", True),
            ("/v1beta/models/gemini-3.8-flash:streamGenerateContent", False),
            ("/v1beta/models/other:generateContent", False),
        ):
            report = check_request.Report()
            check_request.check_path("gemini", path, self.model, report)
            self.assertEqual(report.problems == [], good, path)


class Ollama(CheckerTest):
    kind = "ollama"

    def test_base64_is_bare(self):
        body = samples.ollama()
        body["messages"][1]["images"] = [samples.data_url(samples.picture())]
        self.assert_bad(body, "is a data URL")

    def test_a_url_is_no_picture(self):
        body = samples.ollama()
        body["messages"][1]["images"] = [samples.URL]
        self.assert_bad(body, "is no base64")

    def test_results_name_the_tool(self):
        body = samples.ollama()
        body["messages"][3]["tool_name"] = "other"
        self.assert_bad(body, "not the next that was called")
        del body["messages"][3]
        self.assert_bad(body, "comes before the result")

    def test_nothing_is_dropped_without_a_word(self):
        body = samples.ollama()
        del body["truncate"]
        self.assert_bad(body, "is not false")

    def test_results_are_strings(self):
        body = samples.ollama()
        body["messages"][3]["content"] = [{"type": "text", "text": "ok"}]
        self.assert_bad(body, "is an array, not a string")


if __name__ == "__main__":
    unittest.main()
