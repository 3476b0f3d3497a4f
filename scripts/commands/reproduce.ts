import { isAccepted, type Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import type { RawSettings } from '../../conformance/settings/settings.ts';
import { becauseOf } from '../../reports/check/reasons.ts';
import { stepLines } from '../../reports/check/step.ts';
import { failureBlock } from '../../reports/check/terminal.ts';
import { pluralize } from '../../reports/text/format.ts';
import { escapeControls } from '../../reports/text/visible.ts';
import { awaitTarget } from '../input/await-target.ts';
import { readCa } from '../input/read-settings.ts';
import { openTarget, targetLine } from '../input/target.ts';
import { UsageError } from '../errors/usage-error.ts';
import { interruptedCodes, listenForInterruption } from '../output/interruption.ts';
import { print } from '../output/print.ts';
import { terminalStyle } from '../output/terminal-style.ts';
import { readRecordedCheck, type RecordedCheck } from '../reproduce/read-shown.ts';
import { numbered } from '../reproduce/numbered.ts';
import { repetitionOf, needsOf, repeatUntilDecided } from '../reproduce/send-again.ts';
import { settingsOf } from '../reproduce/settings-of.ts';

/** Exit codes as `git bisect run` reads them: bad, good, skip. */
const codes = { there: 1, gone: 0, untold: 125 } as const;

/**
 * `assay reproduce DIR CHECK`: sends again the requests that showed a failure of that run, prints each step, and says
 * what was expected and observed. Ends 1 while the failure is there, 0 when it is gone, 125 when that could not be
 * decided.
 */
export async function reproduce([dir, id, ...more]: readonly string[], flags: RawSettings): Promise<number> {
  if (dir === undefined || id === undefined || more.length > 0)
    throw new UsageError('reproduce takes a result folder and the id of a check: npx assay reproduce DIR CHECK');
  const shown = readRecordedCheck(dir, id);
  const settings = await settingsOf(shown.header, flags, needsOf(shown));
  const again = repetitionOf(shown, settings);
  const interruption = listenForInterruption();
  // A revision that does not start says nothing about the failure: `git bisect run` has to skip it.
  await awaitTarget(settings, readCa(settings), codes.untold);
  const target = { ...(await openTarget(settings)), ofFolder: flags['target'] === undefined ? dir : undefined };
  const steps: Exchange[] = [];
  const style = terminalStyle();
  try {
    print(
      `${targetLine('reproduce', target)}\n${escapeControls(id)}  ${escapeControls(shown.findings[0]?.title ?? '')}\n`,
    );
    const sent = (exchange: Exchange): void => {
      steps.push(exchange);
      if (steps.length <= mostTold) print(stepLines(steps.length, exchange, style));
    };
    const { signal } = interruption;
    const sending = { settings, target, signal, sent, tell: print };
    const asListed = await repeatUntilDecided(again, sending);
    const bot = asListed.some(lacksBot) && flags['target'] === undefined ? botOf(shown) : undefined;
    const withBot = { ...settings, bot };
    const findings =
      bot === undefined
        ? asListed
        : await repeatUntilDecided(repetitionOf(shown, withBot), { ...sending, settings: withBot });
    const by = interruption.by();
    if (by !== undefined) return interruptedCodes[by];
    if (steps.length > mostTold) print(`      and ${pluralize(steps.length - mostTold, 'more request')}`);
    return concluded(findings, steps, recordedOf(shown.findings), again);
  } finally {
    await target.close();
    interruption.stopListening();
  }
}

function lacksBot({ verdict }: Finding): boolean {
  return verdict.is === 'inconclusive' && verdict.about?.is === 'missing' && verdict.about.what === 'bot';
}

/**
 * The bot of the run, for a service that lists none any more, which may be the failure; another service may have other
 * bots. It is the first listed bot that the run sent a message to.
 */
export function botOf({ exchanges }: Pick<RecordedCheck, 'exchanges'>): string | undefined {
  const lists = exchanges.filter((each) => each.operation === 'bots' && isAccepted(each));
  const isListed = (name: string): boolean =>
    lists.some(({ response }) => response.is === 'answer' && Buffer.from(response.body).includes(JSON.stringify(name)));
  return exchanges.flatMap(({ request: { url } }) => plainBot.exec(url)?.[1] ?? []).find(isListed);
}

const plainBot = /\/v1\/bots\/([\w.~-]+)\//;

/** Most steps that are printed: a generated check sends a few dozen requests, and a long sequence some fifty. */
const mostTold = 60;

/** The verdict of the check in the recorded run: only a failure can be gone. */
type Recorded = 'failed' | 'passed' | 'notJudged';

function recordedOf(findings: readonly Finding[]): Recorded {
  const verdicts = findings.map(({ verdict }) => verdict.is);
  if (verdicts.includes('fail')) return 'failed';
  return verdicts.every((is) => is === 'pass') ? 'passed' : 'notJudged';
}

const words: Readonly<Record<Recorded, Readonly<Record<keyof typeof codes, string>>>> = {
  failed: {
    there: 'the failure is still there',
    gone: 'the failure is gone: the check passes',
    untold: 'it could not be decided whether the failure is still there',
  },
  passed: {
    there: 'this check passed in the recorded run, and fails now',
    gone: 'this check passed in the recorded run, and passes again',
    untold: 'this check passed in the recorded run, and could not be judged now',
  },
  notJudged: {
    there: 'this check was not judged in the recorded run, and fails now',
    gone: 'this check was not judged in the recorded run, and passes now',
    untold: 'this check was not judged in the recorded run, and could not be judged now',
  },
};

/** Prints the result. Of several findings of a fuzz run, one that is still there outweighs those that are gone. */
function concluded(
  findings: readonly Finding[],
  steps: readonly Exchange[],
  recorded: Recorded,
  { isWhole, takesOthers, times }: ReturnType<typeof repetitionOf>,
): number {
  const style = terminalStyle();
  const failed = findings.filter(({ verdict }) => verdict.is === 'fail');
  for (const finding of failed) {
    // The command to reproduce it is left out: it is this one.
    const { mismatches, again: _, ...rest } = finding;
    const told = {
      ...rest,
      mismatches: mismatches.map((each) => numbered(each, steps)),
      reproduce: '',
      exchanges: [],
    };
    print(`\n${failureBlock(told, {}, style)}`);
  }
  if (failed.length > 0) return told('there', words[recorded].there);
  const open = findings.find(({ verdict }) => verdict.is !== 'pass');
  if (open !== undefined) return told('untold', `${words[recorded].untold}: ${becauseOf(open)}`);
  if (findings.length === 0) return told('untold', `${words[recorded].untold}: nothing was judged`);
  if (!isWhole) return told('untold', `${words[recorded].untold}: ${notWhole}`);
  if (takesOthers) return told('untold', `${words[recorded].untold}: ${withOthers(findings)}`);
  if (recorded === 'failed' && times.share !== undefined)
    return told(
      'untold',
      `${words[recorded].untold}: it came and went, in ${times.share} answers, and ${times.most} tries without it are too few`,
    );
  const code = told('gone', words[recorded].gone);
  if (recorded === 'failed') print(onlyThese);
  return code;
}

const notWhole = 'it rests on what another request told, which is sent in a whole run only';
/** A family of checks sends enough requests at the same time. */
function withOthers([finding]: readonly Finding[]): string {
  const family = finding?.check.split('.')[0] ?? '';
  return `it was the answer to another request under way at the same time, and these were sent by themselves; npx assay check --only '${family}.*' sends many at once`;
}

const onlyThese = 'Only these requests were sent: a failure that other requests bring about shows only in a whole run.';

function told(outcome: keyof typeof codes, says: string): number {
  print(`\n${escapeControls(says)} (exit code ${codes[outcome]})`);
  return codes[outcome];
}
