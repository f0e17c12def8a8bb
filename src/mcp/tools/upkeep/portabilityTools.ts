/** Tools that export and import the memory. */
import * as z from 'zod';
import { actorOf } from '../../../memory/shared/audit.ts';
import { reportText } from '../../../memory/upkeep/portability.ts';
import { privacyOf, recordOfTables, snapshotTables } from '../../../memory/upkeep/snapshot.ts';
import { counted } from '../../../util/text.ts';
import { defineTool } from '../../shared/tool.ts';

export const exportMemory = defineTool({
  name: 'memory_export',
  title: 'Export',
  description:
    'Export everything that the user can see to a new JSON file, for a backup or another computer. Call it when the user asks. It never replaces a file. memory_import imports it.',
  readOnly: false,
  input: () => ({
    output_path: z
      .string()
      .optional()
      .describe('Full path of a new .json file. Default: bigmind_export_DATE_TIME.json in the home folder.'),
  }),
  run: async (input, { memory, caller, toolHost }) => {
    const snapshot = await memory.portability.export(caller.user.username);
    const path = await toolHost.writeExport(`${JSON.stringify(snapshot, null, 2)}\n`, input.output_path);
    await memory.portability.noteExported(snapshot, caller.user.username, actorOf(caller));
    const rows = recordOfTables((table) => snapshot.tables[table].length);
    const total = snapshotTables.reduce((sum, table) => sum + rows[table], 0);
    const text = [`${counted(total, 'row')} written to ${path}.`, privacyOf(snapshot) ?? []].flat().join(' ');
    return { text, structured: { path, rows: total, tables: rows } };
  },
});

export const importMemory = defineTool({
  name: 'memory_import',
  title: 'Import',
  description:
    'Merge a JSON export of BigMind into this memory. Existing memories stay as they are; nothing is replaced or duplicated. Call it when the user asks. In a team, only an admin can.',
  readOnly: false,
  input: () => ({ path: z.string().describe('Full path of the export.') }),
  run: async (input, { memory, caller, toolHost }) => {
    const report = await memory.portability.importUnvouched(
      await toolHost.readImport(input.path),
      caller.user.username,
      actorOf(caller),
    );
    return { text: reportText(report), structured: { tables: report } };
  },
});
