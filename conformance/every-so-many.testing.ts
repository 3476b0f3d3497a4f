import type { Behaviour } from '../fixtures/index.ts';

/** Every so many answers to what is metered are this one instead. */
export function failingEveryNth(many: number, status: number): Partial<Behaviour> {
  let answers = 0;
  const body = Buffer.from('{"error":{"code":"internal","message":"Internal error"}}');
  return {
    throughEdge: (answer, _, operation) => {
      if (operation === undefined || operation === 'bots' || operation === 'voices') return answer;
      answers += 1;
      if (answers % many !== 0) return answer;
      return { status, headers: { 'content-type': 'application/json' }, body };
    },
  };
}
