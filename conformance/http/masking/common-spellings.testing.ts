/** How services write a token that they repeat. */
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
