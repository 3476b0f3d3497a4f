import type { Arbitrary } from 'fast-check';
import type { FastCheck } from '../../model/fast-check.ts';
import type { DrawnWorkspace } from '../../contract/formats/corpus.ts';
import type { Cost } from '../../model/probe.ts';
import { costOfDrawn } from './drawn-workspace.ts';
import { chats, speeches } from './valid.ts';
import type { Input, Request } from './request.ts';
import type { TextOptions } from './texts.ts';
import { invalidChats } from './invalid.ts';

/** Most uses of a case: enough for a refusal within a conversation, and for a speech between two chats. */
export const maxUses = 5;
/** Generated balances. Smaller ones are spent too soon to show much; shrinking reaches them. */
const credits = [6, 5, 4, 3];
const included = { requests: [3, 2, 1], speeches: [2, 1, 0] };
/** Longest text, just above a power of two; sizes are not judged here. */
const longestText = 130;

const richest: readonly DrawnWorkspace[] = [
  { kind: 'credit-balance', credits: Math.max(...credits) },
  {
    kind: 'enterprise-pooled',
    includedRequests: Math.max(...included.requests),
    includedTts: Math.max(...included.speeches),
  },
];

/** The cost of the most expensive case. */
export const costOfMetered: Cost = {
  chats: Math.max(...richest.map((workspace) => costOfDrawn(workspace).chats)),
  speeches: Math.max(...richest.map((workspace) => costOfDrawn(workspace).speeches)),
};

/** Uses of a new workspace: valid requests, and invalid chats. The probe spends the rest of the balance after them. */
export function meteredUses(fc: FastCheck, options: TextOptions): Arbitrary<Input> {
  const short = { longestText: Math.min(options.longestText, longestText) };
  const uses = fc.oneof(
    { weight: 5, arbitrary: inSession(fc, chats(fc, 'chat', short)) },
    { weight: 5, arbitrary: inSession(fc, chats(fc, 'stream', short)) },
    { weight: 4, arbitrary: speeches(fc, short) },
    { weight: 2, arbitrary: inSession(fc, invalidChats(fc, 'chat', short)) },
    { weight: 2, arbitrary: inSession(fc, invalidChats(fc, 'stream', short)) },
  );
  return fc
    .tuple(workspaces(fc), uses, fc.array(uses, { maxLength: maxUses - 1, size: 'max' }))
    .map(([workspace, first, more]) => [{ ...first, workspace }, ...more]);
}

/** Continues the session of the chats before it, or begins a new one. */
function inSession(fc: FastCheck, request: Arbitrary<Request>): Arbitrary<Request> {
  return fc.tuple(request, fc.boolean()).map(([each, continues]) => (continues ? { ...each, continues } : each));
}

function workspaces(fc: FastCheck): Arbitrary<DrawnWorkspace> {
  const balance = fc.constantFrom(...credits).map((amount) => ({ kind: 'credit-balance', credits: amount }) as const);
  const pool = fc
    .tuple(fc.constantFrom(...included.requests), fc.constantFrom(...included.speeches))
    .map(([includedRequests, includedTts]) => ({ kind: 'enterprise-pooled', includedRequests, includedTts }) as const);
  return fc.oneof({ weight: 2, arbitrary: balance }, { weight: 1, arbitrary: pool });
}
