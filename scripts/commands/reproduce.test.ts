import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { everyCheck } from '../../conformance/every.ts';
import type { Run } from '../../conformance/model/run.ts';
import { withFault } from '../../fixtures/faults/index.ts';
import { startService, type RunningService } from '../../fixtures/service/index.ts';
import { reproduceFault } from '../reproduce/reproduced.testing.ts';
import { assay, emptyFolder, startAssay, type CommandOutput } from '../testing/run-assay.testing.ts';

const services: RunningService[] = [];
afterEach(() => Promise.all(services.splice(0).map((each) => each.close())));

async function started(fault?: Parameters<typeof withFault>[0]): Promise<RunningService> {
  const service = await startService({ seed: 1, ...(fault === undefined ? {} : { behaviour: withFault(fault) }) });
  services.push(service);
  return service;
}

/** Nothing of them stands in a command line. */
function secretsOf({ token, otherToken, provisioner }: RunningService): Readonly<Record<string, string>> {
  return { ASSAY_TOKEN: token, ASSAY_OTHER_TOKEN: otherToken, ASSAY_PROVISIONER: provisioner };
}

async function checkedAt(service: RunningService, ...args: readonly string[]): Promise<{ run: Run; folder: string }> {
  const folder = join(emptyFolder(), 'results of today');
  await assay(['check', '--target', service.url, '--out', folder, ...args], { env: secretsOf(service) });
  return { run: JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run, folder };
}

/** What a finding says to run, as a person pastes it. */
function pasted(line: string, service: RunningService, ...more: readonly string[]): Promise<CommandOutput> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  expect(words.slice(0, 3)).toEqual(['npx', 'assay', 'reproduce']);
  return assay([...words.slice(2), ...more], { env: secretsOf(service) });
}

