import { html } from '../../text/html.ts';

/** The list of clauses, tables and the foot of the page. */
export const clauseStyle = html`<style>
  .clause {
    display: grid;
    grid-template-columns: 4rem minmax(0, 1fr);
    padding: 0.8rem 0;
    border-top: 1px solid var(--rule);
  }
  .number {
    font-size: 1.1rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    color: var(--soft);
  }
  .topic + .topic {
    margin-top: 0.5rem;
  }
  .topic summary {
    cursor: pointer;
  }
  .topic h3 {
    display: inline;
    margin-right: 0.5rem;
    font-size: 1rem;
    font-weight: 650;
  }
  .topic summary .level {
    white-space: normal;
  }
  .count {
    margin-right: 0.4rem;
    white-space: nowrap;
    color: var(--tone);
  }
  .sentence {
    margin-top: 0.1rem;
  }
  .checks {
    margin: 0.35rem 0 0.5rem;
  }
  .checks li {
    display: grid;
    grid-template-columns: 8.5rem 1fr;
    align-items: baseline;
    padding: 0.08rem 0;
  }
  .control {
    display: inline-block;
    vertical-align: top;
    margin-left: 0.4rem;
    font-size: 0.9rem;
    color: var(--soft);
  }
  .control p {
    margin: 0.1rem 0 0.4rem;
    overflow-wrap: anywhere;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.95rem;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.5rem 1rem 0.5rem 0;
    text-align: left;
    vertical-align: top;
    font-weight: 400;
    border-bottom: 1px solid var(--rule);
  }
  .observations td {
    overflow-wrap: anywhere;
  }
  .observations td:first-child,
  .observations thead th {
    white-space: nowrap;
  }
  .scroll {
    overflow-x: auto;
  }
  .numbers {
    min-width: 46rem;
  }
  .numbers td,
  .numbers thead th {
    text-align: right;
    white-space: nowrap;
  }
  .numbers thead th:first-child {
    text-align: left;
  }
  .numbers td.prose {
    min-width: 14rem;
    text-align: left;
    white-space: normal;
  }
  .numbers tbody th {
    min-width: 13rem;
    padding-right: 0;
  }
  .wide tbody th {
    min-width: 3.5rem;
  }
  .numbers td.breaks {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .wide td small {
    display: block;
    color: var(--soft);
  }
  .numbers b {
    display: block;
  }
  thead th {
    font-size: 0.8rem;
    color: var(--soft);
  }
  tbody th .check {
    color: var(--soft);
  }
  .colophon {
    margin-top: 3.5rem;
    font-size: 0.9rem;
  }
  .colophon .facts {
    grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  }
  .colophon code {
    display: block;
    max-width: 18rem;
  }
</style>`;
