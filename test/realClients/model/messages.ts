/** Anthropic's messages (docs.anthropic.com/en/api/messages), used by Claude Code. */
import { newId, sendEvents, sendJson } from './api.ts';
import type { ModelApi, Reply, Turn } from './api.ts';
import { objectsFrom, stringFrom, textFrom } from './json.ts';
import type { JsonObject } from './json.ts';

const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** Claude Code's tool for loading tools that it does not offer at first. */
export const toolSearchName = 'ToolSearch';

export const messages: ModelApi = {
  matches: (path) => path.endsWith('/messages'),
  read: (body) => {
    const items = objectsFrom(body['messages']);
    const searches = new Set(
      items.flatMap(blocksOf).flatMap(({ type, name, id }) => {
        return type === 'tool_use' && name === toolSearchName ? [id] : [];
      }),
    );
    return {
      system: textFrom(body['system']),
      turns: items.flatMap((message) => blocksOf(message).map((block) => turnFrom(message, block, searches))),
      tools: objectsFrom(body['tools']).map(({ name, type }) => ({ name: stringFrom(name ?? type) })),
    };
  },
  write: (response, { body }, reply) => {
    const block = blockFor(reply);
    const stop_reason = 'tool' in reply ? 'tool_use' : 'end_turn';
    const base = { id: newId('msg_'), type: 'message', role: 'assistant', model: body['model'], usage };
    if (body['stream'] !== true) {
      sendJson(response, { ...base, content: [block], stop_reason, stop_sequence: null });
      return;
    }
    const [empty, delta] =
      'tool' in reply
        ? [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) },
          ]
        : [
            { ...block, text: '' },
            { type: 'text_delta', text: reply.say },
          ];
    const events: [type: string, rest: JsonObject][] = [
      ['message_start', { message: { ...base, content: [], stop_reason: null, stop_sequence: null } }],
      ['content_block_start', { index: 0, content_block: empty }],
      ['content_block_delta', { index: 0, delta }],
      ['content_block_stop', { index: 0 }],
      ['message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } }],
      ['message_stop', {}],
    ];
    sendEvents(
      response,
      events.map(([type, rest]) => ({ type, data: { type, ...rest } })),
    );
  },
};

function blocksOf({ content }: JsonObject): JsonObject[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : objectsFrom(content);
}

function turnFrom({ role }: JsonObject, block: JsonObject, searches: ReadonlySet<unknown>): Turn {
  if (block['type'] === 'tool_result') {
    const text = textFrom(block['content']);
    return { role: 'result', text, isToolSearch: searches.has(block['tool_use_id']) };
  }
  return { role: role === 'assistant' ? 'assistant' : 'user', text: textFrom(block) };
}

function blockFor(reply: Reply): JsonObject {
  return 'say' in reply
    ? { type: 'text', text: reply.say }
    : { type: 'tool_use', id: newId('toolu_'), name: reply.tool.name, input: reply.input };
}
