import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellings } from './common-spellings.testing.ts';
import { maskBytes, maskText, maskTexts, fillIn, secretsInFields, secretsOf } from './secrets.ts';
import { secretsInProvisioner } from './provisioner-secrets.ts';

/** Letters of tokens by RFC 6750, and further ones that careless services use. */
const letters = [...'abcXYZ0189-._~+/=$&"\\<>%#'];
const token = fc.array(fc.constantFrom(...letters), { minLength: 6, maxLength: 40 }).map((parts) => parts.join(''));

/** What can be read at the place of a planted secret; letters of the mask are read as a letter of base64. */
function readable(spelling: string, place: string): string {
  return spelling.startsWith('base64')
    ? Buffer.from(place.replaceAll(/[^\w+/-]/g, 'A'), 'base64').toString('latin1')
    : place;
}

describe('masking', () => {
  it('is soon done with a secret of one letter, however long the run of it is', () => {
    const masked = maskText(`{"more":"${'A'.repeat(100_000)}"}`, [['${ASSAY_TOKEN}', 'A'.repeat(300)]]);
    expect(masked).toHaveLength(100_011);
    expect(masked).not.toContain('AAAAAA');
  });
  it('searches a long text again once there is another secret', () => {
    const [one, other] = ['Zk3vQx8Rt2LmWq9Ys7', 'Pw5uJc1Gf0XeTi8Vo3'];
    const text = Buffer.from(`${'a long text '.repeat(10_000)}${other}`);
    const secrets: [name: string, secret: string][] = [['${ASSAY_TOKEN}', one]];
    for (const _ of [1, 2]) expect(Buffer.from(maskBytes(text, secrets)).equals(text)).toBe(true);
    secrets.push(['${ASSAY_OTHER_TOKEN}', other]);
    for (const _ of [1, 2]) expect(Buffer.from(maskBytes(text, secrets)).toString()).not.toContain(other.slice(0, 6));
  });
  it('searches short texts again once there is another secret', () => {
    const [one, other] = ['Hb6nMd2Ka9Sx4Zl7Qp', 'Yr1eUw8Bt5Gv3Cj0Nf'];
    const texts = ['application/json', other, 'a text of every answer'];
    const secrets: [name: string, secret: string][] = [['${ASSAY_TOKEN}', one]];
    for (const letters of ['utf8', 'latin1'] as const) expect(maskTexts(texts, secrets, letters)).toEqual(texts);
    secrets.push(['${ASSAY_OTHER_TOKEN}', other]);
    for (const letters of ['utf8', 'latin1', 'utf8'] as const)
      expect(maskTexts(texts, secrets, letters)).toEqual([texts[0], '${ASSAY_OTHER_TOKE', texts[2]]);
  });
  it('keeps texts apart, also where one has the sign that stands between them', () => {
    const secret = 'Lm3xWq8Tz5Kb1Rv6Yn';
    const texts = ['x-odd', 'a\u0001b', secret, 'application/json', 'a\u0001b'];
    expect(maskTexts(texts, [['${ASSAY_TOKEN}', secret]])).toEqual([
      'x-odd',
      'a\u0001b',
      '${ASSAY_TOKEN}****',
      'application/json',
      'a\u0001b',
    ]);
  });
  it('leaves no secret in any text, whatever its spelling, and changes no length', () => {
    const places = fc.array(fc.tuple(fc.string(), fc.constantFrom(...Object.keys(spellings))), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(token, places, fc.string(), (secret, planted, end) => {
        const spelled = planted.map(([before, name]) => ({ before, name, as: spellings[name]?.(secret) ?? '' }));
        const text = spelled.map(({ before, as }) => before + as).join('') + end;
        const masked = maskText(text, [['${ASSAY_TOKEN}', secret]]);
        expect(masked).toHaveLength(text.length);
        expect(masked).not.toContain(secret);
        let at = 0;
        for (const { before, name, as } of spelled) {
          at += before.length + as.length;
          const place = masked.slice(at - as.length, at);
          expect(readable(name, place)).not.toContain(readable(name, as));
          expect(readable(name, place)).not.toContain(secret);
        }
      }),
      { numRuns: 1_000 },
    );
  });
  it('knows a secret that looks like an escape together with what stands beside it', () => {
    expect(maskText('aaaaaaaaaa%25a0', [['${A}', 'aaaaaaaaaa%a']])).toBe('${A}**********0');
    expect(maskText('%aaaaaaaaaaa%2F', [['${A}', 'aaaaaaaaaaa/']])).toBe('%${A}**********');
  });
  it('leaves nothing of a secret that begins with another one', () => {
    const secrets = [
      ['${A}', 'shared'],
      ['${B}', 'shared-and-more'],
    ] as const;
    expect(maskText('say shared-and-more or shared', secrets)).toBe('say ${B}*********** or ${A}**');
  });
  it('leaves less than half of a secret where a text was cut within it', () => {
    fc.assert(
      fc.property(token, fc.string(), fc.constantFrom('plain', 'URL', 'hex'), fc.nat(), (secret, before, name, at) => {
        const as = spellings[name]?.(secret) ?? '';
        const cut = before + as.slice(0, at % as.length);
        const masked = maskText(cut, [['${ASSAY_TOKEN}', secret]]);
        expect(masked).toHaveLength(cut.length);
        expect(masked.slice(before.length)).not.toContain(as.slice(0, Math.max(4, Math.ceil(as.length / 2))));
      }),
      { numRuns: 1_000 },
    );
    expect(maskText('Bearer', [['${HEADER Authorization}', 'Bearer of-the-gateway']])).toBe('Bearer');
  });
  it('knows a secret in a message that quotes a header field, in which each letter is a byte', () => {
    const secret = 'ключ-к-дверям-дома';
    const quoted = Buffer.from(secret).toString('latin1');
    const named = [['${ASSAY_TOKEN}', secret]] as const;
    // Letters beside it that stand for no byte stay, and so do all places.
    const masked = maskText(`the field "${quoted}" – ☃`, named);
    expect(masked).toBe(`the field "\${ASSAY_TOKEN}${'*'.repeat(quoted.length - 14)}" – ☃`);
    expect(maskText(`cut "${quoted.slice(0, -1)}"`, named)).not.toMatch(/[^\0-\x7f]/);
    expect(maskText('the field "Ã¤" is another', named)).toBe('the field "Ã¤" is another');
  });
  it('leaves everything else alone', () => {
    const bytes = Buffer.from([0, 255, 254, 1]);
    expect(Buffer.compare(maskBytes(bytes, [['${A}', 'a-secret']]), bytes)).toBe(0);
  });
  it('does not blot out short words', () => {
    expect(maskText('abc abc', [['${A}', 'abc']])).toBe('abc abc');
  });
});

