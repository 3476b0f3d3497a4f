import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesOperation, startHostile, type Misbehaviour } from '../../../fixtures/hostile/index.ts';
import { startService, withVariant, type RunningService } from '../../../fixtures/index.ts';
import { minimalMessage } from '../../checks/chat/probes.ts';
import { judgeTarget, verdictsIn } from '../../judged-at.testing.ts';
import { chatCall } from '../../model/calls.ts';
import { clause, type Check } from '../../model/check.ts';
import { workspacePlaceholder, type Call, type StepInputs, type Probe, type Workspace } from '../../model/probe.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const one: Workspace = { kind: 'credit-balance', credits: 1 };

function chatOf(known: StepInputs, name: string, more: Partial<Call> = {}): Call {
  const authorization = `Bearer ${workspacePlaceholder(name)}`;
  return {
    ...chatCall('chat', known.bots[name] ?? '', minimalMessage, { authorization, judges: { status402: true } }),
    ...more,
  };
}

function checkOf(name: string, steps: Probe['steps']): readonly Check[] {
  const probe: Probe = { name, needs: ['provisioner'], costs: { chats: 9, speeches: 0 }, steps };
  const check = { title: 't', level: 'MUST', probe, expect: [], fault: 'chat-free' } as const;
  return clause('0', 'test', { requirement: 'it is sent', checks: { [name]: check } }).checks;
}

const judge = (url: string, suite: readonly Check[], provisioner = service.provisioner) =>
  judgeTarget(url, suite, { suite, token: service.token, provisioner, timeoutMs: 300 });

describe('a step that asks for workspaces', () => {
  const suite = checkOf('two', [
    () => ({ make: { rich: one, poor: { kind: 'credit-balance' } } }),
    (known) => [chatOf(known, 'rich'), chatOf(known, 'poor')],
  ]);

  it('gets them, each with its bot, for all later steps, and no token is recorded', async () => {
    const { exchanges, findings } = await judge(service.url, suite);
    expect(verdictsIn(findings)).toEqual(['pass']);
    const told = exchanges.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(told.map(({ response }) => (response.is === 'answer' ? response.status : 0))).toEqual([200, 402]);
    expect(told[0]?.request.headers).toContainEqual(['Authorization', 'Bearer ${WORKSPACE_TOKEN_rich}']);
    expect(findings[0]?.reproduce).toBe('npx assay reproduce . test/two');
  });
  it('gets a bot that is asked for by its token, however many wait for theirs', async () => {
    const headers = { 'content-type': 'application/json' };
    const nameless = await startHostile((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        void fetch(service.provisioner, { method: 'POST', headers, body: Buffer.concat(chunks) })
          .then((made) => made.json() as Promise<{ token: string }>)
          .then(({ token }) => response.end(JSON.stringify({ token })));
      });
    });
    const many = Array.from({ length: 6 }, (_, at) =>
      checkOf(`asks-${at}`, [() => ({ make: { w: one } }), (known) => [chatOf(known, 'w')]]),
    ).flat();
    const options = { suite: many, token: service.token, provisioner: nameless.url, concurrency: 1 };
    const { findings } = await judgeTarget(service.url, many, options);
    expect(verdictsIn(findings)).toEqual(many.map(() => 'pass'));
    await nameless.close();
  });
  it('is told of a provisioner that makes none, without its secrets', async () => {
    const { findings, exchanges } = await judge(service.url, suite, `echo 'no: ${service.token}' >&2; exit 2`);
    expect(verdictsIn(findings)).toEqual([
      expect.stringMatching(/^inconclusive: the provisioner failed: exit code 2 no: \$\{ASSAY_TOKEN\}/),
    ]);
    expect(exchanges).toEqual([]);
  });
  it('never asks for more than four at a time', async () => {
    let [now, most] = [0, 0];
    const slow: Misbehaviour = (_request, response) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        response.end('{"token":"a-fresh-token","botId":"b"}');
      }, 5);
    };
    const hostile = await startHostile(slow);
    const names = Array.from({ length: 20 }, (_, at) => [`w${at}`, one] as const);
    const many = checkOf('many', [() => ({ make: Object.fromEntries(names) })]);
    await judge(service.url, many, hostile.url);
    await hostile.close();
    expect(most).toBe(4);
  });
  it('makes few where their first calls hang: none for what is not sent any more', async () => {
    let made = 0;
    const provisioner = await startHostile((_request, response) => {
      made += 1;
      response.end(`{"token":"a-fresh-token-${made}","botId":"b"}`);
    });
    const hanging = await startHostile('says nothing', { behind: service.url, on: matchesOperation('chat') });
    const many = Array.from({ length: 30 }, (_, at) =>
      checkOf(`hangs-${at}`, [() => ({ make: { w: one } }), (known) => [chatOf(known, 'w')]]),
    ).flat();
    await judgeTarget(hanging.url, many, {
      suite: many,
      token: service.token,
      provisioner: provisioner.url,
      timeoutMs: 100,
      concurrency: 2,
    });
    expect(made).toBeLessThanOrEqual(6);
    await Promise.all([provisioner.close(), hanging.close()]);
  });
  it('is not asked where the credits do not fit, and says which cap would do', async () => {
    const options = { suite, token: service.token, provisioner: 'exit 9', maxCredits: 4 };
    const { findings } = await judgeTarget(service.url, suite, options);
    expect(verdictsIn(findings)).toEqual([
      'inconclusive: it can cost 9 credits and --max-credits leaves 4; --max-credits 9 is enough',
    ]);
  });
});

