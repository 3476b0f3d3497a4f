import { expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { chainFinder, ownProbesOf } from '../../conformance/model/chain.ts';
import { quickChecks } from '../../conformance/model/quick-checks.ts';
import { asksInEveryFormat } from './every-format.ts';

const chainOf = chainFinder(everyCheck);
const sending = everyCheck.filter(({ ofEvery }) => ofEvery === undefined);
const asking = sending
  .filter((check) =>
    chainOf(check)
      .flatMap(ownProbesOf)
      .some(({ name }) => asksInEveryFormat(name)),
  )
  .map(({ id }) => id);

it('the quick profile sends no more for a further audio format', () => {
  expect(asking).toContain('speech.voice/speaks-echo');
  expect(quickChecks.filter((id) => asking.includes(id))).toEqual([]);
});
