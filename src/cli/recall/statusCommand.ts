/** `bigmind status`: whether a memory is stored, found by words, and found by meaning or queued for a model. */
import type { SaveStatus } from '../../memory/recall/memoryStatus.ts';
import { structuredStatus } from '../../memory/recall/memoryStatus.ts';
import { memoryKinds } from '../../memory/shared/vocabulary.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { counted } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import type { Command } from '../shared/command.ts';
import { answer, textOption } from '../shared/command.ts';

export const statusCommand: Command = {
  name: 'status',
  usage: `ID [--kind ${memoryKinds.join('|')}]`,
  summary: 'Show whether a memory is stored, indexed, and embedded or queued for a model.',
  details:
    'ID is a number such as 12 or #12, the uid of a fact, or the id of a session, of which the first 6 characters are enough. Without --kind, it is a fact, or else a session; chunk means a kept exchange.',
  options: { kind: { type: 'string' } },
  takes: { min: 1, max: 1 },
  run: async (input, context) => {
    const [id = ''] = input.positionals;
    const { saveStates, clock } = context.memory;
    const status = await saveStates.get(await context.caller(), id, textOption(input, 'kind'));
    answer(input, context, structuredStatus(status), linesFor(status, clock.timeZone).join('\n'));
    return 0;
  },
};

function linesFor({ kind, id, uid, status, storedAt, isIndexed, embeddings }: SaveStatus, timeZone: string): string[] {
  const name = `${kind} ${kind === 'session' ? plainLine(id) : `#${plainLine(id)}`}`;
  const about = [name, status, `stored ${localMinute(storedAt, timeZone)}`];
  return [
    [...about, ...(uid === null ? [] : [`uid ${plainLine(uid)}`])].join('  '),
    isIndexed ? 'Search by words finds it.' : 'Search by words does not find it.',
    ...(embeddings.length === 0 ? ['Search by meaning is off: no model server is in use.'] : embeddings.map(modelLine)),
  ];
}

function modelLine({ model, state, retries, lastError }: SaveStatus['embeddings'][number]): string {
  const refused = retries === 0 ? '' : `, refused ${counted(retries, 'time')}`;
  const error = lastError === null ? '' : `: "${plainLine(lastError)}"`;
  return `Model ${plainLine(model)}: ${state}${refused}${error}.`;
}
