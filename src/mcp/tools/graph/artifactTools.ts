/** The tool that stores a memory together with the entities that it is about. */
import * as z from 'zod';
import type { MentionedEntity } from '../../../memory/graph/graphStore.ts';
import { refKey } from '../../../memory/shared/memoryRef.ts';
import { dataNotice, plainLine } from '../../../memory/trust/quoting.ts';
import { shorten } from '../../../util/text.ts';
import { noticeOf, redactionNote } from '../../shared/redactionNote.ts';
import type { ToolContext } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';
import { artifactMetadata, ignoredIn, statementFrom } from './artifactMetadata.ts';

const maxEntities = 12;
const maxName = 80;

export const saveArtifact = defineTool({
  name: 'save_artifact',
  title: 'Save artifact',
  description:
    'Store one self-contained statement with what it is about, so that the map connects it with other memories. Call it for what you learned about named things: name the files, symbols, packages, services, people and concepts in metadata.entities; without them, only names that rules recognize in the text are connected. For a decision with its reasons use save_decision; for a plain lasting statement memory_store_fact.',
  readOnly: false,
  input: () => ({
    content: z.string().describe('The statement, at most 10,000 characters.'),
    metadata: artifactMetadata().optional(),
  }),
  run: async ({ content, metadata = {} }, { memory, caller }) => {
    const stated = statementFrom(content, metadata);
    const { status, fact, redacted } =
      metadata.supersedes === undefined
        ? await memory.facts.store(caller, stated)
        : await memory.facts.supersede(caller, { ...stated, factId: metadata.supersedes });
    const entities = await entitiesOf(String(fact.id), { memory, caller });
    const names = entities.map(({ name }) => shorten(plainLine(name), maxName));
    const ignored = ignoredIn(metadata).map((name) => shorten(plainLine(name), maxName));
    const isUnconnected = names.length === 0;
    return {
      ...noticeOf(
        redactionNote(redacted),
        // Names may be spelled as other memories spell them.
        isUnconnected ? 'It names no entity, so the map does not connect it.' : dataNotice,
        ignored.length > 0 ? `Not stored: metadata.${ignored.join(', metadata.')}.` : undefined,
      ),
      text: `${status === 'duplicate' ? 'Already known' : 'Stored'} as fact #${String(fact.id)}${isUnconnected ? '' : `, about ${names.join(', ')}`}.`,
      structured: { id: fact.id, uid: fact.uid, status, project: fact.projectName, entities: names, ignored },
      ...(isUnconnected && {
        next: 'If it is about something, call this again with entities.',
      }),
    };
  },
});

/** What the graph knows of the fact now. */
async function entitiesOf(id: string, { memory, caller }: Pick<ToolContext, 'memory' | 'caller'>) {
  const ref = { kind: 'fact', id } as const;
  await memory.graph.update(caller);
  const found: MentionedEntity[] = (await memory.graph.ofMemories(caller, [ref], maxEntities)).get(refKey(ref)) ?? [];
  return found;
}
