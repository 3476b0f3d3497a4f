import { createEngine, type EngineOptions } from '../../conformance/engine/engine.ts';
import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../conformance/model/run.ts';
import { everyCheck } from '../../conformance/every.ts';
import { validExcept, startService } from '../../fixtures/index.ts';
import { pacedServices, type PacedService } from './paced-services.ts';
import { refusalsIn } from './refused-again.ts';

/**
 * `npm run bench:pace`: whether verdicts depend on the pace, and how a service that limits its callers fares. Each
 * service is checked with several caps and seeds, and each verdict that differs from its first run is printed. `again`:
 * number of requests refused right after a refusal, with no good response in between. Ends 1 where a verdict differs.
 * `-- 3` takes three seeds for each, `-- 1 'ten*'` only some services.
 */
const [seeds = '1', only = '*'] = process.argv.slice(2);
const chosen = new RegExp(`^${only.replaceAll('*', '.*')}$`);
const timeoutMs = 10_000;

type Measured = {
  readonly findings: readonly Finding[];
  readonly exchanges: readonly Exchange[];
  readonly seconds: number;
};

async function judged({ change, delayMs = 0 }: PacedService, concurrency: number, seed: number): Promise<Measured> {
  const service = await startService({ behaviour: validExcept(change), delayMs, seed: 1 });
  const { url: target, token, otherToken, spentToken, provisioner } = service;
  const tokens = { token, otherToken, spentToken, provisioner };
  const options: EngineOptions = { target, ...tokens, concurrency, seed, timeoutMs, headers: [], http2: false };
  const exchanges: Exchange[] = [];
  const begunMs = performance.now();
  const engine = createEngine(
    options,
    everyCheck,
    (event) => {
      if (event.is === 'exchange') exchanges.push(event.exchange);
    },
    new AbortController().signal,
  );
  try {
    const findings = await Promise.all(everyCheck.map((check) => engine.judge(check)));
    return { findings, exchanges, seconds: (performance.now() - begunMs) / 1_000 };
  } finally {
    await engine.close();
    await service.close();
  }
}

const wordsOf = ({ check, verdict }: Finding): string =>
  `${check}: ${verdict.is}${'because' in verdict ? ` (${verdict.because})` : ''}`;

console.log('   cap  seed  seconds  requests  refused  again  not passed  unlike the first');
for (const [name, service] of Object.entries(pacedServices)) {
  if (!chosen.test(name)) continue;
  console.log(name);
  let first: readonly Finding[] | undefined;
  for (const cap of service.caps) {
    for (let seed = 1; seed <= Number(seeds); seed += 1) {
      const { findings, exchanges, seconds } = await judged(service, cap, seed);
      first ??= findings;
      const usual = new Map(first.map(({ check, verdict }) => [check, verdict.is]));
      const unlike = findings.filter(({ check, verdict }) => verdict.is !== usual.get(check));
      const { refused, again } = refusalsIn(exchanges);
      const open = findings.filter(({ verdict }) => verdict.is !== 'pass').length;
      const cells = [cap, seed, seconds.toFixed(1), exchanges.length, refused, again, open, unlike.length];
      const widths = [6, 6, 9, 10, 9, 7, 12, 18];
      console.log(cells.map((cell, at) => `${cell}`.padStart(widths[at] ?? 0)).join(''));
      for (const finding of unlike) console.log(`         ${wordsOf(finding)}`);
      if (unlike.length > 0) process.exitCode = 1;
    }
  }
}
