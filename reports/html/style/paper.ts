import { html } from '../../text/html.ts';

/** A run on paper: failures in full, what passed as counts. Nobody can open what is folded there. */
export const paperStyle = html`<style>
  @media print {
    :root {
      font-size: 12px;
    }
    [data-made],
    .topic [data-verdict='pass'],
    .topic > [data-group]:not(:has([data-verdict='fail'], [data-verdict='inconclusive'])) {
      display: none;
    }
    .judged > section {
      font-size: 9pt;
    }
    .judged h2 {
      margin-top: 1.4rem;
    }
    .clauses {
      columns: 2;
      column-gap: 2rem;
    }
    .clauses h2 {
      column-span: all;
    }
    .clause {
      grid-template-columns: 2.5rem minmax(0, 1fr);
      padding: 0.2rem 0;
      break-inside: avoid;
    }
    .clause:has([open]) {
      break-inside: auto;
    }
    .topic:not([open]),
    .topic:not([open]) summary {
      display: inline;
    }
    .topic:not([open])::details-content {
      display: none;
    }
    .topic:not([open]) summary::after {
      content: ' · ';
    }
    .topic:last-child summary::after {
      content: '';
    }
    .topic h3 {
      margin-right: 0.2rem;
      font-size: inherit;
    }
    .topic + .topic {
      margin-top: 0;
    }
    .left-open .observations {
      font-size: 8pt;
    }
    .left-open .scroll {
      columns: 2;
      column-gap: 2rem;
      overflow: visible;
    }
    .left-open tbody th {
      width: 62%;
    }
    .left-open tr {
      break-inside: avoid;
    }
    .judged th br,
    .judged th br + .check {
      display: none;
    }
    .checks li {
      grid-template-columns: 5rem minmax(0, 1fr);
    }
    .judged th,
    .judged td {
      padding-top: 0.15rem;
      padding-bottom: 0.15rem;
    }
  }
</style>`;
