/** The parts of what was said in a chat that Markdown marks as code, bold or a heading; everything else is plain. */

interface FormattedRun {
  look: 'plain' | 'code' | 'strong';
  /** Without the characters that mark it. Bold text may contain code. */
  text: string;
}

/** In order: fenced code, code, bold text, headings. */
const formats =
  /(^```[^\n]*\n(?:(?!```)[^\n]*\n)*```[ \t]*$|(?<!`)`[^`\n]+`(?!`)|\*\*(?=\S)[^*\n]+(?<=\S)\*\*|^#{1,6} [^\n]+$)/gmu;
const fence = /^```[^\n]*\n(.*?)\n?```[ \t]*$/su;
const marks = /^(?:`|\*\*|#+ )|(?:`|\*\*)$/gu;

/** On one line, without the characters that mark code, bold text and headings. */
export function withoutMarks(text: string): string {
  const runs = formattedRuns(text).map(({ look, text: run }) => (look === 'strong' ? withoutMarks(run) : run));
  return runs.join('').replaceAll(/\s+/gu, ' ').trim();
}

export function formattedRuns(text: string): FormattedRun[] {
  return text.split(formats).flatMap((part, at): FormattedRun[] => {
    if (part === '') return [];
    if (at % 2 === 0) return [{ look: 'plain', text: part }];
    const inner = fence.exec(part)?.[1] ?? part.replaceAll(marks, '');
    return [{ look: part.startsWith('`') ? 'code' : 'strong', text: inner }];
  });
}
