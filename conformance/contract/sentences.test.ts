import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { selectChecks } from '../model/select.ts';
import { checks, observations } from '../index.ts';
import { sentenceMap } from './sentence-map.ts';
import { sentencesOf } from './sentences.ts';

const sentences = sentencesOf(readFileSync(`${import.meta.dirname}/interface.md`, 'utf8'));

describe('the document, split into sentences', () => {
  it('has list items sentence by sentence, tables row by row, and no headings', () => {
    const markdown = [
      '# Title',
      'One `a`. `b` is two, e.g. 2.3 of it.',
      '## 2. Parts',
      '### 2.5 Speed (JSON)',
      '',
      '| Field | Type |',
      '|---|---|',
      '| speed | number. Or none. |',
      '- First. Second: not shown.',
      '12. Third (see 4.1).',
    ].join('\n');
    expect(sentencesOf(markdown)).toEqual([
      { section: '', says: 'One `a`.' },
      { section: '', says: '`b` is two, e.g. 2.3 of it.' },
      { section: '2.5', says: 'speed | number. Or none.' },
      { section: '2.5', says: 'First.' },
      { section: '2.5', says: 'Second: not shown.' },
      { section: '2.5', says: 'Third (see 4.1).' },
    ]);
  });

  it('loses no word of the document', () => {
    const words = (text: string): readonly string[] => text.match(/[\p{L}\d`<>]+/gu) ?? [];
    const kept = words(sentences.map(({ says }) => says).join(' '));
    const text = readFileSync(`${import.meta.dirname}/interface.md`, 'utf8');
    const lines = text.split('\n');
    const body = lines.filter((line, at) => !line.startsWith('#') && lines[at + 1]?.startsWith('|---') !== true);
    expect(kept).toEqual(words(body.map((line) => line.replace(/^\d+\. /, '')).join(' ')));
  });
});

describe('the map of the document', () => {
  it('has every sentence, in order, and each once', () => {
    const mapped = sentences.map(({ section, says }, at) => {
      const matching = sentenceMap.filter(([where, begins]) => where === section && says.startsWith(begins));
      return matching.length === 1 && matching[0] === sentenceMap[at]
        ? says
        : `${matching.length} entries for: ${says}`;
    });
    expect(mapped).toEqual(sentences.map(({ says }) => says));
    expect(sentenceMap).toHaveLength(sentences.length);
  });

  it.each(sentenceMap)('%s %s … is held by something that there is', (_section, _begins, holding) => {
    const { by = [], open = [], introduction, beyond } = holding;
    expect(by.filter((topic) => selectChecks(checks, { only: [topic] }).length === 0)).toEqual([]);
    expect(open.filter((topic) => selectChecks(observations, { only: [topic] }).length === 0)).toEqual([]);
    expect(by.length + open.length > 0).toBe(introduction === undefined && beyond === undefined);
  });

  it('has an observation, or a reason, for everything that is not shown', () => {
    const silent = sentences.filter(
      ({ says }, at) =>
        says.includes('not shown') &&
        sentenceMap[at]?.[2].open === undefined &&
        sentenceMap[at]?.[2].beyond === undefined,
    );
    expect(silent).toEqual([]);
  });

  it('leaves no clause of the suite out', () => {
    const topics = sentenceMap.flatMap(([, , { by = [] }]) => by);
    const held = new Set(selectChecks(checks, { only: topics }));
    // Requirements of HTTP itself have no sentence in this document.
    expect(checks.filter((check) => !held.has(check) && !check.id.startsWith('transport.'))).toEqual([]);
  });
});
