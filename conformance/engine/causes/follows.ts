import { errorCodeIn } from '../../bodies/error-code.ts';
import { isRiff, wavChunksOf } from '../../expectations/audio/decoding/wav-chunks.ts';
import { audioIn } from '../../expectations/audio/speech-body.ts';
import { isOfFamily, nameOfAnyOperation } from './check-id.ts';
import { leadExchangeId, uncoveredChatStatusText } from '../../model/mismatch.ts';
import { headerOf, isSuccessStatus, type Answer, type Operation } from '../../model/exchange.ts';
import { unknownToken } from '../../model/mutated-tokens.ts';
import type { Finding } from '../../model/run.ts';
import { defectIn, expectedIn, expectsSuccess, observedIn, shows, subjectIn, type ExchangeOf } from './likeness.ts';
import { levelRank } from './failure-order.ts';

type Group = readonly Finding[];

/** Failures grouped by their causes, and the failures that only follow from another failure of their group. */
type Followed = { readonly groups: readonly Group[]; readonly following: ReadonlySet<Finding> };

/**
 * Joins each cause with what follows from it. Where a success or the end of credits was due, and the error says that
 * something is missing, a group follows from the largest group in which a success is missing by the same error of the
 * same operation. A group about the length of audio follows from a cause that shows this audio to be broken, or from a
 * heavier cause that compares other lengths with that of this audio. An operation that takes a token which nobody has
 * takes other wrong ones for that.
 */
export function joinConsequences(groups: readonly Group[], exchangeOf: ExchangeOf = () => undefined): Followed {
  const errors = new Map(groups.map((group) => [group, group.map((finding) => errorOf(finding, exchangeOf))]));
  const broken = groups.map((group) => ({ group, isBroken: brokenBy(group, exchangeOf) }));
  const headOf = (group: Group): Group | undefined => {
    const isOfLength = group.every((finding) => shows(finding, 'length'));
    const lengthOf = isOfLength
      ? (broken.find(({ isBroken }) => group.every((finding) => comparedIn(finding).some(isBroken)))?.group ??
        groups.find((other) => levelRank(other) < levelRank(group) && isComparedBy(other, group)))
      : undefined;
    const openTo = takenWithWrongToken(group, exchangeOf);
    if (openTo !== undefined)
      return groups.find(
        (other) => takesUnknownToken(other, openTo, exchangeOf) && !takesUnknownToken(group, openTo, exchangeOf),
      );
    const [error, ...others] = errors.get(group) ?? [];
    if (error === undefined || others.some((other) => other !== error)) return lengthOf;
    const alike = groups.filter((each) =>
      each.some((finding, at) => expectsSuccess(finding) && errors.get(each)?.[at] === error),
    );
    return alike.toSorted((a, b) => b.length - a.length || levelRank(a) - levelRank(b))[0];
  };
  const heads = new Map(
    groups.flatMap((group) => {
      const head = headOf(group);
      return head === undefined || head === group || levelRank(head) > levelRank(group) ? [] : [[group, head] as const];
    }),
  );
  const followers = Map.groupBy(heads.keys(), (group) => heads.get(group));
  return {
    groups: groups.flatMap((group) => (heads.has(group) ? [] : [[group, ...(followers.get(group) ?? [])].flat()])),
    following: new Set([...heads.keys()].flat()),
  };
}

/**
 * Joins causes that show the same by checks that differ only in the operation, such as checks of chats and of streams.
 */
export function joinSiblings(groups: readonly Group[], exchangeOf: ExchangeOf = () => undefined): readonly Group[] {
  const keysOf = (group: Group): readonly string[] => group.flatMap((finding) => siblingKeyOf(finding, exchangeOf));
  const joined: { readonly keys: Set<string>; readonly all: Finding[] }[] = [];
  for (const group of groups) {
    const keys = keysOf(group);
    const sibling = joined.find((each) => keys.some((key) => each.keys.has(key)));
    if (sibling === undefined) joined.push({ keys: new Set(keys), all: [...group] });
    else {
      sibling.all.push(...group);
      for (const key of keys) sibling.keys.add(key);
    }
  }
  return joined.map(({ all }) => all);
}

/** A key that is equal for checks that show the same of different operations; empty where a finding has no mismatch. */
function siblingKeyOf(finding: Finding, exchangeOf: ExchangeOf): readonly string[] {
  const { check, mismatches } = finding;
  if (mismatches.length === 0) return [];
  const name = nameOfAnyOperation(check);
  const answer = answerOf(finding, exchangeOf);
  const seen =
    shows(finding, 'status') && answer !== undefined
      ? `${answer.status} ${answer.status < 400 ? (errorCodeIn(answer) ?? '') : normalizedErrorText(answer)}`
      : observedIn(finding, exchangeOf);
  return [[name, subjectIn(finding), expectedIn(finding), seen].join('\n')];
}

