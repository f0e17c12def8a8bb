/**
 * What memory does by itself in a client with hooks. Each chat begins with what is known and is recorded when it ends,
 * without a tool call. This includes a killed chat and one with a sub-agent.
 */
import assert from 'node:assert/strict';
import { textOf } from './clientHome.ts';
import type { RealClient } from './clients.ts';
import { assertOneForEachChat, explained, sessionsIn, sessionsWith, untilRecorded } from './sessions.ts';
import type { Suite } from './suite.ts';

export const chatCount = 10;

/** The prompt of a chat, by its number; its word occurs in no other chat. */
export function promptOf(number: number): string {
  return `We decided to use ${wordOf(number)} queues instead of Kafka because ops is two people.`;
}

export function answerOf(number: number): string {
  return `Noted in chat ${number}: queues rather than Kafka, for a team of two.`;
}

function wordOf(number: number): string {
  return `PLATYPUS${number}X`;
}

export function checkRecording({ client, home, verify }: Suite): void {
  it('sends a stored fact to the model in the first request of a chat, without a tool call', async () => {
    const chat = await home().chat('What shall we do this week?');
    assert.equal(chat.code, 0, `The client failed.${explained(home(), chat)}`);
    const isSent = textOf(chat.first).includes('We deploy the WOMBAT service on Thursdays only');
    assert.ok(isSent, `The first request does not contain the fact.${explained(home(), chat)}`);
    assert.equal(chat.requests.filter(({ reply }) => reply.includes('"tool"')).length, 0);
  });

  it(`records ${chatCount} of ${chatCount} chats and begins each next one with the headline of the previous one`, async () => {
    const missing: string[] = [];
    let headline: string | undefined;
    for (let number = 1; number <= chatCount + 1; number += 1) {
      const chat = await home().chat(promptOf(number), { steps: [{ say: answerOf(number) }] });
      if (headline !== undefined && !oneLine(textOf(chat.first)).includes(headline)) {
        missing.push(`Chat ${number} begins without the headline of chat ${number - 1}.`);
      }
      if (number > chatCount) break;
      headline = await headlineOf(number).catch((error: unknown) => {
        missing.push(`Chat ${number} is not recorded: ${String(error).slice(0, 1_000)}`);
        return undefined;
      });
    }
    assert.equal(missing.length, 0, `${missing.join('\n')}${explained(home())}`);
    verify('context');
    verify('recording');
  });

  const headlineOf = async (number: number): Promise<string> => {
    await untilRecorded(home(), [promptOf(number), answerOf(number)]);
    const recorded = sessionsWith(home(), [promptOf(number)]);
    assert.equal(recorded.length, 1, `Chat ${number} is recorded more than once.`);
    const headline = oneLine(recorded[0]?.headline ?? '');
    const expected = client.namesChatsByModel === true ? answerOf(number) : wordOf(number);
    assert.ok(headline.includes(expected), `The headline is "${headline}".`);
    return headline;
  };

  if (client.agentName !== undefined) {
    it(`records the chats as ${client.agentName}`, () => {
      const others = sessionsIn(home()).filter(({ agent }) => agent !== client.agentName);
      assert.equal(others.length, 0, `A session names another agent.${explained(home())}`);
    });
  }

  const { subAgent } = client;
  if (subAgent !== undefined) {
    it('creates no separate session for a sub-agent', () => checkSubAgent({ client, home }, subAgent));
  }

  if (client.deletesUnansweredChats !== true) {
    it('recovers a chat that was killed in its first turn at the next event', async () => {
      const prompt = 'The QUOKKA import hangs on empty files.';
      await home().killedChat(prompt);
      const chat = await home().chat('What comes next, in short?');
      await untilRecorded(home(), [prompt], chat);
      assert.equal(
        sessionsWith(home(), [prompt]).length,
        1,
        `The chat is recorded more than once.${explained(home())}`,
      );
    });
  }

  it('logs only slow hooks', () => assert.deepEqual(home().problemsOfHooks(), []));

  it('has one session per chat and none that is open without a headline', () => {
    assertOneForEachChat([home()]);
  });
}

async function checkSubAgent(
  { client, home }: Pick<Suite, 'client' | 'home'>,
  subAgent: NonNullable<RealClient['subAgent']>,
): Promise<void> {
  const rule = 'Reports about the ECHIDNA name their author.';
  if (client.tellsSubAgents === true) {
    const { code, out, err } = await home().bigmind(['save', rule, '--type', 'convention']);
    assert.equal(code, 0, out + err);
  }
  const [prompt, task] = ['Ask somebody about the KOALA in this folder.', 'Find out what the NUMBAT does here.'];
  const before = sessionsIn(home()).length;
  const { tool, inputFor, meanwhile } = subAgent;
  const started = { call: tool, input: inputFor(task) };
  const steps = [started, ...(meanwhile === undefined ? [] : [meanwhile]), { say: 'There is no koala here.' }];
  const chat = await home().chat(prompt, { steps, others: [{ match: task, steps: [{ say: 'No numbat either.' }] }] });
  const ofSubAgent = chat.requests.find(({ turns }) =>
    turns.some(({ role, text }) => role === 'user' && text.includes(task)),
  );
  assert.ok(ofSubAgent !== undefined, `No sub-agent was started.${explained(home(), chat)}`);
  if (client.tellsSubAgents === true) {
    const said = textOf(ofSubAgent).split('<bigmind-context>');
    assert.equal(said.length, 2, `The sub-agent did not get one block.${explained(home(), chat)}`);
    assert.ok(said[1]?.includes(rule), explained(home(), chat));
  }
  await untilRecorded(home(), [prompt, 'There is no koala here.'], chat);
  assert.equal(sessionsIn(home()).length, before + 1, `The sub-agent has a session of its own.${explained(home())}`);
}

/** As a context table shows it: one line with single spaces. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}
