/** Edits of a TOML configuration: the server's table is added and removed, and nothing else changes. */
import assert from 'node:assert/strict';
import { tomlTableAt, withoutTomlTable, withTomlTable } from '../../src/clients/files/tomlText.ts';
import { refusal } from './support.ts';

const place = { container: 'mcp_servers', name: 'bigmind' };
const table = { command: 'C:\\Program Files\\node.exe', args: ['a b', 'mcp'], env: { BIGMIND_USER: 'Ada "L"' } };
const put = (text: string, value: Record<string, unknown> = table): string =>
  withTomlTable(text, place, value, 'F.toml');
const remove = (text: string): string => withoutTomlTable(text, place, 'F.toml');

const section = `[mcp_servers.bigmind]
command = "C:\\\\Program Files\\\\node.exe"
args = ["a b", "mcp"]

[mcp_servers.bigmind.env]
BIGMIND_USER = "Ada \\"L\\""`;

describe('an edit of TOML', () => {
  it('adds the table under its own header at the end', () => {
    assert.equal(put(''), `${section}\n`);
    assert.equal(put('model = "o3" # fast\n'), `model = "o3" # fast\n\n${section}\n`);
    assert.equal(put('model = "o3"'), `model = "o3"\n\n${section}`);
    assert.equal(put('a = 1\r\n'), `a = 1\r\n\r\n${section.replaceAll('\n', '\r\n')}\r\n`);
  });

  it('is undone by removing the table', () => {
    const originals = [
      '',
      'model = "o3" # fast\n',
      'model = "o3"',
      'a = 1\r\n[b]\r\nc = 2\r\n',
      '# only a comment\n\n',
      '[mcp_servers]\n',
      'mcp_servers = {}\n',
      'mcp_servers = { a = {command="x"} }\n',
      'mcp_servers.a.command = "x"\n',
      '[mcp_servers.a]\ncommand="x"   # odd\n  [mcp_servers.a.env]\n  K = "v"\n# tail\n',
      'when = 2026-11-22\nbig = 9007199254740993\n[[list]]\na = 1\n[[list]]\na = 2\n',
    ];
    for (const original of originals) {
      const full = put(original);
      assert.deepEqual(structuredClone(tomlTableAt(full, place, 'F.toml')), table, full);
      assert.equal(remove(full), original);
      assert.equal(remove(original), original);
    }
  });

  it('removes the table from between others', () => {
    const full = `${put('a = 1\n')}\n[z]\nb = 2\n`;
    assert.equal(remove(full), 'a = 1\n\n[z]\nb = 2\n');
  });

  it('changes a table in place and keeps what people wrote into it', () => {
    const text = '[mcp_servers.bigmind]\ncommand = "old"\n# timeoutMs\nstartup_timeout_sec = 20\n\n[z]\nq = 1 # last\n';
    const changed = put(text, { command: 'new', startup_timeout_sec: 20 });
    assert.equal(changed, text.replace('"old"', '"new"'));
    assert.equal(remove(changed), '[z]\nq = 1 # last\n');
  });

  it('is rejected, with the line, if the text is invalid or the name is already used', () => {
    assert.throws(() => put('a = 1\nb = \n'), refusal('invalid_input', /F\.toml, line 2: .*not valid TOML.*Repair/u));
    assert.throws(() => remove('a = 1\na = 2\n'), refusal('invalid_input', /F\.toml, line 2/u));
    assert.throws(() => put('\nmcp_servers = 1\n'), refusal('invalid_input', /line 2: "mcp_servers" is not a table/u));
    assert.throws(
      () => put('[mcp_servers]\nbigmind = "x"\n'),
      refusal('invalid_input', /line 2: "mcp_servers\.bigmind" is not a table/u),
    );
  });
});
