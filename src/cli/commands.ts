/** All commands of `bigmind`. */
import { auditCommand } from './governance/auditCommand.ts';
import type { Command } from './shared/command.ts';
import { databaseCommand } from './governance/databaseCommand.ts';
import { backupCommand } from './upkeep/backupCommand.ts';
import { embedCommand } from './recall/embedCommand.ts';
import { eraseCommand } from './governance/eraseCommand.ts';
import { exportCommand } from './portability/exportCommand.ts';
import { graphCommand } from './graph/graphCommand.ts';
import { sleepCommand } from './graph/sleepCommand.ts';
import { createCompletionCommand } from './completion/completionCommand.ts';
import { hookCommand } from './hook/hookCommand.ts';
import { importCommand } from './portability/import/importCommand.ts';
import { installCommand } from './clients/installCommand.ts';
import { learnCommand } from './learn/learnCommand.ts';
import { listCommand } from './recall/listCommand.ts';
import { doctorCommand, rebuildCommand } from './upkeep/maintenanceCommands.ts';
import { migrateCommand } from './portability/migrate/migrateCommand.ts';
import { mindCommand } from './mind/mindCommand.ts';
import { mindsCommand } from './people/mindsCommand.ts';
import { mcpCommand } from './serve/mcpCommand.ts';
import { queryCommand } from './decisions/queryCommand.ts';
import { recapCommand } from './recall/recapCommand.ts';
import { repairCommand } from './upkeep/repairCommand.ts';
import { restoreCommand } from './upkeep/restoreCommand.ts';
import { retentionCommand } from './governance/retentionCommand.ts';
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
  learnCommand,
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
  retentionCommand,
  createCompletionCommand(() => commands),
];
