import { fileURLToPath } from 'node:url';
import { faults, type FaultId } from '../../fixtures/faults/index.ts';
import { answersOfWorkers } from '../matrix/workers.ts';
import { orders, type foundAfter, type FoundAfter, type OrderName } from './found-after.ts';
import type { OrderJob } from './order-worker.ts';
import { areaUpTo, countWithin } from './found-within.ts';

/**
 * `npm run bench:order`: how soon a run reports that something is wrong, for three orders of sending: that of capped
 * runs, that of the document, and a random one. Tries every tenth known fault (`-- 3` for every third) on a service
 * that delays each response by 20 ms, with 8 requests at a time, and counts the requests, credits and seconds until the
 * first check could fail. The area is the share found on average over all caps up to a whole run.
 */
const every = Number(process.argv[2] ?? 10);
const delayMs = 20;
const shares = [0.05, 0.1, 0.25, 0.5];
const names = Object.keys(orders) as readonly OrderName[];
const mistakes = (Object.keys(faults) as readonly FaultId[]).filter((_, at) => at % every === 0);

type Answer = Awaited<ReturnType<typeof foundAfter>>;

const jobs = names.flatMap((order): readonly OrderJob[] => [
  { order, delayMs },
  ...mistakes.map((fault) => ({ fault, order, delayMs })),
]);
const worker = fileURLToPath(new URL('./order-worker.ts', import.meta.url));
const answers = await answersOfWorkers<OrderJob, Answer>(worker, jobs);
const answersOf = (order: OrderName) => answers.filter((_, at) => jobs[at]?.order === order);

// The longest of the three, so that all have the same caps.
const wholes = answers.flatMap(({ whole }, at) =>
  jobs[at]?.fault === undefined && whole !== undefined ? [whole] : [],
);
const axes = ['requests', 'credits', 'ms'] as const;
for (const axis of axes) {
  const most = Math.max(...wholes.map((whole) => whole[axis]));
  const caps = shares.map((share) => Math.round(share * most));
  console.log(
    `\nfound of ${mistakes.length} within ${caps.map((cap) => unit(axis, cap)).join(', ')}; area up to ${unit(axis, most)}`,
  );
  for (const order of names) {
    const found = answersOf(order).flatMap((answer) => (answer.found === undefined ? [] : [answer.found]));
    const within = caps.map((cap) => `${countWithin(found, axis, cap)}`.padStart(5)).join('');
    console.log(`${order.padEnd(24)}${within}   area ${areaUpTo(found, axis, most, mistakes.length).toFixed(3)}`);
  }
}

function unit(axis: keyof FoundAfter, cap: number): string {
  return axis === 'ms' ? `${(cap / 1_000).toFixed(1)} s` : `${Math.round(cap)} ${axis}`;
}
