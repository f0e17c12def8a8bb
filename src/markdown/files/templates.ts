/** What the files of a new project memory contain (Mind Architecture, "Components" 1 to 3). */
import { memoryFileName, remindersFileName, sessionFileName } from './mindFiles.ts';

/** Of the format of `state.json` and `config.json`. */
const schemaVersion = 2;

export const newRemindersFile = '# Reminders\n\n## Pending\n\n## Done\n';

/** The files by name. `name` is that of the project, `now` in milliseconds since 1970. */
export function newMindFiles(name: string, now: number): ReadonlyMap<string, string> {
  return new Map([
    [
      memoryFileName,
      `<!-- MIND MEMORY - Append as you work. Write naturally.
Keywords: decided, problem, learned, tried, fixed, blocked, KEY, important -->

# ${name}

## Project State
- Goal:
- Stack:
- Blocked: None

## Gotchas

---

## Session Log
`,
    ],
    [
      sessionFileName,
      `# Current Session

## Experience
<!-- Raw moments, thoughts, what's happening -->

## Blockers
<!-- Things stopping progress -->

## Rejected
<!-- What didn't work and why -->

## Assumptions
<!-- What I'm assuming true -->
`,
    ],
    [remindersFileName, newRemindersFile],
    ['config.json', `${JSON.stringify({ schema_version: schemaVersion }, null, 2)}\n`],
    ['state.json', `${JSON.stringify({ last_activity: now, schema_version: schemaVersion }, null, 2)}\n`],
    ['.gitignore', 'state.json\n'],
  ]);
}
