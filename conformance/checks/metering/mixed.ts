import type fc from 'fast-check';
import type { Exchange } from '../../model/exchange.ts';
import { fastCheck } from '../../model/fast-check.ts';
import type { StepInputs, Workspace } from '../../model/probe.ts';
import { coverageIn, type States } from './spending/states.ts';
import { applyFormedUse } from './spending/follow-forms.ts';
import { ledgerOf, type Prices } from './spending/ledger.ts';
import { isInvalidUse, exchangesOfWorkspace, type Use } from './spending/uses.ts';

/**
 * The workspace of the mixed sequences, and its prices: those of credit-balance unless others were observed. Observed
 * prices may depend on the request, so that these sequences use a single form.
 */
export type MixedUses = { readonly workspace: Workspace; readonly prices?: Prices };

/**
 * Number of sequences in a run, each on a new workspace, before shrinking adds any: two for credit-balance, and one for
 * an enterprise kind, whose uses are all alike.
 */
export const sequenceCount = ({ prices }: MixedUses): number => (prices === undefined ? 2 : 1);
/** Label of the nonce from which the sequences are generated. */
export const mixedSeed = 'mixed';
const shortestPrefix = 5;
const longestPrefix = 8;
/** Most generated sequences: among these, enough are mixtures. */
const mostGenerated = 20;

const letters = {
  chat: 'c',
  stream: 't',
  speech: 's',
  'bad chat': 'C',
  'bad stream': 'T',
  'bad speech': 'S',
  'chat that goes on': 'g',
  'chat with webSearch': 'w',
  'chat with includeCitations': 'i',
  'long chat': 'l',
  'repeated chat': 'r',
  'stream that goes on': 'u',
  'stream with useMcp': 'm',
  'speech of all options': 'a',
  'form speech': 'f',
} as const satisfies Partial<Record<Use, string>>;
type MixableUse = keyof typeof letters;
const plain: readonly MixableUse[] = ['chat', 'stream', 'speech', 'bad chat', 'bad stream', 'bad speech'];
const ofAllForms = Object.keys(letters) as readonly MixableUse[];

/** The next request of a sequence: its use, on the workspace with this name. */
type Move = { readonly workspace: string; readonly use: Use; readonly states: States };

/** The answers of a sequence so far; `asks` is called where the next answer has not come yet. */
type RecordedSequence = {
  readonly answers: readonly Exchange[];
  at: number;
  readonly asks: (use: Use, states: States) => void;
};
type Model = { states: States; isWaiting: boolean };

function commandOf(use: MixableUse): fc.Command<Model, RecordedSequence> {
  return {
    check: ({ isWaiting }) => !isWaiting,
    run: (model, real) => take(model, real, use),
    toString: () => letters[use],
  };
}

/**
 * Compares the next answer with the model, or asks for it. Throws where they disagree, which makes fast-check shrink.
 */
function take(model: Model, real: RecordedSequence, use: Use): void {
  const exchange = real.answers[real.at];
  if (exchange === undefined) {
    model.isWaiting = true;
    real.asks(use, model.states);
    return;
  }
  real.at += 1;
  const followed = applyFormedUse(model.states, use, exchange);
  if (followed.is === 'disagrees') throw new Error(followed.mismatch.subject);
  if (followed.is === 'unknown') model.isWaiting = true;
  else model.states = followed.states;
}

/** Chats then succeed until nothing is left, so that every wrong charge shows in the end. */
function spendTheRest(model: Model, real: RecordedSequence): void {
  while (!model.isWaiting) {
    const isSpent = coverageIn(model.states, 'chat') === 'uncovered';
    take(model, real, 'chat');
    if (isSpent) return;
  }
}

/**
 * The next requests of all sequences. fast-check generates them, and shrinks the first sequence that disagrees. It runs
 * anew each time on the answers so far, so that steps stay pure, and a stored run can be followed.
 */
export function nextMoves(mixed: MixedUses, { seen, nonce }: StepInputs): readonly Move[] {
  const moves = new Map<string, Move>();
  const begun = new Set<string>();
  let shrinks = false;
  const { check, modelRun, property } = fastCheck();
  // Only mixtures count: few generated sequences are mixtures, and their number depends on the seed.
  const wanted = commandsOf(mixed).filter(
    (commands) => shrinks || begun.size === sequenceCount(mixed) || isMixture(prefixOf(commands)),
  );
  const agrees = property(wanted, (commands) => {
    const prefix = prefixOf(commands);
    // While a sequence is shrunk, the step after the first open request depends on the answer to it.
    if (shrinks ? moves.size > 0 : begun.size === sequenceCount(mixed)) return;
    // Other checks send chats alone, and shrinking would begin with them each time.
    if (prefix === '') return;
    const workspace = nameFor(prefix);
    begun.add(workspace);
    const asks = (use: Use, states: States): void => {
      moves.set(workspace, { workspace, use, states });
    };
    const model: Model = { states: [ledgerOf(mixed)], isWaiting: false };
    const real: RecordedSequence = { answers: exchangesOfWorkspace(seen, workspace), at: 0, asks };
    try {
      modelRun(() => ({ model, real }), commands);
      spendTheRest(model, real);
    } catch (disagreement) {
      shrinks = true;
      moves.clear();
      throw disagreement;
    }
  });
  check(agrees, { seed: seedFrom(nonce(mixedSeed)), numRuns: mostGenerated });
  return [...moves.values()];
}

function commandsOf({ prices }: MixedUses): fc.Arbitrary<Iterable<fc.Command<Model, RecordedSequence>>> {
  const { commands, constant } = fastCheck();
  const arbitraries = (prices === undefined ? ofAllForms : plain).map((use) => constant(commandOf(use)));
  return commands(arbitraries, { maxCommands: longestPrefix, size: 'max' });
}

function prefixOf(commands: Iterable<fc.Command<Model, RecordedSequence>>): string {
  return [...commands].map(String).join('');
}

/** Long enough, with a speech, and with a chat before and after a stream or the reverse. */
function isMixture(prefix: string): boolean {
  const [chat, stream, speech] = ['chat', 'stream', 'speech'].map(
    (kind) => `[${ofAllForms.map((use) => (isOfKind(use, kind) ? letters[use] : '')).join('')}]`,
  );
  const alternates = new RegExp(`${chat}.*${stream}.*${chat}|${stream}.*${chat}.*${stream}`);
  return prefix.length >= shortestPrefix && new RegExp(speech ?? '').test(prefix) && alternates.test(prefix);
}

function isOfKind(use: MixableUse, kind: string): boolean {
  return !isInvalidUse(use) && use.includes(kind);
}

/** A sequence is known by its beginning: one that shrinking finds again is not sent again. */
const nameFor = (prefix: string): string => `mixed_${prefix}`;

/** For a name that `nextMoves` gave. */
export const isMixedWorkspace = (workspace: string): boolean => /^mixed_[a-z]*$/i.test(workspace);

function seedFrom(nonce: string): number {
  return [...nonce].reduce((seed, letter) => (Math.imul(seed, 31) + letter.charCodeAt(0)) | 0, 7);
}
