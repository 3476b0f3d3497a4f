import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run, Verdict } from '../../conformance/model/run.ts';
import type { DecodedAnswer } from '../../conformance/decoded/decoded-answer.ts';

/** The fault of the reference service that a check finds. */
export type FaultText = { readonly id: string; readonly mistake: string };

/** A quotation of the interface document; `so` is what a check concludes from it. */
export type Quotation = { readonly section: string; readonly words: string; readonly so?: string };

/** An earlier run of the same target: its folder, and the verdict of each check. */
export type EarlierRun = {
  readonly folder: string;
  readonly startedAt: string;
  readonly verdicts: ReadonlyMap<string, Verdict['is']>;
};

/** The control of an absence check; `isEither`: one of several is enough. */
export type ControlText = { readonly says: string; readonly isEither: boolean };

/** What a report needs besides the run: reports decode no bodies and know no checks. */
export type ReportContext = {
  /** The fault that each check names, by the check's id. */
  readonly faults: ReadonlyMap<string, FaultText>;
  /** The control of each absence check, by the check's id. */
  readonly controls?: ReadonlyMap<string, ControlText>;
  /** The id of each check's control, whose request differs only in what is judged. */
  readonly controlOf?: ReadonlyMap<string, string>;
  /** The quotation that each check rests on, by the check's id. */
  readonly quotes?: ReadonlyMap<string, Quotation>;
  /** SHA-256 of the page's script, in base64; without it a page has no script. */
  readonly scriptSha256?: string;
  /** The run with which failures are compared to tell whether they are new. */
  readonly earlier?: EarlierRun | undefined;
  readonly decodedAnswerOf: (exchange: Exchange) => DecodedAnswer;
};

/**
 * The faults to compare failures with: for a cause that is similar to one fault alone, that fault, at the finding that
 * shows the cause best. The faults that other failed checks name are as likely another mistake, and the fault of a
 * generated property says nothing of what was found.
 */
export function comparableFaults(
  { command, causes }: Pick<Run, 'command' | 'causes'>,
  { faults }: Pick<ReportContext, 'faults'>,
): ReportContext['faults'] {
  if (command === 'fuzz') return emptyContext.faults;
  const byName = new Map([...faults.values()].map((fault) => [fault.id, fault]));
  return new Map(
    causes.flatMap(({ checks: [lead], similar = '' }) => {
      const fault = byName.get(similar);
      return fault === undefined || lead === undefined ? [] : [[lead, fault] as const];
    }),
  );
}

/** For reports without any context. */
export const emptyContext: ReportContext = { faults: new Map(), decodedAnswerOf: () => ({}) };
