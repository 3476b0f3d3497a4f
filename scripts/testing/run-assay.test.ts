import { expect, it } from 'vitest';
import { serve } from './run-assay.testing.ts';

it('serves with the flags of the command alone', async () => {
  await expect(serve('--falt', 'speed-clamped')).rejects.toThrow('serve has no flag --falt');
  await expect(serve('fault', 'speed-clamped')).rejects.toThrow('serve has no flag fault');
  const { url, stop } = await serve('--fault', 'speed-clamped', '--delay', '1ms');
  expect(url).toMatch(/^http/);
  await stop();
});
