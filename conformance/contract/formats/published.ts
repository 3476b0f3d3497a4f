import { certificateFormat } from './certificate.ts';
import { corpusFormat } from './corpus.ts';
import { dialectFormat } from './dialect.ts';
import { exchangeFormat } from './exchange.ts';
import { findingFormat } from './finding.ts';
import { journalEntryFormat } from './journal-entry.ts';
import type { Format } from './parts.ts';
import { runFormat } from './run.ts';
import { selfTestFormat } from './self-test.ts';

/** Every format of which a schema is published. */
export const publishedFormats: readonly Format[] = [
  certificateFormat,
  corpusFormat,
  dialectFormat,
  exchangeFormat,
  findingFormat,
  journalEntryFormat,
  runFormat,
  selfTestFormat,
];
