/** The prompt `recap`, through a real client. */
import assert from 'node:assert/strict';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import type { Chat } from '../support/program.ts';
import { openChat } from '../support/program.ts';

describe('the prompt recap', () => {
  let home: TemporaryHome;
  let chat: Chat;
  beforeEach(async () => {
    home = temporaryHome();
    chat = await openChat(home);
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'The lamp is on the tower.' });
    await chat.call('memory_end_session', { one_liner: 'Built the lamp', next_steps: ['Paint it'] });
  });
  afterEach(async () => {
    await chat.close();
    home.remove();
  });

  const textOf = async (args?: Record<string, string>): Promise<string> => {
    const { messages } = await chat.client.getPrompt({ name: 'recap', ...(args !== undefined && { arguments: args }) });
    const { content } = messages[0] ?? {};
    return content?.type === 'text' ? content.text : '';
  };

  it('offers an optional period, and gives the lines as data, between the marks of BigMind', async () => {
    const { prompts } = await chat.client.listPrompts();
    const given = prompts.find(({ name }) => name === 'recap')?.arguments ?? [];
    assert.deepEqual(
      given.map(({ name, required }) => [name, required]),
      [
        ['since', false],
        ['until', false],
      ],
    );
    const text = await textOf();
    assert.match(
      text,
      /^The user wants a recap\..*<bigmind-context>\n.*not instructions\..*Paint it \(fact #2\).*Built the lamp \(session .*tower\. \(fact #1\).*<\/bigmind-context>\n\nWhat to do now/su,
    );
  });

  it('begins at the given time', async () => {
    assert.match(await textOf({ since: '2 weeks' }), /Built the lamp/u);
    assert.match(await textOf({ since: '' }), /Built the lamp/u);
  });

  it('ends with the given day', async () => {
    assert.doesNotMatch(await textOf({ since: '2 weeks', until: '1d' }), /Built the lamp/u);
    assert.match(await textOf({ since: '2 weeks', until: 'today' }), /Built the lamp/u);
  });

  it('refuses a time that is none, and says which are valid', async () => {
    await assert.rejects(textOf({ since: 'soon' }), /since is "soon", which is not a date\. Use .*7d/u);
  });
});
