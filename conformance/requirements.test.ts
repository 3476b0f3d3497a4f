import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quotedBasisOf, standard } from './contract/quoted.ts';
import { restsOn } from './contract/rests-on.ts';
import { sentencesOf } from './contract/sentences.ts';
import { everyCheck } from './every.ts';

const document = sentencesOf(readFileSync(new URL('contract/interface.md', import.meta.url), 'utf8'));

/** Of checks of every level: HTTP and its parts, JSON, base64, URIs, and what audio is kept in. */
const knownRfcs = ['9110', '9111', '9112', '8259', '4648', '3986', '6750', '6585', '3533', '7845', '9639'];

const musts = everyCheck.filter(({ level }) => level === 'MUST');
const https = everyCheck.filter(({ level }) => level === 'HTTP');

const small = new Set(
  'a an and are as be by can each for from in is it its no not of on one or that the to with'.split(' '),
);

/** The words of a sentence that carry its meaning, without their endings. */
function wordsOf(text: string): ReadonlySet<string> {
  const all = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return new Set(all.filter((word) => !small.has(word)).map((word) => word.slice(0, 5)));
}

describe('each MUST names what settles it', () => {
  it('a standard with its section, or words of the document', () => {
    const idle = musts.filter((check) => !standard.test(check.requirement) && quotedBasisOf(check) === undefined);
    const advice =
      'name the standard in `requirement`, or the words of the document in contract/rests-on.ts; what neither has is no MUST';
    expect(
      idle.map(({ id }) => id),
      advice,
    ).toEqual([]);
  });

  it('no standard but those of HTTP, JSON, base64, URIs, event streams and audio', () => {
    const strange = everyCheck.flatMap(({ id, requirement }) => {
      const rfc = standard.exec(requirement)?.groups?.['rfc'];
      return rfc === undefined || knownRfcs.includes(rfc) ? [] : [`${id}: RFC ${rfc}`];
    });
    expect(strange, 'does it bind who implements the interface? Then add it to `knownRfcs` of this file').toEqual([]);
  });

  it.each(restsOn.map((rest) => [rest.checks.join(', '), rest] as const))('%s: words that stand there', (_, rest) => {
    const said = document.filter(({ section }) => section === rest.section).map(({ says }) => says.replaceAll('`', ''));
    const found = said.filter((says) => says.includes(rest.words));
    expect(found, `no sentence of section ${rest.section} of interface.md contains “${rest.words}”`).not.toEqual([]);
  });

  it.each(restsOn.map((rest) => [rest.checks.join(', '), rest] as const))('%s: checks that need them', (_, rest) => {
    const needing = musts.filter((check) => !standard.test(check.requirement) && quotedBasisOf(check) === rest);
    const advice = 'each of its checks is none, no MUST, names a standard, or has an earlier entry: remove this one';
    expect(needing.length, advice).toBeGreaterThan(0);
  });

  it('in words that it shares with its sentence, or with the step that leads from there', () => {
    const strange = musts.flatMap((check) => {
      const rest = quotedBasisOf(check);
      if (standard.test(check.requirement) || rest === undefined) return [];
      const words = wordsOf(`${rest.words} ${rest.so ?? ''}`);
      return [...wordsOf(check.requirement)].some((word) => words.has(word))
        ? []
        : [`${check.id}: ${check.requirement}`];
    });
    const advice = 'quote the sentence that settles it in contract/rests-on.ts, or say in its `so` how it follows';
    expect(strange, advice).toEqual([]);
  });
});

it('each HTTP obligation names its standard', () => {
  const nameless = https.filter(({ requirement }) => !standard.test(requirement) && !/RFC \d{4} \d/.test(requirement));
  expect(
    nameless.map(({ id }) => id),
    'name it in `requirement` of the check or its topic: RFC, number, section',
  ).toEqual([]);
});
