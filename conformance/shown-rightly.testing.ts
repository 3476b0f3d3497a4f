import type { Exchange } from './model/exchange.ts';
import type { Finding } from './model/run.ts';
import type { JudgedRun } from './judged-at.testing.ts';
import { idsNamedIn } from './model/exchange-id.ts';
import { referencesOf } from './model/mismatch.ts';
import { saysWord } from './expectations/words/said.ts';
import { nonceSource } from './model/nonce.ts';

/**
 * The failures of a run that show another request than the one they are about, or leave open which, each in a line: what is
 * said of a status has to be what the request that is shown was answered with, and a word that is said to be in an answer, or
 * not, is in that one, or not. Whatever is named has to be referred to, and what is referred to has to be shown.
 */
export function shownWrongly({ findings, exchanges }: Pick<JudgedRun, 'findings' | 'exchanges'>): readonly string[] {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  return findings.flatMap((finding) => {
    if (leavesOpen(finding)) return [`${finding.check} has a mismatch that names none of its exchanges`];
    const astray = namedAstray(finding, [...byId.keys()]);
    if (astray.length > 0) return astray;
    const ofWords = wordsShownWrongly(finding, byId);
    if (ofWords.length > 0) return ofWords;
    const said = statusesSaid(finding);
    const id = finding.reproduces ?? finding.exchanges[0] ?? '';
    const seen = statusesOf(byId.get(id));
    if (said.length === 0 || said.some((status) => seen.includes(status))) return [];
    return [`${finding.check} says ${said.join(', ')} and shows ${id}: ${seen.join(', ') || 'no answer'}`];
  });
}

function leavesOpen({ verdict, mismatches, exchanges }: Finding): boolean {
  return verdict.is === 'fail' && mismatches.some(({ exchange }) => !exchanges.includes(exchange ?? ''));
}

/** What sentences name that their mismatch does not refer to, and what it refers to that its finding does not show. */
function namedAstray({ check, verdict, mismatches, exchanges }: Finding, ids: readonly string[]): readonly string[] {
  if (verdict.is !== 'fail') return [];
  return mismatches.flatMap((mismatch) => {
    const references = referencesOf(mismatch);
    const { subject, expected, observed } = mismatch;
    const named = idsNamedIn([subject, expected, observed].join('\n'), ids).map(({ id }) => id);
    return [
      ...named.filter((id) => !references.includes(id)).map((id) => `${check} names ${id}, and does not refer to it`),
      ...references
        .filter((id) => !exchanges.includes(id) || !ids.includes(id))
        .map((id) => `${check} refers to ${id}, and does not show it`),
    ];
  });
}

/** `the reply to chat#2 contains zq…`, and `says it` or `lacks it` beside the word that is expected, or not. */
const claim = new RegExp(
  String.raw`(?<is>contains|says) (?:it|(?<said>${nonceSource}))\b|lacks (?:it|(?<lacked>${nonceSource}))\b`,
);
const meant = new RegExp(String.raw`\b${nonceSource}\b`);

function wordsShownWrongly({ check, verdict, mismatches }: Finding, byId: ReadonlyMap<string, Exchange>) {
  if (verdict.is !== 'fail') return [];
  return mismatches.flatMap(({ expected, observed, exchange: id = '' }) => {
    const { is, said, lacked } = claim.exec(observed)?.groups ?? {};
    const word = said ?? lacked ?? meant.exec(expected)?.[0];
    const exchange = byId.get(id);
    if (!claim.test(observed) || word === undefined || exchange === undefined) return [];
    if (is === undefined ? !saysWord(exchange, word) : saysWord(exchange, word) || isWritten(exchange, word)) return [];
    return [`${check} says that ${word} is ${is === undefined ? 'not ' : ''}in ${id}`];
  });
}

/** Also where no client reads it, as in a comment of a stream. */
function isWritten({ response }: Exchange, word: string): boolean {
  return response.is === 'answer' && Buffer.from(response.body).includes(word);
}

function statusesSaid({ verdict, mismatches }: Finding): readonly string[] {
  if (verdict.is !== 'fail') return [];
  return mismatches.flatMap(({ observed }) => /^status \d{3}/.exec(observed)?.[0] ?? []);
}

/** One request that was written byte by byte may have several answers. */
function statusesOf(exchange: Exchange | undefined): readonly string[] {
  if (exchange?.response.is !== 'answer') return [];
  const { status, onWire } = exchange.response;
  const more = (onWire?.rest ?? '').matchAll(/HTTP\/1\.[01] (\d{3})/g);
  return [`status ${status}`, ...[...more].map(([, code]) => `status ${code}`)];
}
