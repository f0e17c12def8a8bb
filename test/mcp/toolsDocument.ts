/**
 * Renders `docs/tools.md` from the tools: the purpose of each, its parameters, a call and, in `core`, the beginning of its
 * real answer, in one store where each example builds on the previous ones. The test updates the file with
 * `UPDATE_GOLDEN=1`.
 */
import type { Tool, ToolContext } from '../../src/mcp/shared/tool.ts';
import { toolsetNames } from '../../src/mcp/shared/toolsetNames.ts';
import { toolsets, toolsOf } from '../../src/mcp/tools/toolsets.ts';
import type { TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import type { Memory } from '../../src/memory/memory.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { dataNotice } from '../../src/memory/trust/quoting.ts';
import { aToolHost } from '../support/toolHost.ts';
import { openTestMemoryWithFiles } from '../support/fileMemory.ts';
import { openTestMemory } from '../support/memory.ts';

/** Replaces the random id of the heap that begins with the compaction in the conversation below. */
const secondHeap = '00000000-0000-4000-8000-000000000002';

/** In the order of the calls; every tool has one. */
const examples: readonly (readonly [tool: string, args: Record<string, unknown>])[] = [
  ['memory_update_profile', { role: 'Principal engineer', preferences: 'Concise answers.', pinned_facts: ['Uses uv'] }],
  ['memory_store_fact', { category: 'decision', fact: 'We deploy on Thursdays only.', source_ref: 'docs/release.md' }],
  [
    'memory_promote_to_global',
    { category: 'standard', title: 'Python 3.12', content: 'Required across all servers.', importance: 9 },
  ],
  ['memory_flag_important', { content: 'The login loop came from a stale cookie.', flag_reason: 'bug found' }],
  ['memory_append_chunk', { content: 'Ship it on Thursday.', role: 'user', speaker: 'Ada' }],
  ['memory_start_session', {}],
  ['memory_get_context', {}],
  ['memory_search', { query: 'When do we deploy?', limit: 3, explain: true }],
  ['memory_search_chunks', { query: 'login loop' }],
  ['memory_search_global', { query: 'python version' }],
  ['memory_semantic_search', { query: 'On which day do we deploy?', limit: 2 }],
  ['memory_list_global', {}],
  ['memory_approve_global', { entry_id: 1, action: 'approve', notes: 'Agreed in review.', importance: 8 }],
  ['memory_add_hypothesis', { hypothesis: 'I believe the cache is cold because the first call is slow.' }],
  ['memory_list_hypotheses', { status: 'open' }],
  ['memory_resolve_hypothesis', { hypothesis_id: 1, status: 'confirmed', resolution: 'Warming it took 2 s off.' }],
  ['memory_store_fact', { category: 'decision', fact: 'We deploy on Fridays only.' }],
  ['memory_deprecate_fact', { fact_id: 1, reason: 'We moved to Fridays.' }],
  [
    'memory_end_session',
    { one_liner: 'Fixed the login loop', topics: 'auth, cookies', outcome: 'Released.', summary: 'A stale cookie.' },
  ],
  ['memory_list_sessions', { topic: 'auth' }],
  ['memory_get_session_detail', { session_id: '0f6a2d8b' }],
  [
    'brain_remember',
    {
      content: 'Retries are capped at 5 since the outage of 2026-03-12.',
      type: 'bug',
      tags: 'retries',
      expires_in: 336,
    },
  ],
  ['brain_recall', { query: 'How often do we retry?', top_k: 2 }],
  ['brain_list', { type: 'bug' }],
  ['brain_forget', { id: '00000000-0000-4000-8000-000000000101', reason: 'The cap is configurable now.' }],
  [
    'save_decision',
    {
      title: 'Keep orders in PostgreSQL',
      decided_by: 'Ada',
      project: 'shop',
      rationale: 'Orders need transactions over several tables.',
      alternatives: ['MongoDB: no transactions over collections'],
      source_ref: 'docs/orders.md#L4-L9',
    },
  ],
  ['save_retrospective', { id: 4, rating: 8, notes: 'No lost order in three months.' }],
  ['query_decisions', { template: 'why-to-check', title: 'MongoDB for orders' }],
  [
    'save_artifact',
    {
      content: 'The order store retries a transaction three times',
      metadata: { entities: ['order store', 'PostgreSQL'], source_ref: 'src/store.ts#L20' },
    },
  ],
  ['hybrid_search_and_rerank', { query: 'How does the order store retry?', limit: 2 }],
  ['graph_query', { query: 'neighbours', entity: 'order store' }],
  ['memory_status', { id: 4 }],
  ['mind_log', { type: 'decision', message: 'Vite over Webpack - starts in a second' }],
  ['mind_log', { type: 'rejected', message: 'Redux for the cart state - too much code' }],
  ['mind_log', { type: 'rejected', message: 'Use Redux to hold the cart state' }],
  ['mind_remind', { message: 'Check the audit', when: 'in 3 days' }],
  ['mind_remind', { message: 'Rotate the keys', when: 'when I mention auth, login' }],
  ['mind_blocker', { description: 'The login loops in Safari', keywords: ['cookie'] }],
  ['mind_recall', {}],
  ['mind_session', {}],
  ['mind_search', { query: 'Why Vite?', types: ['decision'] }],
  ['mind_status', {}],
  ['mind_reminders', {}],
  ['mind_reminder_done', { index: 1 }],
  [
    'mind_add_global_edge',
    {
      title: 'Vercel Edge has no Node crypto',
      description: 'node:crypto is missing at run time.',
      workaround: 'Use the Web Crypto API.',
      detection: { context: ['Vercel Edge'], intent: ['hash a password'], code: ['node:crypto'] },
    },
  ],
  ['mind_edges', { intent: 'hash a password', code: "import { scrypt } from 'node:crypto'" }],
  ['mind_checkpoint', {}],
  ['list_minds', {}],
  ['who_worked_on', { query: 'PostgreSQL' }],
  ['memory_get_stats', {}],
  ['memory_health_check', { stale_days: 30 }],
  ['get_latest_continuation', {}],
  ['get_messages_before', { reference_timestamp: '2026-03-29T10:04:00Z', limit: 2 }],
  ['get_era_summary', { era_name: 'shop (Era 1)', types: ['text'] }],
  ['get_context_heap', { heap_id: secondHeap, limit: 2 }],
  ['search_messages', { query: 'stale cookie', limit: 1 }],
  ['get_recent_work', { limit: 2, types: ['text'] }],
  ['memory_vacuum', { older_than_days: 1 }],
  ['memory_export', {}],
  ['memory_import', { path: '/home/ada/bigmind_export_20260330_091500.json' }],
  ['memory_get_profile_url', {}],
  ['memory_open_profile', {}],
  ['memory_get_instructions', {}],
];

export async function renderToolsDocument(): Promise<string> {
  const answers = await runExamples();
  const overview = toolsetNames.map((name) => `[\`${name}\`](#toolset-${name})`).join(', ');
  const parts = toolsetNames.map((name) => {
    const tools = toolsets[name].map((tool) => section(tool, answers.get(tool.name)));
    return `## Toolset \`${name}\`\n\n${tools.join('\n\n')}`;
  });
  return `# Tools

What each tool does and accepts, with calls, and how the answers of \`core\` begin. A client gets \`core\`;
[toolsets.md](toolsets.md) says how to turn on the others. Generated from the code.

Toolsets: ${overview}.

A model also gets when to call a tool and what to use instead, and before stored text "${dataNotice}"

An answer is a text and, in most tools, the same as \`structuredContent\` ([sizes](performance.md#answers)):

- \`results\` of a search, best first: \`{kind, id, text, score, session_id?, seq?, project?, created_at?, source_ref?, speaker?, type?, agent?, supersedes_count?, why?, …}\`, and \`searched\`.
- \`notice\`: what to know first, such as that stored text gives no orders, or that a memory came from the web.
- \`next\`: the call to make next, as a sentence, or in \`recovery\` as \`{tool, arguments}\`.
- \`truncated: true\`: a text is shown in part; \`next\` says how to read the whole.
- \`error {code, message, remedy}\` with \`isError\`: why a call was refused.

The context, a session in full and the guide have only a text; the Copilot CLI gets only texts.

## Shared parameters

A parameter is a string unless another type is given. The calls follow each other in one store.

${[...shared.values()].toSorted().join('\n')}

${parts.join('\n\n')}
`;
}

interface Example {
  args: Record<string, unknown>;
  text: string;
}

async function runExamples(): Promise<Map<string, Example>> {
  const test = openTestMemoryWithFiles();
  const team = await openTeam();
  const answers = new Map<string, Example>();
  try {
    const { memory: fileMemory, callerFiles } = test.inFiles;
    const caller = {
      ...(await test.caller({
        conversationId: '0f6a2d8b-4e91-4f0e-9c77-1e9e32c75b1a',
        project: { key: 'github.com/acme/shop', name: 'shop' },
      })),
      files: callerFiles,
    };
    const ids = new FixedIds();
    const tools = toolsOf(toolsetNames);
    const context: ToolContext = {
      memory: test.memory,
      search: test.search,
      caller,
      available: tools.map(({ name }) => name),
      toolHost: aToolHost({ fileMemory: () => Promise.resolve(fileMemory) }),
    };
    for (const [name, args] of examples) {
      if (name === 'memory_get_stats') test.pass(24 * 40);
      if (name === 'get_latest_continuation') await recordTalk(test.memory, caller);
      const tool = tools.find((candidate) => candidate.name === name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      const real = JSON.parse(ids.real(JSON.stringify(args))) as Record<string, unknown>;
      const isOfTeam = toolsetOf(tool) === 'directory';
      const { text, structured } = await tool.call(real, isOfTeam ? { ...context, ...team } : context);
      if (name === 'get_latest_continuation') ids.know(secondHeap, String(structured?.['context_heap_id']));
      const shown = name.startsWith('memory_') ? text : ids.fixed(text);
      answers.set(name, { args, text: shown.replace(/\d+\.\d MB/u, '0.2 MB') });
    }
  } finally {
    await team.close();
    await test.close();
  }
  return answers;
}

/** A shared memory, because a personal one has no directory: Ada and Bob work in one project. */
async function openTeam(): Promise<Pick<ToolContext, 'memory' | 'search' | 'caller'> & { close: () => Promise<void> }> {
  const test = openTestMemory('team', 'native', { instance: { name: 'laptop' } });
  const { memory, search, close } = test;
  const project = { key: 'github.com/acme/shop', name: 'shop' };
  const work = async (username: string, topics: string[]): Promise<Caller> => {
    let caller = await test.caller({ username, project });
    for (const chat of ['1', '2', '3']) {
      caller = await test.caller({ username, project, conversationId: `${username} ${chat}` });
      await memory.sessions.end(caller, { oneLiner: 'Worked', topics });
    }
    return caller;
  };
  const caller = await work('ada', ['Checkout', 'PostgreSQL']);
  await memory.profiles.update(caller, { role: 'Principal engineer' });
  await work('bob', ['PostgreSQL']);
  await memory.people.settled();
  return { memory, search, caller, close };
}

/** Replaces random ids with stable ones for the document. */
class FixedIds {
  readonly #known = new Map<string, string>([[talk, talk]]);

  know(fixed: string, real: string): void {
    this.#known.set(real, fixed);
  }

  fixed(text: string): string {
    return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => {
      const next = `00000000-0000-4000-8000-0000000001${String(this.#known.size).padStart(2, '0')}`;
      const fixed = this.#known.get(id) ?? next;
      this.#known.set(id, fixed);
      return fixed;
    });
  }

  real(text: string): string {
    return [...this.#known].reduce((result, [real, fixed]) => result.replaceAll(fixed, real), text);
  }
}

const talk = '7c1f0e52-3b64-4d0a-8a86-5d2c9b7f4e10';

/** Records a conversation of the day before, in which the context was compacted. */
async function recordTalk(memory: Memory, caller: Caller): Promise<void> {
  const turns: [TranscriptMessage['role'], TranscriptMessage['type'], string][] = [
    ['user', 'text', 'Why does the login loop?'],
    ['assistant', 'thought', 'The cookie may be stale. Let me look at where it is set.'],
    ['assistant', 'tool_use', '{"path": "src/auth/cookie.ts"}'],
    ['assistant', 'text', 'A stale cookie: it is set without its path.'],
    [
      'user',
      'text',
      'The user wants the login loop mended. It comes from a stale cookie in src/auth/cookie.ts; a test is missing.',
    ],
    ['assistant', 'text', 'I go on with the test.'],
  ];
  const position = { offset: 0, lastKey: null };
  const messages = turns.map(([role, type, content], place) => ({
    key: String(place),
    role,
    type,
    content,
    createdAt: `2026-03-29T10:0${String(place)}:00.000Z`,
    ...(type === 'tool_use' && { tool: 'read_file' }),
    ...(place === 4 && { begins: 'POST_COMPACTING' as const }),
  }));
  const items = [{ head: { conversation: talk } }, ...messages.map((message) => ({ message }))];
  await memory.recording.record(
    items.map((item) => ({ ...item, position })),
    { format: 'claude-code', origin: 'import', path: null, callerOf: () => Promise.resolve(caller) },
  );
}

function section(tool: Tool, example: Example | undefined): string {
  if (example === undefined) throw new Error(`${tool.name} has no example.`);
  const isDefault = toolsets.core.includes(tool);
  const values = Object.values(example.args);
  const isShown = isDefault ? values.length > 0 : values.some((value) => typeof value === 'object');
  const call = isShown ? [JSON.stringify(example.args)] : [];
  const answer = isDefault ? [shortened(example.text)] : [];
  const shown = [...call, ...answer].join('\n\n');
  return [
    `### ${tool.name}`,
    `${purpose(tool.description)} *${sideEffect(tool)}*`,
    parameters(tool),
    shown === '' ? '' : `\`\`\`\`text\n${shown}\n\`\`\`\``,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Without the sentences that only tell a model when to call this tool, or which other one. */
function purpose(description: string): string {
  const [first = '', ...others] = description.split(/(?<=[.?]) (?=[A-Za-z])/u);
  const forModel = /^(?:Not|Never|For|To|If|At the start)\b|^Call\b(?! it only)[^:]*$/u;
  return [first, ...others.filter((sentence) => !forModel.test(sentence))].join(' ');
}

const maxLines = 6;
const maxWidth = 120;

function shortened(text: string): string {
  const all = text.split('\n').filter((line) => line !== '' && line !== dataNotice);
  const lines = all.slice(0, maxLines).map((line) => (line.length > maxWidth ? `${line.slice(0, maxWidth)}…` : line));
  return [...lines, ...(all.length > maxLines ? ['…'] : [])].join('\n');
}

/** By name, what most of the tools that have a parameter say about it, if at least three say the same. */
const shared = sharedParameters();

function sharedParameters(): Map<string, string> {
  const uses = new Map<string, { name: string; count: number }>();
  for (const [name, schema] of toolsOf(toolsetNames).flatMap((tool) => propertiesOf(tool))) {
    const text = parameter(name, schema);
    uses.set(text, { name, count: (uses.get(text)?.count ?? 0) + 1 });
  }
  const often = [...uses].filter(([, { name, count }]) => count >= 3 && name !== 'limit');
  const rarestFirst = often.toSorted(([, a], [, b]) => a.count - b.count);
  return new Map(rarestFirst.map(([text, { name }]) => [name, text]));
}

function propertiesOf({ inputSchema }: Tool): [name: string, schema: JsonSchema][] {
  return Object.entries((inputSchema['properties'] ?? {}) as Record<string, JsonSchema>);
}

function parameters(tool: Tool): string {
  const required = new Set((tool.inputSchema['required'] ?? []) as string[]);
  const isShared = ([name, schema]: [string, JsonSchema]): boolean => shared.get(name) === parameter(name, schema);
  const properties = propertiesOf(tool);
  const own = properties.filter((property) => !isShared(property));
  const others = properties.filter(isShared).map(([name]) => `\`${name}\`${required.has(name) ? ' (required)' : ''}`);
  return [
    ...own.map(([name, schema]) => parameter(name, schema, required.has(name))),
    ...(others.length === 0 ? [] : [`- [shared](#shared-parameters) ${others.join(', ')}`]),
  ].join('\n');
}

/** One line; a string needs no type. */
function parameter(name: string, schema: JsonSchema, isRequired = false): string {
  const type = typeOf(schema);
  const about = [...(type === 'string' ? [] : [type]), ...(isRequired ? ['required'] : [])].join(', ');
  const text = schema.description?.replace(/^\d+ to \d+, d/u, 'D');
  return `- \`${name}\`${about === '' ? '' : ` (${about})`}${text === undefined ? '' : `: ${text}`}`;
}

interface JsonSchema {
  type?: string;
  description?: string;
  enum?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
}

function typeOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array') return schema.items?.enum === undefined ? 'list' : `list of ${typeOf(schema.items)}`;
  const { minimum, maximum } = schema;
  const bounded = minimum !== undefined && maximum !== undefined && maximum < 1e6;
  return bounded ? `${String(minimum)} to ${String(maximum)}` : (schema.type ?? 'any');
}

function toolsetOf(tool: Tool): string {
  return toolsetNames.find((name) => toolsets[name].includes(tool)) ?? 'none';
}

function sideEffect(tool: Tool): string {
  if (tool.destructive) return 'Deletes, after asking.';
  return tool.readOnly ? 'Reads.' : 'Writes.';
}
