import { expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../fixtures/index.ts';
import { expectSameVerdicts, recordRun } from '../evidence/recorded.testing.ts';
import { checks } from '../index.ts';
import { selectChecks } from '../model/select.ts';

const only = ['metering.credit-balance/two-speeches-and-a-chat-for-7', 'metering.races/chats'];

/** Drops these uses of the new workspaces before anything of an answer comes. */
function drops(isDropped: (nth: number) => boolean): Partial<Behaviour> {
  let uses = 0;
  return {
    throughEdge: (answer, call, operation) => {
      if (operation !== 'chat' && operation !== 'speech') return answer;
      uses += 1;
      if (isDropped(uses)) throw new Error('the server ends');
      return valid.throughEdge(answer, call, operation);
    },
  };
}

const anewIn = (exchanges: readonly { readonly probe: string }[]): readonly string[] => [
  ...new Set(exchanges.flatMap(({ probe }) => / anew \d$/.exec(probe)?.[0] ?? [])),
];

it(
  'a use whose connection is dropped before its answer is begun anew in a fresh workspace',
  { timeout: 60_000 },
  async () => {
    const told = await recordRun(
      validExcept(() => drops((nth) => nth === 2)),
      selectChecks(checks, { only }),
    );
    expect(told.findings.filter(({ verdict }) => verdict.is !== 'pass')).toEqual([]);
    expect(anewIn(told.record.exchanges)).toEqual([' anew 1']);
    await expectSameVerdicts(told);
  },
);

it('one that is dropped again then is not, and is not judged', { timeout: 60_000 }, async () => {
  const { findings, record } = await recordRun(
    validExcept(() => drops((nth) => nth > 2)),
    selectChecks(checks, { only: only.slice(1) }),
  );
  expect(findings.map(({ verdict }) => verdict)).toMatchObject([
    {
      is: 'inconclusive',
      because: expect.stringMatching(/the connection was dropped .*it is unknown whether it was charged$/),
    },
  ]);
  expect(anewIn(record.exchanges)).toEqual([' anew 1']);
});

it('one that is dropped again at the same place fails, as its server answers others', { timeout: 60_000 }, async () => {
  const told = await recordRun(
    validExcept(() => drops((nth) => nth % 2 === 0)),
    selectChecks(checks, { only: only.slice(0, 1) }),
  );
  expect(told.findings).toMatchObject([
    {
      verdict: { is: 'fail' },
      mismatches: [{ observed: expect.stringMatching(/^the connection was dropped/) as unknown }],
    },
  ]);
  await expectSameVerdicts(told);
});
