import { errorCodeIn } from '../../bodies/error-code.ts';
import { isRiff, wavChunksOf } from '../../expectations/audio/decoding/wav-chunks.ts';
import { audioIn } from '../../expectations/audio/spoken.ts';
import { nameOfAnyOperation } from './check-id.ts';
import { idShowing, uncoveredIsDue } from '../../model/mismatch.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Finding } from '../../model/run.ts';
import { defectIn, expectedIn, isOfSuccess, observedIn, shows, subjectIn, type ExchangeOf } from './likeness.ts';
import { weightOf } from './failure-order.ts';

type Group = readonly Finding[];

/** Failures by their causes, and those of them that only follow from what fails with them. */
type Followed = { readonly groups: readonly Group[]; readonly following: ReadonlySet<Finding> };

/**
 * Causes with what follows from them: a success or the end of credits was expected, and of the same operation the same is
 * missing as in a cause with more failures; or it is the length of audio that a cause shows to be broken, or, of less weight,
 * that of audio with whose length a cause compares others.
 */
export function withFollowing(groups: readonly Group[], exchangeOf: ExchangeOf = () => undefined): Followed {
  const errors = new Map(groups.map((group) => [group, group.map((finding) => errorOf(finding, exchangeOf))]));
  const broken = groups.map((group) => ({ group, isBroken: brokenBy(group, exchangeOf) }));
  const headOf = (group: Group): Group | undefined => {
    const isOfLength = group.every((finding) => shows(finding, 'length'));
    const lengthOf = isOfLength
      ? (broken.find(({ isBroken }) => group.every((finding) => comparedIn(finding).some(isBroken)))?.group ??
        groups.find((other) => weightOf(other) < weightOf(group) && isComparedBy(other, group)))
      : undefined;
    const [error, ...others] = errors.get(group) ?? [];
    if (error === undefined || others.some((other) => other !== error)) return lengthOf;
    const alike = groups.filter((each) =>
      each.some((finding, at) => isOfSuccess(finding) && errors.get(each)?.[at] === error),
    );
    return alike.toSorted((a, b) => b.length - a.length || weightOf(a) - weightOf(b))[0];
  };
  const heads = new Map(
    groups.flatMap((group) => {
      const head = headOf(group);
      return head === undefined || head === group || weightOf(head) > weightOf(group) ? [] : [[group, head] as const];
    }),
  );
  const followers = Map.groupBy(heads.keys(), (group) => heads.get(group));
  return {
    groups: groups.flatMap((group) => (heads.has(group) ? [] : [[group, ...(followers.get(group) ?? [])].flat()])),
    following: new Set([...heads.keys()].flat()),
  };
}

/** Causes that show the same by checks that differ in the operation alone, such as of chats and of streams, as one. */
export function withSiblings(groups: readonly Group[], exchangeOf: ExchangeOf = () => undefined): readonly Group[] {
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

/** Nothing of a check whose name tells no operation, and that is about one alone. */
function siblingKeyOf(finding: Finding, exchangeOf: ExchangeOf): readonly string[] {
  const { check, mismatches } = finding;
  if (mismatches.length === 0) return [];
  const name = nameOfAnyOperation(check);
  const answer = answerOf(finding, exchangeOf);
  const seen =
    shows(finding, 'status') && answer !== undefined
      ? `${answer.status} ${answer.status < 400 ? (errorCodeIn(answer) ?? '') : errorIn(answer)}`
      : observedIn(finding, exchangeOf);
  return [[name, subjectIn(finding), expectedIn(finding), seen].join('\n')];
}

/** They name what is not there: other refusals of one wording have as many reasons as a request has parts. */
const missing: ReadonlySet<number> = new Set([404, 410]);

/** What is missing, where a plain use of this operation was to be answered, or refused for its credits alone. */
function errorOf(finding: Finding, exchangeOf: ExchangeOf): string | undefined {
  const [first] = finding.mismatches;
  const isPlainUse = isOfSuccess(finding) || first?.kind?.due === uncoveredIsDue;
  const answer = isPlainUse ? answerOf(finding, exchangeOf) : undefined;
  if (answer === undefined || !missing.has(answer.status) || errorCodeIn(answer) === undefined) return undefined;
  return `${exchangeOf(first?.exchange ?? '')?.operation ?? ''} ${answer.status} ${errorIn(answer)}`;
}

const longestError = 500;

/** The body without the values in it. */
export function errorIn({ body }: Answer): string {
  const text = Buffer.from(body.subarray(0, longestError)).toString('latin1');
  return text.replaceAll(/\d+/g, '0');
}

function answerOf({ mismatches: [first] }: Finding, exchangeOf: ExchangeOf): Answer | undefined {
  const response = exchangeOf(first?.exchange ?? '')?.response;
  return response?.is === 'answer' ? response : undefined;
}

/** The answer that is too long or too short, and those of its probe, with which it is compared. */
function comparedIn(finding: Finding): readonly string[] {
  return [idShowing(finding), ...finding.exchanges];
}

/** Whether one of these is about how long audio lasts that one of those shows to be of no plausible length. */
function isComparedBy(group: Group, those: Group): boolean {
  const compared = new Set(group.filter((finding) => shows(finding, 'length')).flatMap(comparedIn));
  return those.some((finding) => compared.has(idShowing(finding)));
}

/** So many whose audio is broken at one size, give or take a hundredth, are cut off there. */
const leastCut = 2;
const sameSize = 1.01;

/**
 * Whether one of these shows the audio of an answer to be broken, or it ends where several do that are, or it is a WAV of which
 * the header is wrong, where that of one of these is.
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
