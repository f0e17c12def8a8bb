/** What each option does, for `bigmind help COMMAND`. The usage of the command says which values it takes. */

/** Texts for every command that has the option. */
const common: Readonly<Record<string, string>> = {
  agent: 'Only what this agent saved or did.',
  confidence: 'How sure it is. 1 by default.',
  'dry-run': 'Only show what would be done.',
  'expires-at': 'When it stops being true.',
  'expires-in': 'After how many hours, days (14d) or weeks (2w) it stops being true.',
  help: 'Show this help.',
  json: 'Print one JSON value.',
  kind: 'Only these kinds.',
  limit: 'At most so many.',
  project: 'The project; all means every project. By default, that of the current folder.',
  remove: 'Undo it.',
  since: 'Only from this day or time on.',
  source: 'Where it comes from, such as a URL or a file.',
  supersedes: 'The fact that it replaces.',
  tags: 'Tags, with commas between them.',
  type: 'The type.',
  until: 'Only up to this day, which is included.',
  user: 'The user; by default you.',
  visibility: 'Who sees it in a shared memory. private by default.',
  yes: 'Do not ask.',
};

/** Texts for one command. */
const special: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audit: {
    action: 'Only this action.',
    level: 'Only refusals, changes or reads.',
    memory: 'Only what concerns this fact.',
    offset: 'Leave out so many rows first.',
    session: 'Only this session.',
    user: 'Only this user.',
  },
  backup: { list: 'List the backups instead of making one.' },
  database: {
    'drop-old-key': 'Make the key before the current one invalid.',
    'keep-tokens': 'Accept the tokens of the dump again.',
    'new-key': 'Create a key for the server, and print it once.',
    remove: 'Take the user away from the login.',
    role: 'The database role whose members use the memory. bigmind_app by default.',
    user: 'The user of the workspace who has the login.',
  },
  doctor: {
    clean: 'Remove the secrets that were found, for good.',
    join: 'Make one project of a repository and its worktrees, of a folder and those below it, or of FROM and INTO.',
    secrets: 'Search the memory for secrets.',
    'stale-days': 'After how many days a fact counts as stale.',
    'undo-join': 'Take the projects apart again, within a day; --join names the ID.',
  },
  export: {
    encrypt: 'Protect the file with a passphrase.',
    force: 'Replace the file if it exists, or write into a folder with files of others.',
    markdown: 'The folder in which an archive of Markdown files is kept up to date.',
    output: 'The file. By default, standard output.',
    project: 'Only sessions of this project. By default, all.',
    since: 'Only sessions from this day or time on, such as 30d.',
  },
  graph: { kind: 'Only entities of these kinds.', relation: 'The relation between two entities.' },
  import: {
    list: 'List what could be imported, and import nothing.',
    project: 'Only this project; with jsonl, the project to import into.',
    since: 'Only conversations with messages after this date.',
  },
  install: {
    folder: 'The project for --instructions. The current folder by default.',
    hooks: 'Set the recording hooks, too. The default if the client has hooks.',
    instructions: 'Write only the instructions, into the file that the client reads.',
    'no-hooks': 'Add the server only.',
    remove: 'Remove what was added. Files that you changed stay.',
    skill: 'Write only the skill bigmind-memory.',
    pinned: 'With --remove: take pinned facts out of the memories of VS Code and Claude Code.',
  },
  list: {
    learned: 'Only what was learned from sessions, with its evidence.',
    session: 'Only what this session taught; with --learned.',
    faded: 'Only facts that have faded, because they were not used for a long time.',
    tags: 'Only facts with all of these tags.',
    type: 'Only facts of these types.',
  },
  mcp: { keep: 'Keep what the hooks of a plugin need, unless an installation did.' },
  migrate: { from: 'The place to copy from.', to: 'The place to copy to.' },
  mind: {
    commits: 'Read so many commits. 200 by default.',
    inline: 'Read this text instead of the files.',
    off: 'Remove the block.',
    remove: 'Remove all learned entries.',
  },
  minds: {
    topics: 'The topics that your card shows.',
    projects: 'Your projects, of which your card shows topics of sessions.',
  },
  query: {
    'assisted-by': 'The agent that helped to decide.',
    rating: 'The rating, as a number or a range.',
    title: 'What the decision is about.',
  },
  learn: {
    all: 'Every project.',
    answers: 'Read the answers from this folder, and ask no model.',
    budget: 'The most tokens that this run may read and write.',
    requests: 'Write the requests to this folder, and ask no model.',
    since: 'Only sessions that were active since then: how far back, or a day.',
    with: 'The model: claude, codex, copilot, gemini, ollama, openai or command.',
  },
  recap: { all: 'Every project.', since: 'How far back, or the first day. By default, 7 days before the end.' },
  save: {
    category: 'The category.',
    entities: 'What the fact is about: files, services, people, with commas between them.',
    project: 'The project, which is created if it is new.',
  },
  save_decision: {
    alternative: 'One rejected alternative; can be repeated.',
    alternatives: 'What was rejected and why, with semicolons between them.',
    'assisted-by': 'The agents that helped.',
    'decided-by': 'Who decided.',
    'informed-by': 'The facts that it rests on.',
    project: 'The project, which is created if it is new.',
    rationale: 'Why.',
    supersedes: 'The decision that it replaces.',
  },
  save_retrospective: {
    date: 'The day that it describes. Today by default.',
    notes: 'What happened.',
    rating: 'How well it turned out.',
    verdict: 'Whether the decision holds. By default, the rating determines it.',
  },
  search: { explain: 'Show how each result got its score.', kind: 'Only memories of these kinds.' },
  retention: {
    'audit-days': 'Delete rows of the audit after so many days. 0 keeps them.',
    'message-days': 'Delete archived messages after so many days. 0 keeps them.',
  },
  serve: {
    'allow-host': 'A name by which clients call the server; can be repeated.',
    'drain-seconds': 'Seconds to answer calls after a signal, while health checks fail already. 0 by default.',
    host: 'Listen at this address, as the server of a team.',
    'keep-token': 'Use the same address of the page as last time.',
    log: 'The form of the log on standard error.',
    'new-token': 'Make a new address of the page.',
    open: 'Open the page in the browser.',
    port: 'The port. 7700 by default.',
    'trust-proxy': 'Believe the client addresses that a proxy names.',
  },
  sleep: { status: 'Show the last runs.' },
  sync: {
    folder: 'The folder that something copies to the other machine.',
    git: 'The address of a private Git remote.',
    keep: 'Drop the version that lost.',
    name: 'What this machine is called on the others.',
    take: 'Make the version that lost the current one.',
  },
  status: { kind: 'The kind of the memory. By default, a fact, or else a session.' },
  token: {
    expires: 'How long it is valid. By default, until you revoke it.',
    read: 'Allow reading only.',
  },
  vacuum: {
    'archive-older-than-days': 'Also delete archived messages that are older.',
    'older-than-days': 'The age in days from which exchanges are deleted.',
  },
};

/** One or two sentences; undefined if nothing is known about it. `option` has no dashes. */
export function optionText(command: string, option: string): string | undefined {
  return special[command]?.[option] ?? common[option];
}
