/** Tasks in the forms that Cline and Roo Code write, with invented content. */
type Json = Record<string, unknown>;

const details = (place: string): Json => ({
  type: 'text',
  text: `<environment_details>\n# Visual Studio Code Open Tabs\nsrc/app.ts\n\n# Current Time\n3/2/2026, 9:00:00 AM (UTC, UTC+0:00)\n\n# Current ${place} Files\nsrc/\n\n# Current Mode\nACT MODE\n</environment_details>`,
});
const text = (content: string): Json => ({ type: 'text', text: content });
const said = (...content: Json[]): Json => ({ role: 'user', content });
const answered = (...content: Json[]): Json => ({ role: 'assistant', content });
const call = (id: string, name: string, input: Json): Json => ({ type: 'tool_use', id, name, input });

const shop = 'Working Directory (/home/ada/my (new) shop)';

/** Of Cline 3.51: native calls, but the results of tools as texts. */
export const currentTask: readonly Json[] = [
  said(
    text(
      '<task>\nFix the login in \'src/app.ts\' (see below for file content)\n</task>\n\n<file_content path="src/app.ts">\n<task>not this</task>\n</file_content>',
    ),
    text('\n# task_progress RECOMMENDED\n\nWhen starting a new task, include a todo list.\n'),
    details(shop),
  ),
  answered(
    { type: 'thinking', thinking: 'Which login?', signature: 'abc' },
    text('\nI look at the file first.'),
    call('toolu_1', 'read_file', { path: 'src/app.ts', task_progress: '- [x] Look\n- [ ] Fix login' }),
  ),
  said(text("[read_file for 'src/app.ts'] Result:\n<task>\nTASKS = 1\n</task>"), details('Working Directory (/other)')),
  answered(call('toolu_2', 'replace_in_file', { path: 'src/app.ts', diff: '<<<' })),
  said(
    text(
      "[replace_in_file for 'src/app.ts'] Result:\nThe user denied this operation and provided the following feedback:\n<feedback>\nUse bcrypt instead\n</feedback>",
    ),
    details(shop),
  ),
  answered(call('toolu_3', 'ask_followup_question', { question: 'Which version?', options: '["5","6"]' })),
  said(text("[ask_followup_question for 'Which version?'] Result:\n<answer>\n6\n</answer>"), details(shop)),
  answered(call('toolu_4', 'attempt_completion', { result: 'Login uses bcrypt now.', command: 'npm test' })),
  said(
    text(
      '[TASK RESUMPTION] This task was interrupted 2 hours ago. It may or may not be complete.\n\nNew instructions for task continuation:\n<user_message>\nNow commit it\n</user_message>',
    ),
    details(shop),
  ),
  answered(call('toolu_5', 'execute_command', { command: 'git commit -m "Use bcrypt"', requires_approval: false })),
  said(
    text("[execute_command for 'git commit'] Result:\nCommand executed.\nOutput:\n[main abc] Use bcrypt"),
    text('[ERROR] You did not use a tool in your previous response! Please retry with a tool use.'),
    details(shop),
  ),
];

/** Messages of the interface, each made while the named message was the last one of the history. */
export const currentInterface: readonly Json[] = [
  { ts: 1772442000000, type: 'say', say: 'text', text: 'Fix the login', conversationHistoryIndex: -1 },
  { ts: 1772442000500, type: 'say', say: 'api_req_started', text: '{}', conversationHistoryIndex: -1 },
  { ts: 1772442002000, type: 'say', say: 'reasoning', text: 'Which login?', conversationHistoryIndex: 0 },
  { ts: 1772442004000, type: 'say', say: 'api_req_started', text: '{}', conversationHistoryIndex: 1 },
];

/** Of versions before native calls: elements in the answers, and results in blocks below the name of the tool. */
export const olderTask: readonly Json[] = [
  said(text('<task>\nAdd a page\n</task>'), details('Workspace Directory (c:/Users/Ada/shop)')),
  answered(
    text(
      '<thinking>A page needs a route.</thinking>\n\nI write the page.\n\n<write_to_file>\n<path>src/page.html</path>\n<content>\n<content>An element</content>\n<p>Use <read_file> to read</p>\n</content>\n<line_count>2</line_count>\n</write_to_file>',
    ),
  ),
  said(
    text("[write_to_file for 'src/page.html'] Result:"),
    text('The content was successfully saved to src/page.html.'),
    text('New problems detected after saving the file:\nnone'),
    details('Workspace Directory (c:/Users/Ada/shop)'),
  ),
  answered(text('<attempt_completion>\n<result>\nThe page is there.\n</result>\n</attempt_completion>')),
  said(
    text('[attempt_completion] Result:'),
    text(
      'The user has provided feedback on the results. Consider their input to continue the task, and then attempt completion again.\n<feedback>\nAdd a footer, too\n</feedback>',
    ),
    details('Workspace Directory (c:/Users/Ada/shop)'),
  ),
  answered(text('<apply_diff>\n<path>src/page.html</path>\n<diff>\n<<<<<<< SEARCH')),
];

const at = (minute: number): number => Date.UTC(2026, 2, 2, 9, minute);

/** Of Roo Code with native calls: each message has its time, and feedback is JSON. */
export const rooTask: readonly Json[] = [
  {
    ...said(text('<user_message>\nAdd a cart\n</user_message>'), details('Workspace Directory (/home/ada/shop)')),
    ts: at(0),
  },
  {
    ...answered(
      { type: 'reasoning', text: 'A list?', summary: [] },
      call('call_1', 'update_todo_list', { todos: '[x] Plan\n[-] Cart\n[ ] Tests' }),
    ),
    ts: at(1),
  },
  {
    ...said({ type: 'tool_result', tool_use_id: 'call_1', content: '{"status":"denied","feedback":"Keep it simple"}' }),
    ts: at(2),
  },
  { ...answered(call('call_2', 'write_to_file', { path: 'src/cart.ts', content: 'export {}' })), ts: at(3) },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'call_2', content: [text('{"path":"src/cart.ts"}')] }],
    ts: at(4),
  },
  { role: 'user', content: 'Earlier messages were removed.', ts: at(5), isTruncationMarker: true },
  { role: 'user', content: [text('## Summary\nA cart was added.')], ts: at(6), isSummary: true, condenseId: 'c1' },
  { ...answered(text('Done.')), ts: at(7) },
];

/** Of Cline since 2026: the same messages with ids, and the user's words in an element with the mode. */
export const session: Json = {
  version: 1,
  updated_at: '2026-03-02T09:10:00.000Z',
  agent: 'lead',
  sessionId: '1772442000000_abc',
  messages: [
    {
      id: 'm1',
      ...said(
        text(
          '<mode_notice>The user switched from plan mode to act mode before sending this message.</mode_notice><user_input mode="act">Add a cart</user_input>\n\n<file_content path="a.ts">\n</user_input>\n</file_content>',
        ),
      ),
    },
    {
      id: 'm2',
      ...answered({ type: 'thinking', thinking: 'A list?' }, call('c1', 'run_commands', { commands: ['ls'] })),
      ts: at(1),
    },
    { id: 'm3', ...said({ type: 'tool_result', tool_use_id: 'c1', content: [text('cart.ts')] }) },
    { id: 'm4', ...answered(text('Done.')), ts: at(2) },
    { id: 'm5', ...said(text('<user_command slash="team">and tests</user_command>')) },
  ],
};
