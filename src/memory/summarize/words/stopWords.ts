/** Words that do not show what a chat is about: function words of a few languages, and phrases of requests. */

const grammar =
  'a an the and or but so if then than that this these those there here it its is are was were be been being am do does did done have has had having will would can could shall should may might must ' +
  'i im ive id ill me my mine we our us you your yours he she they them their his her him who whom whose what which when where why how of to in on at by for with from into onto about as over under between ' +
  'after before during while until up down out off again not no nor yes any all some each every both either neither more most less least very too also just only even still yet already now ' +
  'dont doesnt didnt cant cannot wont isnt arent wasnt havent hasnt couldnt shouldnt wouldnt lets thats theres whats heres youre theyre weve were ' +
  'der die das den dem des ein eine einen einem einer und oder aber wenn dass ist sind war waren sein hat haben ich du er sie es wir ihr mich mir dich dir uns euch mein meine dein deine nicht kein keine mit von zu zum zur für auf aus bei nach wie was wer wo warum auch noch nur schon sehr bitte im am um ' +
  'le la les un une des du de et ou mais si que qui quoi est sont été être avoir ont je tu il elle nous vous ils elles mon ma mes ton ta tes ne pas plus avec pour dans sur sous par comment pourquoi aussi ce cette ces ' +
  'el los las una unos unas y o pero si no es son fue ser estar está tiene yo tú él ella nosotros mi mis tu tus su sus con por para en sobre sin cómo qué cuándo dónde también muy este esta estos estas lo se al del que';

const asking =
  'please help helps helping need needs want wants wanna like liked would know think thinking thought trying try tries tried make makes making made get gets getting got give gives gave let lets use uses used using ' +
  'look looking looks see seen show shows tell tells told ask asked asking go goes going gone come comes take takes put keep keeps sure ok okay thanks thank cool great good nice better best well fine right wrong ' +
  'hi hello hey kinda sort bit lot lots really actually maybe probably perhaps something anything everything nothing someone thing things stuff way ways one ones two first second next last other another same different new old ' +
  'continue proceed done yeah yep sounds perfect awesome hmm stuck worried wondering curious considering consider especially currently recently today tomorrow yesterday ' +
  'able because since though although however whether much many few own however within without through including such per via etc eg ie vs question questions answer answers idea ideas example examples explain suggest suggestions tips advice understand ' +
  'work works working worked start starting started seem seems happen happens ensure effectively specific provide provided wonder im stressed feel feeling given ' +
  'bitte hilfe danke kannst könntest machen mache mach möchte will brauche peux pouvez pourrais merci aide faire fais voudrais puedes podrías gracias ayuda hacer quiero necesito';

const stopWords: ReadonlySet<string> = new Set(`${grammar} ${asking}`.split(' '));
/** Words that are common in programming: informative in a sentence, but not topics alone. */
const commonplace: ReadonlySet<string> = new Set(
  (
    'code file files folder folders directory workspace repo repository tmp temp line lines issue issues problem problems error errors bug bugs fix fixes fixed add added adding change changes changed update updated updating remove create created creating write writing written read run running ' +
    'implement implementing implementation function functions method class value values project app application feature features part plan data user users time step steps list name set check current fail fails failing returns return find build complete completed ' +
    'involve include includes including figure meet meeting received receive calculate finalize prioritize review balance handle support options option recommend suggested improve days day week month year january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
);
const hanCommonplace: ReadonlySet<string> = new Set(
  '我们 你们 他们 这个 那个 什么 怎么 如何 可以 需要 帮我 请帮 一个 一下 没有 现在 问题 文件 代码 进行 使用 如果 因为 所以 但是 还是 就是 不是 こと もの する した して ください です ます これ それ'.split(
    ' ',
  ),
);

/** The same for ASCII only, which covers most texts, in a fraction of the time. */
const plainWord = /[a-z\d][\w']*(?:[.\-+#/]\w+)*[+#]*/gi;
const beyondAscii = /[\u0080-\uffff]/;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_']*(?:[.\-+#/][\p{L}\p{N}_]+)*[+#]*/gu;
/** Thai, Chinese and Japanese, by their blocks: script names would take ten milliseconds to set up. */
export const unspaced =
  /[\u0e00-\u0e7f\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9d]|[\ud840-\ud88d][\udc00-\udfff]/;

const beginsWithNumber = /^v?\d/;
const number = /^v?\d[\d.]*(?:st|nd|rd|th|am|pm)?$/;

/** The words of a text in their original case, in order. */
export function writtenWords(text: string): string[] {
  if (!beyondAscii.test(text)) return text.match(plainWord) ?? [];
  return text.replaceAll('’', "'").match(word) ?? [];
}

export function isStopWord(written: string): boolean {
  const lower = written.toLowerCase();
  const plain = lower.includes("'") ? lower.replaceAll("'", '') : lower;
  return plain.length < 2 || stopWords.has(plain) || (beginsWithNumber.test(plain) && number.test(plain));
}

export function isCommonplace(lower: string): boolean {
  return commonplace.has(lower) || hanCommonplace.has(lower);
}

/** The number of words that are not stop words; in scripts without spaces, two characters count as one. */
export function informativeCount(text: string): number {
  return writtenWords(text).reduce((sum, written) => {
    if (unspaced.test(written)) return sum + written.length / 2;
    return isStopWord(written) ? sum : sum + 1;
  }, 0);
}
