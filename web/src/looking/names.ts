// Names and titles from anywhere, as they may be shown: what turns the words around it (U+202E and its kin), and what
// is no letter at all, is left out.
export const plainName = (name: string) => name.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "");
