import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../model/exchange.ts';
import { answered } from '../sample-exchange.testing.ts';
import { carriesNoAudio, carriesNoReply, everyRefusalOf } from './serves-nothing-refused.ts';

const error = { code: 'insufficient_credits', message: 'No credits are left for zqwordofit.' };
const asked = (operation: 'chat' | 'speech', status: number, body: Readonly<Record<string, unknown>>): Exchange => {
  const sample = answered({ operation, status, body });
  const message = 'Hello zqwordofit!';
  return { ...sample, request: { ...sample.request, body: new TextEncoder().encode(JSON.stringify({ message })) } };
};
const chat = asked('chat', 200, {
  sessionId: 's',
  reply: 'You said: Hello zqwordofit!',
  question: 'Hello zqwordofit!',
});

describe('a refusal', () => {
  it('has no audio of the speech that it refuses', async () => {
    const spoken = asked('speech', 200, { audioBase64: 'SUQzBA==', contentType: 'audio/mpeg' });
    expect(await carriesNoAudio([asked('speech', 402, { error })], [spoken])).toEqual([]);
    expect(await carriesNoAudio([asked('speech', 402, { error, audioBase64: 'SUQzBA==' })])).toEqual([
      { subject: 'audioBase64', expected: 'no audio beside the refusal', observed: 'status 402 with 4 bytes of audio' },
    ]);
  });
  it('has no reply where the answers of the run have theirs', async () => {
    const reply = { error, reply: 'You said: Hello zqwordofit!' };
    expect(await carriesNoReply([asked('chat', 402, reply)], [chat])).toEqual([
      {
        subject: 'body',
        expected: 'no reply beside the refusal',
        observed: 'status 402 with a reply to the message in reply',
      },
    ]);
  });
  it.each([
    ['says nothing of the message', { error, reply: 'You have no credits left.' }],
    ['copies the message', { error, question: 'Hello zqwordofit!', reply: 'Hello zqwordofit!' }],
    ['tells of it elsewhere', { error: { ...error, details: 'zqwordofit!' }, trace: 'refused zqwordofit' }],
    ['has an empty one', { error, reply: '' }],
  ])('has none where it %s', async (_, body) => {
    expect(await carriesNoReply([asked('chat', 402, body)], [chat])).toEqual([]);
  });
  it('shows nothing where nothing of the run was served', async () => {
    const none = { inconclusive: expect.stringContaining('in this run'), isUnspecified: true };
    expect(await carriesNoReply([asked('chat', 402, { error })], [])).toEqual(none);
    expect(await carriesNoAudio([asked('speech', 402, { error })], [asked('speech', 200, {})])).toEqual(none);
  });
  it('is a 4xx of its operation', () => {
    const isOfKind = everyRefusalOf('chat');
    const of = (each: Exchange): boolean => isOfKind(each, []);
    expect([asked('chat', 402, { error }), chat, asked('speech', 402, { error })].map(of)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
