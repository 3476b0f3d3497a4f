import type { Finding } from '../../conformance/model/run.ts';
import { clauseText } from './headline.ts';
import { type Compared, changedText } from '../exchange/compared.ts';
import type { FaultText, Quoted } from './background.ts';
import { reproducedCall } from './clauses.ts';
import { becauseOf } from './reasons.ts';

/** What a report knows of a check beside what the run has. */
export type Said = {
  readonly fault?: FaultText | undefined;
  /** The words of the document that it rests on. */
  readonly quoted?: Quoted | undefined;
  /** Its control beside it. */
  readonly compared?: Compared | undefined;
};

/** A finding as every report tells it, in this order; each writes it in its own way, and escapes it. */
export type FindingView = Pick<Finding, 'title' | 'requirement' | 'mismatches'> &
  Omit<Said, 'compared'> & {
    /** The clause and the others that it rests on: `2.5, 8.2`. */
    readonly clauses: string;
    readonly doneBy: readonly string[];
    /** Only where no mismatch says it. */
    readonly because: string | undefined;
    /** Why a generated request is not valid, or what is unusual about it. */
    readonly input: string | undefined;
    /** What its request has that the control's has not, and the check that is the control. */
    readonly differs: { readonly control: string; readonly lead: string; readonly says: string } | undefined;
    /** What shows it again, and which of several calls that is. */
    readonly run: { readonly line: string; readonly call: string | undefined } | undefined;
  };

export function findingViewOf(finding: Finding, { fault, quoted, compared }: Said = {}): FindingView {
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
 * `The generated request is invalid: speed is 5, and 2.5 asks for a number from 0.25 to 4`; of a valid one what it has that a
 * plain one has not. Undefined where nothing is known of it.
 */
export function inputText({ input, unusual }: Pick<Finding, 'input' | 'unusual'>): string | undefined {
  if (input?.is === 'invalid') return `The generated request is invalid: ${input.because}`;
  if (input !== undefined) return `Left open by the document: ${input.because}`;
  return unusual === undefined ? undefined : `The generated request is valid. Unusual about it: ${unusual.join('; ')}`;
}

/** What the document says, and where: `the document says in 2.6: “Media type of the audio” – of each format`. */
export function quotedText(quoted: Quoted): string {
  const { words, so } = quoted;
  return `the document says in ${placeText(quoted)}: “${words}”${so === undefined ? '' : ` – ${so}`}`;
}

/** `2.5`, or `a table of 2.5`: a row of one is no sentence. */
export function placeText({ section, words }: Quoted): string {
  return words.includes(' | ') ? `a table of ${section}` : section;
}

/**
 * Before what differs. The control of a check differs from it in what is judged alone; that of a generated request is a plain
 * one, and what differs from that need not all be to blame.
 */
function differsLead({ input, unusual }: Pick<Finding, 'input' | 'unusual'>): string {
  return input === undefined && unusual === undefined
    ? 'Differs from its control, which succeeded:'
    : 'A plain request succeeded, from which this one differs:';
}
