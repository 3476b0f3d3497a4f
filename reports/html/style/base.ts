import { html } from '../../text/html.ts';

/** Colours of both schemes, type and the page itself. */
export const baseStyle = html`<style>
  :root {
    color-scheme: light dark;
    --paper: #fbfaf8;
    --card: #ffffff;
    --ink: #1d1c1a;
    --soft: #65615b;
    --rule: #e4e0d9;
    --wash: #f4f1ec;
    --pass: #1c7348;
    --fail: #b3261e;
    --open: #8a5a00;
    --away: #65615b;
    --link: #2a52a3;
    --mark: #ffe08a;
    --mark-ink: #1d1c1a;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  }
  @media screen and (prefers-color-scheme: dark) {
    :root {
      --paper: #151412;
      --card: #1d1b19;
      --ink: #ece8e1;
      --soft: #a29c92;
      --rule: #35322d;
      --wash: #262320;
      --pass: #63c491;
      --fail: #ff8a7d;
      --open: #e0ad4c;
      --away: #a29c92;
      --link: #9db9f5;
      --mark: #e0ad4c;
      --mark-ink: #151412;
    }
  }
  * {
    box-sizing: border-box;
  }
  html {
    scroll-padding-top: 1rem;
    -webkit-text-size-adjust: 100%;
  }
  body {
    margin: 0 auto;
    max-width: 60rem;
    padding: 1.5rem 1.5rem 4rem;
    background: var(--paper);
    color: var(--ink);
    font: 1rem/1.55 var(--sans);
    overflow-wrap: anywhere;
  }
  h1,
  h2,
  h3,
  h4,
  p,
  ul,
  ol,
  dl,
  dd,
  blockquote,
  pre,
  figure {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  a {
    color: var(--link);
    text-underline-offset: 0.2em;
    text-decoration-thickness: 1px;
  }
  :focus-visible {
    outline: 2px solid var(--link);
    outline-offset: 2px;
    border-radius: 2px;
  }
  code,
  pre {
    font-family: var(--mono);
    font-size: 0.86em;
  }
  h2 {
    margin: 3.5rem 0 1rem;
    font-size: 1.35rem;
    font-weight: 650;
    letter-spacing: -0.01em;
  }
  h2.small,
  h4 {
    margin: 1.5rem 0 0.4rem;
    font-size: 0.75rem;
    font-weight: 650;
    letter-spacing: 0.07em;
    text-transform: uppercase;
    color: var(--soft);
  }
  .lead {
    margin: -0.5rem 0 1rem;
    color: var(--soft);
  }
  .aside,
  .level,
  .per {
    font-size: 0.86rem;
    color: var(--soft);
    font-weight: 400;
  }
  .level {
    white-space: nowrap;
    letter-spacing: 0.02em;
  }

  .masthead {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 2rem;
    padding-bottom: 1rem;
    color: var(--soft);
    font-size: 0.9rem;
  }
  .masthead b {
    color: var(--ink);
    font-weight: 700;
    letter-spacing: -0.01em;
  }
</style>`;
