import { html } from '../../text/html.ts';

/** Findings with their mismatches. */
export const evidenceStyle = html`<style>
  .finding {
    padding: 1.3rem 1.5rem 1.5rem;
    margin-top: 1rem;
    border-left: 4px solid var(--tone);
  }
  .finding:target,
  .clause:target {
    box-shadow: 0 0 0 2px var(--link);
  }
  .finding h3 {
    display: flex;
    flex-wrap: wrap;
    gap: 0.1rem 0.8rem;
    align-items: baseline;
    font-size: 1rem;
    font-weight: 600;
  }
  .check {
    font-size: 0.92em;
  }
  .check span {
    color: var(--soft);
    font-weight: 400;
  }
  blockquote {
    margin-top: 0.7rem;
    font-size: 1.1rem;
    line-height: 1.45;
  }
  blockquote footer {
    margin-top: 0.15rem;
    font-size: 0.86rem;
    color: var(--soft);
  }
  .mismatches {
    margin-top: 1rem;
    border-top: 1px solid var(--rule);
  }
  .mismatches li {
    padding: 0.7rem 0;
    border-bottom: 1px solid var(--rule);
  }
  .mismatches p {
    font-weight: 600;
  }
  .pair {
    display: grid;
    grid-template-columns: 5.5rem 1fr;
    gap: 0.1rem 0.8rem;
    margin-top: 0.2rem;
  }
  .pair dt {
    color: var(--soft);
    font-size: 0.9rem;
  }
  .pair dd {
    font-family: var(--mono);
    font-size: 0.88rem;
    line-height: 1.6;
    white-space: pre-wrap;
  }
  .observed {
    color: var(--tone);
  }
  pre {
    padding: 0.7rem 0.9rem;
    background: var(--wash);
    border-radius: 6px;
    line-height: 1.5;
    white-space: pre-wrap;
    max-height: 24rem;
    overflow: auto;
  }
  pre .kept {
    white-space: pre;
  }
  pre.hex {
    white-space: pre;
  }
  mark {
    padding: 0.1em 0;
    background: var(--mark);
    color: var(--mark-ink);
  }
  .because,
  .short p {
    margin-top: 0.5rem;
    font-family: var(--mono);
    font-size: 0.88rem;
    line-height: 1.6;
  }
  .short {
    padding: 0.8rem 1.5rem;
  }
  .finding .failing {
    margin-top: 0.8rem;
  }
  .fault {
    margin-top: 0.9rem;
    padding: 0.6rem 0.9rem;
    background: var(--wash);
    border-radius: 6px;
    font-size: 0.95rem;
  }
  pre strong {
    font-weight: 650;
  }
  .field {
    color: var(--soft);
  }
</style>`;
