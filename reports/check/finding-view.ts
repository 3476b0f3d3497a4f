import type { Finding } from '../../conformance/model/run.ts';
import { clauseText } from './headline.ts';
import { type ControlComparison, changedText } from '../exchange/control-comparison.ts';
import type { FaultText, Quotation } from './background.ts';
import { reproducedCall } from './clauses.ts';
import { becauseOf } from './reasons.ts';

/** What a report knows of a check besides the run. */
export type FindingBackground = {
  readonly fault?: FaultText | undefined;
  /** The quotation of the document that it rests on. */
  readonly quoted?: Quotation | undefined;
  /** The comparison with its control. */
  readonly compared?: ControlComparison | undefined;
};

/** A finding as every report shows it, in this order; each report formats and escapes it in its own way. */
export type FindingView = Pick<Finding, 'title' | 'requirement' | 'mismatches'> &
  Omit<FindingBackground, 'compared'> & {
    /** The clause and the others that it rests on: `2.5, 8.2`. */
    readonly clauses: string;
    readonly doneBy: readonly string[];
    /** Only where there is no mismatch. */
    readonly because: string | undefined;
    /** Why a generated request is not valid, or what is unusual about it. */
    readonly input: string | undefined;
    /** How its request differs from that of its control, and the control's id. */
    readonly differs: { readonly control: string; readonly lead: string; readonly says: string } | undefined;
    /** The line that sends it again, and which of several calls that is. */
    readonly run: { readonly line: string; readonly call: string | undefined } | undefined;
  };

export function findingViewOf(finding: Finding, { fault, quoted, compared }: FindingBackground = {}): FindingView {
  const { title, requirement, mismatches, doneBy = [], reproduce, verdict } = finding;
  const because = becauseOf(finding);
  const changed = compared && changedText(compared);
  const isSaidBelow = verdict.is === 'fail' && mismatches.length > 0;
  return {
    title,
    requirement,
    quoted,
    clauses: clauseText(finding),
    doneBy,
    input: inputText(finding),
    because: because === '' || isSaidBelow ? undefined : because,
    mismatches,
    differs:
      compared && changed !== undefined
        ? { control: compared.control, lead: differsLead(finding), says: changed }
        : undefined,
    fault: verdict.is === 'fail' ? fault : undefined,
    run: reproduce === '' ? undefined : { line: reproduce, call: reproducedCall(finding) },
  };
}

/**
 * `The generated request is invalid: speed is 5, and 2.5 asks for a number from 0.25 to 4`; for a valid one what is unusual
 * about it. Undefined for other requests.
 */
export function inputText({ input, unusual }: Pick<Finding, 'input' | 'unusual'>): string | undefined {
  if (input?.is === 'invalid') return `The generated request is invalid: ${input.because}`;
  if (input !== undefined) return `Left open by the document: ${input.because}`;
  return unusual === undefined ? undefined : `The generated request is valid. Unusual about it: ${unusual.join('; ')}`;
}

/** The quotation and its place: `the document says in 2.6: “Media type of the audio” – of each format`. */
export function quotedText(quoted: Quotation): string {
  const { words, so } = quoted;
  return `the document says in ${placeText(quoted)}: “${words}”${so === undefined ? '' : ` – ${so}`}`;
}

/** `2.5`, or `a table of 2.5` where the quotation is a row of a table. */
export function placeText({ section, words }: Quotation): string {
  return words.includes(' | ') ? `a table of ${section}` : section;
}

/**
 * The words before the difference. A check differs from its control only in what is judged; a generated request differs from
 * its plain control in more, which need not all be the reason of the failure.
 */
function differsLead({ input, unusual }: Pick<Finding, 'input' | 'unusual'>): string {
  return input === undefined && unusual === undefined
    ? 'Differs from its control, which succeeded:'
    : 'A plain request succeeded, from which this one differs:';
}
