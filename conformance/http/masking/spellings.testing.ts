import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

export const hexOf = (text: string): readonly string[] =>
  [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, '0'));
const inPercent = (text: string): string =>
  hexOf(text)
    .map((each) => `%${each}`)
    .join('');
const inEscapes = (text: string): string =>
  hexOf(text)
    .map((each) => String.raw`\u00${each}`)
    .join('');
const inBase64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
export const codesOf = (text: string): readonly string[] => [...text].map((letter) => String(letter.charCodeAt(0)));
const swapped = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();

const base32Of = (text: string, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'): string =>
  (
    bitsOf(text)
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map((bits) => alphabet[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('');
const bitsOf = (text: string): readonly string[] =>
  [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0'));
/** Replaces letters by those of a Unicode block that begins `by` code points later. */
const shifted = (text: string, by: number): string =>
  [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by)).join('');
/** Like `base64.a85encode` of Python; the end of an incomplete group is left out. */
export const ascii85Of = (text: string): string =>
  (
    Buffer.from(text)
      .toString('hex')
      .match(/.{1,8}/g) ?? []
  )
    .map((hex) => {
      let value = Number.parseInt(hex.padEnd(8, '0'), 16);
      const letters = Array.from({ length: 5 }, () => {
        const letter = String.fromCharCode(33 + (value % 85));
        value = Math.floor(value / 85);
        return letter;
      });
      return letters
        .toReversed()
        .slice(0, 1 + hex.length / 2)
        .join('');
    })
    .join('');

/** Spellings that give a part of a secret away, for any letters. */
export const spellings: Readonly<Record<string, (part: string) => string | Uint8Array>> = {
  plainly: (part) => part,
  'in capitals': (part) => part.toUpperCase(),
  'in small letters': (part) => part.toLowerCase(),
  backwards: (part) => [...part].toReversed().join(''),
  'in JSON': inJson,
  'in JSON in JSON in JSON': (part) => inJson(inJson(inJson(part))),
  'in JSON with escaped slashes': (part) => inJson(part).replaceAll('/', String.raw`\/`),
  'in escapes of JSON': inEscapes,
  'with one letter escaped': (part) =>
    `${inJson(part.slice(0, 5))}${inEscapes(part.slice(5, 6))}${inJson(part.slice(6))}`,
  'in escapes of escapes of JSON': (part) => inJson(inJson(inEscapes(part))),
  'in escapes of escaped escapes': (part) => inEscapes(inEscapes(part)),
  'in escapes of newer JavaScript': (part) =>
    hexOf(part)
      .map((each) => String.raw`\u{${each}}`)
      .join(''),
  'in escapes of C': (part) =>
    hexOf(part)
      .map((each) => String.raw`\x${each}`)
      .join(''),
  'in escapes of C, within JSON': (part) =>
    inJson(
      hexOf(part)
        .map((each) => String.raw`\x${each}`)
        .join(''),
    ),
  'in octal escapes': (part) =>
    [...part].map((letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`).join(''),
  'in percents': inPercent,
  'with some letters in percents': (part) =>
    [...part].map((letter, at) => (at % 3 === 0 ? inPercent(letter) : letter)).join(''),
  'in percents twice': (part) => inPercent(part).replaceAll('%', '%25'),
  'in percents three times': (part) => inPercent(part).replaceAll('%', '%2525'),
  'in percents of percents': (part) => inPercent(inPercent(part)),
  'in escapes of percents': (part) => inEscapes(inPercent(part)),
  'as a part of a URL': (part) => encodeURIComponent(part),
  'in entities': (part) =>
    codesOf(part)
      .map((code) => `&#${code};`)
      .join(''),
  'in hex entities': (part) =>
    hexOf(part)
      .map((each) => `&#x${each};`)
      .join(''),
  'in entities of entities': (part) =>
    codesOf(part)
      .map((code) => `&amp;#${code};`)
      .join(''),
  'in named entities': (part) => part.replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
  'in hex': (part) => hexOf(part).join(''),
  'in capital hex': (part) => hexOf(part).join('').toUpperCase(),
  'in hex with colons': (part) => hexOf(part).join(':'),
  'in hex with blanks': (part) => hexOf(part).join(' '),
  'in hex of C': (part) =>
    hexOf(part)
      .map((each) => `0x${each}`)
      .join(', '),
  'as numbers': (part) => `[${codesOf(part).join(',')}]`,
  'as numbers, nicely': (part) => codesOf(part).join(', '),
  'in base64': inBase64,
  'in base64 for URLs': (part) => Buffer.from(part).toString('base64url'),
  'in base64 behind more': (part) => inBase64(`Bearer ${part}`),
  'in base64 within more': (part) => inBase64(`xy${part}; and more`),
  'in base64 behind letters of base64': (part) => `audio/x${inBase64(part)}`,
  'in base64 with escaped slashes': (part) => inBase64(`?>?>${part}`).replaceAll('/', String.raw`\/`),
  'in base64 in percents': (part) => encodeURIComponent(inBase64(`?>~${part}`)),
  'in base64 of base64': (part) => inBase64(inBase64(`Bearer ${part}`)),
  'in base64 of base64 of base64': (part) => inBase64(inBase64(inBase64(part))),
  'in base64 with line ends': (part) => inBase64(part.repeat(2)).replaceAll(/.{20}/g, '$&\n'),
  'in base64 with short lines': (part) => inBase64(part).replaceAll(/.{8}/g, '$&\r\n'),
  'in base64 with escaped line ends': (part) => inBase64(part.repeat(2)).replaceAll(/.{20}/g, String.raw`$&\n`),
  'in base64 of capitals': (part) => inBase64(part.toUpperCase()),
  'in base64 of percents': (part) => inBase64(inPercent(part)),
  'in base64 of UTF-16': (part) => inBase64(Buffer.from(part, 'utf16le')),
  'in base64 of UTF-16, the other way': (part) => inBase64(swapped(part)),
  'in base64 of gzip': (part) => inBase64(gzipSync(`and ${part} within`)),
  'in base64 of deflate': (part) => inBase64(deflateSync(`and ${part} within`)),
  'in base64 of bare deflate': (part) => inBase64(deflateRawSync(`and so on, and on, ${part} within`)),
  'in base64 of brotli': (part) => inBase64(brotliCompressSync(`and so on, and on, ${part} within`)),
  'in base64 of zstd': (part) => inBase64(zstdCompressSync(`and ${part} within`)),
  'in base64 of gzip of gzip': (part) => inBase64(gzipSync(gzipSync(part))),
  'in hex of base64': (part) => hexOf(inBase64(part)).join(''),
  'in escapes of UTF-16': (part) => [...part].map((letter) => String.raw`${letter}\u0000`).join(''),
  'with letters of no width between': (part) => [...part].join('\u200B'),
  'with escaped letters of no width between': (part) => [...part].join(String.raw`\u200b`),
  'with soft hyphens between': (part) => [...part].join('\u00AD'),
  'with blanks between': (part) => [...part].join(' '),
  'with stops between': (part) => [...part].join('.'),
  'with line ends between': (part) => [...part].join('\n'),
  'with escaped line ends between': (part) => [...part].join(String.raw`\r\n`),
  'with bells between': (part) => [...part].join('\u0007'),
  'with escaped bells between': (part) => [...part].join(String.raw`\u0007`),
  'with a blank behind four letters': (part) => part.replaceAll(/.{4}/g, '$& '),
  'with a line end behind three letters': (part) => part.replaceAll(/.{3}/g, String.raw`$&\n`),
  'as a list of letters': (part) => JSON.stringify([...part]),
  'as a list of letters, within JSON': (part) => inJson(JSON.stringify([...part])),
  'in base64 with blanks between': (part) => [...inBase64(part)].join(' '),
  'in base64 backwards': (part) => [...inBase64(part)].toReversed().join(''),
  'in base64 of gzip behind letters of base64': (part) => `_____${inBase64(gzipSync(part))}`,
  'in base64 of deflate behind letters of base64': (part) => `_____${inBase64(deflateSync(part))}`,
  'in base64 of zstd behind letters of base64': (part) => `_____${inBase64(zstdCompressSync(part))}`,
  'as octal numbers': (part) => [...part].map((letter) => letter.charCodeAt(0).toString(8).padStart(3, '0')).join(' '),
  'in binary digits of seven, all in one': (part) =>
    bitsOf(part)
      .map((bits) => bits.slice(1))
      .join(''),
  'in base32': base32Of,
  'in base32 in small letters': (part) => base32Of(part).toLowerCase(),
  'in base32 behind more': (part) => base32Of(`Bearer ${part}`),
  'in base32hex': (part) => base32Of(part, '0123456789ABCDEFGHIJKLMNOPQRSTUV'),
  'in fullwidth letters': (part) => shifted(part, 0xfee0),
  'in tags, which nobody sees': (part) => shifted(part, 0xe0000),
  'in fullwidth letters, escaped': (part) =>
    [...shifted(part, 0xfee0)].map((letter) => String.raw`\u${letter.charCodeAt(0).toString(16)}`).join(''),
  'in bold letters of mathematics': (part) =>
    part
      .replaceAll(/[A-Z]/g, (letter) => shifted(letter, 0x1d3bf))
      .replaceAll(/[a-z]/g, (one) => shifted(one, 0x1d3b9)),
  'with accents on all letters': (part) => [...part].join('\u0301'),
  'with marks that nobody sees between': (part) => [...part].join('\u034F'),
  'in escapes of CSS': (part) =>
    hexOf(part)
      .map((each) => `\\${each} `)
      .join(''),
  'in long escapes of CSS': (part) =>
    hexOf(part)
      .map((each) => `\\0000${each}`)
      .join(''),
  'in escapes of CSS, within JSON': (part) =>
    inJson(
      hexOf(part)
        .map((each) => `\\${each} `)
        .join(''),
    ),
  'in quoted-printable': (part) =>
    hexOf(part)
      .map((each) => `=${each.toUpperCase()}`)
      .join(''),
  'with the soft line ends of quoted-printable': (part) => part.replaceAll(/.{5}/g, '$&=\r\n'),
  'with escaped soft line ends': (part) => part.replaceAll(/.{5}/g, String.raw`$&=\r\n`),
  'turned by thirteen letters': (part) =>
    part.replaceAll(/[a-z]/gi, (letter) => shifted(letter, /[a-m]/i.test(letter) ? 13 : -13)),
  'in binary digits': (part) => bitsOf(part).join(' '),
  'in binary digits, all in one': (part) => bitsOf(part).join(''),
  'in binary digits behind others': (part) => `101${bitsOf(part).join('')}`,
  'in binary digits of seven': (part) =>
    bitsOf(part)
      .map((bits) => bits.slice(1))
      .join(' '),
  'as one integer': (part) => String(BigInt(`0x${hexOf(part).join('')}`)),
  'as one integer from its end': (part) => String(BigInt(`0x${[...hexOf(part)].toReversed().join('')}`)),
  'as one integer within more': (part) => String(BigInt(`0x${hexOf(`Bearer ${part}; and more`).join('')}`)),
  'in UTF-16': (part) => Buffer.from(`\uFEFF${part}`, 'utf16le'),
  'in UTF-16, the other way': swapped,
  'in UTF-32': (part) => Buffer.from([...part].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])),
  'in gzip': (part) => gzipSync(`{"message":"${part}"}`),
  'in gzip of gzip': (part) => gzipSync(gzipSync(`{"message":"${part}"}`)),
  'in gzip that is cut': (part) => gzipSync(`{"message":"${part}"}`).subarray(0, -9),
  'in zstd': (part) => zstdCompressSync(`{"message":"${part}"}`),
  'in deflate': (part) => deflateSync(`{"message":"${part}"}`),
};
