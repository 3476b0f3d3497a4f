import { certificateFormat } from '../../conformance/contract/formats/certificate.ts';
import { compareFormat } from '../../conformance/contract/formats/compare.ts';
import { corpusFormat } from '../../conformance/contract/formats/corpus.ts';
import { dialectFormat } from '../../conformance/contract/formats/dialect.ts';
import { doctorFormat } from '../../conformance/contract/formats/doctor.ts';
import { exchangeFormat } from '../../conformance/contract/formats/exchange.ts';
import { falseAlarmsFormat } from '../../conformance/contract/formats/false-alarms.ts';
import { findingFormat } from '../../conformance/contract/formats/finding.ts';
import { historyFormat } from '../../conformance/contract/formats/history.ts';
import { instrumentFormat } from '../../conformance/contract/formats/load/instrument.ts';
import { journalEntryFormat } from '../../conformance/contract/formats/journal-entry.ts';
import { knownFailuresFormat } from '../../conformance/contract/formats/known-failures.ts';
import { listFormat } from '../../conformance/contract/formats/list.ts';
import { loadFormat } from '../../conformance/contract/formats/load/load.ts';
import { matrixFormat } from '../../conformance/contract/formats/matrix.ts';
import type { Format } from '../../conformance/contract/formats/parts.ts';
import { planFormat } from '../../conformance/contract/formats/plan.ts';
import { requirementsFormat } from '../../conformance/contract/formats/requirements.ts';
import { requestsFormat } from '../../conformance/contract/formats/load/requests.ts';
import { runFormat } from '../../conformance/contract/formats/run.ts';
import { selfTestFormat } from '../../conformance/contract/formats/self-test.ts';
import { settingsFormat } from '../../conformance/contract/formats/settings.ts';
import { statusFormat } from '../../conformance/contract/formats/status.ts';
import { verificationFormat } from '../../conformance/contract/formats/verification.ts';
import { workspacesFormat } from '../../conformance/contract/formats/workspaces.ts';

/** Every format of which a schema is published. */
export const publishedFormats: readonly Format[] = [
  certificateFormat,
  compareFormat,
  corpusFormat,
  dialectFormat,
  doctorFormat,
  exchangeFormat,
  falseAlarmsFormat,
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
  requirementsFormat,
  runFormat,
  selfTestFormat,
  settingsFormat,
  statusFormat,
  verificationFormat,
  workspacesFormat,
];
