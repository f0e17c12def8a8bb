/**
 * Text that programs generate and people do not say: redaction marks, ids, hashes, temporary folders and file paths.
 * None of it describes the subject of a chat.
 */

const mark = /(?<=([:=]["']?)?)\[removed: [^\]\n]{1,60}\]/g;
const rootedPath =
  /(?<![\w./\\-])(?:file:\/\/)?(?:[A-Za-z]:[\\/]|~\/|\/(?:tmp|var|private|home|Users|root|workspaces?|mnt|opt|usr|srv|data)\/)[^\s"'`<>|()[\],;]{0,1000}/g;
const longWord = /[A-Za-z0-9][\w.-]{6,200}/g;
const emptied = /\(\s*\)|""|''|“”/g;
const dangling = /(?:\s(?:a|an|and|at|by|for|from|id|in|into|is|of|on|or|see|the|to|with))+(?=[\s.,;:!?]*$)/i;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const hash = /^(?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{7,128}$/i;
const longNumber = /^\d{10,}$/;
const pythonTemporary = /^tmp(?=\w*\d)[a-z\d_]{8}$/;
const temporary = /^[A-Za-z]{1,20}[-._]([A-Za-z\d]{6}|[A-Za-z\d]{10})$/;
/** How people write words, single or joined, with at most a number after them. */
const wordLike = /^(?:[A-Z]?[a-z]+)(?:[A-Z][a-z]+)*\d*$|^[A-Z]+[a-z]*\d*$|^\d+[a-z]*$/;
const changesOfKind = /[A-Za-z](?=\d)|\d(?=[A-Za-z])/g;

/** Whether a word, in its original case, is machine-generated: an id, a hash, the name of a temporary folder. */
export function isMachineName(word: string): boolean {
  if (word.length < 7) return false;
  if (uuid.test(word) || hash.test(word) || longNumber.test(word) || pythonTemporary.test(word)) return true;
  const random = temporary.exec(word)?.[1];
  if (random !== undefined && !wordLike.test(random)) return true;
  return word.length >= 20 && (word.match(changesOfKind) ?? []).length >= 5;
}

/** Removes machine-generated names from a text; of a path, the file name is kept. */
export function withoutMachineNames(text: string): string {
  const said = text
    .replace(mark, (_, before: string | undefined) => (before === undefined ? '' : '…'))
    .replace(rootedPath, lastName)
    .replace(longWord, (word) => (isMachineName(word) ? '' : word));
  if (said === text) return text;
  return said
    .replace(emptied, '')
    .replace(/ {2,}/g, ' ')
    .replace(/ (?=[,.;:!?](?:\s|$))/g, '')
    .replace(dangling, '')
    .trim();
}

function lastName(path: string): string {
  const stop = /[.:!?]*$/.exec(path)?.[0] ?? '';
  const name =
    path
      .slice(0, path.length - stop.length)
      .split(/[\\/]/)
      .findLast((part) => part !== '') ?? '';
  return (isMachineName(name) || /^(?:tmp|temp|file:)$/i.test(name) ? '' : name) + stop;
}
