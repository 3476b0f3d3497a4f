import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { comparisonMarkdown } from './markdown.ts';
import { comparisonText } from './terminal.ts';
import { comparisonHtml } from '../html/compare.ts';
import { sampleCheckComparison, sampleLoadComparison } from './sample-comparison.testing.ts';

const plain = { colour: false, width: 160 };
const { failIf: _, ...unlimited } = sampleLoadComparison();

describe('a comparison of load runs', () => {
  it('tells each quantity with its difference, interval and word', () => {
    const text = comparisonText(sampleLoadComparison(), plain);
    expect(text).toMatch(/ttft\.p95 +✗ slower +\+20 % +\+14 to \+26 % +200\.5 ms +240\.6 ms +–/);
    expect(text).toMatch(/gap\.p50 +✓ same within 5 % .*−1 to \+2 %/);
    expect(text).toMatch(/ttft\.p99 +\? undecided +– +– +– +– .*\n +60 samples are too few/);
    expect(text).toMatch(/failures +\? undecided +−0\.1 points +−0\.7 to \+0\.5 points +0\.2 % +0\.1 %/);
    expect(text).toMatch(/wrong +✗ more are wrong +\+0\.0021 points +\+0\.0002 to \+0\.0075 points +0 % +0\.0021 %/);
    expect(text).toContain('about 3,300 requests on each side would detect a difference of 0.5 points');
  });

  it('tells each limit by its interval, in its own unit', () => {
    const text = comparisonText(sampleLoadComparison(), plain);
    expect(text).toMatch(/ttft\.p95>\+5% +✗ exceeded +\+20 % +\+14 to \+26 %/);
    expect(text).toMatch(/gap\.p99>\+20ms +\? undecided +\+3 ms +–/);
    expect(text).toMatch(/failures>\+1% +✓ met +−0\.1 points/);
  });

  it('names each run by its label, where it has one', () => {
    const { a, b } = sampleLoadComparison();
    const text = comparisonText(sampleLoadComparison({ a: { ...a, label: 'v1.2' }, b }), plain);
    expect(text).toContain('A: v1.2: https://staging.example, 998 of');
    expect(text).toContain('B: <b>other</b>, ');
  });

  it.each([
    ['Exceeded: ttft.p95>+5% (+20 %, 200.5 → 240.6 ms)', sampleLoadComparison()],
    ['Worse: wrong 0 → 0.0021 %: 0.0021 points worse (0.0002 to 0.0075 points); also: TTFT p95', unlimited],
    ['Slower: TTFT p95 200.5 → 240.6 ms: 20 % slower (14 to 26 %)', { quantities: unlimited.quantities.slice(0, 4) }],
    [
      'Undecided: no difference is shown; the samples do not decide 1 of 1 quantity (failures)',
      { quantities: unlimited.quantities.slice(3, 4) },
    ],
    ['Same: the one quantity, within 5 %', { quantities: unlimited.quantities.slice(1, 2) }],
    [
      'Better: failures 0.2 → 0.1 %: 0.1 points better (−0.5 to 0.7 points)',
      { quantities: unlimited.quantities.slice(3, 4).map((each) => ({ ...each, word: 'faster' as const })) },
    ],
  ])('sums it up: %s', (headline, parts) => {
    const comparison = 'failIf' in parts ? sampleLoadComparison(parts) : { ...unlimited, ...parts };
    expect(comparisonText(comparison, plain)).toContain(headline);
  });

  it('breaks no row on a narrow terminal: what has no room stands below, with its name', () => {
    const { quantities: _, ...comparison } = sampleLoadComparison();
    const quantities = sampleLoadComparison().quantities.map(({ because: __, needed: ___, ...each }) => ({
      ...each,
      word: 'undecided' as const,
    }));
    const lines = comparisonText({ ...comparison, quantities }, { colour: false, width: 60 }).split('\n');
    const [from, to] = [lines.indexOf('Differences'), lines.indexOf('Set-up differences')];
    expect(lines.slice(from, to).filter((line) => line.length > 60)).toEqual([]);
    expect(lines.slice(from, to)).toContain('      smallest detectable difference: 8 %');
    expect(comparisonText(sampleLoadComparison(), plain)).not.toContain('difference: 8 %');
  });

  it('leads with what is shown to be the same, and has what is undecided below it', () => {
    const [ttft, ...others] = sampleLoadComparison({}).quantities;
    if (ttft === undefined) throw new Error('no quantity');
    const { failIf: _, ...comparison } = sampleLoadComparison({});
    const undecided = others.map((each) => ({ ...each, word: 'undecided' as const }));
    const same = { ...ttft, word: 'same' as const, within: 0.05 };
    const text = comparisonText({ ...comparison, quantities: [...undecided, same] }, plain);
    // Times are among those that are open.
    expect(text).toContain('? Undecided: TTFT p95 same within 5 %; the samples do not decide');
    expect(text.indexOf('ttft.p95  ✓ same')).toBeLessThan(text.indexOf('? undecided'));
  });

  it('leads with a time only, and counts beside it what is the same within as much', () => {
    const [ttft, gap, , failures] = unlimited.quantities;
    if (ttft === undefined || gap === undefined || failures === undefined) throw new Error('no quantity');
    const same = { word: 'same', within: 0.05 } as const;
    const { absolute: _, relative: __, ...share } = { relative: undefined, ...failures };
    const points = { ...share, ...same, within: 0.5, absolute: { value: 0, interval: [-0.1, 0.1] as const } };
    const open = { ...failures, quantity: 'wrong', word: 'undecided' } as const;
    const says = (...quantities: typeof unlimited.quantities): string =>
      comparisonText({ ...unlimited, quantities }, plain);
    const wide = { ...gap, ...same, quantity: 'gap.p99', within: 0.1 };
    expect(says({ ...ttft, ...same }, { ...gap, ...same }, wide, points, open)).toContain(
      '? No difference shown: TTFT p95 and 1 more same within 5 %; the samples do not decide 1 of 5 quantities (wrong)',
    );
    expect(says(points, open)).toContain('? Undecided: no difference is shown; the samples do not decide 1 of 2');
  });

  it('says what faster and slower mean where they are figures of speech', () => {
    const quantities = unlimited.quantities.map((each) => ({ ...each, word: 'slower' as const }));
    expect(comparisonText({ ...unlimited, quantities }, plain)).toMatch(/failures .*✗ more fail/);
  });
});

