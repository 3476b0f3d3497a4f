const [kilobyte, megabyte] = [1024, 1024 * 1024];

/**
 * How much is read of a file that somebody hands over. Each is several times what the largest valid one has; what is
 * longer is refused, and said with its size.
 */
export const fileBounds = {
  /** `assay.yaml`, known failures, a dialect: an entry for each check is 150 KB. What is read takes 300 times as much. */
  yamlBytes: 256 * kilobyte,
  /** A key, or authorities to trust: all that browsers trust are 250 KB. */
  pemBytes: megabyte,
  /** `--corpus` and `--replay`: some 20,000 inputs. */
  corpusBytes: 8 * megabyte,
  /** `--trace`: some million requests, which k6 holds too. */
  traceBytes: 64 * megabyte,
  /** One line of a corpus, and of a load run's records: 100,000 events are 1.3 MB. */
  lineBytes: 4 * megabyte,
  /** What an emitter wrote for a canary: 4 MB an hour. */
  canaryBytes: 64 * megabyte,
  /** A sample of what was spoken under load (load/k6ext/speech/samples.go). */
  sampleBytes: 8 * megabyte,
  /** `run.json`, `load.json` and what else is one JSON text. */
  jsonBytes: 32 * megabyte,
  /** A file of a run's journal. */
  journalBytes: 320 * megabyte,
  /** All of it together, as it lies in memory. */
  journalMemoryBytes: 400 * megabyte,
  /** Findings and journal entries: a full run leaves 2 MB. */
  findingsBytes: 16 * megabyte,
  /** One line of it: the longest kept answer is 16 MB, in base64. */
  journalLineBytes: 32 * megabyte,
  /** A pipe, such as `<(command)` makes, that says nothing for so long is waited for no longer. */
  pipeMs: 10_000,
} as const;
