/**
 * What search must not do: answer what it does not know, prefer what was replaced, hide a contradiction, or take
 * something similar for the answer.
 */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { Offering } from '../../src/search/hints/offering.ts';
import type { SearchAnswer } from '../../src/search/explanation/searchResult.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { contradictory, elsewhere, facts, replaced, sessions } from './harmMemories.ts';

const unclear = 'Nothing here clearly answers this';
const lumen = { key: 'github.com/acme/lumen', name: 'lumen' };
const quarry = { key: 'github.com/acme/quarry', name: 'quarry' };

describe('search with offers', () => {
  let test: TestMemory;
  let ada: Caller;
  let offering: Offering;

  before(async () => {
    test = openTestMemory();
    ada = await test.caller({ project: lumen });
    offering = new Offering(test.search, test.memory);
    const other = await test.caller({ project: quarry });
    const store = async (who: Caller, category: string, fact: string): Promise<number> => {
      test.pass(24);
      return (await test.memory.facts.store(who, { category, fact })).fact.id;
    };
    for (const [category, fact] of facts) await store(ada, category, fact);
    for (const [category, fact] of elsewhere) await store(other, category, fact);
    for (const [stale, current] of replaced) {
      const id = await store(ada, 'decision', stale);
      test.pass(24);
      await test.memory.facts.supersede(ada, { factId: id, fact: current });
    }
    for (const pair of contradictory) for (const fact of pair) await store(ada, 'codebase', fact);
    const lines = sessions.flatMap(({ session, day, turns }) =>
      turns.map(([role, content], place) => ({
        ...{ session, role, content, lineNumber: place + 1 },
        createdAt: `${day}T10:0${String(place)}:00Z`,
      })),
    );
    await test.memory.archive.importMessages(ada, lines, { projectId: ada.project?.id ?? null });
  });
  after(() => test.close());

  const find = (query: string): Promise<SearchAnswer> => test.search.find(ada, { query });
  const offered = async (prompt: string): Promise<string[]> =>
    (await offering.for(ada, prompt)).offers.map(({ line }) => line);

  describe('with an unknown answer', () => {
    // Each shares a word or two with a memory.
    const absent = [
      'What is the monthly cost of hosting the gateway?',
      'Which payment provider do customers use for the map?',
      'How do we handle refunds for broken lamps?',
      'What GraphQL federation strategy does the dimming service use?',
      'Who is the product owner of the simulator?',
      'Which feature flag vendor did we pick for the firmware?',
      'How long do session cookies of the gateway live?',
      'Welche Steuerklasse hat der Praktikant, der den Simulator pflegt?',
      'Wie heißt unser Ansprechpartner beim Zahlungsdienstleister für den Monatsbericht?',
      'Welche Schriftart verwendet die Broschüre der Leitwarte?',
      'Welcher Lieferant stellt die Masten der Leuchten her?',
      '路灯支付系统用哪家供应商?',
      '值班工程师的招聘流程由谁负责?',
      '网关的移动应用支持哪些语言?',
    ];
    for (const question of absent)
      it(`says that it does not know, and offers nothing, for "${question}"`, async () => {
        const { notice = '', results, searched } = await find(question);
        assert.ok(searched > 30);
        assert.notEqual(results.length, 0, 'some result shares a word, so the notice is needed');
        assert.ok(notice.includes(unclear), describeResults(results));
        assert.deepEqual(await offered(question), []);
      });
  });

  describe('with only similar memories', () => {
    const adjacent: [question: string, what: string][] = [
      ['Where are the readings of the crusher line exported to?', 'another project'],
      ['Which charting library does the conveyor dashboard use?', 'another project'],
      ['Wie wird die Waage im Steinbruch ausgelesen?', 'another project'],
      ['Which licence does the firmware of our suppliers have?', 'another attribute'],
      ['How many employees maintain the gateway?', 'another attribute'],
      ['What colour temperature do the lamps have?', 'another attribute'],
      ['Which vendor manufactures the lamp housings?', 'another attribute'],
      ['Wer bezahlt die Reparatur der Leuchten nach einem Unfall?', 'another attribute'],
      ['Welche Farbe hat das Logo der Leitwarte?', 'another attribute'],
      ['路灯的采购价格是多少?', 'another attribute'],
      ['What is the ingress controller of the tile server?', 'another attribute'],
      ['Which key opens the cabinet of the gateway?', 'another attribute'],
      ['Which colour has the map view at night, and who chose it?', 'another attribute'],
      ['How many retries does the tile server of the quarry make?', 'another project'],
      ['Zeichne die Leuchten der Leitwarte nachts in eine Broschüre', 'words of many memories'],
    ];
    for (const [question, what] of adjacent)
      it(`finds no clear answer to "${question}": ${what}`, async () => {
        const { notice = '', results } = await find(question);
        const [first] = results;
        assert.ok(
          results.length === 0 || notice.includes(unclear) || (first?.score ?? 0) < lowScore,
          describeResults(results, notice),
        );
        assert.deepEqual(await offered(question), []);
      });
  });

  it('offers what clearly matches a prompt, in each language', async () => {
    for (const [prompt, line] of [
      ['Prepare the releases of the gateway for Tuesday morning', /Thursday/u],
      ['Ersetze im Passwort-Hashing der Leitwarte das bcrypt', /Argon2/u],
      ['把网关的默认端口 8080 写进配置', /9443/u],
    ] as const)
      assert.match((await offered(prompt)).join('\n'), line, prompt);
  });

  it('offers nothing for words that are spread over many memories', async () => {
    const prompt = 'Send the lamps on the harbour a release note about the gateway budget';
    assert.deepEqual(await offered(prompt), []);
  });

  describe('with a known answer', () => {
    const known: [question: string, answer: RegExp][] = [
      ['Where is the dimming schedule stored?', /DuckDB/u],
      ['How large may a firmware image be?', /384 kilobytes/u],
      ['Which key signs the firmware images?', /Ed25519/u],
      ['What draws the map view?', /MapLibre/u],
      ['How do commit messages begin?', /component in lower case/u],
      ['What do end-to-end tests run against?', /Playwright/u],
      ['Why did lamps on the harbour bridge flicker?', /harbour bridge|PWM timer/u],
      ['Wann liegen die Wartungsfenster der Leuchten?', /sonntags/u],
      ['Nach wie vielen Tagen werden Messwerte gelöscht?', /neunzig Tagen/u],
      ['Wie werden Störungen im Simulator wiederholbar?', /SIM_SEED/u],
      ['固件升级失败时怎么办?', /双分区/u],
      ['网关的日志保存在哪里?', /\/var\/log\/lumen/u],
      ['夜间告警通知谁?', /短信/u],
    ];
    for (const [question, answer] of known)
      it(`answers "${question}" without the notice`, async () => {
        const { notice = '', results } = await find(question);
        assert.match(results[0]?.text ?? '', answer);
        assert.ok(!notice.includes(unclear), describeResults(results, notice));
      });
  });

  describe('with replaced memories', () => {
    const superseded: [question: string, current: RegExp, stale: RegExp][] = [
      ['On which day do releases of the gateway go out?', /Thursday/u, /Tuesday/u],
      ['How is the lamp protocol encoded?', /CBOR/u, /Protobuf/u],
      ['Was nutzt das Passwort-Hashing der Leitwarte?', /Argon2/u, /bcrypt/u],
      ['网关的默认端口是多少?', /9443/u, /8080/u],
      ['What is the retry budget for the driver?', /5 attempts|raised the retry budget/u, /3 attempts/u],
      ['What is the flush interval of the gateway buffer?', /10 seconds/u, /30 seconds/u],
      ['Wie lang ist die Haltezeit der Dämmerungsstufe?', /40 Minuten/u, /15 Minuten/u],
      ['心跳间隔是多少秒?', /二十秒/u, /五秒/u],
    ];
    for (const [question, current, stale] of superseded)
      it(`puts the current one first for "${question}"`, async () => {
        const { results } = await find(question);
        const places = [current, stale].map((wanted) => results.findIndex(({ text }) => wanted.test(text)));
        assert.equal(places[0], 0, describeResults(results));
        assert.ok(places[1] === -1 || (places[1] ?? 0) > 0);
      });
    for (const [prompt, stale] of [
      ['Prepare the releases of the gateway for Tuesday morning', /Tuesday/u],
      ['Decode the lamp protocol, which is encoded with Protobuf', /Protobuf/u],
      ['Ersetze im Passwort-Hashing der Leitwarte das bcrypt', /bcrypt/u],
      ['把网关的默认端口 8080 写进配置', /8080/u],
      ['Check the retry budget for the driver of 3 attempts', /3 attempts/u],
      ['Write a test of how the lamp simulator supports brownouts', /simulator supports brownouts/u],
    ] as const)
      it(`never offers the old one for "${prompt}"`, async () => {
        for (const line of await offered(prompt)) assert.doesNotMatch(line, stale);
      });
  });

  describe('with a contradiction', () => {
    for (const [question, [older, newer]] of [
      ['Does the lamp simulator support brownouts?', contradictory[0]],
      ['Verschlüsselt die Leitwarte Sicherungen?', contradictory[1]],
    ] as [string, [string, string]][])
      it(`shows both sides, with dates and a mark, for "${question}"`, async () => {
        const { results } = await find(question);
        const [first, second] = results;
        assert.deepEqual([first?.text, second?.text], [newer, older], describeResults(results));
        assert.ok((first?.createdAt ?? '') > (second?.createdAt ?? ''));
        assert.deepEqual(second?.contradictedBy, [first?.id]);
      });
  });

  it('gives the same score and notice for any limit', async () => {
    for (const query of ['What is the monthly cost of our cloud hosting?', 'Where is the dimming schedule stored?']) {
      const [one, many] = await Promise.all([1, 50].map((limit) => test.search.find(ada, { query, limit })));
      assert.deepEqual([one?.results[0], one?.notice], [many?.results[0], many?.notice]);
    }
  });

  it('scores a clear answer higher than an unclear one to another query', async () => {
    const clear = await find('Which key signs the firmware images?');
    const unsure = await find('Which vendor manufactures the lamp housings?');
    const [high, low] = [clear, unsure].map(({ results }) => results[0]?.score ?? 0);
    assert.ok(low !== undefined && low > 0, 'The unclear query found nothing.');
    assert.ok((high ?? 0) > 1.3 * low, describeResults(unsure.results));
  });
});

/** A quarter above what counts as unclear. */
const lowScore = 0.56;

function describeResults(results: SearchAnswer['results'], notice = ''): string {
  return [...results.slice(0, 4).map(({ score, text }) => `${String(score)} ${text}`), notice].join('\n');
}
