/** Whether a text names the exchange of this id: `chat#12` and `chat#1.2` are others than `chat#1`. */
export function isNamedIn(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const behind = at + id.length;
    if (!/^\.?\d/.test(text.slice(behind, behind + 2))) return true;
  }
  return false;
}
