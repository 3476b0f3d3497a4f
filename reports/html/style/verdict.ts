import { html } from '../../text/html.ts';

/** The first screen, and the four tones that verdicts have everywhere. */
export const verdictStyle = html`<style>
  .pass {
    --tone: var(--pass);
  }
  .fail {
    --tone: var(--fail);
  }
  .inconclusive,
  .fail.http {
    --tone: var(--open);
  }
  .notApplicable,
  .none {
    --tone: var(--away);
  }
  .verdict,
  .finding {
    background: var(--card);
    border: 1px solid var(--rule);
    border-radius: 10px;
  }
  .verdict {
    padding: 2rem;
    border-top: 5px solid var(--tone);
  }
  h1 {
    display: flex;
    gap: 0.9rem;
    align-items: baseline;
    font-size: clamp(1.5rem, 4.2vw, 2.15rem);
    line-height: 1.2;
    font-weight: 400;
    letter-spacing: -0.02em;
    text-wrap: balance;
  }
  h1 .mark {
    color: var(--tone);
    font-weight: 700;
  }
  h1 strong {
    color: var(--tone);
    font-weight: 700;
  }
  h1 .says {
    font-size: 0.72em;
    letter-spacing: -0.01em;
  }
  .target {
    margin-top: 0.6rem;
    font-family: var(--mono);
    font-size: 0.95rem;
    color: var(--soft);
  }
  .provenance {
    margin-top: 0.3rem;
    font-size: 0.9rem;
    color: var(--soft);
  }
  .levels {
    margin-top: 0.9rem;
    overflow-wrap: anywhere;
  }
  .levels b {
    font-weight: 650;
  }
  .notice {
    margin-top: 0.6rem;
    padding: 0.5rem 0.8rem;
    background: var(--wash);
    border-radius: 6px;
    font-size: 0.92rem;
  }
  .tally {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
    gap: 1rem;
    margin-top: 1.8rem;
  }
  .tally b {
    display: block;
    font-size: 1.9rem;
    line-height: 1.1;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.02em;
  }
  /* In a column that others stand beside. */
  .tally .badge {
    display: block;
    white-space: normal;
  }
  .bar {
    display: block;
    width: 100%;
    height: 8px;
    margin-top: 0.9rem;
    border-radius: 4px;
  }
  .bar rect {
    fill: var(--tone);
  }
  .bar .notApplicable {
    fill: var(--rule);
  }
  .badge {
    color: var(--tone);
    font-size: 0.86rem;
    font-weight: 600;
    white-space: nowrap;
  }
  .facts {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
    gap: 1rem 1.5rem;
    margin-top: 1.6rem;
    padding-top: 1.2rem;
    border-top: 1px solid var(--rule);
  }
  .compared .facts {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr));
  }
  .facts .long {
    grid-column: 1 / -1;
  }
  .facts dt {
    font-size: 0.8rem;
    color: var(--soft);
  }
  .facts .aside {
    display: block;
  }
  .facts dd {
    font-size: 0.95rem;
    font-variant-numeric: tabular-nums;
  }
  .reasons li {
    display: flex;
    gap: 0.6rem;
    padding: 0.1rem 0;
  }
  .reasons .mark {
    flex: none;
    color: var(--tone);
    font-weight: 700;
    white-space: nowrap;
  }
  .reasons .mark + code {
    flex: none;
    max-width: 60%;
  }
  .finding .more {
    margin-top: 0.6rem;
  }
  .more summary {
    cursor: pointer;
  }
  .first-cause {
    margin-top: 0.4rem;
    padding: 0.5rem 0 0.3rem 0.9rem;
    border-left: 3px solid var(--fail);
    overflow-wrap: anywhere;
  }
  .failing {
    margin-top: 0.6rem;
    columns: 2 22rem;
    column-gap: 2rem;
  }
  .first-cause pre {
    margin-top: 0.4rem;
  }
  .failing .what {
    display: block;
    font-size: 0.93rem;
  }
  .failing li {
    padding: 0.15rem 0;
    break-inside: avoid;
  }
</style>`;
