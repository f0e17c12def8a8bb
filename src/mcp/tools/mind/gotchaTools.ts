/** The tools for gotchas ("edges") of a project and of all projects of the user. */
import * as z from 'zod';
import { severities } from '../../../markdown/gotchas/gotcha.ts';
import type { GotchaMatch } from '../../../markdown/gotchas/matching.ts';
import { refused } from '../../../memory/shared/input.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { labelsOf, trustOf } from '../../../memory/trust/trust.ts';
import { shorten } from '../../../util/text.ts';
import { words } from '../../shared/fields.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import type { ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';
import { mayBeFromWeb } from './webOrigin.ts';

/** An array, or one phrase. Code keeps its case, which matters. */
const phrases = () => z.union([z.array(z.string()), z.string().transform((phrase) => [phrase])]);

export const mindEdges = defineTool({
  name: 'mind_edges',
  title: 'Check for gotchas',
  description:
    'Return known traps for what you are about to do, with workarounds: those of this project and of all projects of the user. Call it before risky code (authentication, deployment, browsers, dates, money, data), not before every edit.',
  readOnly: true,
  input: () => ({
    intent: z.string().max(2_000).describe('What you are about to do.'),
    code: z.string().max(50_000).optional().describe('The code that you are about to write.'),
    stack: words()
      .optional()
      .describe('Technologies, such as Safari or Vercel Edge. Default: the Stack line of MEMORY.md.'),
  }),
  run: async ({ intent, code, stack }, { caller, toolHost }): Promise<ToolReply> => {
    const mind = await toolHost.fileMemory();
    const { matches, unreadable } = await mind.gotchasFor(caller.files?.folder, {
      intent,
      code,
      stack,
    });
    const trouble = unreadable.map((message) => `Not read: ${plainLine(message)}`);
    return {
      ...(matches.length > 0 && { notice: dataNotice }),
      text: [...(matches.length === 0 ? ['No known gotcha matches.'] : matches.map(matchLine)), ...trouble].join('\n'),
      structured: { edges: matches.map(structuredMatch), ...(trouble.length > 0 && { unreadable: trouble }) },
    };
  },
});

export const mindAddGlobalEdge = defineTool({
  name: 'mind_add_global_edge',
  title: 'Add a gotcha for all projects',
  description:
    'Store a trap that exists in any project, such as a limit of a platform, with its workaround and how to notice it. Call it when you found one that others will meet. For a gotcha of this project only, write it under Gotchas in MEMORY.md instead.',
  readOnly: false,
  input: () => ({
    title: z.string(),
    description: z.string().describe('What happens.'),
    workaround: z.string(),
    detection: z
      .strictObject({
        context: phrases().optional().describe('Where it happens: platform, tool.'),
        intent: phrases().optional().describe('What one wants to do then.'),
        code: phrases().optional().describe('Identifiers or code that cause it.'),
      })
      .describe('How to notice it; plain words, at least one.'),
    stack_tags: words().optional(),
    severity: z.enum(severities).optional().describe('Default warning.'),
  }),
  run: async (input, { toolHost, memory, caller }): Promise<ToolReply> => {
    const { stack_tags: stackTags, severity, detection, ...given } = input;
    if (Object.values(detection).every((list) => (list ?? []).every((phrase) => phrase.trim() === ''))) {
      throw refused('detection', 'is empty', 'Give at least one word, phrase or piece of code. Nothing was written.');
    }
    const mind = await toolHost.fileMemory();
    const { outcome, gotcha, removed } = await mind.addGotcha({
      ...given,
      isFromWeb: await mayBeFromWeb(memory, caller, `${given.description} ${given.workaround}`),
      detection: {
        context: detection.context,
        intent: detection.intent,
        code: detection.code,
      },
      stackTags,
      severity,
    });
    const title = plainLine(gotcha.title);
    return {
      ...noticeOf(redactionNote(removed)),
      text:
        outcome === 'stored'
          ? `Added "${title}" to the gotchas of all projects.`
          : `"${title}" is known with this workaround. Nothing was written.`,
      structured: { status: outcome, title, severity: gotcha.severity },
    };
  },
});

/** In characters, of a description or a workaround. */
const maxText = 500;

function matchLine(match: GotchaMatch): string {
  const { title, notice, description, workaround, severity, score, why, source } = structuredMatch(match);
  const about = [
    severity,
    score.toFixed(2),
    ...(notice === undefined ? [] : [notice]),
    source,
    `because of ${why.join(', ')}`,
  ];
  const parts = [title, description, ...(workaround === '' ? [] : [`Workaround: ${workaround}`])];
  return `- [${about.join(' · ')}] ${parts.filter((part) => part !== '').join(' — ')}`;
}

function structuredMatch({ gotcha, score, why }: GotchaMatch) {
  const { title, description, workaround, severity, place } = gotcha;
  const labels = labelsOf(
    trustOf({ origin: gotcha.isFromWeb === true ? 'web' : 'agent', texts: [title, description, workaround] }),
  );
  const isCut = [description, workaround].some((text) => plainLine(text).length > maxText);
  return {
    title: plainLine(title),
    ...(labels.length > 0 && { notice: labels.join(', ') }),
    description: shorten(plainLine(description), maxText),
    workaround: shorten(plainLine(workaround), maxText),
    ...(isCut && { truncated: true }),
    severity,
    score: Number(score.toFixed(2)),
    why: why.map(plainLine),
    source: place === null ? 'all projects' : plainLine(place),
  };
}
