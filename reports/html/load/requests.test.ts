import { boundOf } from '../../../load/slo/bound-of.testing.ts';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { summaryOf } from '../../../load/figures/summary.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import { header, record } from '../../../load/records/records.testing.ts';
import { validityBounds } from '../../../load/verdict/invalid.ts';
import { judgedLoad } from '../../../load/verdict/judged-load.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { loadMarkdown } from '../../load/markdown.ts';
import { textOfPage, html } from '../../text/html.ts';
import { loadHtml } from '../load.ts';
import { largestValidLagMs, requestsView } from './requests.ts';
import { steppedRun } from './stepped.testing.ts';
import { waterfall } from './waterfall.ts';

function loadOf(records: readonly RequestRecord[]): Load {
  const settings = { ...header.settings, warmupMs: 0, durationMs: 500 * records.length, planned: records.length };
  const summary = summaryOf({ ...header, settings });
  records.forEach(summary.add);
  return judgedLoad(summary.load());
}

const partsOf = (load: Load) => {
  const { document } = parseHTML(`<!doctype html><html><body>${textOfPage(html`${requestsView(load)}`)}</body></html>`);
  return document;
};

const slow = record(7, { firstContent: 4100, firstEvent: 4100, events: [4100, 4120], end: 4150 });
const refused = record(9, { outcome: 'refused', because: 'connection <b>refused</b>', events: [], end: 4501 });
const twenty = Array.from({ length: 20 }, (_, index) => (index === 7 ? slow : index === 9 ? refused : record(index)));

