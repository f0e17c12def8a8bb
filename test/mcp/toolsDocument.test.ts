import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { renderToolsDocument } from './toolsDocument.ts';

const file = join(resolve(import.meta.dirname, '../..'), 'docs/tools.md');

describe('docs/tools.md', () => {
  it('says what the tools do, accept and answer', async () => {
    const rendered = await renderToolsDocument();
    const text = await format(rendered, { ...(await resolveConfig(file)), parser: 'markdown' });
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text);
    assert.equal(text, readFileSync(file, 'utf8'), 'run this test with UPDATE_GOLDEN=1 and look at the difference');
  });
});
