"""What holds for every dialect."""

import copy
import functools
import io
import json
import unittest

from checks import CheckerTest
from PIL import Image
import samples


def strings_in(value, path=()):
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, (list, dict)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from strings_in(one, path + (key,))


OPEN = ("input_schema", "parameters", "input", "args", "arguments", "response")  # any key goes


def objects_in(value, path=()):
    """Paths of the objects whose keys the provider knows."""
    if isinstance(value, dict) and not (path and path[-1] in OPEN):
        yield path
        for key, one in value.items():
            yield from objects_in(one, path + (key,))
    elif isinstance(value, list):
        for i, one in enumerate(value):
            yield from objects_in(one, path + (i,))


def replaced(body, path, value):
    changed = copy.deepcopy(body)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def in_every_dialect(test):
    """Runs a test once a dialect, with a sound body of it."""

    @functools.wraps(test)
    def run(self):
        for kind, make in samples.BODIES.items():
            with self.subTest(kind):
                body = make()
                self.kind, self.model = kind, body.get("model", "gemini-3.8-flash")
                test(self, body)

    return run


class EveryDialect(CheckerTest):
    def with_picture(self, body, raw, mime="image/png"):
        """The body with its first picture replaced."""
        first = samples.b64(samples.picture())
        for path, text in strings_in(body):
            if text.endswith(first):
                value = samples.data_url(raw, mime) if text.startswith("data:") else samples.b64(raw)
                body = replaced(body, path, value)
                for key in ("media_type", "mimeType"):
                    inner = body
                    for step in path[:-1]:
                        inner = inner[step]
                    if isinstance(inner, dict) and key in inner:
                        inner[key] = mime
                return body
        raise AssertionError("no picture")

    @in_every_dialect
    def test_a_sound_body_has_no_problem(self, body):
        self.assert_good(body)

    @in_every_dialect
    def test_pictures_texts_and_documents_are_told(self, body):
        report = self.check(body)
        self.assertEqual(len(report.images), 2)
        self.assertEqual({(one["width"], one["height"], one["mime"]) for one in report.images}, {(8, 6, "image/png")})
        self.assertGreaterEqual(len(report.texts), 3)
        carries = self.kind not in ("openai_compatible", "ollama")
        self.assertEqual(len(report.documents), 1 if carries else 0)
        self.assertEqual([one["url"] for one in report.urls], [samples.URL] if carries else [])

    @in_every_dialect
    def test_an_unknown_key_anywhere_is_a_problem(self, body):
        for path in objects_in(body):
            problems = self.check(replaced(body, path + ("sha256",), "x")).problems
            self.assertTrue(any("sha256: is no key" in one for one in problems), (path, problems))

    @in_every_dialect
    def test_a_missing_model_or_conversation_is_a_problem(self, body):
        for key in ("messages", "input", "contents"):
            self.assertTrue(key not in body or self.check({k: v for k, v in body.items() if k != key}).problems)

    @in_every_dialect
    def test_a_picture_of_another_type_than_declared_is_a_problem(self, body):
        if self.kind == "ollama":
            return  # declares none
        self.assert_bad(self.with_picture(body, samples.picture(), "image/jpeg"), "is declared as image/jpeg")

    @in_every_dialect
    def test_a_truncated_picture_is_a_problem(self, body):
        whole = io.BytesIO()
        Image.effect_noise((64, 64), 50).save(whole, "PNG")
        self.assert_bad(self.with_picture(body, whole.getvalue()[:-400]), "cannot be decoded")

    @in_every_dialect
    def test_a_format_that_nobody_takes_is_a_problem(self, body):
        problems = self.check(self.with_picture(body, samples.picture(format="BMP"), "image/bmp")).problems
        self.assertNotEqual(problems, [])

    @in_every_dialect
    def test_line_breaks_in_base64_are_a_problem(self, body):
        first = samples.b64(samples.picture())
        raw = json.dumps(body).replace(first, first[:40] + "\\n" + first[40:], 1).encode()
        self.assert_bad(raw, "is no base64")

    @in_every_dialect
    def test_stray_bits_in_the_last_letter_of_base64_are_a_problem(self, body):
        first = samples.b64(samples.picture() + b"\0" * ((-len(samples.picture())) % 3 + 1))
        self.assertTrue(first.endswith("AA=="))
        wrong = json.dumps(body).replace(samples.b64(samples.picture()), first[:-4] + "AB==", 1).encode()
        self.assert_bad(wrong, "not canonical")

    @in_every_dialect
    def test_a_blob_reference_in_a_text_is_a_problem(self, body):
        raw = json.dumps(body).replace("Be terse.", "See sha256:" + "ab" * 32).encode()
        self.assert_bad(raw, "names a blob")

    @in_every_dialect
    def test_base64_in_a_text_is_a_problem(self, body):
        letters = samples.b64(bytes(range(256)))
        self.assert_bad(json.dumps(body).replace("Be terse.", letters).encode(), "base64 as text")

    @in_every_dialect
    def test_a_description_may_name_its_picture(self, body):
        fence = f"<vision_proxy_description image='sha256:{'ab' * 32}'>A cat.</vision_proxy_description>"
        self.assert_good(json.dumps(body).replace("Be terse.", fence).encode())

    @in_every_dialect
    def test_a_body_that_is_not_strict_json_is_a_problem(self, body):
        raw = json.dumps(body).encode()
        self.assert_bad(raw[:-1], "not JSON")
        self.assert_bad(raw[:-1] + b', "n": NaN}', "no JSON")
        self.assert_bad(raw[:-1] + b', "x": 1, "x": 2}', "twice")
        self.assert_bad(raw.replace(b"terse", b"\xff"), "not UTF-8")
        self.assert_bad(raw.replace(b"terse", b"\\ud800"), "surrogate")

    @in_every_dialect
    def test_too_many_bytes_in_all_are_a_problem(self, body):
        self.assert_bad(body, "bytes, more than 500", limits=["max_request_bytes=500"])

    @in_every_dialect
    def test_too_many_pictures_are_a_problem(self, body):
        self.assert_bad(body, "pictures, more than 1", limits=["max_images=1"])


if __name__ == "__main__":
    unittest.main()
