/**
 * The Copilot CLI's `history-session-state/session_*.json`, which it wrote until the end of 2025: one value
 * `{sessionId, startTime, timeline, chatMessages}`. Its entries are read as the events that later versions write. The
 * timeline is what the user saw, with times; without it, the messages are those that were sent to the model.
 */
import { fieldsFrom, listFrom, textFrom } from '../../capture/transcripts/fields.ts';
import type { Fields } from '../../capture/transcripts/fields.ts';

/** The session as events, in order. */
export function eventsOfHistory({ sessionId, startTime, timeline, chatMessages }: Fields): Fields[] {
  const start = { type: 'session.start', data: { sessionId, startTime, producer: 'copilot-agent' } };
  const shown = listFrom(timeline).map(fieldsFrom);
  const events = shown.some(({ type }) => type === 'user')
    ? shown.flatMap(eventsOfEntry)
    : listFrom(chatMessages).map(fieldsFrom).flatMap(eventsOfMessage);
  return [start, ...events];
}

function eventsOfEntry(entry: Fields): Fields[] {
  const { id, timestamp, text: content } = entry;
  switch (entry['type']) {
    case 'user':
      return [{ type: 'user.message', id, timestamp, data: { content } }];
    case 'copilot':
      return [{ type: 'assistant.message', id, timestamp, data: { content } }];
    case 'tool_call_completed': {
      const { log, message, error } = fieldsFrom(entry['result']);
      const toolCallId = entry['callId'] ?? id;
      const toolName = entry['name'] ?? entry['toolTitle'];
      const result = { content: log ?? message ?? error ?? '' };
      return callEvents({ id, timestamp, toolCallId, toolName, arguments: entry['arguments'] }, result);
    }
    default:
      return [];
  }
}

function eventsOfMessage(message: Fields): Fields[] {
  const content = textFrom(message['content']);
  switch (message['role']) {
    case 'user':
      return [{ type: 'user.message', data: { content } }];
    case 'assistant': {
      const calls = listFrom(message['tool_calls']).map(fieldsFrom);
      const toolRequests = calls.map((call) => ({ toolCallId: call['id'], ...fieldsFrom(call['function']) }));
      return [{ type: 'assistant.message', data: { content, toolRequests } }];
    }
    case 'tool': {
      const toolCallId = message['tool_call_id'];
      return [{ type: 'tool.execution_complete', data: { toolCallId, result: { content } } }];
    }
    default:
      return [];
  }
}

function callEvents({ id, timestamp, ...call }: Fields, result: Fields): Fields[] {
  const named = textFrom(id);
  const results = named === undefined ? {} : { id: `${named}#result` };
  return [
    { type: 'tool.execution_start', id, timestamp, data: call },
    { type: 'tool.execution_complete', ...results, timestamp, data: { ...call, result } },
  ];
}
