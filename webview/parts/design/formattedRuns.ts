/** The parts of what was said in a chat that Markdown marks as code, bold or a heading; everything else is plain. */

interface FormattedRun {
  look: 'plain' | 'code' | 'strong';
  /** Without the characters that mark it. Bold text may contain code. */
  text: string;
}

/** In order: fenced code, code, bold text, headings. The asterisks of powers and of paths mark nothing. */
const formats =
  /(^```[^\n]*\n(?:(?!```)[^\n]*\n)*```[ \t]*$|(?<!`)`[^`\n]+`(?!`)|(?<![\w*]|\/(?=\*\*\/))\*\*(?=\S)[^*\n]+(?<=\S)\*\*(?!\w)|^#{1,6} [^\n]+$)/gmu;
const fence = /^```[^\n]*\n(.*?)\n?```[ \t]*$/su;
/** Several at the beginning of a heading, so that what is in it is no heading again. */
const headingMarks = /^(?:#+ )+/u;

/** On one line, without the characters that mark code, bold text and headings. */
export function withoutMarks(text: string): string {
  const runs = formattedRuns(text).map(({ look, text: run }) => (look === 'strong' ? withoutMarks(run) : run));
  return runs.join('').replaceAll(/\s+/gu, ' ').trim();
}

export function formattedRuns(text: string): FormattedRun[] {
  return text.split(formats).flatMap((part, at): FormattedRun[] => {
    if (part === '') return [];
    if (at % 2 === 0) return [{ look: 'plain', text: part }];
    if (part.startsWith('`')) return [{ look: 'code', text: fence.exec(part)?.[1] ?? part.slice(1, -1) }];
    return [{ look: 'strong', text: part.startsWith('#') ? part.replace(headingMarks, '') : part.slice(2, -2) }];
  });
}
