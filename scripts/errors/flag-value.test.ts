import { expect, it } from 'vitest';
import { parseInteger } from '../../conformance/settings/setting-values.ts';
import { flagValue } from './flag-value.ts';
import { UsageError } from './usage-error.ts';

it('a flag has the value that it says, none where it is not given, and ends the command where it says nothing', () => {
  const pods = (value: unknown): number | undefined => flagValue(value, (given) => parseInteger('pods', given, 1));
  expect(pods('3')).toBe(3);
  expect(pods(undefined)).toBeUndefined();
  expect(() => pods('none')).toThrow(UsageError);
});
