// What to do about an error, by its code (docs/errors.md). The daemon's own sentence says what happened.
const ADVICE: Record<string, string> = {
  URL_BLOCKED: "Only public https addresses can be fetched. Save the picture and drop it here instead.",
  FILE_TOO_LARGE: "Make it smaller, or cut out the part that matters.",
  UNSUPPORTED_FILE_TYPE: "Save it as PNG, JPEG, GIF or WebP and try again.",
  DECODE_FAILED: "Open it in another program and save it anew.",
  LIMIT_EXCEEDED: "Send fewer at once, or begin a new session.",
  CONSENT_REQUIRED: "Allow it with `fovea vision-proxy consent`, or choose another model.",
  VISION_NOT_SUPPORTED: "Choose a model that sees.",
  PDF_NOT_SUPPORTED: "Choose a model that reads PDFs.",
  VIDEO_NOT_SUPPORTED: "Choose a model that takes videos.",
  NO_CANDIDATE: "Choose another model.",
  PDF_TOO_MANY_PAGES: "Send fewer pages.",
  LLM_ERROR: "Try again, or choose another model.",
  BUDGET_EXCEEDED: "Begin a new session, or raise the budget in the configuration.",
  CANCELLED: "",
  STORE_ERROR: "Check that the data folder can be written and that the disk is not full.",
  CONFIG_INVALID: "Correct the configuration and start the daemon again.",
  INTERNAL: "This is a bug in Fovea. Trying again may help.",
};

export function adviceFor(code: string): string {
  return ADVICE[code] ?? "";
}
