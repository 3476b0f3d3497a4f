import { figures } from './figures.ts';
import { calibration, canary, environment, validity } from './trust.ts';
import { amount, count, nonEmptyList, list, object, optional, portion, text, texts } from '../parts.ts';

const generator = object('One load generator: its figures are of its own requests, by its own clock.', {
  segment: text('The part of the schedule that it sent, as k6 writes it, such as `0:1/2`.'),
  run: text('Starts the ids of its requests.'),
  startedAfterMs: amount('After the first generator, by the clock of each machine.'),
  planned: optional(count('Its requests of the schedule; absent if its segment is not one of equal parts.')),
  recorded: count(),
  share: portion('Of all recorded requests.'),
  duplicates: optional(count('Records left out because another generator has a record of the same request.')),
  figures: figures,
  validity,
  canary: optional(canary),
  calibration: optional(calibration),
  environment: optional(environment),
});

export const generators = object('The load generators that sent this run together, one segment of the schedule each.', {
  each: nonEmptyList(generator, 'In the order of their segments.'),
  startsDifferMs: amount('Between the first start and the last, by the clock of each machine.'),
  missing: list(
    object({
      segment: text(),
      planned: optional(count('Its requests of the schedule.')),
    }),
    'Segments without any record.',
  ),
  repeated: list(
    object({
      segment: text(),
      run: text('That of a counted generator in a copy of its records.'),
      alongside: optional(
        list(
          count(),
          'Requests that it sent while another attempt at the segment sent too: of each step, or of the run after its warm-up. Absent if there are none.',
        ),
      ),
    }),
    'Second attempts at a segment, of which nothing counts: the attempt with more records does.',
  ),
  says: texts('What is wrong with some of them, and what that does to the figures.'),
  withoutInvalid: optional(
    object('The figures without the generators that are invalid. Absent if all are valid, or none is.', {
      segments: texts('Those that are left.'),
      figures: figures,
    }),
  ),
});
