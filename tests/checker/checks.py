"""What the checker's own tests share."""

import json
import unittest

import check_request


class CheckerTest(unittest.TestCase):
    kind = ""
    model = None

    def check(self, body, limits=(), kind=None):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        return check_request.check_body(kind or self.kind, raw, self.model, None, limits)

    def assert_good(self, body, limits=()):
        self.assertEqual(self.check(body, limits).problems, [])

    def assert_bad(self, body, words, limits=()):
        """Exactly one problem, with these words in it."""
        problems = self.check(body, limits).problems
        self.assertEqual(len(problems), 1, problems)
        self.assertIn(words, problems[0])
