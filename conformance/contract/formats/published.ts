import { certificateFormat } from './certificate.ts';
import { compareFormat } from './compare.ts';
import { corpusFormat } from './corpus.ts';
import { dialectFormat } from './dialect.ts';
import { doctorFormat } from './doctor.ts';
import { exchangeFormat } from './exchange.ts';
import { findingFormat } from './finding.ts';
import { historyFormat } from './history.ts';
import { instrumentFormat } from './load/instrument.ts';
import { journalEntryFormat } from './journal-entry.ts';
import { knownFailuresFormat } from './known-failures.ts';
import { listFormat } from './list.ts';
import { loadFormat } from './load/load.ts';
import { matrixFormat } from './matrix.ts';
import type { Format } from './parts.ts';
import { planFormat } from './plan.ts';
import { requestsFormat } from './load/requests.ts';
import { runFormat } from './run.ts';
import { selfTestFormat } from './self-test.ts';
import { settingsFormat } from './settings.ts';
import { workspacesFormat } from './workspaces.ts';

/** Every format of which a schema is published. */
export const publishedFormats: readonly Format[] = [
  certificateFormat,
  compareFormat,
  corpusFormat,
  dialectFormat,
  doctorFormat,
  exchangeFormat,
  findingFormat,
  historyFormat,
  instrumentFormat,
  journalEntryFormat,
  knownFailuresFormat,
  listFormat,
  loadFormat,
  matrixFormat,
  planFormat,
  requestsFormat,
  runFormat,
  selfTestFormat,
  settingsFormat,
  workspacesFormat,
];
