"""check_request.py as a program."""

import json
import pathlib
import subprocess
import sys
import unittest

import samples

PROGRAM = pathlib.Path(__file__).with_name("check_request.py")


def run(*arguments, body):
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments, "-"], input=json.dumps(body).encode(), capture_output=True
    )


class Program(unittest.TestCase):
    def test_tells_what_it_found_and_exits_with_0(self):
        done = run("--kind", "anthropic", "--model", "claude-opus-4-7", "--path", "/v1/messages", body=samples.anthropic())

        self.assertEqual(done.returncode, 0, done.stderr)
        told = json.loads(done.stdout)
        self.assertEqual((told["ok"], told["problems"]), (True, []))
        self.assertEqual(told["images"][0]["path"], "messages.0.content.1.source.data")
        self.assertEqual((told["images"][0]["width"], told["images"][0]["bytes"]), (8, len(samples.picture())))
        self.assertIn({"path": "messages.0.content.0.text", "text": "Image 1:"}, told["texts"])

    def test_exits_with_1_when_there_is_a_problem(self):
        done = run("--kind", "anthropic", "--model", "other", "--path", "/v1/other", body=samples.anthropic())

        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(json.loads(done.stdout)["problems"]), 2)

    def test_takes_limits(self):
        done = run("--kind", "ollama", "--limits", "max_images=1", "--limits", "max_edge=4", body=samples.ollama())

        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(json.loads(done.stdout)["problems"]), 3)

    def test_answers_many_in_lines(self):
        body = json.dumps(samples.anthropic()).encode()
        questions = [{"kind": "anthropic", "size": len(body)}, {"kind": "nobody", "size": 0},
                     {"kind": "anthropic", "size": len(body), "model": "other"}]
        bodies = [body, b"", body]

        done = subprocess.run(
            [sys.executable, "-B", PROGRAM, "--lines"], stdout=subprocess.PIPE,
            input=b"".join(json.dumps(one).encode() + b"\n" + raw for one, raw in zip(questions, bodies)))

        ready, good, failed, bad = map(json.loads, done.stdout.splitlines())
        self.assertEqual((ready, done.returncode), ({}, 0))
        self.assertEqual(good["problems"], [])
        self.assertIn("failed", failed)
        self.assertEqual(len(bad["problems"]), 1)

    def test_exits_with_2_when_a_limit_is_not_known(self):
        self.assertEqual(run("--kind", "ollama", "--limits", "max=1", body={}).returncode, 2)
        self.assertEqual(run("--kind", "nobody", body={}).returncode, 2)


if __name__ == "__main__":
    unittest.main()
