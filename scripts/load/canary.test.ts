import { expect, it } from 'vitest';
import type { Settings } from '../../conformance/settings/settings.ts';
import { readSettings } from '../input/read-settings.ts';
import { wantsCanary } from './canary.ts';
import { loadWork } from './settings.ts';

const settingsWith = (load: Partial<Settings['load']>, http2 = false): Settings =>
  ({ load: { canary: undefined, timestamps: undefined, ...load }, http2 }) as Settings;

it.each<[string, Settings, boolean | undefined, boolean]>([
  ['the kernel timestamps', settingsWith({}), true, false],
  ['it does not', settingsWith({}), false, true],
  ['nobody can tell', settingsWith({}), undefined, true],
  ['user timestamps are asked for', settingsWith({ timestamps: 'user' }), true, true],
  ['requests share connections', settingsWith({}, true), true, true],
  ['it is asked for', settingsWith({ canary: true }), true, true],
  ['it is not wanted', settingsWith({ canary: false }), false, false],
])('the canary is there, or is not, where %s', async (_, settings, kernel, wanted) => {
  expect(await wantsCanary(settings, async () => kernel)).toBe(wanted);
});

it('is for user timestamps, which every run over HTTP/2 has', async () => {
  const settings = await readSettings({ target: 'http://127.0.0.1:1', http2: true, timestamps: 'kernel' });
  expect(loadWork('stream', settings).options.timestamps).toBe('user');
});
