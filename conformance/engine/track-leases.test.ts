import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchesOperation, startHostile } from '../../fixtures/hostile/index.ts';
import { startService, type RunningService } from '../../fixtures/index.ts';
import { minimalMessage } from '../checks/chat/probes.ts';
import { judgeTarget, verdictsIn } from '../judged-at.testing.ts';
import { chatCall } from '../model/calls.ts';
import { clause, type Check } from '../model/check.ts';
import { workspacePlaceholder, type Call, type StepInputs, type Probe, type Workspace } from '../model/probe.ts';
import { startProvisioner } from './provisioner/takes-back.testing.ts';

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const rich: Workspace = { kind: 'credit-balance', credits: 9 };

function chatOf({ bots }: StepInputs, name: string): Call {
  const authorization = `Bearer ${workspacePlaceholder(name)}`;
  return chatCall('chat', bots[name] ?? '', minimalMessage, { authorization });
}

/** Two checks of one probe, which makes its workspaces one after the other and uses the first again. */
function suiteOf(name: string): readonly Check[] {
  const steps: Probe['steps'] = [
    () => ({ make: { first: rich } }),
    (known) => [chatOf(known, 'first')],
    () => ({ make: { second: rich } }),
    (known) => [chatOf(known, 'second'), chatOf(known, 'first')],
    (known) => [chatOf(known, 'first')],
  ];
  const probe: Probe = { name, needs: ['provisioner'], costs: { chats: 9, speeches: 0 }, steps };
  const check = { title: 't', level: 'MUST', probe, expect: [], fault: 'chat-free' } as const;
  return clause('0', 'test', { requirement: 'it is sent', checks: { [name]: check, [`${name}-too`]: check } }).checks;
}

describe('the workspaces of a probe', () => {
  it('are given back once it is over, tries again included, and not before', async () => {
    const answered: string[] = [];
    const answeredBy: number[] = [];
    const provisioner = await startProvisioner(service.provisioner, {
      onDelete: async (response, take) => {
        answeredBy.push(answered.length);
        await take();
        response.end('{}');
      },
    });
    const busy = await startHostile(
      (_request, response) => void response.writeHead(429, { 'retry-after': '0' }).end(),
      { behind: service.url, on: matchesOperation('chat'), times: 2 },
    );
    const suite = suiteOf('borrows');
    const { findings, exchanges } = await judgeTarget(busy.url, suite, {
      suite,
      provisioner: provisioner.url,
      token: service.token,
      timeoutMs: 5_000,
      onEvent: (event) => {
        if (event.is === 'exchange' && event.exchange.probe === 'borrows') answered.push(event.exchange.id);
      },
    });
    await Promise.all([provisioner.close(), busy.close()]);
    expect(verdictsIn(findings)).toEqual(['pass', 'pass']);
    expect(exchanges.filter(({ response }) => response.is === 'answer' && response.status === 429)).toHaveLength(2);
    expect(answered).toHaveLength(6);
    expect(answeredBy).toEqual([6, 6]);
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    expect(provisioner.created).toHaveLength(2);
  });
  it('are given back while others go on', async () => {
    const madeBy: number[] = [];
    const provisioner = await startProvisioner(service.provisioner, {
      onDelete: async (response, take) => {
        madeBy.push(provisioner.created.length);
        await take();
        response.end('{}');
      },
    });
    const suite = Array.from({ length: 12 }, (_, at) => suiteOf(`one-${at}`)).flat();
    const given = { suite, provisioner: provisioner.url, token: service.token, timeoutMs: 5_000, concurrency: 1 };
    await judgeTarget(service.url, suite, given);
    await provisioner.close();
    expect(new Set(provisioner.deleted)).toEqual(new Set(provisioner.created));
    expect(Math.min(...madeBy)).toBeLessThan(provisioner.created.length);
  });
});
