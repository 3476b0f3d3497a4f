import { describe, expect, it } from 'vitest';
import { withVariants, type VariantId } from '../fixtures/index.ts';
import { checks } from './index.ts';
import { judgeService } from './judged.testing.ts';

/** Valid services that have nothing of what a check is about. */
const lacking: readonly (readonly [check: string, lacks: string, variants: readonly VariantId[]])[] = [
  ['sessions.continue/id-of-a-stream-is-accepted', 'a stream with a sessionId', ['stream-done-marker']],
  ['bots.list/escaped-ids-can-chat', 'a bot whose id has to be escaped', ['bots-in-pages']],
  ['bots.list/escaped-ids-can-stream', 'a bot whose id has to be escaped', ['bots-in-pages']],
  ['auth.bearer/401-names-the-scheme', 'an answer with the status 401', ['auth-403']],
  ['speech.format/flac-frames-follow-each-other', 'a FLAC of its own container', ['flac-in-ogg']],
  ['speech.format/aac-frames-follow-each-other', 'an AAC of plain frames', ['aac-in-mp4']],
  ['speech.format/opus-pages-are-intact', 'an Opus in Ogg', ['opus-in-webm']],
  ['chat.reply/repeats-letters-as-sent', 'a bot that repeats what it hears at first', ['greets-first']],
  ['chat.reply/repeats-letters-at-all', 'a bot that repeats what it hears at first', ['greets-first']],
];

describe('a check of what a service does not show', () => {
  it.each(lacking)('passes no service: %s, without %s', async (id, _, variants) => {
    const [finding] = await judgeService(
      withVariants(variants),
      checks.filter((check) => check.id === id),
    );
    expect(finding?.verdict).toMatchObject({ is: 'notApplicable' });
  });
  it.each(lacking)('passes the reference service: %s', async (id) => {
    const [finding] = await judgeService(
      withVariants([]),
      checks.filter((check) => check.id === id),
    );
    expect(finding?.verdict).toEqual({ is: 'pass' });
  });
});
