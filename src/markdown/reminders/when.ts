/**
 * When a reminder is due, as people write it: on a day, in the next session, or when a topic comes up (Mind
 * Architecture, "Reminders File"). English, German and Chinese. What is not understood has no meaning, instead of a
 * guessed one.
 */
import { BigMindError } from '../../memory/shared/errors.ts';
import { dayNumber, dayText } from '../../util/days.ts';
import { oneLine } from '../../util/text.ts';
import { dayIn } from './dayForms.ts';

export type When =
  /** `YYYY-MM-DD`. */
  | { kind: 'date'; day: string }
  | { kind: 'nextSession' }
  /** One of these topics is enough. As written, each at most six words. */
  | { kind: 'topics'; topics: readonly string[] };

/** For messages: the forms that `readWhen` understands. */
const whenForms =
  'Use a day ("tomorrow", "in 3 days", "next week", "Friday", "2026-12-20", "December 20"), "next session", or a topic ("when I mention auth, login", "when we work on payments", "when billing comes up"), in English, German or Chinese.';

const maxLength = 200;
const maxTopics = 10;
const maxTopicWords = 6;

/** `today` is `YYYY-MM-DD`; relative days count from it. Undefined for a text that it does not understand. */
export function readWhen(text: string, today: string): When | undefined {
  const said = oneLine(text).replace(/[\s.!。！]+$/u, '');
  const from = dayNumber(today);
  if (said === '' || said.length > maxLength || from === undefined) return undefined;
  if (nextSession.some((form) => form.test(said))) return { kind: 'nextSession' };
  const day = dayIn(said, from);
  if (day !== undefined) return { kind: 'date', day: dayText(day) };
  const topics = topicsIn(said);
  return topics.length === 0 ? undefined : { kind: 'topics', topics };
}

/** Rejects with `invalid_input`, which lists the forms, a text that `readWhen` does not understand. */
export function requireWhen(text: string, today: string): When {
  const when = readWhen(text, today);
  if (when !== undefined) return when;
  throw new BigMindError('invalid_input', `BigMind does not recognize "${oneLine(text).slice(0, 80)}" as a time.`, {
    remedy: `Nothing was changed. ${whenForms}`,
    details: { when: text.slice(0, maxLength) },
  });
}

const nextSession: readonly RegExp[] = [
  /^(?:(?:at|in|for|on) )?(?:(?:the )?(?:start|beginning) of )?(?:the |my |our )?next (?:session|chat|conversation|time)$/iu,
  /^(?:(?:in|bei|zu|zum|zur|im|beim) )?(?:der |die |das |dem )?nächste[nrsm]? (?:sitzung|session|mal|chat|gespräch|unterhaltung)$/iu,
  /^(?:在)?下一?[次个](?:会话|对话|聊天)?(?:开始)?(?:时|的时候)?$/u,
];

const isSaid =
  '(?:mention|discuss|touch|chang|edit|modify|modifie|refactor|review)(?:e?s|ing|e)?|talk(?:s|ing)? about|bring(?:s|ing)? up|ask(?:s|ing)? (?:about|for)|work(?:s|ing)? (?:on|with)|look(?:s|ing)? at|get(?:s|ting)? to|(?:com|return)(?:e|es|s|ing)? (?:back )?to|start(?:s|ing)? (?:on|with)';
const wasSaid =
  'comes? up|come up|(?:is|are|gets?) (?:mentioned|discussed|touched|changed|edited|modified|brought up|the topic)';
const sagt =
  'erwähn\\p{L}{1,2}|ansprech\\p{L}{1,2}|anspricht|diskutier\\p{L}{1,2}|besprech\\p{L}{1,2}|sprech\\p{L}{1,2}|spricht|red\\p{L}{1,2}|arbeit\\p{L}{1,2}|bearbeit\\p{L}{1,2}|anfass\\p{L}{1,2}|änder\\p{L}{1,2}|frag\\p{L}{1,2}';
const said = '(?:提到|谈到|说到|聊到|讨论|谈论|处理|修改|涉及|问到)';

/** Topics by the forms in which people name them. */
const topicForms: readonly RegExp[] = [
  new RegExp(
    `^(?:when(?:ever)?|if|once|(?:every|(?:the )?next) time) (?:(?:i|we|you|(?:some|any)(?:one|body))(?:['’](?:re|m))? )?(?:(?:am|are|is|start|begin|want to|need to|have to) )?(?:${isSaid}) (?<topics>.+)$`,
    'iu',
  ),
  /^(?:when(?:ever)?|if|once) (?:it comes to|(?:it|this|the (?:chat|prompt|conversation)) is about|the topic is) (?<topics>.+)$/iu,
  new RegExp(`^(?:when(?:ever)?|if|once|(?:every|(?:the )?next) time) (?<topics>.+?) (?:${wasSaid})(?: again)?$`, 'iu'),
  new RegExp(
    `^(?:(?:immer )?wenn|sobald|falls) (?:ich|wir|du|ihr|man|jemand) (?:wieder )?(?:(?:über|an|am|mit|nach) )?(?<topics>.+?) (?:${sagt})$`,
    'iu',
  ),
  /^(?:(?:immer )?wenn|sobald|falls) es (?:wieder )?um (?<topics>.+?) geht$/iu,
  /^(?:(?:immer )?wenn|sobald|falls) (?<topics>.+?) (?:zur sprache kommt|aufkommt|erwähnt wird|angesprochen wird|besprochen wird|geändert wird|(?:zum )?thema (?:ist|wird))$/iu,
  new RegExp(
    `^(?:当|每当|如果|下次)(?:我们?|你们?|有人|大家)?(?:再次)?${said}(?:到)?\\s?(?<topics>.+?)\\s?(?:的时候|时)?$`,
    'u',
  ),
  new RegExp(`^(?:我们?|你们?|有人|大家)?(?:再次)?${said}(?:到)?\\s?(?<topics>.+?)\\s?(?:的时候|时)$`, 'u'),
];

/** Names nothing by itself. */
const pronoun =
  /^(?:it|this|that|them|these|those|things?|stuff|something|anything|everything|nothing|es|das|dies(?:es)?|sie|ihn|etwas|nichts|它|这个?|那个?|这些|那些|什么)$/iu;
const article =
  /^(?:(?:or|oder|the|an?|our|my|your|this|that|any|anything (?:about|with)|something (?:about|with)|der|die|das|den|dem|des|eine?[mnrs]?|unsere?[mnrs]?|meine?[mnrs]?)\s)+/iu;

function topicsIn(text: string): string[] {
  for (const form of topicForms) {
    const { topics } = form.exec(text)?.groups ?? {};
    if (topics === undefined) continue;
    const found = topics.split(/\s*[,，、;；]\s*|\s(?:or|oder)\s|\s?或者?\s?/iu).map(topicFrom);
    // Half of an understood list would leave out what the other half says.
    const isList = found.length <= maxTopics && found.every(isTopic);
    return isList ? [...new Set(found)] : [];
  }
  return [];
}

function topicFrom(written: string): string {
  const plain = written.replace(/^["'“„«「‘`]+|["'”“»」’`]+$/gu, '').trim();
  return plain
    .replace(article, '')
    .replace(/\s(?:again|wieder)$/iu, '')
    .trim();
}

function isTopic(topic: string): boolean {
  return /[\p{L}\p{N}]/u.test(topic) && topic.split(' ').length <= maxTopicWords && !pronoun.test(topic);
}
