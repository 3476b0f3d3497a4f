import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { FalseAlarms, JudgedService } from '../../../conformance/contract/formats/false-alarms.ts';
import { everyCheck } from '../../../conformance/every.ts';
import { judgeTarget } from '../../../conformance/judged-at.testing.ts';
import { selectChecks } from '../../../conformance/model/select.ts';
import { checksDigest, requirementSetOf } from '../../package/requirement-sets.ts';
import { version } from '../../package/version.ts';
import { falseAlarms, isAccused } from './risk.ts';
import { onFrameworks, validServices } from './services.ts';

/**
 * `npm run false-alarms [-- [--check GLOB] NAME…]`: judges every valid service by every check, and writes which checks
 * failed and how many were inconclusive. Names (or parts of them) judge some services again, and `rest` those that the
 * file lacks; the entries of the others stay. `--check` tries some checks alone, for example a new one, within a
 * minute, and writes nothing. Ends 1 if a service is accused: if a MUST or HTTP check failed; with `--check` also a
 * SHOULD, except on a framework. Ends 3 where no check or no service matches.
 */
const file = 'conformance/contract/false-alarms.json';
const atOnce = 3;
const by = { release: version, checks: checksDigest(requirementSetOf(version).set) };

const { values, positionals: parts } = parseArgs({ allowPositionals: true, options: { check: { type: 'string' } } });
const isPart = values.check !== undefined;
const judging = values.check === undefined ? everyCheck : selectChecks(everyCheck, { only: [values.check] });
if (judging.length === 0) {
  console.error(`false-alarms: there is no check ${values.check}; npx assay list shows them`);
  process.exit(3);
}
const before = !isPart && parts.length > 0 && existsSync(file) ? falseAlarms().services : [];
const found = new Map(before.map((judged) => [judged.service, judged]));
const names = Object.keys(validServices);
const waiting = names.filter(
  (name) => parts.length === 0 || parts.some((part) => (part === 'rest' ? !found.has(name) : name.includes(part))),
);
const isNamed = (part: string): boolean => part === 'rest' || names.some((name) => name.includes(part));
const unknown = parts.filter((part) => !isNamed(part));
if (unknown.length > 0) {
  console.error(`false-alarms: no valid service is named ${unknown.join(' or ')}; there are: ${names.join(', ')}`);
  process.exit(3);
}
await Promise.all(Array.from({ length: atOnce }, judgeNext));
process.exitCode = [...found.values()].some(isWrong) ? 1 : 0;

function isWrong(judged: JudgedService): boolean {
  const mayDepart = !isPart || Object.hasOwn(onFrameworks, judged.service);
  return isAccused(judged) || (!mayDepart && judged.failed.length > 0);
}

/** An inconclusive check accuses no service, but does not show anything either. */
function signOf(judged: JudgedService): string {
  if (isWrong(judged)) return '✗';
  return isPart && judged.inconclusive !== 0 ? '?' : '✓';
}

async function judgeNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const judged = { service: name, at: new Date().toISOString(), by, ...(await saidOf(name)) };
    const failed = judged.failed.map(({ check, level }) => ` ${level} ${check}`).join('');
    const open = isPart && judged.inconclusive !== 0 ? ` (${judged.inconclusive} inconclusive)` : '';
    console.log(`${signOf(judged)} ${name}${failed}${open}`);
    found.set(name, judged);
    if (!isPart) keep();
  }
}

async function saidOf(name: string): Promise<Pick<JudgedService, 'failed' | 'inconclusive'>> {
  const reached = await validServices[name]?.();
  if (reached === undefined) throw new Error(`there is no ${name}`);
  const { url, close, ...access } = reached;
  const known = { token: access.token, otherToken: access.otherToken, provisioner: access.provisioner };
  const spent = access.spentToken === undefined ? {} : { spentToken: access.spentToken };
  const options = { ...known, ...spent, timeoutMs: 10_000, suite: everyCheck };
  try {
    const { findings } = await judgeTarget(url, judging, options);
    const failed = findings
      .filter(({ verdict }) => verdict.is === 'fail')
      .map(({ check, level }) => ({ check, level }));
    return { failed, inconclusive: findings.filter(({ verdict }) => verdict.is === 'inconclusive').length };
  } finally {
    await close();
  }
}

/** Writes one service per line, so that a diff shows the service that changed. */
function keep(): void {
  const schema: FalseAlarms['schema'] = 'assay.false-alarms/1';
  const lines = names.flatMap((name) => found.get(name) ?? []).map((judged) => JSON.stringify(judged));
  writeFileSync(file, `{"schema":"${schema}","services":[\n${lines.join(',\n')}\n]}\n`);
}
