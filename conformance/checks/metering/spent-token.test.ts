import { expect, it } from 'vitest';
import { startService, valid, withFault, type Behaviour } from '../../../fixtures/index.ts';
import { refuse } from '../../../fixtures/service/refusal.ts';
import type { EngineOptions } from '../../engine/engine.ts';
import { checksNamed, judgeTarget, verdictsIn } from '../../judged-at.testing.ts';

const held = checksNamed('metering.spent-token/chat-is-402');

type Given = (of: Pick<EngineOptions, 'spentToken' | 'provisioner'>) => Partial<EngineOptions>;
const neither: Given = () => ({});
const aToken: Given = ({ spentToken }) => ({ spentToken });
const aProvisioner: Given = ({ provisioner }) => ({ provisioner });
const both: Given = (of) => of;

async function told(given: Given, behaviour: Partial<Behaviour> = {}): Promise<{ verdict: string; bearers: string }> {
  const { url, token, spentToken, provisioner, close } = await startService({ behaviour });
  const options = { token, ...given({ spentToken, provisioner }), timeoutMs: 5_000 };
  const { findings, exchanges } = await judgeTarget(url, held, options);
  await close();
  const asked = exchanges.filter(({ probe }) => probe === 'chat as spentToken');
  const bearers = asked.flatMap(({ request }) => request.headers.filter(([name]) => name === 'Authorization'));
  return { verdict: verdictsIn(findings)[0] ?? '', bearers: [...new Set(bearers.map(([, value]) => value))].join() };
}

it.each([
  ['the token that was given', aToken, 'Bearer ${ASSAY_SPENT_TOKEN}'],
  ['one that the provisioner makes', aProvisioner, 'Bearer ${WORKSPACE_TOKEN_spent}'],
  ['the token that was given, where both are there', both, 'Bearer ${ASSAY_SPENT_TOKEN}'],
] as const)('a spent workspace is refused with 402: by %s', async (_, given, bearers) => {
  expect(await told(given)).toEqual({ verdict: 'pass', bearers });
  const { verdict } = await told(given, withFault('chat-refused-with-403-when-spent'));
  expect(verdict).toMatch(/^fail: status: expected 402, observed status 403/);
});

it('says what to give where neither is there', async () => {
  expect(await told(neither)).toEqual({
    verdict:
      'notApplicable: no workspace without credits left was given: --spent-token or ASSAY_SPENT_TOKEN, or --provisioner',
    bearers: '',
  });
});

it('says nothing of a token that is not let in', async () => {
  const { verdict } = await told(() => ({ spentToken: 'a-token-of-nobody' }));
  expect(verdict).toBe('inconclusive: the chat got status 401: its token is not accepted');
});

const draft = { botId: 'draft', name: 'Draft', description: 'Is not published yet.' };

/** The spent workspace has bots of its own, of which the first cannot be used yet. */
const draftFirst: Partial<Behaviour> = {
  botsOf: (bots, account) => {
    const own = bots.map((bot) => ({ ...bot, botId: `${bot.botId}-${account?.id}` }));
    return account?.workspace.credits === 0 ? [draft, ...own] : own;
  },
  botFor: (segment, among) =>
    segment === draft.botId ? refuse('unknown-bot', { field: 'botId' }) : valid.botFor(segment, among),
};

it('asks the bot of the run where the list of bots is refused with 402 as well', async () => {
  let isSpent = false;
  const listToo: Partial<Behaviour> = {
    botsOf: (bots, account) => {
      isSpent = account?.workspace.credits === 0;
      return bots;
    },
    botListBody: (bots) => ({ bots, isSpent }),
    throughEdge: (answer) =>
      'body' in answer && /"isSpent": ?true/u.test(String(answer.body)) ? { ...answer, status: 402 } : answer,
  };
  expect((await told(aToken, listToo)).verdict).toBe('pass');
});

it('tries another listed bot where the first one refuses otherwise', async () => {
  expect((await told(aToken, draftFirst)).verdict).toBe('pass');
  const { verdict } = await told(aToken, { ...withFault('chat-refused-with-403-when-spent'), ...draftFirst });
  expect(verdict).toMatch(/^fail: status: expected 402, observed status 403/);
});
