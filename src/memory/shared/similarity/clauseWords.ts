/** Words that say how a clause is built, and nothing about its subject. English, German and Chinese; without accents. */

export const article =
  /^(?:the|a|an|all|each|every|our|its|my|your|this|these|der|die|das|den|dem|ein|eine|einen|alle|unsere|unseren)$/u;
export const preposition =
  /^(?:for|in|as|by|on|at|into|onto|via|through|per|over|under|fur|furs|als|im|am|an|zum|zur|bei|beim|ins|uber|在|里|中|上|给|为|对)$/u;
export const passive = /^(?:is|are|was|were|be|been|being|get|gets|wird|werden|wurden?|ist|sind)$/u;
export const infinitive = /^(?:be|get)$/u;
/** After one of these, another verb begins. */
export const beforeVerb = /^(?:and|und|then|dann|by)$/u;
/** Begins a clause about the word before it. */
export const relative = /^(?:that|which|who)$/u;
export const germanRelative = /^(?:die|der|das|den|dem)$/u;
export const subject = /^(?:we|i|you|they|he|she|somebody|someone|anybody|anyone)$/u;
export const germanSubject = /^(?:wir|ich|man|sie)$/u;
/** Denies, but reports more often than it rejects: "nobody uses it". */
export const nobody = /^(?:nobody|no one|niemand)$/u;
/** Says what something is for if it begins a clause. */
export const purpose = /^(?:to|um|damit|so that|sodass|为了)$/u;
/** Is about what is left, also without a verb such as "move". */
export const leaving = /^(?:out of|away from|off of|weg von|从)$/u;
/** The second part of a verb: "turn the strict mode on". */
export const particle = /^(?:on|ein|an)$/u;
/** Follows its condition. */
export const afterCondition = '的时候';
