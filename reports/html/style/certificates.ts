import { html } from '../../text/html.ts';

/** A list of certificates, each with its badge. */
export const certificateStyle = html`<style>
  .certificate {
    margin: 1.5rem 0;
    padding: 1rem 1.25rem;
    background: var(--card);
    border: 1px solid var(--rule);
    border-radius: 0.5rem;
    break-inside: avoid;
  }
  .certificate h3 {
    margin: 0 0 0.5rem;
  }
  .certificate .facts,
  .terms {
    display: block;
    margin-top: 0.75rem;
    padding-top: 0.75rem;
  }
  .certificate .facts > div,
  .terms > div {
    display: grid;
    grid-template-columns: minmax(5rem, 8rem) minmax(0, 1fr);
    gap: 0 0.8rem;
    align-items: baseline;
    padding: 0.15rem 0;
  }
  .facts dd {
    overflow-wrap: anywhere;
  }
  .intro {
    margin-top: 0.75rem;
  }
  .certificate .why {
    margin: 0 0 0.5rem;
  }
  .certificate summary {
    cursor: pointer;
  }
  @media (max-width: 40rem) {
    .certificate .facts > div,
    .terms > div {
      grid-template-columns: 5rem minmax(0, 1fr);
    }
    /* One below the other, where a rule beside would stand at the beginning of a line. */
    .certificate .badge {
      flex-direction: column;
    }
    .certificate .badge > span {
      padding-top: 0;
      border-left: 0;
    }
  }
  .certificate h3 a {
    color: inherit;
    text-decoration: none;
  }
  .certificate h3 a:hover,
  .certificate h3 a:focus-visible {
    text-decoration: underline;
  }
  .certificate:target {
    border-color: currentColor;
  }
  .status {
    margin: 0 0 0.75rem;
  }
  .status p,
  .status li {
    overflow-wrap: anywhere;
  }
  .cells {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    margin: 0.4rem 0;
    padding: 0;
    list-style: none;
  }
  .cells li {
    width: 0.95rem;
    color: var(--card);
    font-size: 0.7rem;
    line-height: 1.15rem;
    text-align: center;
    border-radius: 2px;
    background: var(--pass);
  }
  .cells .degraded {
    background: var(--open);
  }
  .cells .expired,
  .cells .revoked {
    background: var(--fail);
  }
  .cells.tests li {
    background: var(--away);
  }
  .badge {
    display: inline-flex;
    flex-wrap: wrap;
    max-width: 100%;
    margin: 0 0 0.75rem;
    border: 1px solid currentColor;
    border-radius: 0.3rem;
    font-size: 0.875rem;
  }
  .badge > * {
    padding: 0.1rem 0.6rem;
  }
  .badge > span {
    border-left: 1px solid currentColor;
  }
  .legend {
    margin: 0 0 0.4rem;
    font-size: 0.8rem;
    opacity: 0.8;
  }
  /* On a telephone the status and the name are seen without scrolling. */
  td.service {
    min-width: 9rem;
    overflow-wrap: anywhere;
  }
  td.service .more {
    display: block;
    font-size: 0.8rem;
    opacity: 0.8;
    overflow-wrap: normal;
  }
  td.valid,
  td.inconclusive,
  td.refused {
    white-space: nowrap;
    font-weight: 600;
  }
  td.valid,
  .badge.valid {
    color: var(--pass);
  }
  td.refused,
  .badge.refused {
    color: var(--fail);
  }
  td.inconclusive,
  .badge.inconclusive {
    color: var(--open);
  }
</style>`;
