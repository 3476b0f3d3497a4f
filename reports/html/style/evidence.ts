import { html } from '../html.ts';

/** Findings with their mismatches and exchanges. */
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
  pre.hex {
    white-space: pre;
  }
  pre strong {
    font-weight: 650;
  }
  .field {
    color: var(--soft);
  }
  .exchange {
    margin-top: 0.8rem;
    border: 1px solid var(--rule);
    border-radius: 6px;
  }
  .exchange summary {
    padding: 0.5rem 0.9rem;
    cursor: pointer;
  }
  .wire {
    font-family: var(--mono);
    font-size: 0.86rem;
  }
  .outcome {
    margin-left: 0.6rem;
    font-size: 0.86rem;
    color: var(--soft);
  }
  .sides {
    padding: 0 0.9rem 0.9rem;
  }
  .sides h4 {
    margin-top: 1rem;
  }
  .sides .aside {
    margin: 0.5rem 0 0.25rem;
  }
  .sides > .aside {
    margin-top: 0;
  }
  .strip {
    display: block;
    width: 100%;
    height: 26px;
    margin: 0.3rem 0;
  }
  .strip path {
    stroke: var(--link);
    stroke-width: 1.5;
    vector-effect: non-scaling-stroke;
  }
  .strip .axis {
    stroke: var(--rule);
  }
  .strip .header {
    stroke: var(--soft);
    stroke-dasharray: 2 2;
  }
  .chunks {
    columns: 3 14rem;
    font: 0.82rem/1.7 var(--mono);
  }
  .chunks li {
    display: grid;
    grid-template-columns: 5.2rem 5.2rem 1fr;
    break-inside: avoid;
  }
  .chunks span + span {
    color: var(--soft);
  }
</style>`;
