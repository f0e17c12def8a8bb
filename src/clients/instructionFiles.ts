/**
 * The files that instruct assistants to use their memory. Each contains one managed block; the text around it belongs
 * to the users of the project. `claude-desktop` is the exception: the block is in the value of a key in the app's own
 * configuration. The caller provides the text of the block.
 */
import { rulesMarkers } from '../memory/archive/ownBlocks.ts';
import { BigMindError } from '../memory/shared/errors.ts';
import type { BlockMarkers } from '../util/markedBlock.ts';
import { edited, textOf } from './files/configText.ts';
import type { FilePlan } from './files/filePlan.ts';
import { planOf } from './files/filePlan.ts';
import { jsonValueAt, withJsonValue, withoutJsonValue } from './files/jsonText.ts';
import { withBlock, withoutBlock } from './files/managedBlock.ts';
import { readIfThere } from './files/replaceFile.ts';
import type { ClientHost } from './shared/clientHost.ts';
import { joined } from './shared/clientHost.ts';
import { clientOf } from './shared/clients.ts';
import type { InstructionTarget } from './shared/clients.ts';

interface InstructionFile {
  /** The path of the file, relative to the project folder. */
  path: readonly string[];
  /** The first lines of a new file. */
  opening: string;
}

const files: Readonly<Record<Exclude<InstructionTarget, 'claude-desktop'>, InstructionFile>> = {
  /** docs.github.com: Adding repository custom instructions for GitHub Copilot. */
  copilot: { path: ['.github', 'copilot-instructions.md'], opening: '' },
  /** agents.md: one file for many agents, read from the project's root. */
  agents: { path: ['AGENTS.md'], opening: '' },
  /** code.claude.com/docs/en/memory. */
  claude: { path: ['CLAUDE.md'], opening: '' },
  /** cursor.com/docs/rules: a project rule that always applies. */
  cursor: {
    path: ['.cursor', 'rules', 'bigmind.mdc'],
    opening: '---\ndescription: How to use the BigMind memory\nalwaysApply: true\n---\n',
  },
  /** jetbrains.com/help/ai-assistant/configure-project-rules.html: rules are added to every chat by default. */
  jetbrains: { path: ['.aiassistant', 'rules', 'bigmind.md'], opening: '' },
};

const desktopKey = ['instructions'];

/**
 * The plan that sets `text` as the block of the target's file in the project `folder`, by default the block with the
 * rules. Rejects with `invalid_input`
 * for broken markers or a file that cannot be parsed, and with `not_allowed` for one that must not be written.
 */
export async function planInstructions(
  target: InstructionTarget,
  text: string,
  folder: string,
  host: ClientHost,
  markers = rulesMarkers,
): Promise<FilePlan> {
  if (target === 'claude-desktop') return planDesktop(host, text);
  const { path, opening } = files[target];
  const file = joined(host, folder, ...path);
  const before = await readIfThere(file);
  const after = before === undefined ? newFile(opening, text, file, markers) : withBlock(before, text, file, markers);
  return planOf({ client: target, file, before, after, entry: text, backup: 'none', within: folder });
}

/**
 * The plan that removes the block. A file that BigMind created is deleted if no one added to it. Rejects like
 * `planInstructions`.
 */
export async function planInstructionsRemoval(
  target: InstructionTarget,
  folder: string,
  host: ClientHost,
  markers = rulesMarkers,
): Promise<FilePlan> {
  if (target === 'claude-desktop') return planDesktop(host, undefined);
  const { path, opening } = files[target];
  const file = joined(host, folder, ...path);
  const before = await readIfThere(file);
  const rest = before === undefined ? undefined : withoutBlock(before, file, markers);
  const isOurs =
    before !== undefined && rest?.equals(Buffer.from(opening)) === true && !before.equals(rest) && endsAsOurs(before);
  const after = isOurs ? undefined : rest;
  return planOf({ client: target, file, before, after, entry: undefined, backup: 'none', within: folder });
}

/**
 * A file created by BigMind ends with a line end; an empty file that already existed does not get one. This is how
 * the removal distinguishes them.
 */
function newFile(opening: string, text: string, file: string, markers: BlockMarkers): Buffer {
  const made = withBlock(Buffer.from(opening), text, file, markers);
  return endsAsOurs(made) ? made : Buffer.concat([made, Buffer.from('\n')]);
}

function endsAsOurs(bytes: Buffer): boolean {
  return bytes.at(-1) === 0x0a;
}

/** The path of a target's file, as users know it. */
export function instructionPath(target: InstructionTarget): string {
  return target === 'claude-desktop' ? 'claude_desktop_config.json' : files[target].path.join('/');
}

async function planDesktop(host: ClientHost, text: string | undefined): Promise<FilePlan> {
  const file = clientOf('claude-desktop').file(host);
  const before = await readIfThere(file);
  const present = presentInstructions(before, file);
  const given = Buffer.from(present ?? '');
  const wanted = (
    text === undefined ? withoutBlock(given, file, rulesMarkers) : withBlock(given, text, file, rulesMarkers)
  ).toString();
  const isGone = text === undefined && wanted === '' && present !== undefined && present !== '';
  const put = (content: string): string => withJsonValue(content, desktopKey, wanted, file);
  const changed = isGone
    ? edited(before, file, (content) => withoutJsonValue(content, desktopKey, file))
    : wanted === (present ?? '')
      ? before
      : edited(before, file, put);
  const after = isGone && changed?.toString() === '{}\n' ? undefined : changed;
  return planOf({ client: 'claude-desktop', file, before, after, entry: text, backup: 'beside', within: undefined });
}

function presentInstructions(bytes: Buffer | undefined, file: string): string | undefined {
  const present = jsonValueAt(textOf(bytes, file), desktopKey, file);
  if (present === undefined || typeof present === 'string') return present;
  throw new BigMindError('invalid_input', `"instructions" in ${file} is not a string.`, {
    remedy: 'Nothing was changed. Make it a string or remove it, and try again.',
    details: { file },
  });
}
