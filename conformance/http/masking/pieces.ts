import { stringEnd } from '../../reading/bounded-json.ts';
import { wireBounds } from '../../reading/wire-bounds.ts';
import { gap, latin1 } from './unescaping/unescaped-text.ts';

/** Bytes from `from` to before `to`. */
export type Piece = { readonly from: number; readonly to: number };

/**
 * Letters at each end of a long piece that are joined with its neighbours; the middle is searched in the piece itself.
 */
const mostOfEnd = 64;

const mostPieces = wireBounds.events;

/** Joins pieces to a single text, with the place of each letter in the source. */
export function joined(bytes: Uint8Array, pieces: readonly Piece[]): { letters: Uint8Array; from: Uint32Array } {
  const ends = pieces.flatMap(({ from, to }) =>
    to - from <= 2 * mostOfEnd
      ? [{ from, to, hasGap: false }]
      : [
          { from, to: from + mostOfEnd, hasGap: true },
          { from: to - mostOfEnd, to, hasGap: false },
        ],
  );
  const size = ends.reduce((sum, { from, to, hasGap }) => sum + to - from + (hasGap ? 1 : 0), 0);
  const [letters, places] = [new Uint8Array(size), new Uint32Array(size)];
  let at = 0;
  for (const { from, to, hasGap } of ends) {
    for (let byte = from; byte < to; byte += 1, at += 1) {
      letters[at] = bytes[byte] ?? 0;
      places[at] = byte;
    }
    if (hasGap) letters[at++] = gap;
  }
  return { letters, from: places };
}

/**
 * Lists of pieces into which a text may have been torn: the strings of JSON; in an event stream also the strings of
 * each name, and the lines of each field. Each list is to be read as a single text.
 */
export function piecesIn(bytes: Uint8Array): readonly (readonly Piece[])[] {
  const text = latin1(bytes);
  const isStream = /(?:^|[\r\n])[a-z]*:/.test(text);
  const lines = isStream ? linesByField(text) : [];
  return [...textsOf(text, isStream), ...lines].filter((pieces) => pieces.length > 1);
}

/** The same for the strings of JSON alone. */
export function textsIn(bytes: Uint8Array): readonly (readonly Piece[])[] {
  return textsOf(latin1(bytes), false).filter((pieces) => pieces.length > 1);
}

function textsOf(text: string, isStream: boolean): readonly (readonly Piece[])[] {
  return text.includes('"') ? textsOfJson(text, isStream) : [];
}

/** All strings behind a name or in a list; in a stream also grouped by that name. */
function textsOfJson(text: string, isStream: boolean): readonly (readonly Piece[])[] {
  const all: Piece[] = [];
  const byName = new Map<string, Piece[]>();
  let name = '';
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    const end = stringEnd(text, at + 1);
    if (end < 0) break;
    const piece = { from: at + 1, to: end };
    if (all.length >= mostPieces) break;
    if (isName(text, end)) name = text.slice(piece.from, Math.min(piece.to, piece.from + 64));
    else if (piece.to > piece.from) {
      all.push(piece);
      const others = byName.get(name);
      if (others === undefined) byName.set(name, [piece]);
      else others.push(piece);
    }
    at = end;
  }
  const nested = text.includes('\\"') ? all.flatMap((piece) => nestedTexts(text, piece)) : [];
  return isStream && byName.size > 1 ? [all, ...byName.values(), ...nested] : [all, ...nested];
}

/** Numbers of backslashes before the quotation marks of JSON that is a string in JSON, up to three levels deep. */
const backslashes = [1, 3, 7] as const;

function nestedTexts(text: string, outer: Piece): readonly (readonly Piece[])[] {
  const first = text.indexOf('\\"', outer.from);
  return first < 0 || first >= outer.to ? [] : backslashes.map((before) => textsBehind(text, outer, before));
}

function textsBehind(text: string, { from, to }: Piece, before: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let begin = -1;
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1)) {
    let first = at;
    while (first > from && text[first - 1] === '\\') first -= 1;
    if (at - first !== before) continue;
    if (begin >= 0 && first > begin && !isName(text, at) && pieces.length < mostPieces)
      pieces.push({ from: begin, to: first });
    begin = begin < 0 ? at + 1 : -1;
  }
  return pieces;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (at < end + 8 && ' \t\r\n'.includes(text[at] ?? ':')) at += 1;
  return text[at] === ':';
}

/** The lines of an event stream, by field (comments have no field), and those of similar text. */
function linesByField(text: string): readonly (readonly Piece[])[] {
  const byField = new Map<string, Piece[]>();
  let pieces = 0;
  for (const { 0: line, index, groups } of text.matchAll(/(?<field>[a-z]*):? ?(?<rest>[^\r\n]+)/gi)) {
    if ((pieces += 1) > wireBounds.lines) break;
    const rest = groups?.['rest'] ?? '';
    const field = groups?.['field'] ?? '';
    const to = index + line.length;
    const piece = { from: to - rest.length, to };
    const others = byField.get(field);
    if (others === undefined) byField.set(field, [piece]);
    else others.push(piece);
  }
  return [...byField.values()];
}
