/** load.json: what a run of a load scenario measured. Derived from requests.ndjson and instrument.json. */
export type { Load } from '../../conformance/contract/formats/load/load.ts';
