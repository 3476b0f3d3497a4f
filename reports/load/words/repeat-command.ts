import type { LoadSettings } from '../../../load/records/settings.ts';
import type { Load } from '../../../load/verdict/load.ts';
import { escapeControls } from '../../text/visible.ts';

type Repeated = Pick<Load, 'scenario' | 'target' | 'seed' | 'settings' | 'environment'>;

/** `true` means a flag without a value. */
type Flags = { readonly [name: string]: string | number | boolean | undefined };

/**
 * The command that sends the same requests at the same times: problems that occur only under load need the same load to
 * show again. The token and other header fields are stored nowhere; they come from wherever the run had them.
 */
export function repeatCommand({ scenario, target, seed, settings, environment }: Repeated): string {
  const { botId, timeoutMs, warmupMs, mix, format, sameInput, audit, slo, until } = settings;
  const flags: Flags = {
    // The embedded service has a different port, and different bots, each time.
    ...(environment?.embedded === true ? { embedded: true } : { target, bot: botId }),
    seed,
    ...timesOf(settings),
    warmup: durationOf(warmupMs),
    mix,
    format,
    'same-input': sameInput,
    audit,
    timeout: durationOf(timeoutMs),
    content: contentGiven(settings),
    slo,
    until,
    'max-credits': creditsAsked(settings),
  };
  const words = Object.entries(flags).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [`--${name}`] : [`--${name} ${shellWord(escapeControls(String(value)))}`];
  });
  return `npx assay load ${shellWord(escapeControls(scenario))} ${words.join(' ')}`;
}

/** The flags that determine how many requests begin, and when. */
function timesOf(settings: LoadSettings): Flags {
  if (settings.arrivals === 'closed') return levelFlags(settings);
  const { arrivals, ratePerS, peakRatePerS, steps, durationMs, askedMs, turns, thinkMs, maxInFlight } = settings;
  return {
    ...(arrivals === 'trace' ? { trace: 'FILE' } : { arrivals, rate: ratePerS, peak: peakRatePerS, steps }),
    duration: arrivals === 'trace' && isOwnLength(durationMs) ? undefined : durationOf(askedMs ?? durationMs),
    turns,
    think: thinkMs === undefined ? undefined : durationOf(thinkMs),
    'max-in-flight': maxInFlight,
  };
}

/**
 * The length of the levels. Levels of different lengths are those of a sweep without a requested length, so no flag is
 * given.
 */
function levelFlags({ concurrency, levelMs = '' }: LoadSettings): Flags {
  const [length, ...others] = new Set(levelMs.split(',').map(Number));
  return { concurrency, duration: length !== undefined && others.length === 0 ? durationOf(length) : undefined };
}

/** The rule of the run. A rule that the run learned is learned again, which takes the same part of the credits. */
function contentGiven({ content, contentLearned }: LoadSettings): string | undefined {
  return contentLearned === true ? undefined : content;
}

/** The requested credits: those of the schedule plus those used for learning. */
function creditsAsked({ maxCredits, learningCredits = 0 }: LoadSettings): number | undefined {
  return maxCredits === undefined ? undefined : maxCredits + learningCredits;
}

function durationOf(ms: number): string {
  return Number.isInteger(ms) ? `${ms / 1000}s` : `${ms}ms`;
}

/**
 * Whether the length is that of the trace itself, a microsecond after its last request, because no other was requested.
 */
function isOwnLength(ms: number): boolean {
  return !Number.isInteger(ms);
}

/** A word for a shell, quoted unless it has no special characters. */
function shellWord(text: string): string {
  return /^[\w./:@%=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
