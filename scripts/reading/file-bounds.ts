const [kilobyte, megabyte] = [1024, 1024 * 1024];

/**
 * Most bytes that are read of an input file, by its kind. Each bound is several times the largest valid size; a larger
 * file is refused with its size.
 */
export const fileBounds = {
  /**
   * `assay.yaml`, known failures, a dialect: entries for all checks take 150 KB. Parsed, the text takes 300 times as
   * much memory.
   */
  yamlBytes: 256 * kilobyte,
  /** A key, or trusted authorities: all those that browsers trust take 250 KB. */
  pemBytes: megabyte,
  /** `--corpus` and `--replay`: about 20,000 inputs. */
  corpusBytes: 8 * megabyte,
  /** `--trace`: about a million requests, which k6 has to hold too. */
  traceBytes: 64 * megabyte,
  /** One line of a corpus or of a load run's records: 100,000 events take 1.3 MB. */
  lineBytes: 4 * megabyte,
  /** The times that an emitter wrote for a canary: 4 MB an hour. */
  canaryBytes: 64 * megabyte,
  /** A sample of the speech under load (load/k6ext/speech/samples.go). */
  sampleBytes: 8 * megabyte,
  /** `run.json`, `load.json` and other files with one JSON text. */
  jsonBytes: 32 * megabyte,
  /** A file of a run's journal. */
  journalBytes: 320 * megabyte,
  /** The whole journal in memory. */
  journalMemoryBytes: 400 * megabyte,
  /** Findings and journal entries: a full run leaves 2 MB. */
  findingsBytes: 16 * megabyte,
  /** One line of a journal: the longest kept response has 16 MB, in base64. */
  journalLineBytes: 32 * megabyte,
  /** Longest wait in milliseconds for output of a pipe, such as `<(command)` makes. */
  pipeMs: 10_000,
} as const;
