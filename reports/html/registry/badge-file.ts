/** File systems take names of 255 bytes. */
const longestName = 180;

/**
 * The name of the badge of a service: of its target alone, whatever other services there are, and of no other target, since a
 * badge is linked from elsewhere. A signer chooses the target: letters, digits, dots and hyphens are kept, of everything else
 * and of capitals (some file systems take them for small ones) the code. `https://` is left out.
 */
export function badgeFileOf(target: string): string {
  const [, scheme = '', rest = ''] = /^(https:\/\/|http:\/\/)?(.*)$/s.exec(target) ?? [];
  const start = { 'https://': '', 'http://': 'http__' }[scheme] ?? 'other__';
  const name = `${start}${rest.replaceAll(/[^a-z0-9.-]|^[.-]/g, codeOf)}`;
  const whole = name.length <= longestName ? name : `${name.slice(0, longestName)}__${sumOf(name)}`;
  return `${whole === '' ? '_' : whole}.svg`;
}

function codeOf(letter: string): string {
  return `_${letter.charCodeAt(0).toString(16)}_`;
}

/** Tells long names apart that begin alike; whoever wants two to be the same has to have both beginnings. */
function sumOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.charCodeAt(0)) % 0x1_0000_0000;
  return sum.toString(16);
}
