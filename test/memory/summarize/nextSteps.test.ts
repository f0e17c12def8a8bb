/** What rules find left to do at the end of a recorded session, and above all what they do not. */
import assert from 'node:assert/strict';
import type { SessionEnding } from '../../../src/memory/summarize/rules/nextSteps.ts';
import { stepsLeft } from '../../../src/memory/summarize/rules/nextSteps.ts';
import { cpuMs } from '../../support/cpuTime.ts';

const request = { role: 'user', type: 'text', work: null };
const answered = { role: 'assistant', type: 'text', work: null };
const aList = (
  openTodos?: string[],
  todos = ['Draw the map', 'Sound the horn'],
): SessionEnding['messages'][number] => ({
  ...{ role: 'assistant', type: 'tool_use' },
  work: { todos, ...(openTodos !== undefined && { openTodos }) },
});
const aCall = { role: 'assistant', type: 'tool_use', work: null };
const aResult = { role: 'tool', type: 'tool_result', work: null };

function answering(answer: string): ReturnType<typeof stepsLeft> {
  return stepsLeft({ messages: [request, aCall, aResult, answered], answer });
}

describe('the steps that a recorded session leaves', () => {
  for (const [form, answer] of Object.entries({
    'a heading with bullets': 'The lamp works.\n\n## Next steps\n\n- Wire the second lamp\n- Paint the tower red\n',
    'a label in bold with numbers': '**Next Steps:**\n1. Wire the second lamp\n2. Paint the tower red',
    'bold text with the colon outside': '**Remaining work**:\n- **Wire** the second lamp\n- Paint the tower red',
    'a plain label': 'Still to do:\n* Wire the second lamp\n* Paint the tower red\n\nThe rest is fine.',
    'boxes, of which some are ticked':
      'TODO:\n- [x] Buy the lamp\n- [ ] Wire the second lamp\n- [ ] Paint the tower red',
    'text on the line of the label': 'Remaining work: Wire the second lamp; Paint the tower red',
    'items with details below them':
      'Remaining tasks (2):\n- Wire the second lamp\n  - with the green cable\n- Paint the tower red\n  before the winter',
    'a label with other words': '### Remaining High Priority Items\n- Wire the second lamp\n- Paint the tower red',
  })) {
    it(`are read from ${form}`, () => {
      assert.deepEqual(answering(answer), { nextSteps: ['Wire the second lamp', 'Paint the tower red'], blockers: [] });
    });
  }

  for (const [language, answer, expected] of [
    [
      'German',
      'Die Lampe brennt.\n\n**Nächste Schritte:**\n- Die zweite Lampe verkabeln',
      'Die zweite Lampe verkabeln',
    ],
    ['German', 'Noch offen:\n- Den Turm rot streichen', 'Den Turm rot streichen'],
    ['Chinese', '灯亮了。\n\n## 下一步\n- 给第二盏灯接线', '给第二盏灯接线'],
    ['Chinese', '待办事项：\n1. 把灯塔漆成红色', '把灯塔漆成红色'],
  ] as const) {
    it(`are read in ${language}: ${expected}`, () => {
      assert.deepEqual(answering(answer).nextSteps, [expected]);
    });
  }

  for (const [what, answer] of Object.entries({
    'an offer': 'Next steps:\n- Let me know if you want the second lamp wired\n- Would you like the tower painted red?',
    'options for the user': 'Next steps:\n- You can wire the second lamp\n- Optional: paint the tower red',
    'optional steps': 'Next steps (optional):\n- Wire the second lamp\n- Paint the tower red',
    'suggestions about something else': 'Possible next steps:\n- Wire the second lamp',
    'no steps': 'Next steps: none.\n\nRemaining work:\n- Nothing',
    'generic steps': 'Next steps:\n1. Run the tests\n2. Commit the changes',
    'steps within code': '```md\nNext steps:\n- Wire the second lamp\n```',
    'steps in a quotation': '> Next steps:\n> - Wire the second lamp',
    'a table': 'Next steps:\n| Step | Who |\n|---|---|\n| Wire the second lamp | Ada |',
    'a sentence with the words': 'The next steps of the guide wire the second lamp:\n- Take the cable',
    'steps that are struck through': 'TODO:\n- ~~Wire the second lamp~~',
    'a line without words': 'Next steps:\n---\n- …',
    'an unrelated list': 'Changes:\n- Wired the second lamp\n- Painted the tower red',
  })) {
    it(`are not read from ${what}`, () => {
      assert.deepEqual(answering(answer), { nextSteps: [], blockers: [] });
    });
  }

  it('are not read from an answer that more work or a request followed', () => {
    const answer = 'Next steps:\n- Wire the second lamp';
    for (const later of [request, aResult]) {
      assert.deepEqual(stepsLeft({ messages: [request, aCall, answered, later], answer }).nextSteps, []);
    }
  });

  it('are not read from a chat without tools, in which steps are advice', () => {
    const answer = 'Next steps:\n- Wire the second lamp';
    assert.deepEqual(stepsLeft({ messages: [request, answered], answer }).nextSteps, []);
  });

  it('are the open items of the last list if the session broke off', () => {
    const messages = [request, aList(['Draw the map', 'Sound the horn']), aList(['Sound the horn']), aResult];
    assert.deepEqual(stepsLeft({ messages, answer: '' }), { nextSteps: ['Sound the horn'], blockers: [] });
  });

  it('are the items that the answer names, rather than those of the list', () => {
    const messages = [request, aList(['Sound the horn']), answered];
    const answer = 'Remaining:\n- Sound the horn at every full hour';
    assert.deepEqual(stepsLeft({ messages, answer }).nextSteps, ['Sound the horn at every full hour']);
  });

  it('are unknown if the last list does not say what is open', () => {
    const messages = [request, aList(['Sound the horn']), aList(), aResult];
    assert.deepEqual(stepsLeft({ messages, answer: '' }).nextSteps, []);
  });

  it('are not those of a list from several requests ago', () => {
    const messages = [request, aList(['Sound the horn']), answered, request, answered, request, answered];
    assert.deepEqual(stepsLeft({ messages, answer: 'The wind comes from the west.' }).nextSteps, []);
    assert.deepEqual(
      stepsLeft({ messages: messages.slice(0, -2), answer: 'The wind comes from the west.' }).nextSteps,
      ['Sound the horn'],
    );
  });

  for (const answer of [
    'All tasks are complete.',
    'Everything is in place.',
    'Alle Aufgaben sind erledigt.',
    '所有任务都已完成。',
  ]) {
    it(`are none if the answer says so: ${answer}`, () => {
      const messages = [request, aList(['Draw the map', 'Sound the horn']), answered];
      assert.deepEqual(stepsLeft({ messages, answer }).nextSteps, []);
    });
  }

  it('are none if the answer states a result and only the last item was not ticked', () => {
    const ending = (open: string[]): SessionEnding => {
      return { messages: [request, aList(open), answered], answer: 'I added the horn. All 12 tests pass.' };
    };
    assert.deepEqual(stepsLeft(ending(['Sound the horn'])).nextSteps, []);
    assert.deepEqual(stepsLeft(ending(['Draw the map', 'Sound the horn'])).nextSteps.length, 2);
  });

  it('are at most ten, each once, on one line and of at most 240 characters', () => {
    const items = Array.from(
      { length: 30 },
      (_, place) => `- Wire lamp ${String(place)} ${'of the tower '.repeat(40)}`,
    );
    const { nextSteps } = answering(`Next steps:\n${[items[0], ...items].join('\n')}`);
    assert.equal(nextSteps.length, 10);
    assert.ok(nextSteps.every((step) => step.length <= 240 && !step.includes('\n')));
  });

  it('are found fast in any text', () => {
    const started = cpuMs();
    for (const text of [
      '- '.repeat(50_000),
      '**'.repeat(50_000),
      'I could not '.repeat(10_000),
      'next '.repeat(20_000),
    ]) {
      answering(text.slice(-6_000));
      answering(`Next steps:\n${text}`.slice(0, 6_000));
    }
    assert.ok(cpuMs() - started < 1_000);
  });
});

