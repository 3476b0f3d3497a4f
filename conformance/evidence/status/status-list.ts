import type { KeyObject } from 'node:crypto';
import type { StatusEntry, StatusList } from '../../contract/formats/status.ts';
import { formOf } from '../../reading/form.ts';
import { parsedJson } from '../../reading/parsed-json.ts';
import { openEnvelope, signEnvelope, statusPayload } from '../dsse.ts';

const statusForm = formOf<StatusList>('status');

/** Days until the next list is due: nightly checks that fail to run for a week are noticed. */
const dueDays = 7;

type StatusRead =
  | { readonly is: 'read'; readonly list: StatusList; readonly keyId: string }
  | { readonly is: 'refused'; readonly because: string };

/** The list in an envelope that this key has signed, or why it is not believed. */
export function readStatusList(text: string, key: KeyObject): StatusRead {
  const envelope = openEnvelope(text, key, statusPayload);
  if (envelope.is === 'refused') return envelope;
  const read = statusForm(parsedJson(Buffer.from(envelope.payload).toString('utf8')));
  if (read.is === 'other') return { is: 'refused', because: `it is not a status list: ${read.because}` };
  return { is: 'read', list: read.value, keyId: envelope.keyId };
}

/** The text of a list in which the entry replaces the one of the same certificate. */
export function statusListText(
  before: readonly StatusEntry[],
  entry: StatusEntry,
  { at, version, key }: { readonly at: Date; readonly version: string; readonly key: KeyObject },
): string {
  const place = before.findIndex(({ certificate }) => certificate === entry.certificate);
  const certificates = place < 0 ? [...before, entry] : before.with(place, entry);
  const list: StatusList = {
    schema: 'assay.status/1',
    tool: { name: 'assay', version },
    issuedAt: at.toISOString(),
    nextUpdate: new Date(at.getTime() + dueDays * 86_400_000).toISOString(),
    certificates,
  };
  return signEnvelope(Buffer.from(JSON.stringify(list), 'utf8'), key, statusPayload);
}
