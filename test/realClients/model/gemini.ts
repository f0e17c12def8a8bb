/** Gemini's generateContent and streamGenerateContent (ai.google.dev/api/generate-content), used by Gemini CLI. */
import { sendEvents, sendJson } from './api.ts';
import type { ModelApi, Turn } from './api.ts';
import { objectFrom, objectsFrom, stringFrom, textFrom } from './json.ts';
import type { JsonObject } from './json.ts';

const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };

export const gemini: ModelApi = {
  matches: (path) => /:(?:generateContent|streamGenerateContent)$/u.test(path),
  read: (body) => ({
    system: textFrom(body['systemInstruction'] ?? body['system_instruction']),
    turns: objectsFrom(body['contents']).flatMap(({ role, parts }) =>
      objectsFrom(parts).map((part) => turnFrom(role, part)),
    ),
    tools: objectsFrom(body['tools']).flatMap(({ functionDeclarations }) =>
      objectsFrom(functionDeclarations).map(({ name }) => ({ name: stringFrom(name) })),
    ),
  }),
  write: (response, { body, path }, reply) => {
    // A side request, such as which model suits, asks for JSON; an empty object leaves the choice to the client.
    const wantsJson = objectFrom(body['generationConfig'])['responseMimeType'] === 'application/json';
    const part =
      'say' in reply
        ? { text: wantsJson ? '{}' : reply.say }
        : { functionCall: { name: reply.tool.name, args: reply.input } };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    const value = { candidates: [candidate], usageMetadata, modelVersion: 'scripted' };
    if (path.endsWith(':streamGenerateContent')) sendEvents(response, [{ data: value }]);
    else sendJson(response, value);
  },
};

function turnFrom(role: unknown, part: JsonObject): Turn {
  const result = part['functionResponse'];
  if (result !== undefined) return { role: 'result', text: JSON.stringify(objectFrom(result)['response']) };
  return { role: role === 'model' ? 'assistant' : 'user', text: stringFrom(part['text']) };
}
