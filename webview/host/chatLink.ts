/**
 * The link to a chat that shows the page as an MCP App. Queries and commands are calls of the two tools that the MCP
 * server has for the page (`src/mcp/tools/profile/chatPageTools.ts`); the chat forwards them. Hosts do not report
 * changes to a page, so it polls the store's change token while it is on the screen.
 */
import { isText, orNull, shape } from '../../src/protocol/shared/check.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import { readHostMessage, type HostMessage, type PageMessage } from '../../src/protocol/messages.ts';
import { t } from '../l10n/t.ts';
import { defaultTimeoutMs, openAppChannel, Unanswered, type AppChannel } from './appChannel.ts';
import { heightFor, takeOn } from './chatLook.ts';
import { hostSlow, timeoutFor, type HostLink } from './hostLink.ts';

const protocolVersion = '2026-01-26';
const pauseMilliseconds = 1_500;

const isGreeting = shape({ hostContext: (value): value is unknown => value !== undefined });
const isAnswered = shape({ structuredContent: shape({ answer: (value): value is unknown => value !== undefined }) });
const isRefused = shape({
  structuredContent: shape({ error: shape({ code: isText, message: isText, remedy: orNull(isText) }) }),
});

/** Resolves when the chat has sent its appearance; rejects if no chat embeds this page. */
export async function openChatLink(): Promise<HostLink> {
  const channel = openAppChannel();
  await greet(channel);
  let listener: (message: HostMessage) => void = () => undefined;
  const underWay = new Set<number>();
  const key = takeKey();
  let firstLook: Promise<void> | undefined;

  const call = async (asked: PageMessage & { id: number }, tool: string, args: object): Promise<void> => {
    const { id } = asked;
    underWay.add(id);
    const timeoutMs = timeoutFor(asked, defaultTimeoutMs);
    // A change before the first look would never be reported, so nothing may be read before it.
    await firstLook;
    const message = await answerOf(channel, { id, tool, timeoutMs }, { id, key, ...args });
    if (underWay.delete(id)) listener(message);
  };
  return {
    abilities: { host: 'chat', opensTexts: false, opensSources: false, whileWaiting: [] },
    send: (message: PageMessage) => {
      switch (message.type) {
        case 'ready':
          firstLook = watch(channel, key, () => listener({ type: 'changed' }));
          return;
        case 'ask':
          return void call(message, 'memory_page_ask', { question: message.question });
        case 'act':
          return void call(message, 'memory_page_act', { act: message.act });
        case 'cancel':
          underWay.delete(message.id);
          return;
        case 'run':
        case 'openRoute':
        case 'openText':
        case 'openSource':
        case 'openFile':
          // A chat has neither our commands nor an editor, so this host's overview contains no action.
          return;
      }
    },
    onMessage: (heard) => {
      listener = heard;
    },
    // The chat shows each call of the tool as a separate page, so there is nothing to restore.
    restore: () => undefined,
    keep: () => undefined,
  };
}

/**
 * The key that proves to the server that this page is calling, and not a model. It is removed from the document, so
 * that a host that forwards the document's content does not forward the key.
 */
function takeKey(): string {
  const holder = document.querySelector<HTMLMetaElement>('meta[name="bigmind-key"]');
  holder?.remove();
  return holder?.content ?? '';
}

async function greet(channel: AppChannel): Promise<void> {
  const fit = (context: unknown): void => {
    takeOn(context);
    const height = heightFor(context);
    if (height !== undefined) channel.notify('ui/notifications/size-changed', { height });
  };
  channel.onNotice((method, params) => {
    if (method === 'ui/notifications/host-context-changed') fit(params);
  });
  const greeting = await channel.request('ui/initialize', {
    protocolVersion,
    appInfo: { name: 'BigMind', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  });
  channel.notify('ui/notifications/initialized', {});
  if (isGreeting(greeting)) fit(greeting.hostContext);
}

/** Never rejects. */
async function answerOf(
  channel: AppChannel,
  { id, tool, timeoutMs }: { id: number; tool: string; timeoutMs: number },
  args: object,
): Promise<HostMessage> {
  const failed = (failure: FailureCard): HostMessage => ({ type: 'failure', id, failure });
  try {
    const result = await channel.request('tools/call', { name: tool, arguments: args }, timeoutMs);
    if (isAnswered(result)) return readHostMessage(result.structuredContent.answer) ?? failed(misfit());
    return failed(isRefused(result) ? refusalFrom(result.structuredContent.error) : misfit());
  } catch (thrown) {
    // The chat's own reason is not meant for users, and they can always do the same about it.
    return failed(thrown instanceof Unanswered ? hostSlow() : gone());
  }
}

/** Replaces the remedy, which addresses a model. */
function refusalFrom({ code, message }: { code: string; message: string }): FailureCard {
  const isOurs = code === 'not_allowed' || code === 'invalid_input';
  return { code, message, remedy: isOurs ? misfit().remedy : t('Try again.'), actions: [] };
}

/** Reports each change, and a server that is gone or back. Resolves after the first look; never rejects. */
async function watch(channel: AppChannel, key: string, changed: () => void): Promise<void> {
  let isOnScreen = true;
  let lastSeen: string | undefined;
  new IntersectionObserver(([entry]) => (isOnScreen = entry?.isIntersecting ?? true)).observe(document.body);
  const look = async (): Promise<void> => {
    const ask = { name: 'memory_page_ask', arguments: { id: 0, key } };
    const seen = JSON.stringify(await channel.request('tools/call', ask).catch(() => null));
    if (lastSeen !== undefined && seen !== lastSeen) changed();
    lastSeen = seen;
  };
  const lookLater = (): void => {
    window.setTimeout(() => void lookAgain(), pauseMilliseconds);
  };
  const lookAgain = async (): Promise<void> => {
    if (isOnScreen && !document.hidden) await look();
    lookLater();
  };
  await look();
  lookLater();
}

const gone = (): FailureCard => ({
  code: 'host_gone',
  message: t('BigMind no longer responds, because the chat ended its server.'),
  remedy: t('Ask your assistant to open the memory page again. No memories are lost.'),
  actions: [],
});

const misfit = (): FailureCard => ({
  code: 'host_misfit',
  message: t('This page cannot read the response from BigMind.'),
  remedy: t('Ask your assistant to open the memory page again. This page may be older than the server.'),
  actions: [],
});
