// What the model says to what, in all cases.
export const HOSTILE = [
  "# Hello <img src=x onerror=\"window.hacked=1\">",
  "[click](javascript:window.hacked=2) and ![p](https://example.org/track.png) and ![q](javascript:window.hacked=3)",
  "<script>window.hacked=4</script><svg onload=\"window.hacked=5\"></svg>",
  "```html\n<script>window.hacked=6</script>\n```",
  "<button data-spot=\"1\" onclick=\"window.hacked=7\">x</button>",
  "[data](data:text/html,<script>window.hacked=8</script>)",
].join("\n\n");

const SLOW = Array.from({ length: 120 }, (_, i) => `word${i}`).join(" ");

export const fixtures = [
  // First: what was stopped stands before it in the request, as words of the same person.
  { match: { userMessage: "and again" }, response: { content: "Once more." } },
  { match: { userMessage: "look at red", hasToolResult: false }, response: { toolCalls: [{ name: "filesystem_read", arguments: '{"path": "red.png"}' }] } },
  { match: { userMessage: "look at red" }, response: { content: "A **red** square." } },
  { match: { userMessage: "search it", hasToolResult: false }, response: { toolCalls: [{ name: "filesystem_grep", arguments: '{"pattern": "secret-word", "path": "."}' }] } },
  { match: { userMessage: "search it" }, response: { content: "I have searched." } },
  { match: { userMessage: "slowly" }, response: { content: `${SLOW} end.` }, latency: 60, chunkSize: 6 },
  // Nobody waits for its end, however slow the machine.
  { match: { userMessage: "tell it for ever" }, response: { content: `${Array.from({ length: 8 }, () => SLOW).join(" ")} end.` }, latency: 400, chunkSize: 6 },
  { match: { userMessage: "think first" }, response: { content: "So it is.", reasoning: "Let me think about this." } },
  { match: { userMessage: "be hostile" }, response: { content: HOSTILE } },
  { match: { userMessage: "where is it" }, response: { content: 'It is here:\n\n```json\n[{"box_2d": [100, 200, 400, 700], "label": "the gate"}, {"box_2d": [500, 10, 900, 90], "label": "a post"}]\n```\n\nBoth are wooden.' } },
  { match: { userMessage: "which page" }, response: { content: "It is on page 2, at the top." } },
  { match: { userMessage: "when is it" }, response: { content: "It is seen at 0:01, and no more." } },
  { match: { userMessage: "fail please" }, response: { error: { message: "the model is on holiday", type: "invalid_request_error" }, status: 400 } },
  { match: { userMessage: "part" }, response: { content: "This part is plain." } },
  { match: {}, response: { content: "An answer with `code` and a list:\n\n- one\n- two\n\n```cpp\nint main() { return 0; }\n```" } },
];
