import { describe, expect, it } from 'vitest';
import type { Finding, Run } from '../../conformance/model/run.ts';
import { checkBadge } from './badge.ts';
import { elementsAt, xmlRoot } from '../foreign-readers.testing.ts';
import { failedSpeed, mixedRun, sampleFinding, sampleRun } from './sample-run.testing.ts';

const passed = sampleFinding('errors.envelope/on-404', '7');
const away = sampleFinding('metering.chat/costs-one', '8.1', { verdict: { is: 'notApplicable', because: 'none' } });
const open = sampleFinding('chat.reply/answers', '4.2', { verdict: { is: 'inconclusive', because: '503 twice' } });
const should = { ...failedSpeed, level: 'SHOULD' } as const satisfies Finding;

const http = { ...failedSpeed, level: 'HTTP' } as const satisfies Finding;

const green = '#1c7348';

function read(run: Run): { readonly title: string; readonly label: string; readonly greens: readonly string[] } {
  const root = xmlRoot(checkBadge(run));
  const texts = elementsAt(root, '//*[local-name()="text"]').map(({ content }) => content);
  const fills = elementsAt(root, '//*[local-name()="g"]/*[local-name()="rect"]').map(
    (each) => each.attr('fill')?.value,
  );
  return {
    title: elementsAt(root, '//*[local-name()="title"]')[0]?.content ?? '',
    label: root.attr('aria-label')?.value ?? '',
    greens: texts.filter((_, place) => fills[place] === green),
  };
}

describe('the badge', () => {
  it.each<readonly [title: string, run: Run, greens: readonly string[]]>([
    ['assay: 1 passed', sampleRun([passed]), ['1 passed']],
    ['assay: 1 passed, 1 not judged', sampleRun([passed, away]), ['1 passed']],
    ['assay: inconclusive, 1 passed, 1 not judged', sampleRun([passed, open]), []],
    ['assay: 1 failed, 1 passed', sampleRun([passed, failedSpeed]), []],
    ['assay: 1 failed, 1 known to fail, 1 passed, 2 not judged', mixedRun, []],
    ['assay: 1 passed', sampleRun([passed, should, http, { ...passed, level: 'HTTP' }]), ['1 passed']],
    ['assay: 1 failed, 1 passed', sampleRun([passed, http], { strict: 'http', exitCode: 1 }), []],
    ['assay: nothing proven, 0 passed, 1 not judged', sampleRun([away]), []],
    ['assay fuzz: 1 passed', sampleRun([passed], { command: 'fuzz' }), ['1 passed']],
    ['assay quick: 1 passed', sampleRun([passed], { profile: 'quick' }), ['1 passed']],
    ['assay (reference service): 1 passed', sampleRun([passed], { embedded: true }), ['1 passed']],
    [
      'assay: interrupted, 1 passed, 2 not judged',
      sampleRun([passed], {
        complete: false,
        exitCode: 130,
        plan: { checks: ['a/a', 'a/b', 'a/c'], atMost: { chats: 0, speeches: 0, credits: 0 } },
      }),
      [],
    ],
    [
      // Its time was over: that it failed is the verdict, and no word stands before it.
      'assay: 1 failed, 0 passed, 1 not judged',
      sampleRun([failedSpeed, { ...open, unreached: 'time' }], { complete: false, exitCode: 1 }),
      [],
    ],
    [
      'assay: known failures outdated, 1 passed',
      sampleRun([{ ...passed, knownFailure: { is: 'stale', reason: '', expires: '2026-12-31' } }], { exitCode: 1 }),
      [],
    ],
  ])('says %s, and is green about nothing else than what passed', (title, run, greens) => {
    expect(read(run)).toEqual({ title, label: title, greens });
  });

  it('is never green where the verdict is no pass', () => {
    for (const exitCode of [1, 2, 3, 70, 130, 143]) expect(read(sampleRun([passed], { exitCode })).greens).toEqual([]);
  });
});
