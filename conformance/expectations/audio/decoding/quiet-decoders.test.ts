import { expect, it, vi } from 'vitest';
import { encodeAudio } from '../../../../fixtures/audio/encode.ts';
import { silenceDecoders } from './quiet-decoders.ts';

it('decoders say nothing on stderr of bytes that they cannot read, and all others do', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  silenceDecoders();
  const { default: decode } = await import('audio-decode');
  const flac = Buffer.from(encodeAudio('flac', 'speech', 2));
  flac.fill(0x55, Math.floor(flac.length / 2), Math.floor(flac.length / 2) + 400);
  await decode(flac).catch(() => undefined);
  expect(said).not.toHaveBeenCalled();
  console.error('something else');
  expect(said.mock.calls).toEqual([['something else']]);
});
