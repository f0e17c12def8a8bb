/**
 * What axe-core, the usual accessibility checker, finds in a page. It is injected from outside, so the page's own
 * policy does not block it, and it looks into shadow roots.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { target: unknown; html: string; failureSummary: string }[];
}

/** One line for each element that breaks a rule. */
export async function violationsIn(frame: Frame): Promise<string[]> {
  await frame.evaluate(source);
  const run = 'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)';
  const violations: Violation[] = await frame.evaluate(run);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replace(/\s+/gu, ' ')}`),
  );
}
