/** The order of the commands in `bigmind help`: what people need first is first. A new command needs a place here. */
export const commandGroups: Readonly<Record<string, readonly string[]>> = {
  'Search and save': ['search', 'list', 'save', 'status', 'recap'],
  Decisions: ['save_decision', 'save_retrospective', 'query'],
  'What memories connect': ['graph', 'sleep'],
  'Learn from sessions': ['learn'],
  'Memory in files': ['mind'],
  'Connect and run': ['install', 'serve', 'mcp', 'hook', 'completion'],
  'Import, export, several machines': ['import', 'export', 'sync', 'migrate'],
  'Maintain the store': ['doctor', 'backup', 'restore', 'repair', 'rebuild', 'embed', 'vacuum'],
  'People and access': ['erase', 'role', 'token', 'database', 'minds', 'audit', 'retention'],
};
