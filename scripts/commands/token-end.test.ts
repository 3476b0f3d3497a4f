import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../conformance/model/run.ts';
import { behaviourWith, valid, startService, type Behaviour } from '../../fixtures/index.ts';
import { isTokenLook } from '../../conformance/engine/token-probe.ts';
import { tokenEndsIn, isTokenRejected, presentsToken } from '../../conformance/engine/token/token-end.ts';
import { judgeAgain } from '../../conformance/evidence/judge-again.ts';
import { everyCheck } from '../../conformance/every.ts';
import { observations } from '../content/observation.ts';
import { newKeys } from '../certificate/certificates.testing.ts';
import { readJournalEntries, readJournal } from '../results/read-journal.ts';
import { readRun } from '../results/read-run.ts';
import { refuse } from '../../fixtures/service/refusal.ts';
import { assay, emptyFolder, type CommandOutput } from '../testing/run-assay.testing.ts';
import { schemaErrors } from '../testing/schemas.testing.ts';

const timeout = 600_000;

/** Refuses the first token that it meets, at some of its requests that are for somebody. */
function refusing(isRefused: (nth: number) => boolean, other: Behaviour = valid): Behaviour {
  let first: unknown;
  let asked = 0;
  const over = refuse('wrong-token');
  return {
    ...other,
    // As what stands before a service may say it: that it is no error object is not judged of a token that has ended.
    errorBody: (facts, refusal) => (refusal === over ? 'Unauthorized' : other.errorBody(facts, refusal)),
    callerFor: (token, account, operation, rules) => {
      first ??= token;
      if (token === undefined || token !== first || rules.isPublic(operation))
        return other.callerFor(token, account, operation, rules);
      asked += 1;
      return isRefused(asked) ? over : other.callerFor(token, account, operation, rules);
    },
  };
}

type Checked = { readonly said: CommandOutput; readonly run: Run; readonly folder: string };

const runIn = (folder: string): Run => {
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run;
  expect(schemaErrors('run', run)).toEqual([]);
  return run;
};

/** Checks a service, and does something else with it before it ends. */
async function checked(
  behaviour: Behaviour,
  only: readonly string[] = [],
  then: (flags: readonly string[], folder: string) => Promise<void> = async () => undefined,
): Promise<Checked> {
  const service = await startService({ behaviour, seed: 1 });
  const folder = emptyFolder();
  const flags = [
    '--target',
    service.url,
    '--token',
    service.token,
    '--other-token',
    service.otherToken,
    '--seed',
    '1',
    '--concurrency',
    '4',
  ];
  if (only.length > 0) flags.push('--only', ...only);
  try {
    const said = await assay(['check', ...flags, '--out', folder]);
    const run = runIn(folder);
    await then(flags, folder);
    return { said, run, folder };
  } finally {
    await service.close();
  }
}

const failuresIn = ({ findings }: Run): readonly string[] =>
  findings.flatMap(({ check, verdict }) => (verdict.is === 'fail' ? [check] : []));
const lastLine = ({ out }: CommandOutput): string => out.trim().split('\n').at(-1) ?? '';

const clock = String.raw`\d\d:\d\d:\d\d`;
const sentence = new RegExp(
  `the token was accepted until ${clock} and is refused since ${clock} UTC \\(401\\): what came after could not be judged; give a token that lasts longer`,
);

describe('a token that ends midway', () => {
  it('fails nothing: it is said, and what needs it afterwards is not judged, nor sent', { timeout }, async () => {
    const { said, run, folder } = await checked(refusing((nth) => nth > 150));
    expect({ code: said.code, err: said.err, failures: failuresIn(run) }).toEqual({ code: 2, err: '', failures: [] });
    expect(lastLine(said)).toMatch(
      /^\? Inconclusive: nothing failed, but \d+ of \d+ MUST checks could not be judged; the token/,
    );
    expect(lastLine(said)).toMatch(sentence);
    expect(
      readFileSync(join(folder, 'summary.md'), 'utf8').split('\n').slice(0, 5).join('\n').replaceAll('\\', ''),
    ).toMatch(sentence);
    expect(run.tokenEnded?.because).toMatch(sentence);
    expect(run.findings.filter(({ verdict }) => verdict.is === 'pass').length).toBeGreaterThan(100);
    const open = run.findings.flatMap(({ verdict }) => (verdict.is === 'inconclusive' ? [verdict.because] : []));
    expect(open.filter((because) => because === run.tokenEnded?.because).length).toBeGreaterThan(open.length / 2);

    const journalEntries = readJournalEntries(folder);
    expect(journalEntries.flatMap((each) => schemaErrors('journal-entry', each))).toEqual([]);
    expect(tokenEndsIn(journalEntries)).toHaveLength(1);
    const { exchanges } = readRun(folder);
    const looks = exchanges.filter(isTokenLook);
    expect(looks).toHaveLength(3);
    // What was under way by then has come too; of the hundreds that were still to come none is sent.
    const refused = exchanges.filter((each) => presentsToken(each.request) && isTokenRejected(each));
    const unsent = journalEntries.filter((each) => each.is === 'unsent' && each.because === run.tokenEnded?.because);
    expect(refused.length).toBeLessThan(40);
    expect(unsent.length).toBeGreaterThan(100);
  });

  it('comes to the same when it is judged again, and when it is reported again', { timeout }, async () => {
    const { run, folder } = await checked(refusing((nth) => nth > 150));
    const { journal } = readJournal(folder);
    const again = await judgeAgain(
      { ...journal, journalEntries: readJournalEntries(folder) },
      everyCheck,
      observations,
    );
    expect(again.neverSent).toEqual([]);
    const byCheck = new Map(run.findings.map((finding) => [finding.check, finding]));
    expect(again.findings.length).toBe(run.findings.length);
    for (const finding of again.findings) expect(finding).toEqual(byCheck.get(finding.check));
    expect(readRun(folder).run).toEqual(run);
    await assay(['report', folder]);
    expect(runIn(folder)).toEqual(run);
  });

  it('hides no failure that was seen before', { timeout }, async () => {
    const behaviour = refusing((nth) => nth > 60, behaviourWith({ fault: 'error-code-number' }));
    const { said, run } = await checked(behaviour);
    expect(said.code).toBe(1);
    expect(failuresIn(run)).not.toEqual([]);
    expect(lastLine(said)).toMatch(sentence);
  });

  it('is made up for by another with which the run goes on', { timeout }, async () => {
    const only = ['speech.speed*', 'chat.request*', 'voices.*', 'errors.envelope*'];
    let isRenewed = false;
    let resumed: { readonly said: CommandOutput; readonly run: Run } | undefined;
    const { run } = await checked(
      refusing((nth) => nth > 20 && !isRenewed),
      only,
      async (flags, folder) => {
        isRenewed = true;
        resumed = { said: await assay(['check', ...flags, '--resume', folder]), run: runIn(folder) };
      },
    );
    expect(run.tokenEnded).toBeDefined();
    expect(resumed).toMatchObject({ said: { code: 0, err: '' }, run: { exitCode: 0 } });
    expect(resumed?.run).not.toHaveProperty('tokenEnded');
  });
});

