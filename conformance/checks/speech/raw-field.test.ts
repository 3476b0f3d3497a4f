import { expect, it } from 'vitest';
import { startService } from '../../../fixtures/index.ts';
import { checksNamed, judgeTarget } from '../../judged-at.testing.ts';
import { speakRaw } from './probes.ts';

it('sends a field that is spelt in its own way once: of two nobody could tell which matters', async () => {
  const { url, token, close } = await startService();
  const [check] = checksNamed('speech.request/accepts-least');
  const probe = speakRaw('text', String.raw`"\udc4b"`);
  const { exchanges } = await judgeTarget(url, check === undefined ? [] : [{ ...check, probe }], { token });
  await close();
  const sent = exchanges.find((exchange) => exchange.probe === probe.name);
  expect(Buffer.from(sent?.request.body ?? []).toString()).toBe(String.raw`{"voice":"alloy","text":"\udc4b"}`);
});
