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
  .certificate .facts {
    display: block;
  }
  .certificate .facts > div {
    display: grid;
    grid-template-columns: 8rem 1fr;
    padding: 0.15rem 0;
  }
  .badge {
    display: inline-flex;
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
  .badge.valid {
    color: var(--pass);
  }
  .badge.refused {
    color: var(--fail);
  }
  .badge.inconclusive {
    color: var(--open);
  }
</style>`;
