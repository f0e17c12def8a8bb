/** `bigmind mind block`: the memory of the project in the instruction files that assistants read. */
import type { ContextFile } from '../../markdown/block/contextFiles.ts';
import { contextFileNamed, contextFiles } from '../../markdown/block/contextFiles.ts';
import type { BlockResult, RefreshedBlocks } from '../../markdown/block/memoryBlocks.ts';
import { addBlocks, chosenFiles, refreshBlocks, removeBlocks } from '../../markdown/block/memoryBlocks.ts';
import { isListed } from '../../markdown/files/projectList.ts';
import { BigMindError, sentenceOf } from '../../memory/shared/errors.ts';
import { counted } from '../../util/text.ts';
import type { CommandContext, CommandInput, ExitCode } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';

/** Without files, `--off` removes the block from those that were chosen, or from all if none was. */
export async function blockCommand(input: CommandInput, context: CommandContext): Promise<ExitCode> {
  const named = input.positionals.slice(1).map(contextFileNamed);
  const project = context.projectFolderOf(process.cwd());
  const { results, withheld } =
    input.values['off'] === true ? await remove(project, named, context) : await write(project, named, context);
  const answered = results.map((result) =>
    result.change === 'failed' ? { file: result.file, change: result.change, reason: result.error.message } : result,
  );
  answer(input, context, { folder: project, files: answered, left_out: withheld }, textFor(results, withheld));
  return results.some(({ change }) => change === 'failed') ? 1 : 0;
}

async function remove(
  project: string,
  named: readonly ContextFile[],
  context: CommandContext,
): Promise<RefreshedBlocks> {
  const parts = await context.blockParts();
  const chosen = named.length === 0 ? await chosenFiles(parts, project) : named;
  const results = await removeBlocks(parts, project, chosen.length === 0 ? contextFiles : chosen);
  return { results, withheld: 0 };
}

async function write(
  project: string,
  wanted: readonly ContextFile[],
  context: CommandContext,
): Promise<RefreshedBlocks> {
  const parts = await context.blockParts();
  const written = await (wanted.length === 0 ? refreshBlocks(parts, project) : addBlocks(parts, project, wanted));
  if (written !== undefined) return written;
  if (await isListed(parts.files, parts.home, project)) {
    throw new BigMindError('not_found', `There is no file memory in ${project}.`, {
      remedy: 'Run "bigmind mind init" in that folder to start one.',
      details: { folder: project },
    });
  }
  throw new BigMindError('not_allowed', `${project} is not on your list of projects.`, {
    remedy: 'Nothing was changed. Run "bigmind mind init" to start file memory there, or "bigmind mind add".',
    details: { folder: project },
  });
}

function textFor(results: readonly BlockResult[], withheld: number): string {
  if (results.length === 0) {
    return 'The memory of this project is in no instruction file. Add it with "bigmind mind block claude", agents or copilot.';
  }
  const left = counted(withheld, 'entry is', 'entries are');
  const remark = `${left} left out, because ${withheld === 1 ? 'it reads' : 'they read'} like instructions to a model.`;
  return [...results.map(lineFor), ...(withheld === 0 ? [] : [remark])].join('\n');
}

const changeTexts = {
  created: 'created',
  updated: 'updated',
  removed: 'the block is removed',
  unchanged: 'up to date',
  missing: 'contains no block',
} as const;

function lineFor(result: BlockResult): string {
  const { file } = result;
  if (result.change === 'failed') return `${file}: failed. ${sentenceOf(result.error, remedyInTerminal)}`;
  return `${file}: ${changeTexts[result.change]}`;
}
