import type { Mismatch } from '../../model/check.ts';
import type { About, Finding, Reason, Verdict } from '../../model/run.ts';

/** A finding without secrets: texts about answers and errors may quote them. The texts of its check are assay's own. */
export function maskedFinding(finding: Finding, mask: (text: string) => string): Finding {
  const { verdict, mismatches, defect, tried } = finding;
  return {
    ...finding,
    verdict: maskedVerdict(verdict, mask),
    mismatches: mismatches.map((mismatch) => ({
      ...mismatch,
      subject: mask(mismatch.subject),
      expected: mask(mismatch.expected),
      observed: mask(mismatch.observed),
      ...(mismatch.answers === undefined ? {} : { answers: maskedAnswers(mismatch.answers, mask) }),
      ...(mismatch.kind === undefined ? {} : { kind: maskedKind(mismatch.kind, mask) }),
    })),
    ...(defect === undefined ? {} : { defect: mask(defect) }),
    ...(tried === undefined ? {} : { tried: maskedTried(tried, mask) }),
  };
}

/** Counts of cases, with the reasons masked why some could not be judged: they may quote answers. */
export function maskedTried(
  { notJudged, ...counts }: NonNullable<Finding['tried']>,
  mask: (text: string) => string,
): NonNullable<Finding['tried']> {
  if (notJudged === undefined) return counts;
  return { ...counts, notJudged: notJudged.map(({ because, times }) => ({ because: mask(because), times })) };
}

/** The trait that the answers have in common may be a value that was sent. */
function maskedAnswers(answers: NonNullable<Mismatch['answers']>, mask: (text: string) => string) {
  const { which } = answers;
  return which === undefined ? answers : { ...answers, which: mask(which) };
}

function maskedKind(kind: NonNullable<Mismatch['kind']>, mask: (text: string) => string) {
  const { subject, observed } = kind;
  return {
    ...kind,
    ...(subject === undefined ? {} : { subject: mask(subject) }),
    ...(observed === undefined ? {} : { observed: mask(observed) }),
  };
}

function maskedVerdict(verdict: Verdict, mask: (text: string) => string): Verdict {
  return 'because' in verdict ? { ...verdict, ...maskedReason(verdict, mask) } : verdict;
}

/** The reason without secrets, in its words and its fields. */
export function maskedReason({ because, about }: Reason, mask: (text: string) => string): Reason {
  return { because: mask(because), ...(about === undefined ? {} : { about: maskedAbout(about, mask) }) };
}

/** Only `seen` may quote an answer: everything else is assay's own text. */
function maskedAbout(about: About, mask: (text: string) => string): About {
  return 'seen' in about ? { ...about, seen: mask(about.seen) } : about;
}
