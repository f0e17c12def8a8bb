/** All commands of `bigmind`, and the help texts generated from them. */
import { wrapped } from '../util/text.ts';
import { auditCommand } from './governance/auditCommand.ts';
import type { Command } from './shared/command.ts';
import { databaseCommand } from './governance/databaseCommand.ts';
import { backupCommand } from './upkeep/backupCommand.ts';
import { embedCommand } from './recall/embedCommand.ts';
import { eraseCommand } from './governance/eraseCommand.ts';
import { exportCommand } from './portability/exportCommand.ts';
import { graphCommand } from './graph/graphCommand.ts';
import { sleepCommand } from './graph/sleepCommand.ts';
import { hookCommand } from './hook/hookCommand.ts';
import { importCommand } from './portability/import/importCommand.ts';
import { installCommand } from './clients/installCommand.ts';
import { listCommand } from './recall/listCommand.ts';
import { doctorCommand, rebuildCommand } from './upkeep/maintenanceCommands.ts';
import { migrateCommand } from './portability/migrate/migrateCommand.ts';
import { mindCommand } from './mind/mindCommand.ts';
import { mindsCommand } from './minds/mindsCommand.ts';
import { mcpCommand } from './serve/mcpCommand.ts';
import { queryCommand } from './decisions/queryCommand.ts';
import { recapCommand } from './recall/recapCommand.ts';
import { repairCommand } from './upkeep/repairCommand.ts';
import { restoreCommand } from './upkeep/restoreCommand.ts';
import { roleCommand } from './governance/roleCommand.ts';
import { tokenCommand } from './governance/tokenCommand.ts';
import { saveCommand } from './recall/saveCommand.ts';
import { saveDecisionCommand } from './decisions/saveDecisionCommand.ts';
import { saveRetrospectiveCommand } from './decisions/saveRetrospectiveCommand.ts';
import { searchCommand } from './recall/searchCommand.ts';
import { serveCommand } from './serve/serveCommand.ts';
import { statusCommand } from './recall/statusCommand.ts';
import { syncCommand } from './sync/syncCommand.ts';
import { vacuumCommand } from './upkeep/vacuumCommand.ts';

export const commands: readonly Command[] = [
  mcpCommand,
  serveCommand,
  searchCommand,
  listCommand,
  saveCommand,
  saveDecisionCommand,
  saveRetrospectiveCommand,
  queryCommand,
  graphCommand,
  sleepCommand,
  recapCommand,
  statusCommand,
  mindCommand,
  importCommand,
  exportCommand,
  migrateCommand,
  syncCommand,
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
  tokenCommand,
  databaseCommand,
  mindsCommand,
  auditCommand,
];

/** The help of one command: its arguments, summary and details. */
export function usageText({ name, usage, summary, details }: Command): string {
  const about = [summary, ...(details === undefined ? [] : ['', ...wrapped(details, columns)])];
  return `Usage: bigmind ${[name, usage, '[--json]'].filter((part) => part !== '').join(' ')}\n\n${about.join('\n')}`;
}

const columns = 110;

export function helpText(version: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length)) + 2;
  const lines = commands.flatMap(({ name, summary }) =>
    wrapped(summary, columns - width).map((line, at) => `  ${(at === 0 ? name : '').padEnd(width)}${line}`),
  );
  return [
    `bigmind ${version}: a memory that coding assistants share`,
    '',
    'Usage: bigmind COMMAND [--json]. For the options of a command: bigmind help COMMAND',
    '',
    ...lines,
    '',
    'With --json, the output is one JSON value. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.',
    'Settings come from environment variables such as BIGMIND_HOME; see docs/settings.md.',
  ].join('\n');
}