describe('a token that ends while others than check use it', () => {
  /** Calls the command with a service that refuses its token after so many requests. */
  async function called(
    last: number,
    command: string,
    ...more: readonly string[]
  ): Promise<CommandOutput & { readonly folder: string }> {
    const service = await startService({ behaviour: refusing((nth) => nth > last), seed: 1 });
    const folder = emptyFolder();
    const flags = ['--target', service.url, '--token', service.token, '--out', folder];
    try {
      return { ...(await assay([command, ...flags, ...more])), folder };
    } finally {
      await service.close();
    }
  }

  it('leaves fuzz unsettled, and says so', { timeout }, async () => {
    const said = await called(150, 'fuzz', '--runs', '300', '--seed', '1');
    const run = runIn(said.folder);
    expect({ code: said.code, failures: failuresIn(run) }).toEqual({ code: 2, failures: [] });
    expect(lastLine(said)).toMatch(sentence);
    expect(readRun(said.folder).run).toEqual(run);
  });

  it('gets no certificate', { timeout }, async () => {
    const { key } = await newKeys();
    const said = await called(30, 'certify', '--profile', 'speech', '--key', key);
    expect(said.code).toBe(2);
    expect(said.out + said.err).toMatch(sentence);
    expect(existsSync(join(said.folder, 'bundle'))).toBe(false);
  });
});

describe('a token that is refused now and then', () => {
  it.each([
    ['by one request in fifty', (nth: number) => nth % 50 === 0, []],
    // The first requests are for the lists, and each goes to the next server.
    [
      'by one of three servers, which the list of bots meets twice',
      (nth: number) => nth <= 2 || nth % 3 === 1,
      ['auth.*', 'chat.request*', 'speech.s*', 'sessions.*'],
    ],
  ] as const)('is a good one, and what refuses it fails: %s', { timeout }, async (_, isRefused, only) => {
    const { said, run, folder } = await checked(refusing(isRefused), only);
    expect(said.code).toBe(1);
    expect(failuresIn(run)).not.toEqual([]);
    expect(run).not.toHaveProperty('tokenEnded');
    expect(tokenEndsIn(readJournalEntries(folder))).toEqual([]);
    expect(said.out).not.toMatch(sentence);
  });
});

describe('a target that lets nobody in any more', () => {
  const forbidden = { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Forbidden</h1>' };

  it('fails nothing, and what it refuses passes nothing', { timeout }, async () => {
    let answers = 0;
    const shut: Behaviour = { ...valid, throughEdge: (answer) => ((answers += 1) > 300 ? forbidden : answer) };
    const { said, run, folder } = await checked(shut);
    expect({ code: said.code, failures: failuresIn(run) }).toEqual({ code: 2, failures: [] });
    expect(lastLine(said)).toMatch(/is refused since \d\d:\d\d:\d\d UTC \(403\), the list of bots too/);
    const journalEntries = readJournalEntries(folder);
    expect(journalEntries.flatMap((each) => schemaErrors('journal-entry', each))).toEqual([]);
    expect(tokenEndsIn(journalEntries)).toMatchObject([{ status: 403 }]);
    const { journal } = readJournal(folder);
    const startedAt = new Map(journal.exchanges.map((each) => [each.id, each.startedAt]));
    const isBehind = (id: string): boolean => (startedAt.get(id) ?? '') > (run.tokenEnded?.refusedSince ?? 'z');
    const passedBehind = run.findings.filter(
      ({ verdict, exchanges }) => verdict.is === 'pass' && exchanges.length > 0 && exchanges.every(isBehind),
    );
    expect(passedBehind.map(({ check }) => check)).toEqual([]);
    const again = await judgeAgain({ ...journal, journalEntries }, everyCheck, observations);
    const byCheck = new Map(run.findings.map((finding) => [finding.check, finding]));
    for (const finding of again.findings) expect(finding).toEqual(byCheck.get(finding.check));
  });
});
