import { describe, expect, it } from 'vitest';
import { valid, type Behaviour } from '../fixtures/index.ts';
import type { Answer } from '../fixtures/service/wire.ts';
import { endpoints } from './contract/limits.ts';
import { pathSegment } from './contract/path-segment.ts';
import { checks } from './index.ts';
import { judgeService } from './judged.testing.ts';
import { chatCall, speechCall } from './model/calls.ts';
import type { Probe } from './model/probe.ts';
import { selectChecks } from './model/select.ts';

const inFront = '/refused in front';

/** The server in front refuses such targets before the service sees them. */
function refuses(refused: RegExp, answer: Answer): Partial<Behaviour> {
  return {
    targetOf: (target) =>
      refused.test(target) ? { ...valid.targetOf(target), path: inFront } : valid.targetOf(target),
    throughEdge: (usual, { path }) => (path === inFront ? answer : usual),
  };
}

const page: Answer = {
  status: 400,
  headers: { 'content-type': 'text/html;charset=utf-8', 'content-language': 'en' },
  body: '<!doctype html><html lang="en"><head><title>HTTP Status 400 – Bad Request</title></head></html>',
};
const flat: Answer = {
  status: 400,
  headers: { 'content-type': 'application/json' },
  body: '{"timestamp":"2026-11-28T12:00:00.000+00:00","status":400,"error":"Bad Request","path":"/error"}',
};

/** What generated requests have behind the path of a speech, and behind the id of a bot; and one plain mistake. */
const targets: Probe = {
  name: 'odd targets',
  needs: ['token', 'bot'],
  costs: { chats: 6, speeches: 5 },
  steps: [
    () => ['?a[]=1&a=2', '%00', '%2f', ';a=b', '//'].map((part) => speech(endpoints.speech.path + part)),
    ({ bot }) => [chatCall('chat', bot, {})],
    ({ bot }) =>
      ['%00', '%2f', ';a=b', '%5c', '%25'].map((part) =>
        chatCall(
          'chat',
          bot,
          { message: 'Hello!' },
          { path: endpoints.chat.path.replace('{botId}', pathSegment(bot) + part) },
        ),
      ),
  ],
};

function speech(path: string) {
  return speechCall({ text: 'Hello!', voice: 'alloy' }, { path });
}

async function verdictsOn(behaviour: Partial<Behaviour>): Promise<Readonly<Record<string, string>>> {
  const asked = selectChecks(checks, { only: ['errors.envelope/says-json', 'errors.envelope/has-error-object*'] });
  const findings = await judgeService(
    { ...valid, ...behaviour },
    asked.map((check) => ({ ...check, probe: targets })),
  );
  return Object.fromEntries(findings.map(({ check, verdict }) => [check.replace(/.*\//, ''), verdict.is]));
}

describe('a target that a server in front refuses in words of its own', () => {
  it.each<readonly [string, RegExp, Answer]>([
    ['a page, as Tomcat does', /%(?:00|2f|5c)|[[\]{}|\\^`"<>]/iu, page],
    ['JSON of its own, as the firewall of Spring Security does', /;|[^:]\/\/|%(?:00|25|2e|2f|3b|5c)/iu, flat],
  ])('is no mistake of the service: %s', async (_, refused, answer) => {
    expect(await verdictsOn(refuses(refused, answer))).toEqual({
      'says-json': 'pass',
      'has-error-object': 'pass',
      'has-error-object-in-front-too': 'fail',
    });
  });
  it('is one where what clients send is refused so too', async () => {
    expect(await verdictsOn(refuses(/./u, page))).toMatchObject({ 'says-json': 'fail', 'has-error-object': 'fail' });
  });
});
