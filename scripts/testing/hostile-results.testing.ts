import { join } from 'node:path';
import { attackEveryText, rawAttacks, startHostile } from '../../fixtures/hostile/index.ts';
import { startService } from '../../fixtures/index.ts';
import { validExcept } from '../../fixtures/service/index.ts';
import { k6IsMissing } from '../../load/runner/needs-k6.testing.ts';
import { distributions } from '../../load/differences/synthetic.testing.ts';
import { withClaims, newKeys, publicBundle, signAgain } from '../certificate/certificates.testing.ts';
import { assay, emptyFolder, type CommandOutput } from './run-assay.testing.ts';
import { syntheticFolder } from './synthetic-folder.testing.ts';

/** What a command wrote and printed about a target that attacks the programs that show its responses. */
export type HostileResults = { readonly folder: string; readonly said: CommandOutput };

export const hostileRuns = [
  'check',
  'check with broken answers',
  'check of one clause',
  'fuzz',
  ...(k6IsMissing ? [] : ['load']),
] as const;

/** Commands that show such results later, or a certificate whose signer attacks. */
export const laterRuns = ['report', 'history', 'compare', 'verify'] as const;

/** Runs whose stdout is for machines, but which a person may look at too. */
export const machineRuns = ['check --json', 'discover'] as const;

/**
 * Clauses that cover all parts of responses, and no more: a page with limited room leaves out more of a longer text.
 */
const broad = ['chat.request/*', 'chat.reply/*', 'stream.response/*', 'speech.reply/*', 'voices.*', 'auth.*'];
/** Clauses about several workspaces. */
const between = ['sessions.*', 'metering.refusal/*'];

/** Runs each command once. */
export async function hostileResults(): Promise<ReadonlyMap<string, HostileResults>> {
  const service = await startService({
    behaviour: validExcept(attackEveryText()),
    pace: { firstEventMs: 1, gapMs: 1, events: 3 },
  });
  let turn = 0;
  const broken = await startHostile(rawAttacks(), {
    behind: service.url,
    on: ({ url }) => url?.endsWith('/v1/bots') === false && turn++ % 2 === 1,
  });
  // One after the other, so that each run meets the same attacks in the same places.
  const tokens = ['--token', service.token, '--seed', '1'];
  const inTurn = ['--concurrency', '1'];
  const isolation = ['--other-token', service.otherToken, '--provisioner', service.provisioner];
  const commands: Readonly<Record<string, readonly string[]>> = {
    check: ['check', '--target', service.url, ...tokens, ...isolation, ...inTurn, '--only', ...broad, ...between],
    'check with broken answers': ['check', '--target', broken.url, ...tokens, ...inTurn, '--only', ...broad],
    'check of one clause': ['check', '--target', service.url, ...tokens, '--only', 'speech.speed/*', ...inTurn],
    'check --json': ['check', '--json', '--target', service.url, ...tokens, '--only', 'speech.*', ...inTurn],
    discover: ['discover', '--target', service.url, ...tokens, ...inTurn],
    fuzz: ['fuzz', '--target', service.url, ...tokens, '--runs', '120', ...inTurn],
    load: ['load', 'mixed', '--target', broken.url, ...tokens, '--rate', '20', '--duration', '2s', '--warmup', '100ms'],
  };
  const results = new Map<string, HostileResults>();
  for (const run of [...hostileRuns, ...machineRuns]) {
    const folder = join(emptyFolder(), 'results');
    const out = run === 'discover' ? [] : ['--out', folder];
    results.set(run, { folder, said: await assay([...(commands[run] ?? []), ...out]) });
  }
  await broken.close();
  await service.close();
  const folderOf = (run: string): string => results.get(run)?.folder ?? '';
  const later: Readonly<Record<(typeof laterRuns)[number], readonly string[]>> = {
    report: ['report', folderOf('check'), ...(k6IsMissing ? [] : [folderOf('load')])],
    history: ['report', '--history', folderOf('check'), folderOf('fuzz'), '--out', join(emptyFolder(), 'results')],
    compare: ['compare', ...(await attackingLoads()), '--out', join(emptyFolder(), 'results')],
    verify: await attackingCertificate(),
  };
  for (const run of laterRuns) results.set(run, { folder: '', said: await assay(later[run]) });
  return results;
}

const orders = '::add-mask::pwned ##[add-mask]pwned ##vso[task.setvariable]pwned';

/** Two load runs whose target and bot names contain attacks. */
async function attackingLoads(): Promise<readonly string[]> {
  const made = { requests: 600, ttftMs: distributions.lognormal, failures: 0 };
  return [1, 2].map((seed) => syntheticFolder({ ...made, seed }, { botId: `${seed} ${orders}` }));
}

/** A certificate whose claims contain attacks. */
async function attackingCertificate(): Promise<readonly string[]> {
  const keys = await newKeys();
  const bundle = await publicBundle(keys);
  const knownFailures = [{ check: 'voices.list/is-a-list', reason: `\n${orders}`, expires: '2030-01-01' }];
  await signAgain(bundle, keys, (statement) => withClaims(statement, { knownFailures }));
  return ['verify', bundle, '--key', keys.pub];
}