describe('a call that may be charged once only', () => {
  const suite = checkOf('once', [() => ({ make: { w: one } }), (known) => [chatOf(known, 'w', { charge: 'once' })]]);
  const answers = (misbehaviour: Misbehaviour | 'closes' | 'says nothing') =>
    startHostile(misbehaviour, { behind: service.url, on: matchesOperation('chat') });
  const says =
    (status: number): Misbehaviour =>
    (_request, response) =>
      void response.writeHead(status, { 'retry-after': '0' }).end();

  it.each(['closes', 'says nothing', says(503), says(504)] as const)(
    'is not sent again where nobody knows whether it was: %#',
    async (misbehaviour) => {
      const hostile = await answers(misbehaviour);
      const { findings, exchanges } = await judge(hostile.url, suite);
      await hostile.close();
      expect(verdictsIn(findings)[0]).toMatch(
        /^inconclusive: a chat got (?:no (?:usable answer|response header) .*|status 50\d .*), and it is unknown/,
      );
      expect(exchanges.filter(({ probe }) => probe === 'once')).toHaveLength(1);
    },
  );
  it('is sent again after a 401, since its token may be too new to be known everywhere', async () => {
    const hostile = await startHostile(says(401), { behind: service.url, on: matchesOperation('chat'), times: 1 });
    const { exchanges } = await judge(hostile.url, suite);
    await hostile.close();
    const statuses = exchanges.map(({ response }) => (response.is === 'answer' ? response.status : 0));
    expect(statuses).toEqual([401, 200]);
  });
  it('is sent again after a 429, which charges nothing', async () => {
    const hostile = await answers(says(429));
    const { exchanges } = await judge(hostile.url, suite);
    await hostile.close();
    expect(exchanges.filter(({ probe }) => probe === 'once')).toHaveLength(3);
  });
});

describe('the bot of a fresh workspace whose provisioner names none', () => {
  const suite = checkOf('given', [() => ({ make: { w: one } }), (known) => [chatOf(known, 'w')]]);

  it('is its own where workspaces have bots of their own, though the run was given one', async () => {
    const own = await startService({
      behaviour: { ...withVariant('bots-of-each-workspace'), botNamedFor: () => undefined },
    });
    const { url, token, provisioner, close } = own;
    const { exchanges } = await judgeTarget(url, suite, { suite, token, provisioner, bot: 'of-the-caller' });
    await close();
    expect(exchanges.at(-1)?.response).toMatchObject({ status: 200 });
  });
});
