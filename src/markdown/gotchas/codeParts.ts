/** Finds pieces of code in code, as plain text: people and models write them, and none of them is a pattern. */

/** Characters of code that are searched. */
const maxCode = 50_000;
/** Places that are looked at, of each piece. */
const maxPlaces = 1_000;
/** A shorter piece is in every code. */
const minPiece = 3;
const wordCharacter = /[\p{L}\p{N}_$]/u;
const anyQuote = /["'`]/gu;
/** Something that no sentence contains: `createHash`, `SameSite=None`, `user_id`. */
const looksLikeCode = /[^\p{L}\p{N}\s-]|\p{Ll}\p{Lu}/u;

export interface CodeFinder {
  /** Whether the code has the piece, which begins and ends at the boundary of a word. White space and quotes may differ. */
  has: (piece: string) => boolean;
}

/** `code` is code; in `prose`, only what cannot be prose is found. */
export function createCodeFinder(code: string, prose: string): CodeFinder {
  const [plainCode, plainProse] = [plain(code.slice(0, maxCode)), plain(prose.slice(0, maxCode))];
  return {
    has: (written) => {
      const piece = plain(written).trim();
      if (piece.length < minPiece) return false;
      return holds(plainCode, piece) || (looksLikeCode.test(piece) && holds(plainProse, piece));
    },
  };
}

function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(anyQuote, "'");
}

function holds(text: string, piece: string): boolean {
  let at = text.indexOf(piece);
  for (let places = 0; at >= 0 && places < maxPlaces; places += 1, at = text.indexOf(piece, at + 1)) {
    const isBegin = !isWordPair(text.charAt(at - 1), piece.charAt(0));
    if (isBegin && !isWordPair(piece.at(-1) ?? '', text.charAt(at + piece.length))) return true;
  }
  return false;
}

function isWordPair(one: string, next: string): boolean {
  return wordCharacter.test(one) && wordCharacter.test(next);
}