describe('the blockers that a recorded session leaves', () => {
  for (const sentence of [
    'I could not run the integration tests because Docker is not available here.',
    "I couldn't publish the chart, since the registry wants a token.",
    'We were unable to reach the buoy without the new antenna.',
    'The work on the lamp is still blocked by the missing key of the tower.',
    "I'm waiting for your approval of the new color.",
    'Ich konnte die Karte nicht veröffentlichen, weil der Kompass fehlt.',
    'Leider konnte ich das Funkgerät nicht installieren, da es regnet.',
    'Die Arbeit an der Lampe ist noch blockiert, der Schlüssel fehlt.',
    '我无法运行集成测试，因为这里没有 Docker。',
    '发布被缺少的令牌阻塞。',
  ]) {
    it(`are read from a sentence: ${sentence}`, () => {
      assert.deepEqual(answering(`The map is drawn. ${sentence}`).blockers, [sentence]);
    });
  }

  it('are read from a label', () => {
    const answer = 'Blockers:\n- The key of the tower is lost\n\nBlocked by: the rain';
    assert.deepEqual(answering(answer).blockers, ['The key of the tower is lost', 'the rain']);
    assert.deepEqual(answering('**阻塞：** 钥匙丢了').blockers, ['钥匙丢了']);
  });

  for (const sentence of [
    'I could not run the tests because Docker is missing, so I checked the types instead.',
    "I couldn't reach the buoy because of the fog. Instead, I used the radio.",
    'I could not open the door because it was locked, but it works now.',
    'The service could not start because the port was taken.',
    'The loop was blocked by a full queue.',
    'If I could not open the door because it is locked, I would knock.',
    'The log says "I could not open the door because it is locked".',
    'Is the lamp blocked by the key?',
    "We can't know until the ship arrives.",
    'The test hangs while it is waiting for the server.',
    'Ich konnte die Karte nicht veröffentlichen, weil der Kompass fehlte; stattdessen habe ich gefragt.',
    '服务无法启动，因为端口被占用。',
    'Blockers: none',
  ]) {
    it(`are not read from: ${sentence}`, () => {
      assert.deepEqual(answering(sentence).blockers, []);
    });
  }
});
