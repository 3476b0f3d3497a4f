import { expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import { settingsFrom } from '../../conformance/settings/settings.ts';
import { selectedWork } from '../input/work.ts';
import { headerOfSettings } from './header.ts';

const selectionIn = (flags: Readonly<Record<string, unknown>>) => {
  const read = settingsFrom({ target: 'http://127.0.0.1:1', ...flags }, {}, {});
  if (read.is === 'invalid') throw new Error(read.errors.join());
  const { settings } = read;
  const files = { knownFailures: undefined, dialect: undefined };
  const { profile, only, ofChecks } = headerOfSettings({ settings, work: selectedWork(settings), files });
  return { profile, only, ofChecks };
};

it('keeps which part of the checks a run selected, and of how many', () => {
  const ofChecks = everyCheck.length;
  const none = { profile: undefined, only: undefined, ofChecks: undefined };
  expect(selectionIn({})).toEqual(none);
  expect(selectionIn({ profile: 'speech' })).toEqual({ ...none, profile: 'speech', ofChecks });
  expect(selectionIn({ only: ['voices.*'] })).toEqual({ ...none, only: ['voices.*'], ofChecks });
  expect(selectionIn({ only: ['*'] })).toEqual({ ...none, only: ['*'] });
});
