import type { Load } from '../../load/verdict/load.ts';
import type { BoundJudgement } from '../../load/slo/slo.ts';
import { boundText } from './tables.ts';
import { capacityText } from './capacity-words.ts';
import { loadHeadlineOf } from './format.ts';
import { lacksOnlySamples } from './words/invalid-words.ts';
import { escapeControls } from '../text/visible.ts';
import { pluralize } from '../text/format.ts';
import { type XmlElement, documentOf, element } from '../text/xml.ts';

/**
 * A load run as JUnit XML: a case for the instrument, and a case for each bound of the SLO, or for the first rate of a
 * capacity run. A missed bound is `<failure>`. An instrument that is not trusted, and results that are inconclusive
 * because of that, are `<error>`, so they are never green.
 */
export function loadJunit(load: Load): string {
  const cases = [
    ...gateCases(load),
    ...instrumentCases(load),
    ...(load.slo?.bounds ?? []).map(boundCase),
    ...repliesCases(load),
    ...capacityCases(load),
    ...levelCases(load),
  ];
  const having = (name: string): number => cases.filter(({ outcome }) => outcome?.name === name).length;
  const totals = { tests: cases.length, failures: having('failure'), errors: having('error'), skipped: 0 };
  const { word, says } = loadHeadlineOf(load);
  const facts = { target: load.target, seed: String(load.seed), verdict: `${word}: ${says}` };
  const properties = Object.entries(facts).map(([name, value]) =>
    element('property', { name, value: escapeControls(value) }),
  );
  const name = escapeControls(`load ${load.scenario}`);
  return documentOf(
    element('testsuites', { name: 'assay load', ...totals }, [
      element('testsuite', { name, ...totals, timestamp: load.startedAt }, [
        element('properties', {}, properties),
        ...cases.map((each) =>
          element('testcase', { classname: name, name: escapeControls(each.name) }, each.outcome ? [each.outcome] : []),
        ),
      ]),
    ]),
  );
}

type Case = { readonly name: string; readonly outcome?: XmlElement };

function gateCases({ gate }: Load): readonly Case[] {
  if (gate === undefined) return [];
  const name = 'the target conforms to its interface';
  const message = escapeControls(gate.says);
  if (gate.is === 'pass') return [{ name }];
  return [{ name, outcome: element(gate.is === 'fail' ? 'failure' : 'error', { message, type: 'conformance' }, []) }];
}

/** Too few samples do not speak against the instrument. */
function instrumentCases(load: Load): readonly Case[] {
  const { validity, complete, capacity, sweep } = load;
  const name = 'the instrument is valid';
  if (validity?.is === 'invalid') {
    const message = escapeControls(validity.reasons.map(({ because }) => because).join('; '));
    if (lacksOnlySamples(load)) {
      const outcome = element('error', { message, type: 'inconclusive' }, []);
      return [{ name }, { name: 'there are enough samples', outcome }];
    }
    return [{ name, outcome: element('error', { message, type: 'invalid' }, []) }];
  }
  if (complete || capacity !== undefined || sweep !== undefined) return [{ name }];
  return [{ name, outcome: element('error', { message: 'the run is incomplete', type: 'incomplete' }, []) }];
}

function repliesCases({ marks, marksVerdict }: Load): readonly Case[] {
  const name = 'marks (planted words) are not missing more often under load';
  if (marksVerdict === undefined) return marks === undefined ? [] : [{ name }];
  const { is, says } = marksVerdict;
  const type = is === 'wrong' ? 'violated' : 'inconclusive';
  return [
    { name, outcome: element(is === 'wrong' ? 'failure' : 'error', { message: escapeControls(says), type }, []) },
  ];
}

/** The first rate is the minimum that was requested. */
function capacityCases(load: Load): readonly Case[] {
  const { capacity, validity } = load;
  if (capacity === undefined) return [];
  const name = 'the first rate meets the SLO';
  if (validity?.is !== 'invalid' && capacity.heldPerS !== undefined) return [{ name }];
  const isMissed = validity?.is !== 'invalid' && capacity.violatedPerS !== undefined;
  const message = isMissed ? capacityText(load) : 'it could not be judged';
  const type = isMissed ? 'violated' : 'inconclusive';
  return [{ name, outcome: element(isMissed ? 'failure' : 'error', { message, type }, []) }];
}

/** A case for each level. The SLO counts for the first level only, which is the minimum that was requested. */
function levelCases({ steps = [], sweep }: Load): readonly Case[] {
  if (sweep === undefined) return [];
  return steps.map(({ step, inconclusive, slo }, place) => {
    const name = pluralize(step.users ?? 0, 'user');
    if (inconclusive !== undefined)
      return { name, outcome: element('error', { message: escapeControls(inconclusive), type: 'inconclusive' }, []) };
    const violated = place === 0 ? slo?.bounds.filter(({ is }) => is === 'violated') : undefined;
    if (violated === undefined || violated.length === 0) return { name };
    const message = escapeControls(violated.map(boundText).join('; '));
    return { name, outcome: element('failure', { message, type: 'violated' }, []) };
  });
}

function boundCase(bound: BoundJudgement): Case {
  const message = escapeControls(boundText(bound));
  if (bound.is === 'met') return { name: bound.text };
  const outcome =
    bound.is === 'violated'
      ? element('failure', { message, type: 'violated' }, [])
      : element('error', { message, type: 'inconclusive' }, []);
  return { name: bound.text, outcome };
}
