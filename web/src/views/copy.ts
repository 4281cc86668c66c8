// To the clipboard, also where the page is not served over TLS and browsers hide theirs.
export function copyText(text: string): void {
  if (navigator.clipboard) return void navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
