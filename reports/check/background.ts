import type { Exchange } from '../../conformance/model/exchange.ts';
import type { Run, Verdict } from '../../conformance/model/run.ts';
import type { DecodedAnswer } from '../../conformance/decoded/decoded-answer.ts';

/** The deliberate mistake of the reference service that a check catches. */
export type FaultText = { readonly id: string; readonly mistake: string };

/** Words of the interface document as they stand there, and the step from them to what a check holds. */
export type Quoted = { readonly section: string; readonly words: string; readonly so?: string };

/** An earlier run of the same target, by the name of its folder, and what each of its checks came to. */
export type EarlierRun = {
  readonly folder: string;
  readonly startedAt: string;
  readonly verdicts: ReadonlyMap<string, Verdict['is']>;
};

/** What has to be seen before a check of an absence passes; `isEither`: one of several things. */
export type ControlText = { readonly says: string; readonly isEither: boolean };

/** What a report knows beside the run: reports read no bodies and know no checks themselves. */
export type ReportContext = {
  /** By the id of the check that names it. */
  readonly faults: ReadonlyMap<string, FaultText>;
  /** By the id of the check. */
  readonly controls?: ReadonlyMap<string, ControlText>;
  /** The check whose request differs from its own by what is judged, by its id. */
  readonly controlOf?: ReadonlyMap<string, string>;
  /** What a check rests on, by its id. */
  readonly quotes?: ReadonlyMap<string, Quoted>;
  /** Of the text of the page's script, in base64; without it a page has no script. */
  readonly scriptSha256?: string;
  /** Says whether a failure is new. */
  readonly earlier?: EarlierRun | undefined;
  readonly decodedAnswerOf: (exchange: Exchange) => DecodedAnswer;
};

/**
 * The mistakes to compare failures with: of a cause that is like one mistake alone, for what shows it best. The one that any
 * other failed check names is as likely another mistake, and of a property it says nothing of a find.
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

/** For reports of a run alone. */
export const emptyContext: ReportContext = { faults: new Map(), decodedAnswerOf: () => ({}) };
