import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startHostile } from '../../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../../fixtures/index.ts';
import { valid } from '../../../fixtures/service/behaviour.ts';
import { checks } from '../../index.ts';
import { checksNamed, judgeTarget, type JudgedRun, type JudgeTargetOptions } from '../../judged-at.testing.ts';
import { contentOf } from '../../bodies/content.ts';
import { exchangeLine } from '../../engine/run/exchange-line.ts';
import type { Finding } from '../../model/run.ts';

const timeout = 300_000;

/** A valid service that also knows each of its tokens by another name. */
async function knownBy(): Promise<RunningService & { readonly rename: (token: string, name: string) => void }> {
  const aliases = new Map<string, string>();
  const behaviour = {
    accountFor: (token: string, accounts: Parameters<typeof valid.accountFor>[1]) =>
      valid.accountFor(aliases.get(token) ?? token, accounts),
  };
  const service = await startService({ behaviour, seed: 1 });
  return { ...service, rename: (token, name) => aliases.set(name, token) };
}

/** Asks the provisioner of the service, and renames each token that it makes to the next of these names. */
async function renaming(service: Awaited<ReturnType<typeof knownBy>>, names: readonly string[]) {
  const handedOut: string[] = [];
  const made = async (workspace: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(service.provisioner, { method: 'POST', headers, body: workspace });
    const { token, ...rest } = (await answer.json()) as { readonly token: string };
    const number = handedOut.length;
    const name = names[number] ?? `${names[number % names.length] ?? ''}-${number}`;
    handedOut.push(name);
    service.rename(token, name);
    return JSON.stringify({ ...rest, token: name, deletes: false });
  };
  const server = createServer((request, response) => {
    void text(request).then(async (workspace) => response.end(await made(workspace)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, handedOut, close: () => server.close() };
}

/** Not applicable to tokens that may stay the same in another letter case. */
const ofLetterCase = /^auth\.token\/in-other-case-is-refused-/;

const notRight = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ check, level, verdict }) =>
    verdict.is === 'fail' ||
    (level === 'MUST' && verdict.is !== 'pass' && !(ofLetterCase.test(check) && verdict.is === 'notApplicable'))
      ? [`${check} ${verdict.is} ${'because' in verdict ? verdict.because : ''}`]
      : [],
  );

/** Some checks of each kind of answer that read it to the last letter; none that times it, as a busy machine decides that. */
const readClosely = checks.filter(({ id }) =>
  /^(?!.*-over-time)(bots\.list|voices\.list|chat\.reply|stream\.response|speech\.(reply|format|voice)|errors\.envelope|sessions\.id)/.test(
    id,
  ),
);

const means: JudgeTargetOptions = { timeoutMs: 10_000, bot: 'support' };
const words = ['message', 'application/json', 'data', 'success', '200', 'reply', 'error', 'sessionId', 'audioBase64'];

describe('a right service with tokens that are ordinary text', { timeout }, () => {
  it('is not accused where its provisioner hands them out', async () => {
    const service = await knownBy();
    const provisioner = await renaming(service, words);
    const { token, otherToken, spentToken, url } = service;
    const { findings } = await judgeTarget(url, checks, {
      ...means,
      token,
      otherToken,
      spentToken,
      provisioner: provisioner.url,
    });
    provisioner.close();
    await service.close();
    expect(provisioner.handedOut).toEqual(expect.arrayContaining(words));
    expect(notRight(findings)).toEqual([]);
  });
  it.each(['success', 'application/json'])('is kept and shown as it is where the caller brings %s', async (name) => {
    const service = await knownBy();
    service.rename(service.token, name);
    const { findings, exchanges } = await judgeTarget(service.url, readClosely, { ...means, token: name });
    await service.close();
    expect(exchanges.filter(({ masked }) => masked === true)).toEqual([]);
    expect(findings.map(({ reproduce }) => reproduce).filter((line) => line.includes('*'.repeat(3)))).toEqual([]);
  });
  it.each(['success', 'application/json', '"message":"', 'SUQzBAAAAAAAI1RTU0UA'])(
    'is not accused where the caller brings %s',
    async (name) => {
      const service = await knownBy();
      service.rename(service.token, name);
      const { otherToken, spentToken, provisioner, url } = service;
      const chosen = checks.filter(({ id }) => /^(chat|speech|bots|errors|auth)\./.test(id));
      const { findings } = await judgeTarget(url, chosen, {
        ...means,
        token: name,
        otherToken,
        spentToken,
        provisioner,
      });
      await service.close();
      expect(notRight(findings)).toEqual([]);
    },
  );
});

const verdictsOf = ({ findings }: JudgedRun): Readonly<Record<string, string>> =>
  Object.fromEntries(findings.map(({ check, verdict }) => [check, verdict.is]));

/** Text in these answers that a header field can carry. */
function textsIn({ exchanges }: JudgedRun): string {
  const bodies = exchanges.map(({ response }) => {
    const content = response.is === 'answer' ? contentOf(response) : undefined;
    const head = response.is === 'answer' ? response.headers.flat().join('') : '';
    return head + (content?.is === 'bytes' ? Buffer.from(content.bytes.subarray(0, 2_000)).toString('latin1') : '');
  });
  return bodies.join('').replaceAll(/[^\x21-\x7e]/g, '');
}

describe('whatever the token', () => {
  it('the verdicts are those with any other, though its letters stand in the answers', { timeout }, async () => {
    const service = await knownBy();
    const judge = (token: string): Promise<JudgedRun> => judgeTarget(service.url, readClosely, { ...means, token });
    const usual = await judge(service.token);
    const answers = textsIn(usual);
    const slice = fc
      .tuple(fc.nat(answers.length - 40), fc.integer({ min: 1, max: 40 }))
      .map(([from, length]) => answers.slice(from, from + length));
    const any = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
    });
    const token = fc.oneof({ weight: 3, arbitrary: slice }, { weight: 1, arbitrary: any });
    await fc.assert(
      fc.asyncProperty(token, async (name) => {
        service.rename(service.token, name);
        expect(verdictsOf(await judge(name))).toEqual(verdictsOf(usual));
      }),
      { numRuns: 10, endOnFailure: true },
    );
    await service.close();
  });
  it('an answer that spells it as numbers is the JSON that it is, and is kept without it', async () => {
    const token = 'Kq7/Zx+Lw29Tt=Ye4Rb8Mn3Vc';
    const hostile = await startHostile((_request, response) => {
      const body = JSON.stringify({ voices: ['alloy'], data: [...Buffer.from(token)] });
      response.setHeader('content-type', 'application/json').end(body);
    });
    const chosen = checksNamed('voices.list/says-json', 'errors.secrecy/keeps-the-token');
    const { findings, exchanges } = await judgeTarget(hostile.url, chosen, { token });
    await hostile.close();
    expect(findings[0]?.verdict).toEqual({ is: 'pass' });
    expect(exchanges.map(({ masked }) => masked)).toContain(true);
    const lines = exchanges.map(exchangeLine).join('\n');
    expect(lines).not.toContain([...Buffer.from(token)].join(','));
    expect(lines).toContain('\\"data\\":[11,111,11');
  });
});
