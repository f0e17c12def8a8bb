/**
 * How common words are in programming, before a store has statistics. A store of sixty memories contains "test" once
 * and "Stripe" once, and cannot tell which of the two says what a text is about.
 */

/** Words in almost every second request: actions and their objects. */
const everyday =
  'add fix file test error code function make change update run use get set new name value user data create write read remove delete ' +
  'implement check show help list line work need want look find try start stop move put call return type class method object app page ' +
  'project issue problem bug fail failing broken break feature version thing part way case time day today step current currently still ' +
  'different same simple small big long short good better best right wrong first last next old clean rename refactor improve support ' +
  'handle explain review describe understand question answer idea example option message text string number array variable module ' +
  'component script command folder directory package import export default build save load open close send print log output input ' +
  'result field key item id path url link button form screen view edit again together everything something please switch turn keep ' +
  'allow avoid ensure instead replace without always never every each only real local main base extra missing full empty whole ' +
  'second minute hour week month year also let does say see go come give take pass point place side end begin finish do done';

/** Words in projects of almost any kind. */
const usual =
  'database config configuration server client api endpoint request response query table column row schema index model service ' +
  'job queue worker task schedule cron cache deploy deployment release branch commit merge pull push repo repository git ci pipeline ' +
  'docker container image host port env environment production staging prod dev development setup install dependency library framework ' +
  'package lock auth login logout token session password secret permission role account email password security http https json yaml xml ' +
  'csv sql html css style color theme layout header footer menu modal dialog icon image picture font width height size margin padding ' +
  'mobile desktop browser frontend backend ui ux web website site route router redirect state store hook event listener handler ' +
  'callback promise async await thread process memory performance slow fast speed optimize timeout retry loop limit parse parser ' +
  'format date timezone timestamp validate validation rule filter sort search paginate pagination upload download stream buffer ' +
  'document documentation doc readme comment lint linter compile compiler typescript javascript python java node react exception crash ' +
  'warning debug trace stack unit integration coverage mock fixture snapshot assert flaky migration migrate seed backup restore ' +
  'monitor metric alert dashboard report chart graph notification payment order customer product price team company admin ' +
  'interface generic enum constant parameter argument property attribute tag label template section block node tree map hash ' +
  'upgrade downgrade enable disable flag toggle setting preference plugin extension integrate convert transform extract generate ' +
  'copy paste drag drop click scroll hover select checkbox dropdown tab panel window sidebar navbar card grid flex animation';

const elsewhere =
  'datei fehler test funktion code ändern hinzufügen löschen erstellen schreiben prüfen neu datenbank server fichier erreur fonction ' +
  'ajouter changer supprimer créer base données archivo función añadir cambiar borrar crear datos ' +
  '文件 测试 错误 函数 代码 添加 修改 删除 创建 数据 据库 配置 问题 使用 用户 项目 这个 一个 一下 怎么 什么 我们 需要 可以 テス スト エラ ラー 関数 追加 削除';

/** The share of all texts that contain such a word. */
const shares = { everyday: 0.06, usual: 0.015, unknown: 0.0008, pair: 0.02, number: 0.004 } as const;

/**
 * A function that estimates the share of all texts that contain a word of the index, 0 to 1; a default for unknown
 * words. `toIndexText` is the port `IndexText`; the words of the lists are stemmed with it once, at the first call.
 */
export function createEverydayShares(toIndexText: (text: string) => string): (word: string) => number {
  return (word) => {
    const known = knownByStems.get(toIndexText) ?? knownShares(toIndexText);
    knownByStems.set(toIndexText, known);
    return known.get(word) ?? defaultShareOf(word);
  };
}

const knownByStems = new WeakMap<(text: string) => string, ReadonlyMap<string, number>>();

function knownShares(toIndexText: (text: string) => string): ReadonlyMap<string, number> {
  const withShare = (words: string, share: number): (readonly [string, number])[] =>
    toIndexText(words)
      .split(' ')
      .map((word) => [word, share]);
  // A word in several lists gets the highest share.
  return new Map([...withShare(usual, shares.usual), ...withShare(`${everyday} ${elsewhere}`, shares.everyday)]);
}

function defaultShareOf(word: string): number {
  if (/^\d+$/u.test(word)) return shares.number;
  // Two characters of a script without spaces; one word gives two or three such pairs.
  return /^[^\p{ASCII}]{2}$/u.test(word) ? shares.pair : shares.unknown;
}
