import type { Exchange } from '../model/exchange.ts';

/** Answers that were asked for in the same format, begin alike and are of about the same size are decoded so many times. */
const mostDecoded = 6;

/** True for the first answers of each such kind: of many alike it is enough to decode a few. */
export function newOfItsKind(): (exchange: Exchange) => boolean {
  const times = new Map<string, number>();
  return ({ request, response }) => {
    if (response.is !== 'answer') return false;
    const [format = ''] = /"format"[^,}]*/.exec(Buffer.from(request.body).toString('latin1')) ?? [];
    const start = Buffer.from(response.body.subarray(0, 40)).toString('latin1');
    const kind = `${format.replaceAll(/\s/g, '')} ${start.slice(0, 22)} ${Math.round(Math.log2(response.body.length + 1))}`;
    const before = times.get(kind) ?? 0;
    times.set(kind, before + 1);
    return before < mostDecoded;
  };
}