describe('the requests of a load report', () => {
  it('names the worst first, with its id, when it was, and how long it took', () => {
    const rows = [...partsOf(loadOf(twenty)).querySelectorAll('table')].map((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => row.textContent.replaceAll(/\s+/g, ' ').trim()),
    );
    expect(rows[0]).toHaveLength(10);
    expect(rows[0]?.[0]).toMatch(/^8579e9cd7487-7 stream 3\.5 s 600\.0 ms 2/);
    expect(rows[2]).toEqual([
      expect.stringMatching(/^8579e9cd7487-9 stream 4\.5 s refused: connection <b>refused<\/b> 0/),
    ]);
  });

  it('tells times that are known only as ranges as such, in the tables and the charts', () => {
    const together = twenty.map((_, index) => {
      const [headers, at] = [500 * index + 20, 500 * index + 120];
      const censored = { early: 1, earlyAt: [0], coalesced: 1, ownDelay: 0.1 };
      return record(index, { headers, events: [at, at], firstEvent: at, firstContent: at, ...censored });
    });
    const load = loadOf(together);
    expect(load.requests?.slowest[0]).toMatchObject({ firstContentAtLeast: 20 });
    expect(load.requests?.points[0]).toEqual([0, 120, 20]);
    expect(load.series.windows.map(({ uncertainContent }) => uncertainContent)).toEqual([4, 4, 4, 4, 4]);
    const page = loadHtml(load);
    expect(page).toContain('20.0 to 120.0 ms');
    expect(page).toContain('A line below a point: it is the upper end (≤), and the time lies on the line.');
    expect(page).toContain('≤: of 20 answers only the latest possible time is known, and drawn.');
    expect(page).toContain('≤ 120.0');
    const known = loadHtml(loadOf(twenty));
    expect(known).not.toContain('it is the upper end');
    expect(known).not.toContain('≤: of');
  });

  it('lists the streams with the longest gaps, with the gap by which they are there', () => {
    const stalled = record(12, { events: [6100, 7621], end: 7782 });
    const load = loadOf(twenty.map((each, index) => (index === 12 ? stalled : each)));
    const document = partsOf(load);
    const heading = [...document.querySelectorAll('h3')].find(({ textContent }) =>
      textContent.includes('longest gaps'),
    );
    const [first] = [...(heading?.nextElementSibling?.querySelectorAll('tbody tr') ?? [])];
    expect(first?.textContent.replaceAll(/\s+/g, ' ')).toMatch(
      /8579e9cd7487-12 stream 6\.0 s longest gap 1521 ms, E2E 1782 ms 2/,
    );
    expect(first?.querySelector('svg.waterfall')).not.toBeNull();
    expect(loadMarkdown(load).replaceAll('\\', '')).toContain(
      '| 8579e9cd7487-12 | 6.0 s | longest gap 1521 ms, E2E 1782 ms |',
    );
    const reasons = [{ code: 'dispatchLag', because: 'requests were sent late' }] as const;
    const unbelieved = { ...load, validity: { is: 'invalid', reasons, notes: [] } } as const;
    expect(loadMarkdown(unbelieved)).not.toContain('longest gap');
    expect(partsOf(unbelieved).body.textContent).not.toContain('longest gap');
  });

  it('says from when to when what failed, and what sends the same again', () => {
    const text = partsOf(loadOf(twenty)).body.textContent;
    expect(text).toContain('at 4.5 s: 1 × refused (connection <b>refused</b>)');
    expect(text).toMatch(/npx assay load stream --target \S+ --bot b --seed 1 --arrivals constant --rate 2/);
  });

  it('lists those that were never sent apart from those that failed', () => {
    const unsent = record(12, { outcome: 'notSent', events: [], end: 6000 });
    const headsOf = (records: readonly RequestRecord[]): readonly string[] =>
      [...partsOf(loadOf(records)).querySelectorAll('h3')]
        .map(({ textContent }) => textContent)
        .filter((head) => head.startsWith('The first'));
    const both = twenty.map((each, index) => (index === 12 ? unsent : each));
    expect(headsOf(both)).toEqual(['The first that failed', 'The first that were never sent']);
    const alone = both.map((each, index) => (index === 9 ? record(9) : each));
    expect(headsOf(alone)).toEqual(['The first that were never sent']);
  });

  it('has a point for each answer, a ring for each of the slowest, and a tick for each failure', () => {
    const image = partsOf(loadOf(twenty)).querySelector('.plot svg');
    expect(image?.querySelectorAll('circle')).toHaveLength(19 + 10);
    const ticks = [...(image?.querySelectorAll('g') ?? [])].find(
      (group) => group.getAttribute('stroke') === 'var(--fail)',
    );
    expect(ticks?.querySelectorAll('line')).toHaveLength(1);
  });

  it('has the bound of the SLO as a line, at its value, or says that all answers are below it', () => {
    const judged = (text: string): Load => ({
      ...loadOf(twenty),
      slo: { text, is: 'met', bounds: [{ ...boundOf(text), is: 'met' }] },
    });
    const within = partsOf(judged('ttft.p95<300ms')).querySelector('.plot svg');
    const name = [...(within?.querySelectorAll('text') ?? [])].find((each) => each.textContent.startsWith('SLO'));
    expect(name?.textContent).toBe('SLO ttft.p95<300ms');
    const line = [...(within?.querySelectorAll('g') ?? [])].find(
      (group) => group.getAttribute('stroke-dasharray') === '4 3',
    );
    const y = Number(line?.querySelector('line')?.getAttribute('y1'));
    // The slowest has 600 ms, half of which is the bound.
    const slowest = Math.min(
      ...[...(within?.querySelectorAll('circle') ?? [])].map((dot) => Number(dot.getAttribute('cy'))),
    );
    const zero = Math.max(
      ...[...(within?.querySelectorAll('line') ?? [])].map((rule) => Number(rule.getAttribute('y1'))),
    );
    expect((zero - y) / (zero - slowest)).toBeCloseTo(0.5, 1);
    const above = partsOf(judged('ttft.p95<2000ms')).body.textContent;
    expect(above).toContain('SLO ttft.p95<2000ms is above all answers.');
    expect(partsOf(judged('e2e.p95<300ms')).body.textContent).not.toContain('SLO e2e');
    const climb = steppedRun({ slo: 'ttft.p95<400ms', ttftMs: (step) => [100, 300, 500][step] ?? 0 }).load;
    expect(climb.slo).toBeUndefined();
    expect(partsOf(climb).querySelector('.plot svg')?.textContent).toContain('SLO ttft.p95<400ms');
  });

  it('reaches down to a bound that no answer kept, and names bounds that lie close in one line', () => {
    // Each answer takes 100 ms or more, in a chart whose axis would not begin at zero.
    const even = loadOf(Array.from({ length: 20 }, (_, index) => record(index)));
    const judged = (...texts: readonly string[]): Load => {
      const bounds = texts.map((text) => ({ ...boundOf(text), is: 'violated' }) as const);
      return { ...even, slo: { text: texts.join(', '), is: 'violated', bounds } };
    };
    const linesIn = (load: Load) =>
      [...partsOf(load).querySelectorAll('.plot svg g')]
        .filter((group) => group.getAttribute('stroke-dasharray') === '4 3')
        .flatMap((group) => [...group.querySelectorAll('line')]);
    const namesIn = (load: Load) =>
      [...partsOf(load).querySelectorAll('.plot svg text')]
        .map(({ textContent }) => textContent)
        .filter((name) => name.startsWith('SLO'));
    expect(partsOf(even).body.textContent).toContain('The axis begins at');
    const broken = judged('ttft.p95<30ms');
    expect(linesIn(broken)).toHaveLength(1);
    // Above the axis, which is 26 from the lower edge of 210.
    expect(Number(linesIn(broken)[0]?.getAttribute('y1'))).toBeLessThan(184);
    expect(namesIn(broken)).toEqual(['SLO ttft.p95<30ms']);
    expect(partsOf(broken).body.textContent).toContain('not each answer.');
    const close = judged('ttft.p95<31ms', 'ttft.p50<30ms', 'ttft.p99<90ms');
    expect(linesIn(close)).toHaveLength(3);
    expect(namesIn(close)).toEqual(['SLO ttft.p50<30ms, SLO ttft.p95<31ms', 'SLO ttft.p99<90ms']);
    expect(partsOf(judged('ttft.max<30ms')).body.textContent).not.toContain('not each answer.');
  });

  it('calls its points a random choice only where there are more answers', () => {
    const few = loadOf(twenty);
    // Of other operations, which have no such time.
    const others = { ...few, counts: { ...few.counts, ok: few.counts.ok + 40 } };
    expect(partsOf(others).body.textContent).toContain('Every answer; the slowest have rings.');
    const many = loadOf(Array.from({ length: 1050 }, (_, index) => record(index)));
    expect(partsOf(many).body.textContent).toContain('1000 answers chosen at random, and the slowest (rings).');
  });

  it('says when the generator was late, by the bound of a valid measurement', () => {
    expect(largestValidLagMs).toBe(validityBounds.lagP99Ms);
    const late = record(4, { sent: 2050 });
    const load = loadOf(twenty.map((each, index) => (index === 4 ? late : each)));
    const text = textOfPage(html`${requestsView({ ...load, validity: { is: 'valid', notes: [] } })}`);
    expect(text).toMatch(/from 2\.0 s to 4\.0 s: generator late, by up to 50\.0 ms/);
    expect(text).not.toContain('in the warm-up');
    const early = {
      ...load,
      settings: { ...load.settings, warmupMs: 4000 },
      validity: { is: 'valid', notes: [] },
    } as const;
    expect(textOfPage(html`${requestsView(early)}`)).toMatch(/generator late, by up to 50\.0 ms, in the warm-up/);
    expect(text.indexOf('Requests by')).toBeLessThan(text.indexOf('Each bar below'));
    const often = loadOf(
      twenty.map((each, index) => (index % 6 === 4 ? record(index, { sent: 500 * index + 40 }) : each)),
    );
    const told = textOfPage(html`${requestsView({ ...often, validity: { is: 'valid', notes: [] } })}`);
    expect(told.match(/generator late[^.]*\./g)).toContainEqual('generator late, 2 times, by up to 40.');
  });

  it('shows no answer of an instrument that cannot be believed, but what failed', () => {
    const reasons = [{ code: 'dispatchLag', because: 'requests were sent late' }] as const;
    const document = partsOf({ ...loadOf(twenty), validity: { is: 'invalid', reasons, notes: [] } });
    expect([...document.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'The first that failed',
    ]);
  });
});

