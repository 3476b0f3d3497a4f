import type { Exchange } from './exchange.ts';

/** `<probe>#<step>`, with `.<attempt>` from the second on. */
export function attemptId(id: string, attempt: number): string {
  return attempt === 1 ? id : `${id}.${attempt}`;
}

/** What the ids of all attempts of one request have in common. */
export function requestIdOf({ id, attempt }: Pick<Exchange, 'id' | 'attempt'>): string {
  return attempt === 1 ? id : id.slice(0, id.length - `.${attempt}`.length);
}

/** Whether it is the first call of its probe, with nothing sent before it, and at its first attempt. */
export function isFirstCall(id: string): boolean {
  return id.endsWith('#1');
}

/** Whether a text names the exchange of this id: `chat#12` and `chat#1.2` are others than `chat#1`. */
export function isNamedIn(text: string, id: string): boolean {
  return placeOfName(text, id) >= 0;
}

/** Where it names it first, or -1. */
export function placeOfName(text: string, id: string): number {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const behind = at + id.length;
    if (!/^\.?\d/.test(text.slice(behind, behind + 2))) return at;
  }
  return -1;
}

/** The text with all names of this exchange replaced. */
export function withNameReplaced(text: string, id: string, by: string): string {
  const at = id === '' ? -1 : placeOfName(text, id);
  return at < 0 ? text : text.slice(0, at) + by + withNameReplaced(text.slice(at + id.length), id, by);
}
