/** `bigmind query`: the four questions about decisions, for users and scripts. */
import type { TemplateAnswer, TemplateInput } from '../../memory/decisions/decisionQueries.ts';
import {
  answerTemplate,
  decisionTemplates,
  maxTemplateAnswer,
  templateArguments,
} from '../../memory/decisions/decisionQueries.ts';
import { counted } from '../../util/text.ts';
import type { Command, CommandInput } from '../shared/command.ts';
import { answer, codeForProject, numberOption, textOption, wrongUsage } from '../shared/command.ts';
import { decisionLines } from './decisionText.ts';

const defaultLimit = 20;

export const queryCommand: Command = {
  name: 'query',
  usage: `${decisionTemplates.join('|')} [--title TEXT] [--assisted-by AGENT] [--rating 1..10|high|medium|low] [--project NAME|all] [--limit N]`,
  summary: 'Ask about decisions: who decided, with which agent, how they turned out, and what to check first.',
  details: `who-decided [--title] shows who decided and why. agent-decisions --assisted-by shows what an agent helped to decide. retrospectives [--rating] shows how decisions turned out; high is 7 to 10, medium 4 to 6, low 1 to 3. why-to-check --title shows whether something was already decided, rejected, reversed or rated badly. All include decisions that no longer apply. --limit is ${String(defaultLimit)} by default, at most ${String(maxTemplateAnswer)}.`,
  options: {
    title: { type: 'string' },
    'assisted-by': { type: 'string' },
    rating: { type: 'string' },
    project: { type: 'string' },
    limit: { type: 'string' },
  },
  takes: { min: 1, max: 1 },
  run: async (input, context) => {
    const asked = askedFrom(input);
    const limit = numberOption(input, 'limit') ?? defaultLimit;
    const found = await answerTemplate(context.memory, await context.caller(), asked, limit);
    const { decisions, total, notice } = found;
    if (notice !== undefined) context.note(notice);
    if (decisions.length < total) context.note(moreNote(found));
    const lines = decisions.flatMap((decision) => decisionLines(decision, context.memory.clock.timeZone));
    answer(input, context, found, total === 0 ? noneFound(asked) : lines.join('\n'));
    return codeForProject(input, context);
  },
};

/** The arguments, after checking what a user has to type; the domain checks the rest. */
function askedFrom(input: CommandInput): TemplateInput {
  const [name = ''] = input.positionals;
  const template = decisionTemplates.find((known) => known === name);
  if (template === undefined) {
    throw wrongUsage(`"${name.slice(0, 60)}" is not a template.`, `Use one of: ${decisionTemplates.join(', ')}.`);
  }
  const accepted = templateArguments[template];
  const needed = 'needs' in accepted ? accepted.needs.replaceAll('_', '-') : undefined;
  if (needed !== undefined && (textOption(input, needed) ?? '').trim() === '') {
    throw wrongUsage(`--${needed} is missing.`, `${template} needs --${needed} and takes --project.`);
  }
  return {
    template,
    title: textOption(input, 'title'),
    project: textOption(input, 'project'),
    assistedBy: textOption(input, 'assisted-by'),
    rating: textOption(input, 'rating'),
  };
}

function moreNote({ decisions, total }: TemplateAnswer): string {
  const shown = `${String(decisions.length)} of ${counted(total, 'decision')}.`;
  const limit = Math.min(total, maxTemplateAnswer);
  return decisions.length < limit ? `${shown} Add --limit ${String(limit)} to see more.` : shown;
}

function noneFound({ template, project }: TemplateInput): string {
  const what = template === 'retrospectives' ? 'No decision with a retrospective matches.' : 'No decision matches.';
  return project === undefined ? `${what} Add --project all to ask about all projects.` : what;
}