it('says on the card and in the summary that answers got slower during the run', () => {
  const part = { fromMs: 0, toMs: 9_000, n: 100, p50Ms: 252.3, interval: [240, 270] } as const;
  const drift = { of: 'ttft', first: part, last: { ...part, p50Ms: 690, interval: [650, 720.04] } } as const;
  const load = { ...loadOf(twenty), drift };
  const says =
    'Slower over time TTFT, median: 252.3 ms (240.0 to 270.0) in the first third of the measured time, 690.0 ms (650.0 to 720.0) in the last';
  const { document } = parseHTML(loadHtml(load));
  expect(document.querySelector('.verdict')?.textContent.replaceAll(/\s+/g, ' ')).toContain(says);
  expect(loadMarkdown(load).replaceAll('\\', '')).toContain(says.replace('time TTFT', 'time: TTFT'));
  expect(loadHtml(loadOf(twenty))).not.toContain('Slower over time');
});

it('a waterfall has each part where it was, on the scale of all', () => {
  const [shown] = loadOf(twenty).requests?.slowest ?? [];
  if (shown === undefined) throw new Error('nothing was shown');
  const markup = textOfPage(html`${waterfall(shown, 1000)}`);
  expect(markup).toContain(
    'sent after 1.00 ms, headers after 50.0 ms, first event after 600.0 ms, first text of the reply after 600.0 ms, 2 events, end after 650.0 ms',
  );
  // 318 wide, and room for the mark at the end: 600 of 1000 ms are at 190.8.
  expect(markup).toContain('M190.8,0V16');
  expect(markup.match(/V14"/g)).toHaveLength(2);
  expect(textOfPage(html`${waterfall(shown, 650)}`)).toContain('M318,1V15');
});

it('each table of requests has a scale of its own, so that one that timed out does not flatten the others', () => {
  const timedOut = record(19, { outcome: 'timeout', events: [], end: 19 * 500 + 60_000 });
  const document = partsOf(loadOf([...twenty.slice(0, 19), timedOut]));
  const heads = [...document.querySelectorAll('table.requests')].map(
    (table) => table.querySelector('th.course')?.textContent,
  );
  expect(heads.at(0)).toMatch(/^timeline \(\d{3}\.\d ms\)$/);
  expect(heads.at(-1)).toBe('timeline (60000 ms)');
});