/**
 * Statuses for something that is not there. Other refusals of one wording have as many reasons as a request has parts.
 */
const missing: ReadonlySet<number> = new Set([404, 410]);

/**
 * What is missing, where a plain use of an operation had to be answered, or refused for lack of credits; undefined
 * elsewhere.
 */
function errorOf(finding: Finding, exchangeOf: ExchangeOf): string | undefined {
  const [first] = finding.mismatches;
  const isPlainUse = expectsSuccess(finding) || first?.kind?.due === uncoveredChatStatusText;
  const answer = isPlainUse ? answerOf(finding, exchangeOf) : undefined;
  if (answer === undefined || !missing.has(answer.status) || errorCodeIn(answer) === undefined) return undefined;
  return `${exchangeOf(first?.exchange ?? '')?.operation ?? ''} ${answer.status} ${normalizedErrorText(answer)}`;
}

const longestError = 500;

/**
 * The operation that answers with a success in all failures of this group, each with an `Authorization` that has to be
 * refused; undefined where one shows something else.
 */
function takenWithWrongToken(group: Group, exchangeOf: ExchangeOf): Operation | undefined {
  const shown = group.map((finding) => takenIn(finding, exchangeOf));
  const [first] = shown;
  return shown.every((each) => each !== undefined && each.operation === first?.operation)
    ? first?.operation
    : undefined;
}

function takesUnknownToken(group: Group, operation: Operation, exchangeOf: ExchangeOf): boolean {
  return group.some((finding) => {
    const taken = takenIn(finding, exchangeOf);
    return taken?.operation === operation && taken.authorization === `Bearer ${unknownToken}`;
  });
}

function takenIn(finding: Finding, exchangeOf: ExchangeOf) {
  const exchange = exchangeOf(leadExchangeId(finding));
  if (!isOfFamily(finding.check, 'auth') || expectsSuccess(finding) || exchange?.request === undefined)
    return undefined;
  const { operation, request, response } = exchange;
  const authorization = headerOf(request.headers, 'authorization');
  const isTaken = response.is === 'answer' && isSuccessStatus(response.status);
  return isTaken && authorization !== undefined ? { operation, authorization } : undefined;
}

/** The beginning of a body, with all numbers replaced by 0. */
export function normalizedErrorText({ body }: Answer): string {
  const text = Buffer.from(body.subarray(0, longestError)).toString('latin1');
  return text.replaceAll(/\d+/g, '0');
}

function answerOf({ mismatches: [first] }: Finding, exchangeOf: ExchangeOf): Answer | undefined {
  const response = exchangeOf(first?.exchange ?? '')?.response;
  return response?.is === 'answer' ? response : undefined;
}

/** The exchange whose length is wrong, and the exchanges of its probe, with which it is compared. */
function comparedIn(finding: Finding): readonly string[] {
  return [leadExchangeId(finding), ...finding.exchanges];
}

/** Whether a failure of `group` about the length of audio compares it with an answer that one of `those` shows. */
function isComparedBy(group: Group, those: Group): boolean {
  const compared = new Set(group.filter((finding) => shows(finding, 'length')).flatMap(comparedIn));
  return those.some((finding) => compared.has(leadExchangeId(finding)));
}

/** Audio is cut off at a size if the audio of this many broken answers ends there, give or take a hundredth. */
const leastCut = 2;
const sameSize = 1.01;

/**
 * Returns whether the audio of an exchange is broken. That is so if a failure of this group shows it, if it ends at the
 * size of several broken answers of the group, or if it is a WAV with a wrong header and the group shows such a WAV.
 */
function brokenBy(group: Group, exchangeOf: ExchangeOf): (id: string) => boolean {
  const audio = group.filter((finding) => shows(finding, 'audio') && defectIn(finding).length > 0);
  const ids = new Set(audio.flatMap(({ mismatches }) => mismatches.flatMap(({ exchange = [] }) => exchange)));
  const audioOf = (id: string): Uint8Array | undefined => {
    const response = exchangeOf(id)?.response;
    return response?.is === 'answer' ? audioIn(response) : undefined;
  };
  const bytesOf = (id: string): number | undefined => audioOf(id)?.length;
  const isWrongWav = (id: string): boolean => {
    const own = audioOf(id);
    return own !== undefined && isRiff(own) && wavChunksOf(own).cut !== undefined;
  };
  const isOfWav = [...ids].some(isWrongWav);
  const sizes = [...ids].flatMap((id) => bytesOf(id) ?? []);
  const areAlike = (one: number, other: number): boolean => Math.max(one, other) <= sameSize * Math.min(one, other);
  return (id) => {
    const bytes = ids.has(id) ? undefined : bytesOf(id);
    return (
      ids.has(id) ||
      (isOfWav && isWrongWav(id)) ||
      (bytes !== undefined && sizes.filter((size) => areAlike(size, bytes)).length >= leastCut)
    );
  };
}
