import { expect, it } from 'vitest';
import { everyCheck } from '../every.ts';
import { answered } from '../expectations/sample-exchange.testing.ts';
import { callsOfSteps } from '../walked.testing.ts';
import { isGenerated, isGeneratedCase } from '../model/generated.ts';
import { propertyChecks } from './checks.ts';

const ids = (checks: readonly { readonly id: string }[]): readonly string[] => checks.map(({ id }) => id).toSorted();

it('generated cases are known by the ids of their checks, and by the roles of their requests, and nothing else is', () => {
  expect(propertyChecks).not.toEqual([]);
  expect(ids(everyCheck.filter(({ id }) => isGenerated({ check: id })))).toEqual(ids(propertyChecks));
  expect(
    ids(
      everyCheck.filter(({ probe }) =>
        callsOfSteps(probe, 200).some(({ role }) => isGeneratedCase({ ...answered(), ...(role && { role }) })),
      ),
    ),
  ).toEqual(ids(propertyChecks));
});
