import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { header, record } from '../../../load/records/records.testing.ts';
import { instrument } from '../../../load/verdict/judged.testing.ts';
import type { Load } from '../../../load/verdict/load.ts';
import type { RequestRecord } from '../../../load/records/record.ts';
import type { RequestsHeader } from '../../../load/records/requests.ts';
import { assay, emptyFolder } from '../../testing/run-assay.testing.ts';

/** Half of a run of user timestamps, from a machine whose clock began at another time, with a canary that came so late. */
function segmentFolder(place: 0 | 1, lateMs: number): string {
  const folder = join(emptyFolder(), `part-${place}`);
  mkdirSync(folder);
  const settings = { ...header.settings, target: 'http://127.0.0.1:9', durationMs: 20_000, warmupMs: 0, planned: 40 };
  const t0MonotonicNs = 7_000_000_000 + place * 60_000_000_000;
  const [segment = '', run = ''] = [
    ['0:1/2', 'a'],
    ['1/2:1', 'b'],
  ][place] as readonly string[];
  const t0UnixNs = header.t0UnixNs + place * 1e6;
  const ids = Array.from({ length: 20 }, (_, index) => `${run}--${index}`);
  const canaries = ids.map((id, index) =>
    record(-1 - index, {
      id,
      operation: 'canary',
      intended: index * 1_000,
      events: [index * 1_000 + 20 + lateMs],
      end: index * 1_000 + 70,
    }),
  );
  const own = Array.from({ length: 20 }, (_, index) =>
    record(2 * index + place, { id: `${run}-${2 * index + place}` }),
  );
  const first = { ...header, stamps: 'user', settings, segment, run, t0MonotonicNs, t0UnixNs };
  const lines = [first, ...own, ...canaries].map((line) => JSON.stringify(line));
  writeFileSync(join(folder, 'requests.ndjson'), `${lines.join('\n')}\n`);
  const written = ids.map((id, index) => ({ id, writtenNs: [t0MonotonicNs + (index * 1_000 + 20) * 1e6] }));
  writeFileSync(join(folder, 'canary.ndjson'), written.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const calibration = { machine: 'm', maxRatePerS: 1, maxStreams: 1, errorP99Ms: 0.1, at: '2026-11-21T00:00:00Z' };
  writeFileSync(join(folder, 'instrument.json'), JSON.stringify(instrument));
  writeFileSync(join(folder, 'calibration.json'), JSON.stringify(calibration));
  const samples = [{ id: own[3]?.id, is: 'wrong', because: `silence in ${run}` }];
  writeFileSync(join(folder, 'samples.json'), JSON.stringify({ samples }));
  for (const kept of ['audio', 'wrong']) {
    mkdirSync(join(folder, kept));
    writeFileSync(join(folder, kept, `${own[3]?.id}.txt`), Buffer.from([0xff, place]));
    symlinkSync('/etc/hostname', join(folder, kept, 'link.txt'));
  }
  return folder;
}

describe('segments of which one', () => {
  it('ended before its first record are merged, and its part is named as missing', async () => {
    const [good, other] = [segmentFolder(0, 0.5), segmentFolder(1, 0.5)];
    writeFileSync(join(other, 'requests.ndjson'), '');
    const merged = join(emptyFolder(), 'merged');
    const { code, out } = await assay(['report', good, other, '--out', merged]);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect([merged, good].map((path) => existsSync(join(path, 'load.json')))).toEqual([true, false]);
    expect(out).toContain(`${other}/requests.ndjson is empty: it ended before its first record`);
    expect(out).toContain('segment 1/2:1 has no records: its 20 of 40 planned requests (50 %)');
    const alone = await assay(['report', other]);
    expect(alone.code).toBe(3);
    expect(alone.err).toContain('does not begin with a header');
  });

  it('has another clock are runs of their own, and it is said that they look like one', async () => {
    const [good, other] = [segmentFolder(0, 0.5), segmentFolder(1, 0.5)];
    const path = join(other, 'requests.ndjson');
    const [first = '', ...records] = readFileSync(path, 'utf8').split('\n');
    const began = JSON.parse(first) as { t0UnixNs: number };
    const late = { ...began, t0UnixNs: began.t0UnixNs + 3_600_000 * 1e6 };
    writeFileSync(path, [JSON.stringify(late), ...records].join('\n'));
    const { out } = await assay(['report', good, other, '--out', join(emptyFolder(), 'merged')]);
    expect(out).toMatch(
      /part-1 \(1\/2:1\) and part-0 \(0:1\/2\) are parts of the same schedule \(seed \d+\), but began 60 min 0 s apart/,
    );
  });

  it('was asked for something else is not merged, and it is said what differs', async () => {
    const [good, other] = [segmentFolder(0, 0.5), segmentFolder(1, 0.5)];
    const path = join(other, 'requests.ndjson');
    const [first = '', ...records] = readFileSync(path, 'utf8').split('\n');
    const began = JSON.parse(first) as RequestsHeader;
    const unlike = { ...began, seed: 7, settings: { ...began.settings, slo: 'ttft.p95<1s' } };
    writeFileSync(path, [JSON.stringify(unlike), ...records].join('\n'));
    const { out } = await assay(['report', good, other, '--out', join(emptyFolder(), 'merged')]);
    expect(out).toContain(
      'part-0 (0:1/2) and part-1 (1/2:1) would make one schedule, but are not merged, as they were not asked for the same: seed 1 and 7; slo none and "ttft.p95<1s"; start all generators with the same settings',
    );
  });
});

it('an empty file beside a whole run is refused, as no part of it can be missing', async () => {
  const [whole, empty] = [segmentFolder(0, 0.5), segmentFolder(1, 0.5)];
  const path = join(whole, 'requests.ndjson');
  const [first = '', ...records] = readFileSync(path, 'utf8').split('\n');
  const { segment: _, ...header } = JSON.parse(first) as { segment: string };
  writeFileSync(path, [JSON.stringify(header), ...records].join('\n'));
  writeFileSync(join(empty, 'requests.ndjson'), '');
  const { code, err } = await assay(['report', whole, empty]);
  expect({ code, err }).toEqual({
    code: 3,
    err: expect.stringContaining(`${empty}/requests.ndjson does not begin with a header`) as string,
  });
});

describe('segments of one run', () => {
  it('have one canary, and the answers that each keeps, in any order, and the merged folder tells the same as they do', async () => {
    const [good, late] = [segmentFolder(0, 0.5), segmentFolder(1, 40)];
    const loads: string[] = [];
    for (const parts of [
      [good, late],
      [late, good],
    ]) {
      const out = join(emptyFolder(), 'merged');
      expect((await assay(['report', ...parts, '--out', out])).code).toBe(0);
      const told = readFileSync(join(out, 'load.json'), 'utf8');
      for (const kept of ['audio', 'wrong']) {
        const files = readdirSync(join(out, kept)).map((name) => [...readFileSync(join(out, kept, name))]);
        expect(files).toEqual([
          [0xff, 0],
          [0xff, 1],
        ]);
      }
      expect((await assay(['report', out])).code).toBe(0);
      expect(readFileSync(join(out, 'load.json'), 'utf8')).toBe(told);
      loads.push(told);
    }
    const [one = '', other] = loads;
    expect(one).toBe(other);
    const { canary, calibration, validity, samplesHeard, wrongAnswers } = JSON.parse(one) as Load;
    expect(samplesHeard).toEqual({ n: 2, right: 0, wrong: 2, inconclusive: 0 });
    expect(wrongAnswers?.map(({ because }) => because)).toEqual(['silence in a', 'silence in b']);
    expect(canary).toMatchObject({ events: 40, errorMs: { p50: 0.5, p99: 40 } });
    expect(calibration?.machine).toBe('m');
    const because =
      'generator 1/2:1: the events of the reference stream, whose true times are known, were stamped late';
    expect(validity).toMatchObject({
      is: 'invalid',
      reasons: [{ code: 'canary', because: expect.stringContaining(because) as string }],
    });
    expect((JSON.parse(one) as Load).generators).toMatchObject({
      each: [
        {
          segment: '0:1/2',
          run: 'a',
          startedAfterMs: 0,
          planned: 20,
          recorded: 20,
          share: 0.5,
          validity: { is: 'valid' },
        },
        {
          segment: '1/2:1',
          run: 'b',
          startedAfterMs: 1,
          validity: { is: 'invalid' },
          canary: { errorMs: { p99: 40 } },
        },
      ],
      startsDifferMs: 1,
      missing: [],
      withoutInvalid: { segments: ['0:1/2'], figures: { counts: { recorded: 20 } } },
    });
  });

  it('are named where one is missing or given twice, and no request counts twice', async () => {
    const [first, second] = [segmentFolder(0, 0.5), segmentFolder(1, 0.5)];
    const copy = join(emptyFolder(), 'copy');
    cpSync(first, copy, { recursive: true });
    const out = join(emptyFolder(), 'merged');
    const twice = await assay(['report', first, copy, second, '--out', out]);
    expect(twice.out).toContain('segment 0:1/2 was given twice: a copy of attempt a is in no figure');
    const { counts, generators } = JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as Load;
    expect({ recorded: counts.recorded, repeated: generators?.repeated }).toEqual({
      recorded: 40,
      repeated: [{ segment: '0:1/2', run: 'a' }],
    });
    expect((await assay(['report', out])).out).toContain('was given twice: a copy of attempt a is');
    const lines = readFileSync(join(out, 'requests.ndjson'), 'utf8').trim().split('\n').slice(1);
    const times = lines.map((line) => JSON.parse(line) as RequestRecord).filter(({ index }) => index >= 0);
    expect(times.map(({ index }) => index)).toEqual([...Array(40).keys()]);
    const { out: said } = await assay(['report', second]);
    expect(said).toContain('generators: 1 of 2 valid');
    expect(said).toContain('segment 0:1/2 has no records: its 20 of 40 planned requests (50 %) are in no figure');
  });

  it('was sent twice at once make no valid measurement; one that took the place of another does', async () => {
    const [first, second] = [segmentFolder(0, 0.5), segmentFolder(1, 0.5)];
    /** One more attempt at the first half that began then, and was killed so long after. */
    const attempt = (run: string, startMs: number, killedMs: number): string => {
      const path = join(emptyFolder(), run);
      cpSync(first, path, { recursive: true });
      const [head = '', ...lines] = readFileSync(join(path, 'requests.ndjson'), 'utf8').trim().split('\n');
      const own = { ...(JSON.parse(head) as RequestsHeader), run };
      const sent = lines.filter((line) => (JSON.parse(line) as RequestRecord).intended < killedMs);
      const begun = JSON.stringify({ ...own, t0UnixNs: own.t0UnixNs + startMs * 1e6 });
      writeFileSync(join(path, 'requests.ndjson'), [begun, ...sent, ''].join('\n').replaceAll('"a-', `"${run}-`));
      return path;
    };
    const reported = async (...attempts: readonly string[]) => {
      const out = join(emptyFolder(), 'merged');
      const told = await assay(['report', second, ...attempts, '--out', out]);
      const { generators, validity } = JSON.parse(readFileSync(join(out, 'load.json'), 'utf8')) as Load;
      return { out: told.out, repeated: generators?.repeated, validity, merged: out };
    };
    const atOnce = await reported(first, attempt('c', 50, 19_000), attempt('d', 60, 19_000));
    expect(atOnce.repeated).toEqual([
      { segment: '0:1/2', run: 'c', alongside: [19] },
      { segment: '0:1/2', run: 'd', alongside: [19] },
    ]);
    expect(atOnce.out).toContain(
      'segment 0:1/2 was sent twice at once: attempt c, with fewer records, is in no figure, and sent 19 requests besides those of the other attempt, more than was asked for',
    );
    expect(atOnce.validity).toMatchObject({
      is: 'invalid',
      reasons: [
        {
          code: 'extraLoad',
          because:
            'more was sent than asked for: other attempts at segment 0:1/2 sent 38 requests beside those that are measured, 95 % more, expected at most 2.5 %; start each segment once',
        },
      ],
    });
    // The merged folder, which has none of their records, says the same.
    expect((await assay(['report', atOnce.merged])).out).toContain('sent 38 requests beside those that are measured');
    const replaced = await reported(first, attempt('c', -9_000, 9_000));
    expect(replaced).toMatchObject({ repeated: [{ segment: '0:1/2', run: 'c' }], validity: { is: 'valid' } });
    expect(replaced.out).toContain('segment 0:1/2 was sent twice: attempt c, with fewer records, is in no figure');
    // Of the one of the figures, which was killed, another took the place.
    const killed = await reported(attempt('c', 0, 15_000), attempt('d', 15_500, 4_000));
    expect(killed).toMatchObject({ repeated: [{ segment: '0:1/2', run: 'd' }] });
    expect(killed.repeated?.[0]?.alongside).toBeUndefined();
    expect(killed.out).toContain('segment 0:1/2 was sent twice: attempt d, with fewer records, is in no figure');
    expect(killed.validity).toMatchObject({ reasons: [{ code: 'incomplete' }] });
  });
});
