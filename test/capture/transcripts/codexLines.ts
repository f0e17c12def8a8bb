/** Lines of a Codex rollout as Codex 0.169.0 writes them, without what no reader uses. */

type Line = Record<string, unknown>;

export const codexConversation = '01a2067d-5d6b-7092-8ced-b6dba3da325e';
export const codexFile = `rollout-2026-03-02T09-00-00-${codexConversation}.jsonl`;

const minute = 60_000;
const morning = Date.parse('2026-03-02T09:00:00.000Z');

/** `at` is in minutes. */
export function aRolloutLine(type: string, at: number, payload: Line, more: Line = {}): Line {
  return { timestamp: new Date(morning + at * minute).toISOString(), ordinal: at, type, payload, ...more };
}

export function aSessionMeta(more: Line = {}): Line {
  return aRolloutLine('session_meta', 0, {
    session_id: codexConversation,
    id: codexConversation,
    timestamp: '2026-03-02T09:00:00.000Z',
    cwd: '/home/ada/shop',
    originator: 'codex_exec',
    cli_version: '0.169.0',
    source: 'exec',
    thread_source: 'user',
    base_instructions: { text: 'You are a coding agent.' },
    git: { branch: 'main' },
    ...more,
  });
}

/** An item of the history that the model receives. */
export function aResponseItem(at: number, payload: Line, metadata: Line = {}): Line {
  return aRolloutLine('response_item', at, payload, { metadata });
}

/** Parts of a message, each with the kind that says who wrote it; older versions have no kinds. */
export function aUserMessage(at: number, parts: readonly (readonly [kind: string | undefined, text: string])[]): Line {
  const kinds = parts.map(([kind]) => kind);
  return aResponseItem(at, {
    type: 'message',
    id: `msg_of_the_user_${String(at)}`,
    role: 'user',
    content: parts.map(([, text]) => ({ type: 'input_text', text })),
    ...(kinds.includes(undefined) ? {} : { internal_chat_message_metadata_passthrough: { content_item_kinds: kinds } }),
  });
}

export function aPrompt(at: number, text: string): Line {
  return aUserMessage(at, [['user.text', text]]);
}

export function anAnswer(at: number, text: string, metadata: Line = {}): Line {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return aResponseItem(
    at,
    { type: 'message', id: `msg_of_the_model_${String(at)}`, role: 'assistant', content },
    metadata,
  );
}
