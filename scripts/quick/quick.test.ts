import { describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { wholeRunOn } from '../../conformance/judged.testing.ts';
import { quickChecks, quickFinds } from '../../conformance/model/quick-checks.ts';
import { selected } from '../../conformance/model/select.ts';
import { knownMistakes } from '../content/known-mistakes.ts';
import { matrixBehaviour } from '../matrix/bases.ts';
import { chosenWithin } from './choose.ts';
import { budget } from './budget.ts';
import { candidatesOf, foundByChecks, usesIn } from './known.ts';

const foundBy = foundByChecks(everyCheck, knownMistakes());
const foundByFile = new Set(quickChecks.flatMap((id) => [...(foundBy.get(id) ?? [])]));

/** Of a figure, that a few new checks and mistakes may change: `npm run quick` brings the file up to date. */
const mostBehind = 0.03;

describe('the checks of the profile quick, as npm run quick left them', () => {
  it('are checks that exist, each once', () => {
    const ids = new Set(everyCheck.map(({ id }) => id));
    expect(quickChecks.filter((id) => !ids.has(id))).toEqual([]);
    expect(new Set(quickChecks).size).toBe(quickChecks.length);
  });
  it('were measured with about as many known mistakes as there are', () => {
    expect(quickFinds.of).toBeGreaterThan(knownMistakes().length * (1 - mostBehind));
    expect(quickFinds.found).toBeGreaterThanOrEqual(foundByFile.size);
    expect(quickFinds.found / quickFinds.of).toBeGreaterThanOrEqual(0.7);
  });
  it('use at most 250 requests and 100 credits, pass on the reference service, and are still the best choice', async () => {
    const behaviour = matrixBehaviour('valid');
    const quick = await wholeRunOn(behaviour, selected(everyCheck, { only: [], profile: 'quick' }));
    const uses = [...usesIn(quick.exchanges).values()];
    expect(quick.findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
    expect(uses.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(budget.requests);
    expect(uses.reduce((sum, { credits }) => sum + credits, 0)).toBeLessThanOrEqual(budget.credits);
    const { exchanges } = await wholeRunOn(behaviour, everyCheck);
    const measured = { uses: usesIn(exchanges), foundBy, candidates: candidatesOf(everyCheck) };
    expect(foundByFile.size).toBeGreaterThan(chosenWithin(budget, measured).found.size * (1 - mostBehind));
  });
});
