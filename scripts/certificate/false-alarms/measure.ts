import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { FalseAlarms } from '../../../conformance/contract/formats/false-alarms.ts';
import { everyCheck } from '../../../conformance/every.ts';
import { judgedAt } from '../../../conformance/judged-at.testing.ts';
import { version } from '../../package/version.ts';
import { validServices } from './services.ts';

/**
 * `npm run false-alarms [-- NAME…]`: judges every valid service by every check, and writes which were accused of what.
 * Names (parts of them) judge some again, and `rest` those that the file lacks; the others keep what the file says of them.
 * Ends 1 if one was accused.
 */
const file = 'conformance/contract/false-alarms.json';
const atOnce = 3;

const parts = process.argv.slice(2);
const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FalseAlarms) : undefined;
const found = new Map(parts.length === 0 ? [] : before?.services.map(({ service, accused }) => [service, accused]));
const names = Object.keys(validServices);
const waiting = names.filter(
  (name) => parts.length === 0 || parts.some((part) => (part === 'rest' ? !found.has(name) : name.includes(part))),
);
await Promise.all(Array.from({ length: atOnce }, judgeNext));
process.exitCode = [...found.values()].some((accused) => accused.length > 0) ? 1 : 0;

async function judgeNext(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const accused = await accusationsOf(name);
    console.log(`${accused.length === 0 ? '✓' : '✗'} ${name} ${accused.join(' ')}`);
    found.set(name, accused);
    keep();
  }
}

async function accusationsOf(name: string): Promise<readonly string[]> {
  const reached = await validServices[name]?.();
  if (reached === undefined) throw new Error(`there is no ${name}`);
  const { url, close, ...access } = reached;
  const known = { token: access.token, otherToken: access.otherToken, provisioner: access.provisioner };
  const spent = access.spentToken === undefined ? {} : { spentToken: access.spentToken };
  const options = { ...known, ...spent, timeoutMs: 10_000, suite: everyCheck };
  try {
    const { findings } = await judgedAt(url, everyCheck, options);
    return findings.filter(({ verdict }) => verdict.is === 'fail').map(({ check }) => check);
  } finally {
    await close();
  }
}

function keep(): void {
  const services = names.flatMap((service) => {
    const accused = found.get(service);
    return accused === undefined ? [] : [{ service, accused }];
  });
  const now: FalseAlarms = {
    schema: 'assay.false-alarms/1',
    tool: { name: 'assay', version },
    at: new Date().toISOString(),
    checks: everyCheck.length,
    services,
  };
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
}
