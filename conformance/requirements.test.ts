import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { restOf, standard } from './contract/quoted.ts';
import { restsOn } from './contract/rests-on.ts';
import { sentencesOf } from './contract/sentences.ts';
import { everyCheck } from './every.ts';

const document = sentencesOf(readFileSync(new URL('contract/interface.md', import.meta.url), 'utf8'));

/** HTTP and its parts, JSON, base64, URIs, and what audio is kept in. */
const knownRfcs = ['9110', '9111', '9112', '8259', '4648', '3986', '6750', '6585', '3533', '9639'];

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
    const idle = musts.filter((check) => !standard.test(check.requirement) && restOf(check) === undefined);
    // Name the standard in `requirement`, or the words of the document in contract/rests-on.ts; what neither has is no MUST.
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  it('no standard but those of HTTP, JSON, base64, URIs, event streams and audio', () => {
    const strange = [...musts, ...https].flatMap(({ id, requirement }) => {
      const rfc = standard.exec(requirement)?.groups?.['rfc'];
      return rfc === undefined || knownRfcs.includes(rfc) ? [] : [`${id}: RFC ${rfc}`];
    });
    // Does it bind who implements the interface? Then add it to `knownRfcs` above.
    expect(strange).toEqual([]);
  });

  it.each(restsOn.map((rest) => [rest.checks.join(', '), rest] as const))('%s: words that stand there', (_, rest) => {
    const said = document.filter(({ section }) => section === rest.section).map(({ says }) => says.replaceAll('`', ''));
    expect(said.filter((says) => says.includes(rest.words))).not.toEqual([]);
  });

  it.each(restsOn.map((rest) => [rest.checks.join(', '), rest] as const))('%s: checks that need them', (_, rest) => {
    const needing = musts.filter((check) => !standard.test(check.requirement) && restOf(check) === rest);
    expect(needing.length).toBeGreaterThan(0);
  });

  it('in words that it shares with its sentence, or with the step that leads from there', () => {
    const strange = musts.flatMap((check) => {
      const rest = restOf(check);
      if (standard.test(check.requirement) || rest === undefined) return [];
      const words = wordsOf(`${rest.words} ${rest.so ?? ''}`);
      return [...wordsOf(check.requirement)].some((word) => words.has(word))
        ? []
        : [`${check.id}: ${check.requirement}`];
    });
    expect(strange).toEqual([]);
  });
});

it('each HTTP obligation names its standard', () => {
  expect(
    https
      .filter(({ requirement }) => !standard.test(requirement) && !/RFC \d{4} \d/.test(requirement))
      .map(({ id }) => id),
  ).toEqual([]);
});
