/**
 * Answers the web UI in VS Code: from the memory on this computer, or from a team's server. Memory files are always
 * those of this computer.
 */
import { bigMindErrorFrom } from '../../memory/shared/errors.ts';
import { isFileCommand, undoesFiles } from '../../page/entries/memoryFiles.ts';
import { replyTo, type PageRequest } from '../../page/pageReplies.ts';
import type { HostMessage } from '../../protocol/messages.ts';
import type { ViewAction } from '../../protocol/overview.ts';
import { readAnswer } from '../../protocol/messages.ts';
import { hostOf } from '../../remote/serverAddress.ts';
import { logFailure } from '../platform/describeThrown.ts';
import { remedyOf } from '../platform/errorText.ts';
import type { Services } from '../services/host.ts';
import { serverText, type TeamServer } from '../services/server/teamServer.ts';
import { createPageHost, type PagePlace } from './pageHost.ts';

export type Replies = (request: PageRequest) => Promise<HostMessage>;

/** The replies never reject. */
export function createReplies(services: Services, place: PagePlace): Replies {
  const host = createPageHost(services, place);
  const { server } = services.host;
  return (request) => {
    const isRemote = server?.connection.isOn === true && !isAboutFiles(request);
    return isRemote ? replyOfServer(request, server, services, place) : replyTo(request, host);
  };
}

function isAboutFiles(request: PageRequest): boolean {
  if (request.type === 'ask') return request.question.type === 'files';
  return isFileCommand(request.act) || undoesFiles(request.act);
}

async function replyOfServer(
  request: PageRequest,
  server: TeamServer,
  services: Services,
  place: PagePlace,
): Promise<HostMessage> {
  try {
    const reply = await server.connection.request((client) => client.page(request));
    const isOverview = request.type === 'ask' && request.question.type === 'overview';
    return isOverview ? overviewHere(reply, server, services, place) : reply;
  } catch (thrown) {
    return failureOf(request.id, thrown, server, services);
  }
}

/** The overview of the server's memory, with what is true of this window. */
function overviewHere(
  reply: HostMessage,
  { connection }: TeamServer,
  { host }: Services,
  place: PagePlace,
): HostMessage {
  const overview = reply.type === 'answer' ? readAnswer('overview', reply.answer) : undefined;
  const { state } = connection;
  if (reply.type !== 'answer' || overview === undefined || state.type === 'off') return reply;
  const files = host.editableFiles;
  // The welcome is about a memory on this computer.
  const answer = { ...overview, location: hostOf(state.address), actions: actionsAt(place), isUnused: false };
  return { ...reply, answer: { ...answer, hasFiles: files !== undefined } };
}

/** Other actions work with the memory or the database on this computer. */
function actionsAt(place: PagePlace): ViewAction[] {
  return [...(place === 'view' ? (['openPanel'] as const) : []), 'askAssistant', 'startFileMemory', 'showLog'];
}

function failureOf(id: number, thrown: unknown, { connection, delivery }: TeamServer, { log }: Services): HostMessage {
  const error = bigMindErrorFrom(thrown);
  logFailure(log, error);
  const isOfServer = error.code.startsWith('server_');
  const { state } = connection;
  const message = isOfServer && state.type === 'away' ? serverText(state, delivery.counts) : error.message;
  const actions: ViewAction[] = error.code === 'server_refused' ? ['connectServer', 'showLog'] : ['showLog'];
  return { type: 'failure', id, failure: { code: error.code, message, remedy: remedyOf(error) ?? null, actions } };
}
