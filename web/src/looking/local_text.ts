// What local/ocr answers is plain text: lines, lists and tables without a rule below their head. As Markdown, with
// nothing in the recognised words taken for Markdown.
const escaped = (text: string) => text.replace(/[\\`*_#<>~[\]]/g, "\\$&");

export function localMarkdown(text: string): string {
  const out: string[] = [];
  let isTable = false;
  for (const raw of text.split("\n")) {
    const line = raw.replace(/; boxes (?:are|as) \\?\[x1, y1, x2, y2\\?\] in pixels/, "");
    const isRow = /^\s*\|.*\|\s*$/.test(line);
    if (isRow) {
      if (!isTable) {
        const columns = line.split("|").length - 2;
        out.push("", escaped(line.trim()), `|${" --- |".repeat(columns)}`);
      } else out.push(escaped(line.trim()));
    } else {
      if (isTable) out.push("");
      const item = /^(- )(.*)$/.exec(line);
      if (item && !out.at(-1)?.startsWith("- ") && out.length > 0) out.push("");
      const endsList = !item && /^\S/.test(line) && out.at(-1)?.startsWith("- ");
      if (endsList) out.push("");
      out.push(item ? `- ${escaped(item[2] ?? "")}` : escaped(line).replace(/^(\s*)(\d+)\. /, "$1$2\\. "));
    }
    isTable = isRow;
  }
  return out.join("\n");
}
