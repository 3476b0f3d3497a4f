import { hasQuantiles, sloQuantities, sloQuantityNames, type SloKind, type SloQuantity } from './quantities.ts';
import type { Slo, SloBound, SloRelation, SloStatistic, SloUnit } from './slo.ts';

type ParsedSlo =
  | { readonly is: 'slo'; readonly slo: Slo }
  /** `because` says what is wrong, and what would be right. */
  | { readonly is: 'wrong'; readonly because: string };

/** Reads bounds as `ttft.p95<800ms, gap.p99<200ms, failures<0.1%`. */
export function parseSlo(text: string): ParsedSlo {
  const slo: SloBound[] = [];
  const decimal = decimalComma.exec(text);
  if (decimal) {
    const [all, size = ''] = decimal;
    const given = text.slice(text.lastIndexOf(',', decimal.index) + 1, decimal.index + all.length).trim();
    return {
      is: 'wrong',
      because: `${quoted(given)} has a comma, which separates bounds; expected ${size.replace(',', '.')}`,
    };
  }
  for (const part of text.split(',').map((each) => each.trim())) {
    const bound = boundOf(part);
    if (typeof bound === 'string') return { is: 'wrong', because: bound };
    slo.push(bound);
  }
  return { is: 'slo', slo };
}

/**
 * The bounds of a stored run. Undefined where the text cannot be parsed: such an SLO is refused before a run begins.
 */
export function sloFrom(text: string | undefined): Slo | undefined {
  const parsed = text === undefined ? undefined : parseSlo(text);
  return parsed?.is === 'slo' ? parsed.slo : undefined;
}

const pattern =
  /^(?<name>[a-z][a-z0-9]*)(?:\.(?<statistic>[a-z0-9.]+))?\s*(?<relation><=|>=|<|>)\s*(?<bound>\d+(?:\.\d+)?(?:e[+-]?\d+)?)\s*(?<unit>[a-z%/]*)$/i;

/**
 * Matches a decimal comma: no bound begins with a digit, so a digit after a comma means a decimal point. The pattern
 * begins at the relation: beginning with a name of any length, it would be tried anew at each letter.
 */
const decimalComma = /[<>]=?\s{0,20}(\d{1,20},\d{1,20}\s{0,5}[a-z%/]{0,10})/i;

/** A bound, or a text that says what is wrong. */
function boundOf(part: string): SloBound | string {
  if (part === '') return 'an SLO needs a bound, such as ttft.p95<800ms, between its commas';
  const groups = pattern.exec(part)?.groups;
  if (groups === undefined)
    return `${quoted(part)} is not a bound; expected one such as ttft.p95<800ms or failures<0.1%`;
  const [name = '', relation] = [groups['name'], groups['relation'] as SloRelation];
  if (!isQuantity(name)) return `${quoted(name)} is not a quantity; expected ${sloQuantityNames.join(', ')}`;
  const statistic = statisticOf(name, groups['statistic']);
  if (typeof statistic === 'string') return statistic;
  const size = sizeOf(name, Number(groups['bound']), groups['unit'] ?? '');
  if (typeof size === 'string') return size;
  const wrongWay = directionOf(name, relation);
  return wrongWay ?? { quantity: name, ...statistic, relation, ...size };
}

function isQuantity(name: string): name is SloQuantity {
  return Object.hasOwn(sloQuantities, name);
}

function statisticOf(name: SloQuantity, text: string | undefined): { readonly statistic?: SloStatistic } | string {
  if (!hasQuantiles(name))
    return text === undefined ? {} : `${name} is one number of the whole run; expected ${name} without .${text}`;
  const examples = `${name}.p95, ${name}.mean or ${name}.max`;
  if (text === undefined) return `${name} differs between requests; expected ${examples}`;
  if (text === 'mean' || text === 'max') return { statistic: text };
  const percent = /^p(\d{2}(?:\.\d)?)$/.test(text) ? Number(text.slice(1)) : Number.NaN;
  if (percent >= 50 && percent <= 99.9) return { statistic: { percent } };
  return `${quoted(text)} is not a statistic; expected p50 to p99.9, mean or max, such as ${examples}`;
}

const units: Readonly<Record<SloKind, readonly string[]>> = {
  time: ['ms', 's'],
  factor: [''],
  share: ['%'],
  rate: ['/s'],
  shareOrRate: ['%', '/s'],
};

function sizeOf(name: SloQuantity, bound: number, unit: string): Pick<SloBound, 'bound' | 'unit'> | string {
  const allowed = units[sloQuantities[name].kind];
  if (!allowed.includes(unit)) {
    const expected = allowed.map((each) => (each === '' ? 'a bare number' : each)).join(' or ');
    return `${name} ${unit === '' ? 'has no unit' : `is not measured in ${quoted(unit)}`}; expected ${expected}`;
  }
  if (!Number.isFinite(bound)) return `the bound of ${name} is too large a number`;
  if (unit === '%' && bound > 100) return `${name} is a share; expected at most 100%, observed ${bound}%`;
  // Twelve digits: 1.1 s are 1100 ms, not 1100.0000000000002.
  return unit === 's'
    ? { bound: Number((bound * 1000).toPrecision(12)), unit: 'ms' }
    : { bound, unit: unit as SloUnit };
}

function directionOf(name: SloQuantity, relation: SloRelation): string | undefined {
  const { kind } = sloQuantities[name];
  const highIsGood = kind === 'rate' || kind === 'shareOrRate';
  if (relation.startsWith('>') === highIsGood) return undefined;
  return `${name} is good when it is ${highIsGood ? 'high; expected > or >=' : 'low; expected < or <='}, observed ${relation}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
