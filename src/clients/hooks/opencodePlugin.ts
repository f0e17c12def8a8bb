/**
 * The plugin by which opencode runs BigMind's hooks: a file of its own in opencode's folder of plugins
 * (opencode.ai/docs/plugins; tried with 1.18). It passes opencode's events on to the same scripts as the hooks of other
 * clients, and adds what they answer to the chat, as text of its own that opencode keeps with the chat.
 */
import { joined } from '../shared/clientHost.ts';
import type { ClientHost } from '../shared/clientHost.ts';
import { opencodeFolder } from '../shared/clients.ts';
import { eventsOf, hookCommand, hookTimeoutSeconds } from '../shared/hookEntries.ts';

export function opencodePluginFile(host: ClientHost): string {
  return joined(host, opencodeFolder(host), 'plugin', 'bigmind.js');
}

const mark = '// BigMind in opencode. Written by BigMind; changes are lost.\n';

/** Whether any version of BigMind wrote the file. */
export function isOpencodePlugin(bytes: Buffer): boolean {
  return bytes.toString().startsWith(mark);
}

/**
 * The whole file. The commands are in double quotes, and nothing else is, so that they are found as those in the JSON of
 * other clients are. opencode waits for what a plugin returns, so each hook has a time limit, and nothing throws.
 */
export function opencodePlugin(home: string, host: ClientHost): string {
  const commands = Object.fromEntries(
    eventsOf('opencode').map((event) => [event, hookCommand(event, 'opencode', home, host)]),
  );
  return `${mark}import { spawn } from 'node:child_process';
import { env, platform } from 'node:process';

const commands = ${JSON.stringify(commands, undefined, 2)};

// Milliseconds after which opencode goes on. A hook ends within two seconds, but a busy machine starts it late.
const timeoutMs = ${String(hookTimeoutSeconds * 1_000)};
const changingTools = ['edit', 'multiedit', 'write', 'patch', 'apply_patch', 'bash'];

function inTime(promise) {
  let timer;
  const over = new Promise((resolve) => (timer = setTimeout(resolve, timeoutMs)));
  return Promise.race([Promise.resolve(promise).catch(() => undefined), over]).finally(() => clearTimeout(timer));
}

// Resolves to what the hook says to the model.
async function run(event, input) {
  const text = await inTime(
    new Promise((resolve, reject) => {
      let out = '';
      const child = spawn(commands[event], {
        cwd: input.cwd,
        shell: true,
        // It goes on when opencode ends.
        detached: platform !== 'win32',
        windowsHide: true,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      child.on('error', reject).on('close', () => resolve(out));
      child.stdout.setEncoding('utf8').on('data', (piece) => (out += piece));
      child.stdin.on('error', () => undefined).end(JSON.stringify(input));
    }),
  );
  try {
    return JSON.parse(text).hookSpecificOutput.additionalContext;
  } catch {
    // Most hooks say nothing.
    return undefined;
  }
}

export const BigMind = async ({ client, directory }) => {
  // BigMind asks opencode's model for something, so this is no chat.
  if (env.BIGMIND_LEARNING) return {};
  const chats = new Map();
  const calls = new Map();

  const noted = (id, parent, source) => {
    // 'left' is what the model gets at the next opportunity.
    if (!chats.has(id)) chats.set(id, { parent, source, left: [], last: undefined });
    return chats.get(id);
  };
  const chatOf = async (id) => {
    if (chats.has(id)) return chats.get(id);
    const found = await inTime(client.session.get({ path: { id } }));
    return noted(id, found?.data?.parentID, 'resume');
  };
  // One after the other for each chat.
  const send = (event, id, more) => {
    const chat = chats.get(id);
    chat.last = Promise.resolve(chat.last).then(() => run(event, { session_id: id, cwd: directory, ...more }));
    return chat.last;
  };
  // The chats that the hooks know. What a sub-agent says is in the chat that started it.
  const begun = (id) => (chats.get(id)?.last === undefined ? undefined : chats.get(id));
  const takeLeft = async (chat, ...texts) =>
    (await Promise.all([...(chat?.left.splice(0) ?? []), ...texts])).filter(Boolean).join('\\n\\n');
  // The model can do without what fails here.
  const safely = (work) => async (input, output) => {
    try {
      await work(input, output);
    } catch {
      // Nothing is added.
    }
  };

  return {
    'chat.message': safely(async ({ sessionID: id }, { message, parts }) => {
      const chat = await chatOf(id);
      if (chat.parent) return;
      const said = parts.filter(({ type, synthetic }) => type === 'text' && !synthetic);
      const prompt = said.map(({ text }) => text).join('\\n');
      if (chat.last === undefined) chat.left.push(send('SessionStart', id, { source: chat.source }));
      const text = await takeLeft(chat, send('UserPromptSubmit', id, { prompt }));
      const last = parts.at(-1);
      if (text === '' || last === undefined) return;
      const own = { id: last.id + 'z', messageID: message.id, sessionID: id };
      parts.push({ ...own, type: 'text', synthetic: true, text });
    }),
    'tool.execute.before': safely(async ({ tool, sessionID: id, callID }, { args }) => {
      if (!changingTools.includes(tool)) return;
      const parent = chats.get(id)?.parent;
      const input = { session_id: id, cwd: directory, tool_name: tool, tool_input: args };
      // The call does not wait; its result brings what is known.
      calls.set(callID, { id, text: run('PreToolUse', { ...input, ...(parent && { parent_agent_id: parent }) }) });
    }),
    'tool.execute.after': safely(async ({ sessionID: id, callID }, output) => {
      if (typeof output?.output !== 'string') return;
      const call = calls.get(callID);
      calls.delete(callID);
      const text = await takeLeft(begun(id), call?.text);
      if (text !== '') output.output += '\\n\\n' + text;
    }),
    'experimental.session.compacting': safely(async ({ sessionID: id }) => {
      if (begun(id)) send('PreCompact', id);
    }),
    event: safely(async ({ event: { type, properties } }) => {
      if (type === 'session.created') noted(properties.info.id, properties.info.parentID, 'startup');
      const id = properties?.sessionID;
      const chat = begun(id);
      if (chat === undefined) return;
      if (type === 'session.compacted') chat.left.push(send('SessionStart', id, { source: 'compact' }));
      if (type !== 'session.idle') return;
      // Calls that failed have no result.
      for (const [callID, call] of calls) {
        if (call.id === id && calls.delete(callID)) chat.left.push(call.text);
      }
      send('Stop', id);
    }),
    dispose: safely(async () => {
      const open = [...chats.keys()].filter(begun);
      await inTime(Promise.all(open.map((id) => send('SessionEnd', id))));
    }),
  };
};
`;
}