describe('revealing', () => {
  it('puts in the secret as it is, also where it looks like a replacement pattern', () => {
    fc.assert(
      fc.property(token, (secret) => {
        expect(fillIn('Bearer ${ASSAY_TOKEN}', secretsOf({ token: secret }))).toBe(`Bearer ${secret}`);
      }),
    );
    expect(fillIn('${ASSAY_TOKEN}', secretsOf({ token: "a$&b$'c$$" }))).toBe("a$&b$'c$$");
  });
  it('knows only the secrets that are given', () => {
    expect(secretsOf({ otherToken: 'x' })).toEqual({ '${ASSAY_OTHER_TOKEN}': 'x' });
  });
});

describe('secrets in fields of --header', () => {
  it('are the values, and the credentials alone', () => {
    expect(
      secretsInFields([
        ['X-Api-Key', 'abc'],
        ['Authorization', 'Basic dTpw'],
      ]),
    ).toEqual([
      ['${HEADER X-Api-Key}', 'abc'],
      ['${HEADER Authorization}', 'Basic dTpw'],
      ['${HEADER Authorization}', 'dTpw'],
      ['${HEADER Authorization}', 'u:p'],
      ['${HEADER Authorization}', 'p'],
    ]);
    expect(secretsInFields([['Cookie', 'sid=a=b; t=c']]).map(([, secret]) => secret)).toEqual([
      'sid=a=b; t=c',
      'a=b',
      'c',
    ]);
  });
  it('are none where the field says what the caller can read', () => {
    expect(
      secretsInFields([
        ['Accept', 'application/json'],
        ['user-agent', 'assay in CI'],
        ['X-Request-Id', 'deploy-77-of-staging'],
      ]),
    ).toEqual([]);
  });
});

describe('secrets in a provisioner', () => {
  const secrets = (provisioner: string): readonly string[] => secretsInProvisioner(provisioner).map(([, each]) => each);
  it('are the user of a URL, and what stands behind its host', () => {
    expect(secrets('https://admin:p4ss@staging.example/hooks/T0/x9?key=k1&a=b')).toEqual(
      expect.arrayContaining(['admin:p4ss', 'p4ss', '/hooks/T0/x9?key=k1&a=b', '/hooks/T0/x9', 'k1']),
    );
  });
  it('are the values of variables and flags of a command that are called so', () => {
    const command = `ADMIN_TOKEN=t1 URL=u1 make --api-key 'k 1' --password=p1 -x "y" Authorization="Bearer z"`;
    expect(secrets(command)).toEqual(['t1', 'k 1', 'p1', 'Bearer z']);
  });
});
