/** Edits of JSON that users wrote: only the one value changes, and removing it restores the text. */
import assert from 'node:assert/strict';
import { jsonValueAt, withJsonValue, withoutJsonValue } from '../../src/clients/files/jsonText.ts';
import { refusal } from './support.ts';

const path = ['mcpServers', 'bigmind'];
const put = (text: string, value: unknown = { command: 'x' }): string => withJsonValue(text, path, value, 'F.json');
const remove = (text: string): string => withoutJsonValue(text, path, 'F.json');

describe('an edit of JSON', () => {
  it('writes a whole document if there is none', () => {
    assert.equal(put(''), '{\n  "mcpServers": {\n    "bigmind": {\n      "command": "x"\n    }\n  }\n}\n');
    assert.equal(put(' \n'), put(''));
  });

  it('follows the existing indentation, line ends and commas', () => {
    assert.equal(
      put('{\r\n\t"mcpServers": {\r\n\t\t"a": 1\r\n\t}\r\n}'),
      '{\r\n\t"mcpServers": {\r\n\t\t"a": 1,\r\n\t\t"bigmind": {\r\n\t\t\t"command": "x"\r\n\t\t}\r\n\t}\r\n}',
    );
    assert.equal(put('{"mcpServers":{"a":1}}'), '{"mcpServers":{"a":1,"bigmind":{"command":"x"}}}');
    assert.equal(put('{ "mcpServers": { "a": 1 } }'), '{ "mcpServers": { "a": 1, "bigmind": {"command":"x"} } }');
    assert.equal(put('{"theme":"dark"}'), '{"theme":"dark","mcpServers":{"bigmind":{"command":"x"}}}');
    assert.equal(
      put('{\n  "mcpServers": {\n    "a": 1,\n  },\n}\n', 2),
      '{\n  "mcpServers": {\n    "a": 1,\n    "bigmind": 2,\n  },\n}\n',
    );
  });

  it('leaves each comment on its line', () => {
    assert.equal(
      put('{\n  "mcpServers": {\n    "a": 1 // mine\n    /* more to come */\n  }\n}\n', 2),
      '{\n  "mcpServers": {\n    "a": 1, // mine\n    /* more to come */\n    "bigmind": 2\n  }\n}\n',
    );
    assert.equal(
      put('{\n  "mcpServers": {\n    // none yet\n  }\n}\n', 2),
      '{\n  "mcpServers": {\n    // none yet\n    "bigmind": 2\n  }\n}\n',
    );
  });

  it('is undone by removing the value', () => {
    const originals = [
      '{\n  "mcpServers": {\n    "a": 1\n  }\n}\n',
      '{\n  "mcpServers": {\n    "a": {"b": [1, 2]}, // mine, with "quotes" and {\n    "c": 3 // last\n    // end\n  },\n  "z": 1\n}',
      '{\r\n    "mcpServers": {\r\n        "a": 1,\r\n    },\r\n}\r\n',
      '{"mcpServers":{"a":1}}',
      '{ "mcpServers": { "a": 1 }, "b": 2 }\n',
      '{"mcpServers":{}}',
      '{\n  "mcpServers": {},\n  "b": 2\n}\n',
      '// head\n{\n  "mcpServers": {\n    // none yet\n  }\n}\n// tail\n',
      '{\n  "mcpServers": { "a": 1 }\n}\n',
      '{\n  "mcpServers": { "a": 1,\n    "b": 2 }\n}\n',
      '{\n  "mcpServers": {"a": 1 /* , */ }\n}\n',
    ];
    for (const original of originals) {
      const full = put(original);
      assert.deepEqual(structuredClone(jsonValueAt(full, path, 'F.json')), { command: 'x' }, full);
      assert.equal(remove(full), original);
      assert.equal(remove(original), original);
    }
  });

  it('removes a value from the middle and from the start', () => {
    const middle = '{\n  "mcpServers": {\n    "a": 1, // one\n    "bigmind": 2,\n    // three\n    "c": 3\n  }\n}\n';
    assert.equal(remove(middle), '{\n  "mcpServers": {\n    "a": 1, // one\n    // three\n    "c": 3\n  }\n}\n');
    assert.equal(remove('{"mcpServers":{ // one\n"bigmind":2,"c":3}}'), '{"mcpServers":{ // one\n"c":3}}');
    assert.equal(remove('{"mcpServers":{ // one\n"bigmind":2}}'), '{"mcpServers":{ // one\n}}');
    assert.equal(remove('{"mcpServers":{"bigmind":2,"c":3}}'), '{"mcpServers":{"c":3}}');
  });

  it('replaces a value in place', () => {
    const text = '{\n  "mcpServers": {\n    "bigmind": { "old": true }, // ours\n    "c": 3\n  }\n}\n';
    assert.equal(put(text, 2), '{\n  "mcpServers": {\n    "bigmind": 2, // ours\n    "c": 3\n  }\n}\n');
  });

  it('is rejected, with the line, if the text is not a JSON object or the path leads through another type', () => {
    assert.throws(
      () => put('{\n  "a": 1\n  "b": 2\n}'),
      refusal('invalid_input', /F\.json, line 3: .*not valid JSON/u),
    );
    assert.throws(
      () => put('{\n  "a": '),
      refusal('invalid_input', /F\.json, line 2: .* Nothing was changed\. Repair/u),
    );
    assert.throws(() => put(`{"a": ${'['.repeat(200_000)}`), refusal('invalid_input', /nested too deeply/u));
    assert.throws(() => put('[]'), refusal('invalid_input', /line 1: the file is not an object/u));
    assert.throws(
      () => remove('{\n\n"mcpServers": []}'),
      refusal('invalid_input', /line 3: "mcpServers" is not an object/u),
    );
    for (const twice of ['{"mcpServers": {},\n"mcpServers": {}}', '{"mcpServers": {"bigmind": 1,\n"bigmind": 2}}']) {
      assert.throws(() => put(twice), refusal('invalid_input', /line 2: "\w+" occurs twice/u));
    }
    assert.throws(() => put('{"mcpServers": null}'), refusal('invalid_input', /"mcpServers" is not an object/u));
  });
});
