/**
 * Styles of the graph. Each step has a larger mark than the one below, so that steps differ without colors and in high
 * contrast. Every mark has at least three times the contrast of its background.
 */
import { css } from 'lit';

export const stepStyles = css`
  :host {
    --step-colour: var(--vscode-charts-green, #388a34);
    --line: var(--vscode-contrastBorder, color-mix(in srgb, var(--vscode-foreground) 24%, transparent));
  }
  .tile {
    display: flex;
    align-items: center;
    justify-content: center;
    box-sizing: border-box;
    width: var(--cell);
    height: var(--cell);
    border: 1px solid var(--line);
    border-radius: 3px;
  }
  /* A tint, by which a busy time of the year is seen at a glance; it is light enough for every mark. */
  .tile:has(.step-1, .step-2, .step-3, .step-4) {
    border-color: var(--vscode-contrastBorder, color-mix(in srgb, var(--step-colour) 50%, transparent));
    background: color-mix(in srgb, var(--step-colour) 16%, transparent);
  }
  .mark {
    border-radius: 1px;
    background: var(--step-colour);
    forced-color-adjust: none;
  }
  .step-0 {
    width: 0;
  }
  .step-1 {
    width: 44%;
    height: 44%;
  }
  .step-2 {
    width: 62%;
    height: 62%;
  }
  .step-3 {
    width: 80%;
    height: 80%;
    background: color-mix(in srgb, var(--step-colour) 82%, var(--vscode-foreground));
  }
  .step-4 {
    width: calc(100% + 2px);
    height: calc(100% + 2px);
    margin: -1px;
    border-radius: 3px;
    background: color-mix(in srgb, var(--step-colour) 62%, var(--vscode-foreground));
  }
`;

export const heatmapStyles = [
  stepStyles,
  css`
    :host {
      --edge: color-mix(in srgb, var(--vscode-foreground) 60%, transparent);
      position: relative;
      container-type: inline-size;
      user-select: none;
    }
    .scroller {
      --cell: clamp(var(--min-cell, 13px), calc((100cqi - 3.4em) / 53 - 3px), var(--max-cell, 20px));
      --names: 3.4em;
      /* Whole weeks only; the pixel more is for what was rounded. */
      max-width: round(down, 100cqi - var(--names) + 1px, var(--cell) + 3px);
      overflow-x: auto;
      margin-inline-start: var(--names);
      padding: 2px 0 6px;
      scroll-snap-type: x mandatory;
    }
    .more-before {
      box-shadow: inset 7px 0 5px -5px var(--edge);
    }
    .more-after {
      box-shadow: inset -7px 0 5px -5px var(--edge);
    }
    .more-before.more-after {
      box-shadow:
        inset 7px 0 5px -5px var(--edge),
        inset -7px 0 5px -5px var(--edge);
    }
    table {
      border-spacing: 0;
    }
    th {
      color: var(--vscode-descriptionForeground);
      font-size: 0.85em;
      font-weight: normal;
      line-height: 1;
      text-align: start;
      white-space: nowrap;
    }
    thead th {
      padding: 0 0 4px 2px;
    }
    .month {
      padding: 0;
      border: 0;
      background: none;
      color: inherit;
      cursor: pointer;
      font: inherit;
    }
    .month:hover {
      color: var(--vscode-foreground);
      text-decoration: underline;
    }
    .month:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
    }
    tbody th,
    .corner {
      width: 0;
      padding: 0;
    }
    /* Placed in the graph and not in what scrolls, so the weekdays stay in sight and need no background. */
    tbody th span:not(.unseen) {
      position: absolute;
      inset-inline-start: 0;
      transform: translateY(-50%);
    }
    tr:first-child > .day,
    tr:first-child > .outside {
      scroll-snap-align: start;
    }
    td {
      padding: 1.5px;
      outline: none;
    }
    .day {
      cursor: pointer;
    }
    [aria-current='date'] .tile {
      border: 2px solid var(--vscode-foreground);
    }
    [aria-selected='true'] .tile {
      border-color: var(--vscode-focusBorder);
      outline: 1px solid var(--vscode-focusBorder);
    }
    .day:hover .tile {
      outline: 1px solid var(--vscode-foreground);
    }
    .day:focus .tile {
      outline: 2px solid var(--vscode-focusBorder);
      outline-offset: 1px;
    }
    .tip {
      position: absolute;
      z-index: 2;
      width: max-content;
      max-width: 100%;
      box-sizing: border-box;
      padding: 3px 8px;
      border: 1px solid
        var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder, var(--vscode-widget-border, currentColor)));
      border-radius: 3px;
      background: var(--vscode-editorHoverWidget-background, var(--vscode-editorWidget-background));
      box-shadow: 0 2px 6px var(--vscode-widget-shadow, rgb(0 0 0 / 25%));
      color: var(--vscode-editorHoverWidget-foreground, var(--vscode-foreground));
      pointer-events: none;
    }
  `,
];
