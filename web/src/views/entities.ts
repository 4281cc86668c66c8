// In the place of the package of that name, which brings a table of 2,231 names along: the browser has it.
const place = document.createElement("textarea");

const decoded = (entity: string) => {
  place.innerHTML = `x${entity}`; // holds text alone, whatever it says; a newline that comes first would be dropped
  return (place.textContent ?? "").slice(1);
};

// What ends with a semicolon, as Markdown wants it.
export const decodeHTMLStrict = (text: string) => text.replace(/&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][\da-z]{1,31});/gi, decoded);
