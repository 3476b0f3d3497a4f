import { reportedMismatches } from '../engine/judging/finding-of.ts';
import { maskedFinding } from '../engine/judging/masked-finding.ts';
import { reproductionOfCase } from '../engine/judging/reproduction.ts';
import { findingId } from '../model/generated.ts';
import { maskedExchange, type Exchange } from '../model/exchange.ts';
import type { Finding, Verdict } from '../model/run.ts';
import type { CorpusEntry } from './corpus.ts';
import { unusualTraitsOf } from './defects/unusual.ts';
import type { ShrunkInput } from './smallest.ts';
import type { Property } from './property.ts';
import { inputFlaw } from './defects/input-flaw.ts';

/** A new defect, with the smallest input that shows it. */
export type FoundDefect = {
  readonly finding: Finding;
  readonly exchanges: readonly Exchange[];
  /** The exchanges of its control, which other findings may share. */
  readonly controls: readonly Exchange[];
  readonly entry: CorpusEntry;
  /** The number of the case in the run; absent for an input of the corpus. */
  readonly afterCases?: number;
  /** True where the shrunk input is smaller than the generated one. */
  readonly isShrunk?: boolean;
};

/** The seed that generated an input, and the number of its case; the number is absent for an input from a file. */
export type Origin = { readonly seed: number; readonly afterCases?: number };

/** The results folder as findings name it, and the exchanges of the property's control. */
type FindingContext = {
  readonly folder: string | undefined;
  readonly controls: readonly Exchange[];
  /** The number of the defect among those of the property, from 1. */
  readonly number: number;
};

export function foundDefectOf(
  property: Property,
  { legible: { input, failure }, ...found }: ShrunkInput,
  { seed, folder, controls, number, ...origin }: Origin & FindingContext,
  mask: (text: string) => string,
): FoundDefect {
  const { cause, mismatches, because, seen, decisive } = failure;
  const id = findingId(property.id, number);
  const verdict: Verdict = { is: 'fail', because };
  const decisiveAt = decisive === undefined ? -1 : seen.indexOf(decisive);
  const { otherwise } = found;
  const isSteady = otherwise === undefined;
  // The input is not described where the failure is intermittent: it may have no part in it.
  const flaw = isSteady || property.kind !== 'unspecified' ? inputFlaw(property, input, found.isAccepted) : undefined;
  const unusual = property.kind === 'valid' && isSteady ? unusualTraitsOf(found.input, found, decisiveAt) : [];
  const sent = [...seen, ...(otherwise ?? [])];
  const finding: Finding = {
    ...sayingOf(property),
    check: id,
    verdict,
    ...reportedMismatches(mismatches, seen),
    exchanges: sent.map(({ id }) => id),
    ...(controls.length === 0 ? {} : { controls: controls.map(({ id }) => id) }),
    // With the exchanges that passed beside it, so that no single call is claimed to show an intermittent failure.
    ...(decisive === undefined ? { reproduce: '' } : reproductionOfCase(id, decisive, sent, folder)),
    ...(decisive === undefined || sent.length < 2 ? {} : { reproduces: decisive.id }),
    ...(flaw === undefined ? {} : { input: flaw }),
    ...(unusual.length === 0 ? {} : { unusual }),
  };
  return {
    finding: maskedFinding(finding, mask),
    exchanges: sent.map(maskedExchange),
    controls: controls.map(maskedExchange),
    entry: { schema: 'assay.corpus/1', property: property.id, cause: mask(cause), seed, input },
    ...origin,
    ...(found.isShrunk === true ? { isShrunk: true } : {}),
  };
}

function sayingOf(
  property: Property,
): Pick<Finding, 'check' | 'clause' | 'also' | 'level' | 'title' | 'requirement' | 'doneBy'> {
  const { id, clause, also, level, title, requirement, doneBy } = property;
  return { check: id, clause, also, level, title, requirement, ...(doneBy === undefined ? {} : { doneBy }) };
}

/** A finding without exchanges and mismatches. */
export function plainFinding(property: Property, verdict: Verdict): Finding {
  return { ...sayingOf(property), verdict, mismatches: [], exchanges: [], reproduce: '' };
}
