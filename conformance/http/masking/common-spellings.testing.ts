/** Spellings in which services repeat a token. */
export const spellings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  JSON: (secret) => JSON.stringify(secret),
  'JSON with escaped slashes': (secret) => JSON.stringify(secret).replaceAll('/', String.raw`\/`),
  URL: (secret) => encodeURIComponent(secret),
  'URL in small letters': (secret) => encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  'base64 with more before': (secret) => Buffer.from(`Bearer ${secret}`).toString('base64'),
  'base64 with more around': (secret) => Buffer.from(`xy${secret}; and more`).toString('base64'),
  base64url: (secret) => Buffer.from(`x${secret}?`).toString('base64url'),
};

/**
 * Readable spellings of letters whatever stands around them: plain, in hex, and in base64 from each of three offsets.
 */
export function readable(letters: string): readonly string[] {
  const bytes = Buffer.from(letters, 'latin1');
  const inBase64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    return whole.slice(Math.ceil((8 * before) / 6), Math.floor((8 * (before + bytes.length)) / 6));
  });
  return [letters, bytes.toString('hex'), ...inBase64];
}
