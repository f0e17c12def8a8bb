/** What a hook and a server tell each other about a turn of a chat, as JSON. */
import type { MemoryRef } from '../memory/shared/memoryRef.ts';
import { turnLinesFrom } from '../memory/shared/turns.ts';
import { isRecord } from '../util/parsedValues.ts';
import type { AskedTexts, ModelText, TurnTexts } from './turnContext.ts';

/** Undefined if it is no such question. */
export function askedTextsFrom(value: unknown): AskedTexts | undefined {
  if (!isRecord(value)) return undefined;
  const flags = {
    takesContextWithPrompt: value['takesContextWithPrompt'] === true,
    keepsContextOnResume: value['keepsContextOnResume'] === true,
  };
  const { event, source = null, prompt, isCompacted } = value;
  if (event === 'start' && (source === null || typeof source === 'string')) return { event, source, ...flags };
  if (event !== 'prompt' || typeof prompt !== 'string') return undefined;
  return { event, prompt, isCompacted: isCompacted === true, ...flags };
}

/** What is missing or not valid is left out, because a chat goes on without it. */
export function turnTextsFrom(value: unknown): TurnTexts {
  if (!isRecord(value)) return {};
  const { warnings, context, offers } = value;
  return { warnings: textFrom(warnings), context: textFrom(context), offers: textFrom(offers) };
}

function textFrom(value: unknown): ModelText | undefined {
  if (!isRecord(value) || typeof value['text'] !== 'string') return undefined;
  const refs: unknown = value['refs'];
  return {
    text: value['text'],
    refs: Array.isArray(refs) ? refs.filter(isRef) : [],
    lines: turnLinesFrom(value['lines']),
  };
}

function isRef(value: unknown): value is MemoryRef {
  return isRecord(value) && typeof value['kind'] === 'string' && typeof value['id'] === 'string';
}
