import { describe, expect, it } from 'vitest';
import { truncatesWord, quoteAround, recallsWord, saysWord, answerTexts } from './said.ts';
import { answered, unanswered } from '../sample-exchange.testing.ts';

const word = 'zqabcdefghij';
const [start, end] = [word.slice(0, 5), word.slice(5)];
const chat = (body: Parameters<typeof answered>[0]) => answered({ operation: 'chat', ...body });
const stream = (body: string) => answered({ operation: 'stream', body });

describe('says', () => {
  it.each([
    [`It was ${word}.`],
    [word.toUpperCase()],
    [{ reply: word }],
    [{ nothing: null, parts: [{ text: `It was ${start}` }, { text: end }] }],
    [[start, end]],
    [[[start], [end]]],
  ])('hears the word in %j', (body) => {
    expect(saysWord(chat({ body }), word)).toBe(true);
  });
  it.each([
    [{ first: start, second: end }],
    [{ first: { text: start }, second: { text: end } }],
    [[{ text: start }, { name: end }]],
    [{ parts: [start], more: { parts: [end] } }],
  ])('does not hear it in %j: pieces of two fields make no word', (body) => {
    expect(saysWord(chat({ body }), word)).toBe(false);
  });
  it('hears the word in the pieces of a stream, one field or one line at a time', () => {
    expect(saysWord(stream(`data: ${start}\n\ndata: ${end}\n\n`), word)).toBe(true);
    expect(saysWord(stream(`data: {"t":"${start}"}\n\ndata: {"t":"${end}"}\n\n`), word)).toBe(true);
    expect(saysWord(stream(`data: {"t":"${start}"}\n\ndata: {"u":"${end}"}\n\n`), word)).toBe(false);
    expect(saysWord(stream(`: ${word}\n\nevent: ${word}\n\n`), word)).toBe(false);
  });
  it.each([
    ['a list of kind and text', (piece: string) => JSON.stringify(['token', piece])],
    ['JSON behind a label', (piece: string) => `0:${JSON.stringify(piece)}`],
    ['JSON within JSON', (piece: string) => JSON.stringify({ payload: JSON.stringify({ text: piece }) })],
    ['markup', (piece: string) => `<span>${piece}</span>`],
  ])('hears the word in the pieces of a stream whose events are %s', (_, written) => {
    const pieces = [word.slice(0, 4), word.slice(4)].map((piece) => `data: ${written(piece)}\n\n`).join('');
    expect(saysWord(stream(pieces), word)).toBe(true);
  });
  it('hears the word with a soft hyphen in it, as some write what is long, and no word that is only near', () => {
    const written = `${word.slice(0, 4)}\u00ad${word.slice(4, 8)}\u00ad${word.slice(8)}`;
    expect(saysWord(chat({ body: { reply: `It was ${written}.` } }), word)).toBe(true);
    const hyphenated = { reply: 'Well.', more: `It was ${written.toUpperCase()}.` };
    expect(quoteAround(chat({ body: hyphenated }), word)).toBe(`, in more "it was ${word}."`);
    const near = chat({ body: { reply: `It was ${word.slice(0, -1)}.` } });
    expect([saysWord(near, word), recallsWord(near, word)]).toEqual([false, true]);
  });
  it('hears the word with hyphens and spelled out, and quotes it as it is written', () => {
    const written = [...word].join('-').toUpperCase();
    for (const said of [written, 'Zqabcd-efghij'])
      expect(saysWord(chat({ body: { reply: `It was ${said}.` } }), word)).toBe(true);
    expect(quoteAround(chat({ body: { reply: `It was ${written}.` } }), word)).toBe(`, in "It was ${written}."`);
    const pieces = stream(`data: {"t":"Zqabcd"}\n\ndata: {"t":"-efghij."}\n\n`);
    expect(saysWord(pieces, word)).toBe(true);
    expect(saysWord(chat({ body: { first: 'zqabcd-', second: 'efghij' } }), word)).toBe(false);
    expect(saysWord(chat({ body: { reply: written } }), 'zqabcdefghik')).toBe(false);
  });
  it('takes the word with a mark of its own in it for no start of it that was cut off', () => {
    const cut = (reply: string) => truncatesWord(chat({ body: { reply } }), word);
    expect([cut('zqabcd---efghij'), cut('zqabcd-efghij'), cut('zqabcdefghi')]).toEqual([false, false, true]);
  });
  it('hears nothing where nothing was answered, or nothing can be read', () => {
    const lie = { headers: [['content-encoding', 'gzip']], body: word } as const;
    for (const operation of ['chat', 'stream'] as const) {
      expect(answerTexts(unanswered('dropped', operation))).toEqual([]);
      expect(saysWord(answered({ ...lie, operation }), word)).toBe(false);
    }
    expect(answerTexts(answered({ ...lie, operation: 'stream' }))).toEqual([]);
    expect(answerTexts(answered({ ...lie, operation: 'chat' }))).toEqual(['']);
  });
  it('looks twelve levels deep into JSON, and exhausts no stack', () => {
    // Escaped, so that only a reader of JSON finds it.
    const escaped = word.replace('z', String.raw`\u007a`);
    const nested = (levels: number) => chat({ body: `${'['.repeat(levels)}"${escaped}"${']'.repeat(levels)}` });
    const named = (levels: number) => chat({ body: `${'{"a":'.repeat(levels)}"${escaped}"${'}'.repeat(levels)}` });
    for (const wrapped of [nested, named]) {
      expect(saysWord(wrapped(13), word)).toBe(true);
      expect(saysWord(wrapped(14), word)).toBe(false);
      expect(saysWord(wrapped(20_000), word)).toBe(false);
    }
  });
  it('recalls many words of a long answer without reading it anew for each', () => {
    // Words of the same letters, so that only the edit distance distinguishes them.
    const other = (at: number) =>
      Array.from({ length: 11 }, (_, place) => word[(at * (place + 3) + place) % 12]).join('');
    const text = Array.from({ length: 8_000 }, (_, at) => other(at)).join(' ');
    const long = chat({ body: { reply: Array.from({ length: 20 }, () => text) } });
    const started = performance.now();
    for (let round = 0; round < 50; round += 1)
      for (const last of 'klmno') expect(recallsWord(long, `qzjihgfedcx${last}`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
