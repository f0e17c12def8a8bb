/** The title of a plan: the first heading that names it. */

const heading = /^#{1,4}[ \t]+(?<title>[^\n]+)$/gmu;
/** Characters at the beginning of a plan that are searched for its title. */
const titleWithin = 1_500;
const label =
  /^(?:(?:the|an?|my|our|implementation|fix|refactoring|migration|detailed)\s+)*(?:\w*plan)(?:\s*[:：–—-]\s*|\s+(?:for|to|zur?|für|zum)\s+)|^(?:实施|实现|开发|重构|修复)?(?:计划|方案)\s*[:：—-]\s*/iu;
const unnamed =
  /^(?:(?:the |implementation |detailed )?\w*plan|summary|overview|context|background|goals?|problem|objective|zusammenfassung|ziel|überblick|(?:实施|实现)?(?:计划|方案)|概述|目标|背景)[\s:：]*$/iu;

/** Undefined if no heading names the plan. */
export function planTitle(plan: string): string | undefined {
  for (const { groups } of plan.slice(0, titleWithin).matchAll(heading)) {
    const title = (groups?.['title'] ?? '')
      .replace(/\s#+\s*$/u, '')
      .replace(/\*\*|`/gu, '')
      .trim();
    const name = title.replace(label, '').trim();
    if (name !== '' && !unnamed.test(title)) return name;
  }
  return undefined;
}

/**
 * `Implement the following plan:`, followed by the plan, as clients write it if a new chat begins with a plan. The
 * colon distinguishes it from talk about a plan.
 */
const request = /^[^\n]{0,160}(?:plan\b|计划|方案)[^\n]{0,40}[:：][ \t]*\r?\n\s*(?=#)/iu;

/** The title of the plan that the user asks to carry out; undefined for any other request. */
export function planAskedFor(said: string): string | undefined {
  const asked = request.exec(said.trimStart().slice(0, titleWithin));
  return asked === null ? undefined : planTitle(said.trimStart().slice(asked[0].length));
}
