/** OpenAI's chat completions (platform.openai.com/docs/api-reference/chat), used by the Copilot CLI and opencode. */
import { newId, sendEvents, sendJson } from './api.ts';
import type { ModelApi, Turn } from './api.ts';
import { objectFrom, objectsFrom, stringFrom, textFrom } from './json.ts';
import type { JsonObject } from './json.ts';

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

export const chatCompletions: ModelApi = {
  matches: (path) => path.endsWith('/chat/completions'),
  read: (body) => {
    const messages = objectsFrom(body['messages']);
    return {
      system: messages.filter(isSystem).map(textOf).join('\n'),
      turns: messages.filter((message) => !isSystem(message)).map(turnFrom),
      tools: objectsFrom(body['tools']).map((tool) => ({ name: stringFrom(objectFrom(tool['function'])['name']) })),
    };
  },
  write: (response, { body }, reply) => {
    const base = { id: newId('chatcmpl-'), created: Math.floor(Date.now() / 1000), model: body['model'] };
    const call = 'tool' in reply && {
      id: newId('call_'),
      type: 'function',
      function: { name: reply.tool.name, arguments: JSON.stringify(reply.input) },
    };
    const content = 'say' in reply ? reply.say : null;
    const finish_reason = call ? 'tool_calls' : 'stop';
    if (body['stream'] !== true) {
      const message = { role: 'assistant', content, ...(call && { tool_calls: [call] }) };
      const choices = [{ index: 0, finish_reason, message }];
      sendJson(response, { ...base, object: 'chat.completion', choices, usage });
      return;
    }
    const chunk = (delta: JsonObject, finish: string | null = null): { data: unknown } => ({
      data: { ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] },
    });
    sendEvents(response, [
      chunk({ role: 'assistant', content: '' }),
      chunk(call ? { tool_calls: [{ index: 0, ...call }] } : { content }),
      chunk({}, finish_reason),
      { data: { ...base, object: 'chat.completion.chunk', choices: [], usage } },
      { data: '[DONE]' },
    ]);
  },
};

function isSystem({ role }: JsonObject): boolean {
  return role === 'system' || role === 'developer';
}

function textOf({ content }: JsonObject): string {
  return textFrom(content);
}

function turnFrom(message: JsonObject): Turn {
  const { role } = message;
  return { role: role === 'tool' ? 'result' : role === 'assistant' ? 'assistant' : 'user', text: textOf(message) };
}