it('does not say what difference could have been shown where sameness is shown', () => {
  const [, same] = unlimited.quantities;
  const quantities = same === undefined ? [] : [{ ...same, couldShow: 0.154 }];
  expect(comparisonText({ ...unlimited, quantities }, plain)).not.toContain('15.4 %');
});

describe('the chart of a comparison of load runs', () => {
  const { document } = parseHTML(comparisonHtml(sampleLoadComparison()));
  const plot = document.querySelector('figure .plot');

  it('has a row for each quantity that is told as a share, the slower ones first', () => {
    const names = [...(plot?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent);
    expect(names.filter((name) => name.includes('.p'))).toEqual(['ttft.p95', 'gap.p50']);
    expect(plot?.getAttribute('aria-label')).toContain('ttft.p95 +20 % (+14 to +26 %), slower; gap.p50 +1 %');
  });

  it('places each interval on the axis as it is', () => {
    const lines = [...(plot?.querySelectorAll('line') ?? [])].map((line) => ({
      from: Number(line.getAttribute('x1')),
      to: Number(line.getAttribute('x2')),
      tone: line.getAttribute('stroke'),
    }));
    const [slower, same] = lines.filter(({ from, to, tone }) => tone !== null && to > from);
    // 14 to 26 % is a tenth more, −1 to 2 % three hundredths; the latter is grey.
    const widths = Math.log(1.26 / 1.14) / Math.log(1.02 / 0.99);
    expect(((slower?.to ?? 0) - (slower?.from ?? 0)) / ((same?.to ?? 0) - (same?.from ?? 1))).toBeCloseTo(widths, 1);
    expect([slower?.tone, same?.tone]).toEqual(['var(--fail)', 'var(--soft)']);
  });
});

type Attributed = { readonly getAttribute: (name: string) => string | null };

describe('the distributions of a comparison', () => {
  const { document } = parseHTML(comparisonHtml(sampleLoadComparison()));
  const charts = [...document.querySelectorAll('figure')].slice(1);

  it('are on one axis for each quantity, what is slower first, and say what they leave out', () => {
    expect(charts.map((chart) => chart.querySelector('b')?.textContent)).toEqual([
      'Time to first token',
      'Gaps between events',
    ]);
    expect(charts[0]?.textContent).toContain('Above 250 ms, not drawn: 0 of A, 4 of B.');
    expect(charts[0]?.querySelector('.plot')?.getAttribute('aria-label')).toContain(
      'The fullest bin of A is 150 to 200, that of B 200 to 250.',
    );
  });

  it('draw each side as a share of its own samples, told apart by colour and dashes', () => {
    const lines = [...(charts[0]?.querySelectorAll('.plot')[0]?.querySelectorAll('[stroke^="var(--line"]') ?? [])];
    const heights = lines.map((line) => tallestOf(line.querySelector('path') ?? line));
    expect(lines.map((line) => line.getAttribute('stroke'))).toEqual(['var(--line-1)', 'var(--line-2)']);
    expect(lines[1]?.getAttribute('stroke-dasharray')).not.toBeNull();
    // 60 % of A are in its tallest bin, 66 % of B in theirs.
    expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(66 / 60, 2);
  });

  it('fill each side from the axis on, not on top of the other', () => {
    const areas = [...(charts[0]?.querySelectorAll('.plot')[0]?.querySelectorAll('[fill^="var(--line"] path') ?? [])];
    const lowest = areas.map((area) => Math.max(...heightsOf(area)));
    expect(areas).toHaveLength(2);
    expect(lowest[0]).toBe(lowest[1]);
    expect(Math.min(...areas.flatMap(heightsOf))).toBeGreaterThan(0);
  });

  it('are absent where no quantity has samples on both sides', () => {
    expect(comparisonHtml(sampleLoadComparison({ distributions: [] }))).not.toContain('>Distributions<');
  });

  function heightsOf(path: Attributed): readonly number[] {
    return [...(path.getAttribute('d') ?? '').matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
  }

  /** How far a line reaches above where it begins, in pixels. */
  function tallestOf(path: Attributed): number {
    const heights = heightsOf(path);
    return (heights[0] ?? 0) - Math.min(...heights);
  }
});

describe('a comparison of runs of checks', () => {
  it('shows new failures first, then what is fixed, then other changes', () => {
    const [one] = sampleCheckComparison().changes;
    if (one === undefined) throw new Error('the sample has a change');
    const changes = (['changed', 'fixed', 'newFailure'] as const).map((is) => ({
      ...one,
      is,
      check: `speech.speed/${is}`,
    }));
    const { document } = parseHTML(comparisonHtml(sampleCheckComparison({ changes })));
    const shown = [...document.querySelectorAll('article .check')].map(({ textContent }) => textContent);
    expect(shown).toEqual(['speech.speed/newFailure', 'speech.speed/fixed', 'speech.speed/changed']);
  });

  it('shows expected and observed of both runs, and links to the check in both reports', () => {
    const page = comparisonHtml(sampleCheckComparison(), { a: '../one/report.html', b: '../two/report.html' });
    const { document } = parseHTML(page);
    const [a, b] = [...document.querySelectorAll('.sides > div')];
    expect(a?.textContent).toMatch(/A.*passed/s);
    expect(b?.textContent).toMatch(/a refusal.*<i>200<\/i>.*curl x/s);
    expect([a, b].map((side) => side?.querySelector('a')?.getAttribute('href'))).toEqual([
      './../one/report.html#speech.speed/a',
      './../two/report.html#speech.speed/a',
    ]);
    expect(parseHTML(comparisonHtml(sampleCheckComparison())).document.querySelector('.sides a')).toBeNull();
  });

  it('tells new failures of one cause once, and names all of them on the page', () => {
    const [one] = sampleCheckComparison().changes;
    if (one === undefined) throw new Error('the sample has a change');
    const others = ['b', 'c', 'd', 'e', 'f'].map((name) => ({
      ...one,
      check: `speech.speed/${name}`,
      failsWith: one.check,
    }));
    const comparison = sampleCheckComparison({ changes: [...others, one] });
    const text = comparisonText(comparison, plain);
    expect(text).toContain(
      'broke</b>; 5 more checks fail with it, such as speech.speed/b, speech.speed/c, speech.speed/d',
    );
    expect(text).not.toMatch(/^ +speech\.speed\/b /m);
    expect(text).toContain('✗ Worse: 6 new failures (1 cause), 3 unchanged');
    const { document } = parseHTML(comparisonHtml(comparison));
    expect(document.querySelectorAll('article')).toHaveLength(1);
    expect(document.querySelector('article')?.textContent).toContain('speech.speed/f');
  });

  it('tells no more of a reason than is read, however many answers were wrong', () => {
    const [one] = sampleCheckComparison().changes;
    if (one === undefined) throw new Error('the sample has a change');
    const because = `reply 1 is garbled; ${'and another; '.repeat(100)}`;
    const text = comparisonText(sampleCheckComparison({ changes: [{ ...one, b: { is: 'fail', because } }] }), plain);
    expect(text).toMatch(/reply 1 is garbled; and another; [^\n]{400,480}… \(820 more characters\)/);
  });

  it('tells in one line what a rerun of the failures left out', () => {
    const one = sampleCheckComparison().changes.find(({ is }) => is === 'vanished');
    if (one === undefined) throw new Error('the sample has a check that is not in B');
    const many = Array.from({ length: 300 }, (_, at) => ({ ...one, check: `speech.speed/c${at}` }));
    const counts = { pass: 2, fail: 1, inconclusive: 0, notApplicable: 0 };
    const whole = sampleCheckComparison({ changes: many });
    const rerun = { ...whole, a: { ...whole.a, counts: { ...counts, pass: 300, fail: 3 } }, b: { ...whole.b, counts } };
    const text = comparisonText(rerun, plain);
    expect(text).toMatch(/\n +300 checks +passed, or not applicable +no part of the rerun\n/);
    expect(text).not.toContain('speech.speed/c0');
    expect(comparisonText(whole, plain)).toContain('speech.speed/c0');
  });

  it('tells what has become of each check, and what was observed', () => {
    const text = comparisonText(sampleCheckComparison(), plain);
    expect(text).toMatch(/New failures\n.*\n +speech\.speed\/a +MUST +✓ passed +✗ failed/);
    expect(text).toMatch(/Checks not in run B\n.*\n +speech\.speed\/b +MUST +✓ passed +not in run B/);
    expect(text).toMatch(/Changed observations\n.*\n +o +2\.5 +mp3 +<b>wav<\/b>/);
    expect(text).toContain('✗ Worse: 1 new failure, 1 not in B, 3 unchanged');
  });
});

describe('a comparison of runs of other checks', () => {
  it('names some of many on the terminal, and all on its pages', () => {
    const { changes, ...rest } = sampleCheckComparison();
    const vanished = changes.find(({ is }) => is === 'vanished');
    const many = Array.from({ length: 60 }, (_, at) => ({ ...vanished, check: `speech.speed/of-${at}` }));
    const comparison = { ...rest, changes: many as typeof changes };
    const text = comparisonText(comparison, plain);
    expect(text).toContain('speech.speed/of-24 ');
    expect(text).not.toContain('speech.speed/of-25 ');
    expect(text).toContain('\n  and 35 more, all in the report\n');
    for (const page of [comparisonHtml(comparison), comparisonMarkdown(comparison)])
      expect(page).toContain('speech.speed/of-59');
  });
});

describe('the pages of a comparison', () => {
  it.each([
    ['load', sampleLoadComparison(), ['other', '8']],
    ['check', sampleCheckComparison(), ['broke', 'wav']],
  ] as const)('of %s runs hold everything, and nothing of it is markup', (_name, comparison, hostile) => {
    const [html, markdown] = [comparisonHtml(comparison), comparisonMarkdown(comparison)];
    for (const each of hostile) {
      expect(html).toMatch(new RegExp(`&lt;([bi])&gt;${each}&lt;/\\1&gt;`));
      expect(html).not.toMatch(new RegExp(`<[bi]>${each}`));
      expect(markdown).toContain(`>${each}\\<`);
    }
  });
});
