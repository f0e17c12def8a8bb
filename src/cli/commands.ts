/** Every command of `bigmind`, and the help that is made from them. */
import { auditCommand } from './governance/auditCommand.ts';
import type { Command } from './shared/command.ts';
import { backupCommand } from './upkeep/backupCommand.ts';
import { embedCommand } from './recall/embedCommand.ts';
import { eraseCommand } from './governance/eraseCommand.ts';
import { exportCommand } from './portability/exportCommand.ts';
import { hookCommand } from './hook/hookCommand.ts';
import { importCommand } from './portability/import/importCommand.ts';
import { installCommand } from './clients/installCommand.ts';
import { doctorCommand, rebuildCommand } from './upkeep/maintenanceCommands.ts';
import { mcpCommand } from './serve/mcpCommand.ts';
import { repairCommand } from './upkeep/repairCommand.ts';
import { restoreCommand } from './upkeep/restoreCommand.ts';
import { roleCommand } from './governance/roleCommand.ts';
import { saveCommand } from './recall/saveCommand.ts';
import { searchCommand } from './recall/searchCommand.ts';
import { serveCommand } from './serve/serveCommand.ts';
import { vacuumCommand } from './upkeep/vacuumCommand.ts';

export const commands: readonly Command[] = [
  mcpCommand,
  serveCommand,
  searchCommand,
  saveCommand,
  importCommand,
  exportCommand,
  installCommand,
  hookCommand,
  backupCommand,
  restoreCommand,
  repairCommand,
  doctorCommand,
  rebuildCommand,
  embedCommand,
  vacuumCommand,
  eraseCommand,
  roleCommand,
  auditCommand,
];

/** Of one command, with what it is for. */
export function usageText({ name, usage, summary }: Command): string {
  return `Usage: bigmind ${[name, usage, '[--json]'].filter((part) => part !== '').join(' ')}\n\n${summary}`;
}

export function helpText(version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lines = commands.map(({ name, usage, summary }) => {
    return `  ${name.padEnd(width)}${summary}${usage === '' ? '' : `\n  ${''.padEnd(width)}bigmind ${name} ${usage}`}`;
  });
  return [
    `bigmind ${version}: the memory that coding assistants share`,
    '',
    'Usage: bigmind COMMAND [--json]; bigmind help COMMAND for one command',
    '',
    ...lines,
    '',
    'With --json the answer is one JSON value on standard output. Exit code 0: done, 1: refused or failed, 2: wrong usage.',
    'Settings come from the environment: BIGMIND_HOME, BIGMIND_DB_PATH, BIGMIND_USER, BIGMIND_ENGINE, BIGMIND_MODE,',
    'BIGMIND_TOOLSETS, BIGMIND_PORT, BIGMIND_AUTOOPEN, BIGMIND_SILENCE_MINUTES, BIGMIND_ARCHIVE_DAYS, BIGMIND_AUDIT, BIGMIND_AUDIT_DAYS,',
    'BIGMIND_CONTEXT_TOKENS, BIGMIND_OFFERS, BIGMIND_BACKUP_COUNT, BIGMIND_BACKUP_DAYS, BIGMIND_REDACTION_PATTERNS, BIGMIND_EXPORT_PASSPHRASE,',
    'BIGMIND_EMBEDDINGS and BIGMIND_RERANK_URL with their _MODEL and _KEY (see the README).',
  ].join('\n');
}
