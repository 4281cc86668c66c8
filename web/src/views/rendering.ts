// Markdown to clean HTML. Loaded when the first answer is there.
import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import { CITATION, MARK } from "../looking/grounding";

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });

// Whoever nests deeper than anyone reads is shown the source from there on; the parser itself would drop it, with all
// that follows.
const DEEPEST = 20; // quotes, or ten lists
const parse = markdown.block.tokenize.bind(markdown.block);
markdown.block.tokenize = (state, from, to) => {
  if (state.level < DEEPEST) return parse(state, from, to);
  let end = from + 1;
  while (end < to && (state.isEmpty(end) || (state.sCount[end] ?? 0) >= state.blkIndent)) end++;
  state.push("code_block", "code", 0).content = state.getLines(from, end, state.blkIndent, false);
  state.line = end;
};

// A picture from elsewhere would tell its owner that the answer was read: it becomes a link.
markdown.renderer.rules["image"] = (tokens, index) => {
  const token = tokens[index];
  const address = String(token?.attrGet("src") ?? "");
  const label = markdown.utils.escapeHtml(token?.content || address);
  return `<a href="${markdown.utils.escapeHtml(address)}">${label}</a>`;
};

// Columns of figures stand at their right edge: by a class, since the page's policy lets no style in.
for (const cell of ["th_open", "td_open"]) {
  markdown.renderer.rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const side = /text-align:(right|center)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
    if (token) token.attrs = side ? [["class", side]] : null;
    return self.renderToken(tokens, index, options);
  };
}

const purify = DOMPurify(window);
purify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return;
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
  node.setAttribute("dir", "auto");
});

const ALLOWED = {
  ALLOWED_TAGS: [
    "a", "b", "blockquote", "br", "button", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
    "i", "li", "ol", "p", "pre", "s", "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
  ],
  ALLOWED_ATTR: ["href", "class", "data-spot", "data-go", "type", "start", "aria-label"],
  ADD_URI_SAFE_ATTR: ["data-spot", "data-go", "type", "start", "aria-label"],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

const escapeHtml = (text: string) => markdown.utils.escapeHtml(text);

// The number of a place stays with the word before it, unless that is very long.
const MARKED = new RegExp(`((?:<(?:code|strong|em)>[^<]{1,40}</(?:code|strong|em)>|(?<=[\\s>])[^\\s<>\uE000-\uE004]{1,40})?)${MARK.source}`, "g");

export function render(text: string, labels: ReadonlyMap<number, string>): string {
  const html = markdown.render(text).replace(MARKED, (_, before: string, digits: string) => {
    const label = escapeHtml(labels.get(Number(digits))?.slice(0, 80) || "place");
    const button = `<button type="button" class="spot" data-spot="${digits}" aria-label="Show ${digits}: ${label}">${digits}</button>`;
    return before ? `<span class="kept">${before}${button}</span>` : button;
  });
  // An item that begins with a number of a place has that for its bullet.
  const spotted = html.replace(/<li>(?=(?:\s*<p>)?<button type="button" class="spot")/g, '<li class="spotted">');
  // What stands between the marks is escaped already.
  const whole = spotted.replace(CITATION, '<button type="button" class="go" data-go="$1">$2</button>');
  return purify.sanitize(whole, ALLOWED);
}