describe('assay reproduce', () => {
  it('takes the session from the answer, tells each step, and ends 1 while the failure is there', async () => {
    const service = await started('session-shared-by-all');
    const { run } = await checkedAt(service, '--only', 'sessions.isolation/new-session-knows-nothing');
    const [finding] = run.findings;
    const { code, out } = await pasted(finding?.reproduce ?? '', service);
    expect({ code, out }).toMatchObject({ code: 1 });
    expect(out).toMatch(/^ {3}2 {2}POST \/v1\/bots\/\S+\/chat {2}\{"message":/m);
    expect(out).toMatch(/^ +expected /m);
    expect(out).toMatch(/^ +observed {2}the reply to request 3 says zq[a-z]{10}/m);
    expect(out).toMatch(/the failure is still there \(exit code 1\)\n$/);
  });
  it('names no command for what it has just sent again', async () => {
    const service = await started('chat-message-optional');
    const { run, folder } = await checkedAt(service, '--only', 'chat.request/rejects-absent-message');
    const finding = run.findings.find(({ again }) => again !== undefined);
    const { code, out } = await assay(['reproduce', folder, finding?.check ?? ''], { env: secretsOf(service) });
    expect(code).toBe(1);
    expect(out).toContain(`reproduce: sends to ${service.url}, which ${folder} names\n`);
    expect(out).not.toMatch(/^ {2}or$|npx assay reproduce/m);
    const named = ['reproduce', folder, finding?.check ?? '', '--target', service.url];
    expect((await assay(named, { env: secretsOf(service) })).out).toContain(`reproduce: ${service.url}\n`);
  });
  it('ends 0 where it is gone, at another target that is named', async () => {
    const [faulty, fixed] = [await started('charge-race'), await started()];
    const { run } = await checkedAt(faulty, '--only', 'metering.races/chats');
    const line = run.findings[0]?.reproduce ?? '';
    expect((await pasted(line, faulty)).code).toBe(1);
    const { code, out } = await pasted(line, fixed, '--target', fixed.url);
    expect(out).toContain('the failure is gone: the check passes (exit code 0)');
    expect(out).toContain('Only these requests were sent');
    expect(code).toBe(0);
  });
  it('says of a check that passed that it passes again, not that a failure is gone', async () => {
    const service = await started();
    const id = 'bots.list/is-json';
    const { folder } = await checkedAt(service, '--only', id);
    const { code, out } = await assay(['reproduce', folder, id], { env: secretsOf(service) });
    expect(out).toContain('this check passed in the recorded run, and passes again (exit code 0)');
    expect(out).not.toContain('failure');
    expect(code).toBe(0);
  });
  it('ends 125 where nothing can be told, and says why', async () => {
    const service = await started('session-shared-by-all');
    const { run } = await checkedAt(service, '--only', 'sessions.isolation/new-session-knows-nothing');
    await service.close();
    const { code, out } = await pasted(run.findings[0]?.reproduce ?? '', service);
    expect(out).toMatch(
      /it could not be decided whether the failure is still there: .*refused.* \(exit code 125\)\n$/s,
    );
    expect(code).toBe(125);
  });
  it('ends 125 where the target does not come up in time, so that a bisection skips the revision', async () => {
    const service = await started('session-shared-by-all');
    const id = 'sessions.isolation/new-session-knows-nothing';
    const { folder } = await checkedAt(service, '--only', id);
    await service.close();
    const { code, err } = await assay(['reproduce', folder, id, '--wait', '1s'], { env: secretsOf(service) });
    expect({ code, err }).toEqual({ code: 125, err: expect.stringContaining('did not answer within 1 s') as string });
  });
  it.each([
    [
      'the probe whose answer broke what holds of every answer',
      'citations-of-all-sessions',
      'sessions.isolation/new-session-hears-nothing-in-any-answer',
    ],
    ['both answers where a rule compares them', 'speed-ignored-in-aac', 'speech.speed/changes-the-length-everywhere'],
  ] as const)('sends %s', async (_, fault, id) => {
    const service = await started(fault);
    const [family] = id.split('.');
    const { folder } = await checkedAt(service, '--only', `${family}.*`);
    const { code, out } = await assay(['reproduce', folder, id], { env: secretsOf(service) });
    expect({ code, out }).toMatchObject({ code: 1 });
  });
  it('sends the smallest input of fuzz again', async () => {
    const [faulty, fixed] = [await started('speed-clamped'), await started()];
    const folder = emptyFolder();
    const only = ['--only', 'speech.generated/rejects-invalid', '--runs', '60', '--seed', '1'];
    await assay(['fuzz', '--target', faulty.url, ...only, '--out', folder], { env: secretsOf(faulty) });
    const again = ['reproduce', folder, 'speech.generated/rejects-invalid'];
    expect((await assay(again, { env: secretsOf(faulty) })).code).toBe(1);
    const { code, out } = await assay([...again, '--target', fixed.url], { env: secretsOf(fixed) });
    expect({ code, out }).toMatchObject({ code: 0 });
  });
  it('has every secret from the environment: it tells none, and says which is missing', async () => {
    const service = await started('session-shared-by-all');
    const secret = 'opens-the-gate-of-staging';
    const field = ['--header', `x-gate: ${secret}`];
    const { run, folder } = await checkedAt(
      service,
      ...field,
      '--only',
      'sessions.isolation/new-session-knows-nothing',
    );
    const line = run.findings[0]?.reproduce ?? '';
    const said = await pasted(line, service, ...field);
    expect(said.code).toBe(1);
    for (const each of [secret, service.token, service.otherToken])
      expect(said.out + said.err + line).not.toContain(each);
    const without = await assay(['reproduce', folder, run.findings[0]?.check ?? '']);
    expect(without.code).toBe(3);
    // Nothing of another workspace is needed for it, and nothing of one that is made.
    expect(without.err).toContain('set ASSAY_TOKEN, give --header');
    expect(without.err).toContain(`give --header 'x-gate: …'`);
  });
  it('needs of another workspace either its token or the provisioner', async () => {
    const service = await started('session-takes-turns-of-others');
    const id = 'sessions.foreign-ids/speak-into-no-conversation';
    const { folder } = await checkedAt(service, '--only', id);
    const { token: ASSAY_TOKEN, provisioner: ASSAY_PROVISIONER } = service;
    const lacking = await assay(['reproduce', folder, id], { env: { ASSAY_TOKEN } });
    expect(lacking).toMatchObject({
      code: 3,
      err: expect.stringContaining('set ASSAY_OTHER_TOKEN as in that run') as string,
    });
    expect((await assay(['reproduce', folder, id], { env: { ASSAY_TOKEN, ASSAY_PROVISIONER } })).code).toBe(1);
  });
  it('sends nothing of the environment to a service that only the folder names', async () => {
    const [service, other] = [await started('session-shared-by-all'), await started()];
    const id = 'sessions.isolation/new-session-knows-nothing';
    const { folder } = await checkedAt(service, '--only', id);
    const env = { ...secretsOf(service), ASSAY_TARGET: other.url };
    const { code, out, err } = await assay(['reproduce', folder, id], { env });
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(`the run is about ${service.url}, and ASSAY_TARGET is ${other.url}`);
    expect(err).toContain('(token, other-token, provisioner)');
    expect((await assay(['reproduce', folder, id, '--target', service.url], { env })).code).toBe(1);
  });
  it('takes an empty ASSAY_TARGET for none, and reads nothing else of what is set', async () => {
    const service = await started('session-shared-by-all');
    const id = 'sessions.isolation/new-session-knows-nothing';
    const { folder } = await checkedAt(service, '--only', id);
    const env = { ...secretsOf(service), ASSAY_TARGET: '' };
    expect(await assay(['reproduce', folder, id], { env })).toMatchObject({ code: 1, err: '' });
    const unread = { ...env, ASSAY_TARGET: service.url, ASSAY_OTHER_BOT: '' };
    expect((await assay(['reproduce', folder, id, '--other-bot', 'other'], { env: unread })).err).toBe('');
  });
  it('ends by a signal, and gives back what was made for it', async () => {
    const service = await started('charge-race');
    const { run, folder } = await checkedAt(service, '--only', 'metering.races/chats');
    const running = startAssay(['reproduce', folder, run.findings[0]?.check ?? ''], { env: secretsOf(service) });
    await running.untilOutput('reproduce: ');
    running.child.kill('SIGINT');
    expect([130, 1]).toContain((await running.said).code);
  });
  it.each([
    [[], 'reproduce takes a result folder and the id of a check'],
    [['.'], 'reproduce takes a result folder and the id of a check'],
    [['.', 'speech.speed/accepts-maximum'], 'is not a result folder of assay check, certify or fuzz'],
  ])('says what is wrong with %j', async (args, says) => {
    const { code, err } = await assay(['reproduce', ...args]);
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining(says) });
  });
  it('says what is wrong with a name, and with a folder of another command', async () => {
    const service = await started();
    const { folder } = await checkedAt(service, '--only', 'voices.list/says-json');
    const { err } = await assay(['reproduce', folder, 'voices.list/say-json'], { env: secretsOf(service) });
    expect(err).toContain('voices.list/say-json is not a check of the run in ');
    expect(err).toContain('did you mean voices.list/says-json?');
    const said = async (typed: string): Promise<string> => (await assay(['reproduce', folder, typed])).err;
    expect(await said('nope')).toContain('nope is not a check of the run in ');
    expect(await said('nope')).toContain('; run.json lists its findings');
    // It may be a secret that came to the wrong place.
    expect(await said('key_6izMnLG4IyUj7Skoqt9T1w')).toContain('the second argument is not a check of the run in ');
    const load = emptyFolder();
    writeFileSync(join(load, 'requests.ndjson'), '');
    expect((await assay(['reproduce', load, 'voices.list/says-json'])).err).toContain('it holds a load run');
  });
});

describe('what a finding says to run', () => {
  /** One of sixty of the valid service, and one of sixty of a base as unlike it as the variants allow, whichever they are. */
  const some = (['valid', 'bare'] as const).flatMap((base, nth) =>
    everyCheck.filter((_, at) => at % 60 === 7 + 30 * nth).map((check) => [check.id, base, check] as const),
  );
  it.each(some)('shows the fault of %s again (%s)', async (_, base, check) => {
    const { found, ...shown } = await reproduceFault(check, base);
    const wanted = { there: 'fail', gone: 'pass', ...(shown.by === 'curl' ? { isShown: true } : {}) };
    expect(shown).toMatchObject(found === 'fail' ? wanted : {});
  });
});
