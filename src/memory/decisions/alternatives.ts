/**
 * Finds what a sentence names as not chosen: `A instead of B`, `we chose A over B`. Elsewhere, `over` belongs to other
 * verbs (go over the plan, loop over the rows, last over a year). No pattern has unbounded repetition.
 */
const insteadOf =
  '(?<!\\p{L})(?:instead of|rather than|statt|anstatt|anstelle(?: von)?|plutôt que|en lugar de|en vez de)\\s|而不是|而非';
const choose =
  '(?:choos(?:e|es|ing)|chosen?|prefer(?:s|red|ring)?|pick(?:s|ed|ing)?|favou?r(?:s|ed|ing)?|select(?:s|ed)?|opted for|(?:decided|settled) on|(?:go|going|went) with)';
/** What was chosen, in at most six words. With one of these words, `over` may belong to what follows it. */
const choice =
  '(?:(?!(?:to|up|that|which|who|and|then|after|before|while|when|because|of)\\s)(?:[^\\s.!?,;:()]|[.](?=\\S)){1,40}\\s){1,6}?';
const times = '(?:minute|hour|night|day|week|weekend|month|year|holiday)s?\\b';
const period = `(?:the|a|an|one|two|three|several|\\d{1,4})\\s(?:(?:last|next|past|few)\\s)?(?:\\w{1,10}\\s)?${times}`;
const overAnother = `\\b${choose}\\s${choice}over\\s(?!(?:to|from|with|at|in|on|and|again|time|there|here|it)\\b|${period})`;
const marker = new RegExp(`${insteadOf}|${overAnother}`, 'giu');
/** A sentence without any of these has no marker, which is far cheaper to see. */
const mayHaveMarker = /\sover\s|instead of|rather than|statt|anstelle|plutôt que|en lugar de|en vez de|而不是|而非/i;

const reasonOrTime =
  'because|since|so|when|where|while|after|before|until|once|if|unless|but|due|weil|da|denn|damit|sodass|parce|car|porque';
/** These also belong to an action: `instead of converting to strings`. */
const purpose = 'for|as|to|pour|para';
const action = /^(?:just |only |simply )?[a-z-]{3,20}ing\s/iu;
const anotherClause =
  'and\\s(?:we|i|it|they|then|to|so|that|went|chose|put|kept|left|built|made|wrote|\\w{2,20}ed)|und\\s(?:wir|ich|es)';
/** German verbs that end the clause: `statt der Suche umzubauen`, `statt Jest gewählt`. */
const lastVerb =
  'zu|\\p{L}{2,8}zu\\p{L}{2,20}en|entschieden|beschlossen|gewählt|genommen|verwendet|benutzt|genutzt|eingesetzt';
const punctuation = '[.!?:](?:\\s|$)|[,;。！？，；：]|\\s\\(|\\)(?=[\\s.,;:!?]|$)';
const endOfAction = endAt(reasonOrTime);
const endOfName = endAt(`${reasonOrTime}|${purpose}`);
const noAlternative = /^(?:later|and|or|und|oder)(?!\p{L})/iu;
const maxLength = 80;

/** In order, each once, at most 80 characters each; a longer one is more than a name and left out. */
export function alternativesIn(sentence: string): string[] {
  if (!mayHaveMarker.test(sentence)) return [];
  const markers = [...sentence.matchAll(marker)];
  const found = markers.flatMap(({ index, 0: { length } }, place) => {
    const text = sentence.slice(index + length, markers[place + 1]?.index);
    const ended = (action.test(text) ? endOfAction : endOfName).exec(text);
    const alternative = (ended === null ? text : text.slice(0, ended.index)).trim();
    const isName = alternative.length >= 2 && alternative.length <= maxLength && !noAlternative.test(alternative);
    return isName ? [alternative] : [];
  });
  return [...new Set(found)];
}

function endAt(words: string): RegExp {
  return new RegExp(
    `${punctuation}|\\s(?:${words}|${anotherClause}|${lastVerb})(?!\\p{L})|\\sover\\s${period}|因为|由于`,
    'iu',
  );
}
