import { html } from '../../text/html.ts';

/** What was sent and what came, and when. */
export const exchangeStyle = html`<style>
  .parts td {
    color: var(--fail);
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
  .step {
    margin-right: 0.4rem;
    font-size: 0.86rem;
    font-weight: 600;
  }
  .steps {
    margin-top: 0.8rem;
  }
  .steps > summary {
    cursor: pointer;
    font-weight: 600;
  }
  .steps > .exchange,
  .steps > .aside {
    margin-left: 1.1rem;
  }
  .left {
    color: var(--soft);
    font-family: var(--sans, inherit);
    font-style: italic;
  }
  .differs {
    margin-top: 0.9rem;
    overflow-wrap: anywhere;
  }
  .difference {
    margin-top: 0.5rem;
    font-weight: 600;
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
  .sides > .aside:first-child {
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
  .strip .event {
    stroke: var(--pass);
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
  .events {
    font: 0.82rem/1.7 var(--mono);
  }
  .events li {
    display: grid;
    grid-template-columns: 5.2rem 1fr;
  }
  .events code {
    font-size: 1em;
    white-space: pre-wrap;
  }
  .clip audio {
    display: block;
    width: 100%;
    max-width: 26rem;
    margin: 0.3rem 0;
  }
</style>`;
