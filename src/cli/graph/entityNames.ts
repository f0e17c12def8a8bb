/** `bigmind graph merge` and `split`: which names mean the same. Each says which commands undo it. */
import { entityKey } from '../../memory/graph/entities.ts';
import type { Merged } from '../../memory/graph/graph.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { areDifferentKinds } from '../../protocol/graph/graph.ts';
import { shorten } from '../../util/text.ts';
import type { CommandContext, CommandInput } from '../shared/command.ts';
import { answer } from '../shared/command.ts';
import { shellWord } from '../shared/shellWord.ts';

/** Commands of the way back that the text lists; with `--json`, all of them are listed. */
const maxShown = 20;

export async function mergeNames(
  input: CommandInput,
  context: CommandContext,
  pair: { alias: string; entity: string },
): Promise<0> {
  const caller = await context.caller();
  await context.memory.graph.update(caller);
  const merged = await context.memory.graph.merge(caller, pair);
  const warning = differentKinds(merged);
  if (warning !== undefined) context.note(warning);
  const { entity } = merged;
  const undo = undoOf(pair.alias, merged);
  const done = `"${plainLine(pair.alias)}" now means "${plainLine(entity.name)}". To undo it:`;
  const text = [done, ...shownOf(undo)].join('\n  ');
  const { name, memories } = entity;
  const json = { merged: pair.alias, entity: name, memories, ...(warning !== undefined && { warning }), undo };
  answer(input, context, json, text);
  return 0;
}

export async function splitName(input: CommandInput, context: CommandContext, alias: string): Promise<0> {
  const entity = await context.memory.graph.split(await context.caller(), alias);
  const undo = [mergeOf(alias, entity)];
  const text = [`"${plainLine(alias)}" is a separate entity again. To undo it:`, ...undo].join('\n  ');
  answer(input, context, { split: alias, entity, undo }, text);
  return 0;
}

function differentKinds({ entity, former, isMovedAlone }: Merged): string | undefined {
  if (isMovedAlone || !areDifferentKinds(entity.kind, former.kind)) return undefined;
  const kindOf = ({ name, kind }: Merged['entity']): string => `"${shorten(plainLine(name), 60)}" (${kind})`;
  return `Check whether they are one thing: ${kindOf(former)} and ${kindOf(entity)} are of different kinds.`;
}

/** A name that had other names gets them back. */
function undoOf(alias: string, { former, isMovedAlone }: Merged): string[] {
  if (isMovedAlone) return [mergeOf(alias, former.name)];
  const name = entityKey(alias) === former.key ? alias : former.name;
  const moved = former.aliases.map((one) => mergeOf(one.name, name));
  return [`bigmind graph split ${shellWord(name)}`, ...moved];
}

function shownOf(undo: readonly string[]): string[] {
  const more = undo.length - maxShown;
  return [...undo.slice(0, maxShown), ...(more > 0 ? [`and ${String(more)} more`] : [])];
}

function mergeOf(alias: string, entity: string): string {
  return `bigmind graph merge ${shellWord(alias)} ${shellWord(entity)}`;
}
