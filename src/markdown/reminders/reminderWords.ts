/** The words of `REMINDERS.md` in the languages in which BigMind reads it. */
import { quotedLine } from '../../memory/trust/quoting.ts';
import { isDoneHeading, isPendingHeading } from '../parsing/reminderFile.ts';
import { rowsOf, sectionsOf } from './fileRows.ts';
import type { When } from './when.ts';

type Language = 'en' | 'de' | 'zh';

interface ReminderWords {
  completed: string;
  /** The part of a line that says when it is due. `readWhen` understands it. */
  written: (when: When) => string;
}

const words: Readonly<Record<Language, ReminderWords>> = {
  en: {
    completed: 'completed',
    written: writer({ due: 'due', trigger: 'trigger', session: 'next session', topic: (x) => `when I mention ${x}` }),
  },
  de: {
    completed: 'erledigt',
    written: writer({
      ...{ due: 'fällig', trigger: 'Auslöser', session: 'nächste Sitzung' },
      topic: (x) => `wenn ich ${x} erwähne`,
    }),
  },
  zh: {
    completed: '完成',
    written: writer({ due: '到期', trigger: '触发', session: '下次会话', topic: (x) => `当我提到 ${x} 时` }),
  },
};

export function wordsOf(language: Language): ReminderWords {
  return words[language];
}

interface PartWords {
  due: string;
  trigger: string;
  session: string;
  topic: (topics: string) => string;
}

function writer({ due, trigger, session, topic }: PartWords): (when: When) => string {
  return (when) => {
    switch (when.kind) {
      case 'date':
        return `${due}: ${when.day}`;
      case 'nextSession':
        return `${due}: ${session}`;
      case 'topics':
        return `${trigger}: ${topic(quotedLine(when.topics.join(', ')))}`;
    }
  };
}

/** That of the names of parts, such as `due`; undefined if the file has none. */
export function fieldLanguage(markdown: string): Language | undefined {
  const name = /\s\|\s(?<name>due|trigger|completed|fällig|auslöser|erledigt|到期|触发|完成)\s?[:：]/iu.exec(markdown);
  return name === null ? undefined : languageOf(name.groups?.['name'] ?? '');
}

/** That of the headings for pending and done reminders; undefined if the file has none. */
export function headingLanguage(markdown: string): Language | undefined {
  const titles = sectionsOf(rowsOf(markdown.replace(/^\ufeff/u, ''))).map(({ title }) => title);
  const known = titles.find((title) => isPendingHeading.test(title) || isDoneHeading.test(title));
  return known === undefined ? undefined : languageOf(known);
}

function languageOf(word: string): Language {
  if (/\p{Script=Han}/u.test(word)) return 'zh';
  return /^(?:fällig|auslöser|erledigt|offen|ausstehend|anstehend|abgeschlossen|fertig)/iu.test(word) ? 'de' : 'en';
}
