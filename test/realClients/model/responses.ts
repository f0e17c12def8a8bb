/** OpenAI's responses (platform.openai.com/docs/api-reference/responses), used by Codex. */
import { newId, sendEvents, sendJson } from './api.ts';
import type { ModelApi, OfferedTool, Reply, StreamEvent, Turn } from './api.ts';
import { objectsFrom, stringFrom, textFrom } from './json.ts';
import type { JsonObject } from './json.ts';

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110,
};

export const responses: ModelApi = {
  matches: (path) => path.endsWith('/responses'),
  read: ({ instructions, input, tools }) => {
    const items = typeof input === 'string' ? [{ role: 'user', content: input }] : objectsFrom(input);
    const orders = items.filter(({ role }) => role === 'system' || role === 'developer');
    return {
      system: [stringFrom(instructions), ...orders.map(textFrom)].join('\n'),
      turns: items.flatMap(turnsFrom),
      tools: objectsFrom(tools).flatMap(toolsFrom),
    };
  },
  write: (response, { body }, reply) => {
    const item = itemFor(reply);
    const whole = {
      id: newId('resp_'),
      object: 'response',
      created_at: Math.floor(Date.now() / 1000),
      model: body['model'],
      status: 'completed',
      output: [item],
      usage,
      parallel_tool_calls: false,
      tools: [],
      tool_choice: 'auto',
    };
    if (body['stream'] !== true) {
      sendJson(response, whole);
      return;
    }
    const begun = { ...whole, status: 'in_progress', output: [], usage: null };
    const events: [type: string, rest: JsonObject][] = [
      ['response.created', { response: begun }],
      ...partsOf(item, reply),
      ['response.output_item.done', { output_index: 0, item }],
      ['response.completed', { response: whole }],
    ];
    sendEvents(
      response,
      events.map(([type, rest], index): StreamEvent => ({ type, data: { type, sequence_number: index, ...rest } })),
    );
  },
};

function turnsFrom(item: JsonObject): Turn[] {
  const { type, role } = item;
  if (type === 'tool_search_output') {
    return [{ role: 'result', text: JSON.stringify(item['tools'] ?? ''), isToolSearch: true }];
  }
  if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    return [{ role: 'result', text: textFrom(item['output']) }];
  }
  return role === 'user' || role === 'assistant' ? [{ role, text: textFrom(item['content']) }] : [];
}

function toolsFrom(tool: JsonObject): OfferedTool[] {
  if (tool['type'] !== 'namespace') return [{ name: stringFrom(tool['name'] ?? tool['type']) }];
  const namespace = stringFrom(tool['name']);
  return objectsFrom(tool['tools']).map(({ name }) => ({ name: stringFrom(name), namespace }));
}

function itemFor(reply: Reply): JsonObject {
  if ('say' in reply) {
    const content = [{ type: 'output_text', text: reply.say, annotations: [] }];
    return { type: 'message', id: newId('msg_'), role: 'assistant', status: 'completed', content };
  }
  const { tool, input } = reply;
  return {
    type: 'function_call',
    id: newId('fc_'),
    call_id: newId('call_'),
    name: tool.name,
    ...(tool.namespace !== undefined && { namespace: tool.namespace }),
    arguments: JSON.stringify(input),
    status: 'completed',
  };
}

/** The events between the start and the end of an answer with one item. */
function partsOf(item: JsonObject, reply: Reply): [type: string, rest: JsonObject][] {
  const place = { output_index: 0, item_id: item['id'] };
  if ('tool' in reply) {
    const text = item['arguments'];
    return [
      ['response.output_item.added', { output_index: 0, item: { ...item, arguments: '', status: 'in_progress' } }],
      ['response.function_call_arguments.delta', { ...place, delta: text }],
      ['response.function_call_arguments.done', { ...place, arguments: text }],
    ];
  }
  const part = { type: 'output_text', text: reply.say, annotations: [] };
  const first = { ...place, content_index: 0 };
  return [
    ['response.output_item.added', { output_index: 0, item: { ...item, content: [], status: 'in_progress' } }],
    ['response.content_part.added', { ...first, part: { ...part, text: '' } }],
    ['response.output_text.delta', { ...first, delta: reply.say }],
    ['response.output_text.done', { ...first, text: reply.say }],
    ['response.content_part.done', { ...first, part }],
  ];
}
