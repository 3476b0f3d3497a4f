const [lf, cr, colon, tab, space, del] = [0x0a, 0x0d, 0x3a, 0x09, 0x20, 0x7f];
const nothing = Buffer.alloc(0);
/** Most bytes that are held of a line that comes in pieces; a longer line is left to the parser of undici. */
const longestKept = 8_192;
const mostShown = 40;

/**
 * The parser of undici takes blanks and tabs behind the values of these fields for a part of them, which they are not
 * (RFC 9110 5.5).
 */
const framingFields: readonly string[] = ['content-length', 'transfer-encoding'];

/**
 * What a piece of a header gives: the bytes that may be passed on now (`given`), where the header ends in the piece
 * (`endAt`), or which mistake breaks the grammar of its fields (`fault`).
 */
type Fed = { readonly given: Buffer; readonly endAt?: number; readonly fault?: string; readonly isForeign?: true };

/**
 * Reads the lines of a header in the pieces in which it comes, and names the field and octet that break the grammar
 * (RFC 9110 5.1 and 5.5). The parser of undici reports such mistakes in its own words, or as a length mismatch. A line
 * of a framing field is passed on only once it is whole, with all blanks moved before its value. `isForeign` means that
 * the bytes are not made of such lines, and that the parser of undici is to judge them.
 */
export function headLines(): (piece: Buffer) => Fed {
  let held = nothing;
  let [isFirst, isWithheld] = [true, false];
  return (piece) => {
    const all = held.length === 0 ? piece : Buffer.concat([held, piece]);
    const [before, from] = [held.length, isWithheld ? 0 : held.length];
    let at = 0;
    for (let end = all.indexOf(lf); end >= 0; end = all.indexOf(lf, at)) {
      if (all[end - 1] !== cr || end === 0) return { given: all.subarray(from), isForeign: true };
      const line = all.subarray(at, end - 1);
      at = end + 1;
      if (line.length === 0) return { given: all.subarray(from, at), endAt: at - before };
      const fault = isFirst ? undefined : faultIn(line);
      if (fault !== undefined) return { given: nothing, fault };
      if (!isFirst) putBlanksFirst(line);
      isFirst = false;
    }
    const given = all.subarray(from);
    held = Buffer.from(all.subarray(at));
    if (held.length > longestKept) return { given, isForeign: true };
    isWithheld = !isFirst && held.length > 0 && mayTellFraming(held);
    return { given: isWithheld ? all.subarray(from, at) : given };
  };
}

/** Whether a line with this beginning may belong to a framing field. */
function mayTellFraming(beginning: Buffer): boolean {
  const text = beginning.toString('latin1', 0, longestName).toLowerCase();
  return framingFields.some((name) => `${name}:`.startsWith(text) || text.startsWith(`${name}:`));
}

const longestName = 'transfer-encoding:'.length;

/** Moves the blanks behind the value before it, in the same number of octets, so that all lengths stay. */
function putBlanksFirst(line: Buffer): void {
  if (!mayTellFraming(line)) return;
  const value = line.subarray(line.indexOf(colon) + 1);
  let [from, to] = [0, value.length];
  while (from < to && isBlank(value[from])) from += 1;
  while (from < to && isBlank(value[to - 1])) to -= 1;
  const word = Buffer.from(value.subarray(from, to));
  value.fill(space);
  word.copy(value, value.length - word.length);
}

const isBlank = (octet: number | undefined): boolean => octet === space || octet === tab;

/**
 * Returns what is wrong with a line; undefined where nothing is. A line that continues the line before it (RFC 9112
 * 5.2) is left to the parser.
 */
function faultIn(line: Buffer): string | undefined {
  if (line[0] === space || line[0] === tab) return undefined;
  const nameEnd = line.indexOf(colon);
  if (nameEnd < 0) return `a line of its header has no colon, ${shown(line)}`;
  const name = line.subarray(0, nameEnd);
  if (name.length === 0) return `a field without a name, ${shown(line)}`;
  const inName = name.find((octet) => !isTokenOctet(octet));
  if (inName !== undefined) return `the name of its field ${shown(name)} has the octet ${told(inName)}`;
  const inValue = line.subarray(nameEnd + 1).find(isControl);
  if (inValue !== undefined) return `the value of its field ${shown(name)} has the octet ${told(inValue)}`;
  return undefined;
}

function isTokenOctet(octet: number): boolean {
  return /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(String.fromCharCode(octet));
}

function isControl(octet: number): boolean {
  return (octet < space && octet !== tab) || octet === del;
}

function told(octet: number): string {
  const code = `0x${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  return octet > space && octet < del ? `${code}, ${JSON.stringify(String.fromCharCode(octet))}` : code;
}

function shown(line: Buffer): string {
  const text = JSON.stringify(line.toString('latin1', 0, mostShown));
  return line.length > mostShown ? `${text}…` : text;
}
