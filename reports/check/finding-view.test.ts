import { describe, expect, it } from 'vitest';
import { checkAnnotations } from '../annotations.ts';
import { checkHtml } from '../html/check.ts';
import { causeBlock } from './cause.ts';
import { checkMarkdown } from './markdown.ts';
import { quotedText } from './finding-view.ts';
import { detailsOf } from './outcome.ts';
import { failedSpeed, sampleExchange, sampleRun } from './sample-run.testing.ts';
import { failureBlock } from './terminal.ts';

const style = { colour: false, width: 160 };
const because = 'speed is 4.0001, and 2.5 asks for a number from 0.25 to 4';
const generated = { ...failedSpeed, input: { is: 'invalid', because } } as const;
const told = `The generated request is invalid: ${because}`;

describe('why a generated request is not valid', () => {
  const shownBy = (finding: typeof failedSpeed): Readonly<Record<string, string>> => {
    const run = sampleRun([finding]);
    const cause = { title: finding.title, checks: [finding.check], exchange: 'speech-above#0', likely: [] };
    return {
      page: checkHtml(run, [sampleExchange('speech-above#0')]),
      Markdown: checkMarkdown(run).replaceAll('\\', ''),
      terminal: failureBlock(finding, {}, style),
      'a cause on the terminal': causeBlock(cause, [finding], { style }),
      annotation: JSON.stringify(checkAnnotations(run)),
      'JUnit, CTRF': detailsOf(finding, () => undefined),
    };
  };
  it('stands in the same words in every report, and nowhere of a request that the document shows', () => {
    for (const [report, text] of Object.entries(shownBy(generated))) expect(text, report).toContain(told);
    for (const [report, text] of Object.entries(shownBy(failedSpeed)))
      expect(text, report).not.toContain('generated request');
  });
  it('says of what the document leaves open that it is unspecified', () => {
    const open = { is: 'unspecified', because: 'text is 0, which a service may take or refuse' } as const;
    expect(failureBlock({ ...failedSpeed, input: open }, {}, style)).toContain(
      'Left open by the document: text is 0, which a service may take or refuse',
    );
  });
});

describe('what the document says of a check', () => {
  it.each([
    ['a sentence', 'From 0.25 to 4 inclusive.', 'the document says in 2.5: “From 0.25 to 4 inclusive.” – both ends'],
    ['a row', 'speed | number', 'the document says in a table of 2.5: “speed | number” – both ends'],
  ])('is quoted with its place: %s', (_, words, says) => {
    expect(quotedText({ section: '2.5', words, so: 'both ends' })).toBe(says);
  });
});
