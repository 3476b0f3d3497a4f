import { describe, expect, it } from 'vitest';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { validExcept } from '../../fixtures/service/index.ts';
import { everyCheck } from '../every.ts';
import { runOnService } from '../judged.testing.ts';

const timeout = 60_000;

/** The own probes of these checks that are sent, and which of the checks fail. */
async function judged(ids: readonly string[], ...wrong: readonly FaultId[]) {
  const checks = everyCheck.filter(({ id }) => ids.includes(id));
  const service = validExcept(...wrong.map((id) => faults[id].change));
  const { findings, exchanges } = await runOnService(service, checks);
  const sent = exchanges.map(({ probe }) => probe);
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
  return { own: sent.filter((name) => checks.some(({ probe }) => probe.name === name)), failed };
}

describe('a check whose request is part of a larger one', () => {
  const chats = everyCheck.filter(({ within }) => within?.probe.name === 'chat of many letters in an unusual form');
  const ids = chats.map(({ id }) => id);

  it('passes by that one, and sends none of its own', { timeout }, async () => {
    expect(ids.length).toBeGreaterThan(8);
    expect(await judged(ids)).toEqual({ own: [], failed: [] });
  });

  it('sends its own where the larger one is refused, and is judged by that alone', { timeout }, async () => {
    const { own, failed } = await judged(ids, 'chat-right-to-left-refused');
    expect(failed).toEqual(['chat.text/accepts-right-to-left']);
    expect(new Set(own)).toEqual(new Set(chats.map(({ probe }) => probe.name)));
  });

  it('sends its own where the larger one is taken, and its answer does not pass', { timeout }, async () => {
    const spoken = everyCheck.filter(({ within }) => within?.probe.name.startsWith('speech of many letters') === true);
    const { own, failed } = await judged(
      spoken.map(({ id }) => id),
      'accept-audio-raw-speech',
    );
    expect(failed).toEqual(['transport.negotiation/speech-is-json-to-a-player']);
    expect(own).toContain(everyCheck.find(({ id }) => id === 'speech.text/accepts-emoji')?.probe.name);
  });

  const told = everyCheck.filter(({ within }) => within?.shows !== undefined);
  const toldIds = told.map(({ id }) => id);

  it('passes by what a metered conversation was told and says, and holds none of its own', { timeout }, async () => {
    expect(toldIds.length).toBeGreaterThan(5);
    expect(await judged(toldIds)).toEqual({ own: [], failed: [] });
  });

  it('holds its own where a word is missing there', { timeout }, async () => {
    const { own, failed } = await judged(toldIds, 'session-without-streamed-turns');
    expect(failed).toContain('sessions.continue/remembers-what-a-stream-was-told');
    expect(new Set(own)).toEqual(new Set(told.map(({ probe }) => probe.name)));
  });
});
