import { describe, expect, it } from 'vitest';
import { valid, validExcept, type Behaviour } from '../../../fixtures/service/index.ts';
import { voiceNames } from '../../contract/limits.ts';
import { checks } from '../../index.ts';
import { judgeService } from '../../judged.testing.ts';
import { selectChecks } from '../../model/select.ts';

const ofVoices = selectChecks(checks, { only: ['speech.voice/*', 'speech.format/*'] });
/** A valid service that follows guidance, so that the same speech with and without guidance differs. */
const guided: Behaviour['recordingFor'] = (request) =>
  valid.recordingFor({ ...request, text: `${request.text} ${request.instructions ?? ''}` });
const pairs = voiceNames.flatMap((one, at) => voiceNames.slice(at + 1).map((other) => [one, other] as const));

describe('a service in which one voice speaks for another', () => {
  it.each(pairs)('is told that it does: %s for %s', async (one, other) => {
    const behaviour = validExcept({
      recordingFor: (request) => guided(request.voice === other ? { ...request, voice: one } : request),
    });
    const failed = (await judgeService(behaviour, ofVoices)).filter(({ verdict }) => verdict.is === 'fail');
    expect(failed.map(({ check }) => check)).toContain('speech.voice/sounds-unlike-others-everywhere');
  });
});
