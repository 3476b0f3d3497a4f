import { describe, expect, it } from 'vitest';
import { answered, unanswered } from '../../../expectations/sample-exchange.testing.ts';
import type { Exchange, Operation } from '../../../model/exchange.ts';
import { isoOf } from '../../../model/moment.ts';
import { placeholders } from '../../../model/probe.ts';
import { causesOf } from '../causes.ts';
import { failure } from '../causes.testing.ts';
import { stuckWorkspacesIn } from './stuck-workspaces.ts';

const beganMs = 1_700_000_000_000;
const tokens = { one: placeholders.token, other: placeholders.otherToken } as const;

/** A request with a token, `atS` seconds after the run began, answered with a status or not at all. */
function sent(token: keyof typeof tokens, atS: number, operation: Operation, came: number | 'silence'): Exchange {
  const exchange = came === 'silence' ? unanswered('timeout', operation) : answered({ operation, status: came });
  const [id, startedAt] = [`${token} ${atS}#1`, isoOf(beganMs + 1_000 * atS)];
  const headers = [['Authorization', `Bearer ${tokens[token]}`]] as const;
  return { ...exchange, id, probe: id, startedAt, request: { ...exchange.request, headers } };
}

const meets = (check: string, { id }: Exchange) => {
  const none = failure(check, { subject: 'answer', expected: 'an HTTP response', observed: 'no response header' });
  return { ...none, mismatches: none.mismatches.map((mismatch) => ({ ...mismatch, exchange: id })), exchanges: [id] };
};

const before = [sent('one', 0, 'bots', 200), sent('one', 1, 'chat', 404)];
const silent = Array.from({ length: 8 }, (_, at) => sent('one', 10 * (at + 1), at % 2 ? 'speech' : 'bots', 'silence'));
const refused = sent('one', 15, 'speech', 400);
const elsewhere = sent('other', 50, 'speech', 200);
const topics = ['transport.connections', 'speech.request', 'bots.list', 'speech.voice'];
const failed = topics.map((topic, at) => meets(`${topic}/${at}`, silent[at] ?? elsewhere));

describe('a workspace that is answered nothing more', () => {
  it('is one cause of all that waited in vain, with the last answer before', () => {
    const found = stuckWorkspacesIn([...before, ...silent, refused, elsewhere], failed);
    const judged = new Set(failed.map(({ check }) => check));
    const [cause, ...others] = causesOf(failed, { judged, known: [], explained: found === undefined ? [] : [found] });
    expect(others).toEqual([]);
    expect(cause?.title).toBe(
      'answers nothing more to a workspace: 8 requests with its token waited in vain, and others were answered',
    );
    expect(cause?.counted).toContain('The last answer that it got before is that of one 1#1.');
  });
  it('names what was answered last, also with the scheme in small and sent before another, and is led by what hung first', () => {
    const charge = sent('one', 0.5, 'speech', 200);
    const small = charge.request.headers.map(([name, value]) => [name, value.replace('Bearer', 'bearer')] as const);
    const late = {
      ...charge,
      request: { ...charge.request, headers: small },
      response: { ...charge.response, endedAtMs: 2_000 },
    };
    const all = [...before, late, ...silent, elsewhere];
    const found = stuckWorkspacesIn(all, failed);
    const turned = failed.toReversed();
    const [cause] = causesOf(turned, { judged: new Set(), known: [], explained: found === undefined ? [] : [found] });
    expect(cause?.counted).toContain('The last answer that it got before is that of one 0.5#1.');
    expect(cause?.checks[0]).toBe(failed[0]?.check);
  });
  it('is none where its token is served later, few wait, or nobody else is served the same', () => {
    const later = sent('one', 200, 'bots', 200);
    expect(stuckWorkspacesIn([...before, ...silent, elsewhere, later], failed)).toBeUndefined();
    expect(stuckWorkspacesIn([...before, ...silent.slice(1), elsewhere], failed)).toBeUndefined();
    expect(stuckWorkspacesIn([...before, ...silent], failed)).toBeUndefined();
    expect(stuckWorkspacesIn([...before, ...silent, sent('other', 50, 'chat', 200)], failed)).toBeUndefined();
    const ofSpeech = silent.map((exchange) => ({ ...exchange, operation: 'speech' as const }));
    expect(stuckWorkspacesIn([...before, ...ofSpeech, elsewhere], failed)).toBeUndefined();
  });
});
