import { createHash, randomBytes } from 'node:crypto';
import type { Exchange } from '../model/exchange.ts';
import { nonceSource } from '../model/nonce.ts';

/** 32 random bytes in hex: nobody can guess it, or run anything for it, before it is given. */
export function newChallenge(): string {
  return randomBytes(32).toString('hex');
}

export function isChallenge(given: unknown): given is string {
  return typeof given === 'string' && /^[0-9a-f]{64}$/.test(given);
}

/**
 * The seed of a run that answers a challenge: 52 bits of its SHA-256, which a JSON number holds exactly. Every word and
 * every generated case of a run follows from its seed.
 */
export function seedOf(challenge: string): number {
  return Number.parseInt(createHash('sha256').update(`assay challenge\n${challenge}`).digest('hex').slice(0, 13), 16);
}

/** How much of a run follows from its seed; `exchanges` is the number of all exchanges. */
export type Drawn = {
  readonly exchanges: number;
  /** Requests whose body carries a word that was drawn from the seed. */
  readonly requests: number;
  /** Answers to them that repeat such a word unchanged: at least these were made after it was drawn. */
  readonly answers: number;
};

/** A word as `nonceOf` draws it. */
const word = new RegExp(nonceSource, 'g');

export function drawnIn(exchanges: readonly Exchange[]): Drawn {
  const sent = exchanges.map(({ request }) => wordsIn(request.body));
  const requests = sent.filter((words) => words.length > 0);
  const answers = exchanges.filter(({ response }, at) => {
    if (response.is !== 'answer') return false;
    const heard = Buffer.from(response.body).toString('latin1');
    return (sent[at] ?? []).some((each) => heard.includes(each));
  });
  return { exchanges: exchanges.length, requests: requests.length, answers: answers.length };
}

function wordsIn(body: Uint8Array): readonly string[] {
  return Buffer.from(body).toString('latin1').match(word) ?? [];
}

/**
 * Why this run does not answer the challenge that its certificate names; undefined where it does. `wanted`: the seed
 * that follows from the challenge, and from the timestamp over it where there is one.
 */
export function challengeFlaw(
  challenge: string,
  seed: number,
  drawn: Drawn,
  wanted = seedOf(challenge),
): string | undefined {
  if (seed !== wanted)
    return `its requests do not follow from the challenge ${challenge}: that gives the seed ${wanted}, and they were drawn from ${seed}`;
  if (drawn.requests > 0) return undefined;
  return `the challenge ${challenge} bounds nothing: none of its ${drawn.exchanges} requests carries a word drawn from it`;
}

/** Why a certificate does not answer the challenge that the verifier gave; undefined where it does. */
export function otherChallenge(named: string | undefined, given: string): string | undefined {
  if (named === given) return undefined;
  const says = named === undefined ? 'it is self-attested and names no challenge' : `it is for the challenge ${named}`;
  return `${says}, and the given one is ${given}: its exchanges may be older`;
}
