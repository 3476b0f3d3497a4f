import type { Circumstance } from '../core/circumstance.ts';
import { exchangeFromLine } from '../core/run/exchange-line.ts';
import type { Exchange } from '../core/exchange.ts';
import type { RunHeader } from '../core/run/run.ts';
import type { RecordedRun } from './recorded-calls.ts';
import { isSelfTest, type SelfTest } from './self-test.ts';
import type { Shape } from './shape.ts';
import { isCircumstance, isExchange, isHeader } from './shapes.ts';

/** The texts of the files that a certificate rests on. */
type EvidenceTexts = {
  readonly run: string;
  readonly findings: string;
  readonly exchanges: string;
  readonly circumstances: string;
  readonly selfTest: string;
};

/** What the files say. Findings and run are only compared with what is judged again, so they are left as they are. */
export type Evidence = {
  readonly record: RecordedRun;
  readonly findings: readonly unknown[];
  readonly run: unknown;
  readonly selfTest: SelfTest;
};

type EvidenceRead =
  | { readonly is: 'read'; readonly evidence: Evidence }
  | { readonly is: 'unreadable'; readonly because: string };

/** Reads them, strictly: what has not the form that assay writes is not guessed at. */
export function evidenceFrom(texts: EvidenceTexts): EvidenceRead {
  try {
    const [first, ...findings] = linesOf('findings.ndjson', texts.findings, plainJson);
    const header: RunHeader = formed('the first line of findings.ndjson', first, isHeader);
    const exchanges = linesOf('exchanges.ndjson', texts.exchanges, exchangeFromLine).map(
      (each: unknown, at): Exchange => formed(`line ${at + 1} of exchanges.ndjson`, each, isExchange),
    );
    const circumstances = linesOf('circumstances.ndjson', texts.circumstances, plainJson).map(
      (each, at): Circumstance => formed(`line ${at + 1} of circumstances.ndjson`, each, isCircumstance),
    );
    const twice = repeated(exchanges.map(({ id }) => id));
    if (twice !== undefined) throw new Unreadable(`exchanges.ndjson has ${twice} twice`);
    return {
      is: 'read',
      evidence: {
        record: { header, exchanges, circumstances },
        findings,
        run: parsed('run.json', texts.run, plainJson),
        selfTest: formed('self-test.json', parsed('self-test.json', texts.selfTest, plainJson), isSelfTest),
      },
    };
  } catch (error) {
    if (error instanceof Unreadable) return { is: 'unreadable', because: error.message };
    throw error;
  }
}

class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

function formed<T>(what: string, each: unknown, shape: Shape<T>): T {
  if (shape(each)) return each;
  throw new Unreadable(`${what} has not the form that assay writes`);
}

type Parse = (text: string) => unknown;

function linesOf(file: string, text: string, parse: Parse): readonly unknown[] {
  if (text === '') return [];
  if (!text.endsWith('\n')) throw new Unreadable(`${file} ends within a line`);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line, at) => parsed(`line ${at + 1} of ${file}`, line, parse));
}

function parsed(what: string, text: string, parse: Parse): unknown {
  try {
    return parse(text);
  } catch {
    // A syntax error, or a stack that ended.
    throw new Unreadable(`${what} is no JSON that can be read`);
  }
}

/** Throws also where it is nested so deep that it could not be written, and compared, again. */
function plainJson(text: string): unknown {
  const json: unknown = JSON.parse(text);
  JSON.stringify(json);
  return json;
}

function repeated(ids: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return ids.find((id) => seen.size === seen.add(id).size);
}
