/** Which addresses of a team's server are accepted. */
import assert from 'node:assert/strict';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { teamServerAddress } from '../../src/remote/serverAddress.ts';

const accepted = [
  ['https://memory.example.com', 'https://memory.example.com'],
  [' https://memory.example.com/ ', 'https://memory.example.com'],
  ['https://memory.example.com:8443/bigmind/', 'https://memory.example.com:8443/bigmind'],
  ['https://memory.example.com/mcp', 'https://memory.example.com'],
  ['http://localhost:7700', 'http://localhost:7700'],
  ['http://127.0.0.1:7700/mcp', 'http://127.0.0.1:7700'],
  ['http://[::1]:7700', 'http://[::1]:7700'],
] as const;

const refused = [
  'memory.example.com',
  'ftp://memory.example.com',
  'http://memory.example.com',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://10.0.0.5:7700',
  'https://ada:hunter2@memory.example.com',
  'https://memory.example.com/?token=hunter2',
  'https://memory.example.com/#hunter2',
] as const;

describe('the address of a team server', () => {
  for (const [given, address] of accepted) {
    it(`accepts ${given.trim()}`, () => {
      assert.equal(teamServerAddress('The setting', given), address);
    });
  }

  for (const given of refused) {
    it(`refuses ${given} without repeating it`, () => {
      assert.throws(
        () => teamServerAddress('The setting', given),
        (thrown) =>
          thrown instanceof BigMindError &&
          thrown.code === 'invalid_input' &&
          !/hunter2|10\.0/u.test(JSON.stringify([thrown.message, thrown.remedy])),
      );
    });
  }
});
