import assert from 'node:assert/strict';
import { workIn } from '../../../src/capture/transcripts/toolWork.ts';
import type { Work } from '../../../src/memory/summarize/words/work.ts';
import { cpuMs } from '../../support/cpuTime.ts';

const heredoc = `git add . && git commit -m "$(cat <<'EOF'
Keep the basket when it's empty

Don't (ever) drop it; see "basket.ts".

Co-Authored-By: A Model <model@example.com>
EOF
)" && git push`;

const commits: Record<string, string[]> = {
  'git commit -m "Keep the basket"': ['Keep the basket'],
  "git commit -am 'Keep the basket'": ['Keep the basket'],
  'git -C /home/ada/shop commit -q -m "Keep the basket" -m "Because it was lost."': ['Keep the basket'],
  'cd shop; git add -A && git commit --message="Say \\"sold out\\"" && git push 2>&1 | tail -3': ['Say "sold out"'],
  'git commit -m"Fix the sum" || git commit --no-verify -m "Fix the sum once more"': [
    'Fix the sum',
    'Fix the sum once more',
  ],
  [heredoc]: ["Keep the basket when it's empty"],
  'git commit -F - <<EOF\nRound prices up\n\nThe tax office asks for it.\nEOF\ngit log -1': ['Round prices up'],
  'GIT_EDITOR=true git commit --amend -m "Preis aufrunden, größer als 0"': ['Preis aufrunden, größer als 0'],
  'git commit -m "修复购物车的合计"': ['修复购物车的合计'],
  '# git commit -m "in a comment"\ngit status': [],
  'git commit -m"Remove old code"': ['Remove old code'],
  'git commit -am"Improve memory"': ['Improve memory'],
  'git commit -Fmemo.txt': [],
  'git commit -aF- <<EOF\nFind a Fault\nEOF': ['Find a Fault'],
  'git commit -Smykey -m "Sign it"': ['Sign it'],
  'git commit -m "Round   prices\tup"': ['Round prices up'],
  'git commit -m "Release $VERSION"': [],
  'git commit -m "Release ${VERSION} now"': [],
  'git commit -m "Ask for $5 and US$ alike"': ['Ask for $5 and US$ alike'],
  'git log --grep "git commit -m x"': [],
  'echo "git commit -m no"': [],
  'git commit -m "$MESSAGE"': [],
  'git commit -m "$(cat message.txt)"': [],
  "git add .; git commit -m @'\r\nKeep the basket\r\n\r\nIt wasn't there.\r\n'@; git push": ['Keep the basket'],
  'git commit -m "mail ada@shop.example"': ['mail ada@shop.example'],
  'git commit --author ada@shop.example -m "Keep it"': ['Keep it'],
  'grep x <<<"END"\ngit commit -m "Keep the basket"': ['Keep the basket'],
  'git commit --dry-run -m "Try it"': [],
  'git commit': [],
  'mkdir trial && cd trial && git init && git commit --allow-empty -m "First of a trial"': [],
  'git commit -m "never ended': ['never ended'],
  "git commit -m \"$(cat <<'EOF'\nA message that was cut": ['A message that was cut'],
};

const pullRequests: Record<string, string[]> = {
  'gh pr create --draft --title "Keep the basket" --body "$(cat <<\'EOF\'\n## Why\n`git commit -m x` lost it\nEOF\n)"':
    ['Keep the basket'],
  "gh pr create -t 'Round prices' -b ''": ['Round prices'],
  'gh pr edit 12 --title=Renamed': ['Renamed'],
  'glab mr create --title "Keep the basket"': ['Keep the basket'],
  'gh pr view 12 --json title': [],
  'gh issue create --title "No request, a pr maybe"': [],
};

describe('the work in a tool call', () => {
  for (const [command, subjects] of Object.entries(commits)) {
    it(`holds the subjects of commits: ${JSON.stringify(command.slice(0, 60))}`, () => {
      assert.deepEqual(workIn('Bash', { command }), subjects.length === 0 ? {} : { work: { commits: subjects } });
    });
  }

  for (const [command, titles] of Object.entries(pullRequests)) {
    it(`holds the titles of pull requests: ${JSON.stringify(command.slice(0, 60))}`, () => {
      assert.deepEqual(workIn('Bash', { command }), titles.length === 0 ? {} : { work: { pullRequests: titles } });
    });
  }

  it('is found in the command of a shell, as a string or as a list', () => {
    const work: Work = { commits: ['Keep it'] };
    assert.deepEqual(workIn('shell', { command: ['bash', '-lc', 'cd shop && git commit -m "Keep it"'] }), { work });
    assert.deepEqual(workIn('shell', { command: ['git', 'commit', '-m', 'Keep it'] }), { work });
    assert.deepEqual(workIn('exec_command', { cmd: 'bash -lc \'git commit -m "Keep it"\'' }), { work });
    assert.deepEqual(workIn('run_in_terminal', { command: 'git.exe commit -m "Keep it"' }), { work });
  });

  for (const [tool, given] of Object.entries({
    TodoWrite: { todos: [{ content: 'Write the test', activeForm: 'Writing' }, { content: 'Run it' }] },
    todowrite: { todos: [{ id: '1', content: 'Write the test' }, { content: 'Run it' }] },
    manage_todo_list: { operation: 'write', todoList: [{ id: 1, title: 'Write the test' }, { title: 'Run it' }] },
    update_plan: { explanation: 'x', plan: [{ step: 'Write the test', status: 'pending' }, { step: 'Run it' }] },
    write_todos: { todos: [{ description: 'Write the test' }, { description: 'Run it' }] },
    update_todo: { todos: '# List\n- [x] Write the test\n- [x] Run it' },
  })) {
    it(`holds the items of the list of ${tool}`, () => {
      assert.deepEqual(workIn(tool, given), { work: { todos: ['Write the test', 'Run it'] } });
    });
  }

  const done = { content: 'Write the test', status: 'completed' };
  for (const [tool, given] of Object.entries({
    TodoWrite: { todos: [done, { content: 'Run it', status: 'in_progress' }] },
    todowrite: {
      todos: [
        { ...done, status: 'cancelled' },
        { content: 'Run it', status: 'pending' },
      ],
    },
    manage_todo_list: {
      todoList: [
        { title: 'Write the test', status: 'completed' },
        { title: 'Run it', status: 'not-started' },
      ],
    },
    update_plan: {
      plan: [
        { step: 'Write the test', status: 'completed' },
        { step: 'Run it', status: 'pending' },
      ],
    },
    write_todos: {
      todos: [
        { description: 'Write the test', status: 'completed' },
        { description: 'Run it', status: 'pending' },
      ],
    },
    update_todo: { todos: '# List\n- [x] Write the test\n- [-] Drop it\n- [ ] Run it' },
    update_todo_list: { todos: '[x] Write the test\n[-] Run it' },
  })) {
    it(`holds the open items of the list of ${tool}`, () => {
      assert.deepEqual(workIn(tool, given).work?.openTodos, ['Run it']);
    });
  }

  it('holds no open items if the list does not say so of every item, or if all are done', () => {
    const openOf = (...todos: unknown[]): unknown => workIn('TodoWrite', { todos }).work?.openTodos;
    assert.equal(openOf(done, { content: 'Run it' }, { content: 'Ship it', status: 'pending' }), undefined);
    assert.equal(
      openOf({ content: 'Run it', status: 'perhaps' }, { content: 'Ship it', status: 'pending' }),
      undefined,
    );
    assert.equal(openOf(done), undefined);
  });

  it('holds the subject of one task', () => {
    assert.deepEqual(workIn('TaskCreate', { subject: 'Write the test', description: 'All of it' }), {
      work: { todos: ['Write the test'] },
    });
  });

  it('holds the title of a plan, not its sections, and nothing for a plan without one', () => {
    const titleOf = (plan: string): Work | undefined => workIn('ExitPlanMode', { plan }).work;
    assert.deepEqual(titleOf('# Plan: Keep the **basket**\n\n## Summary\nx'), { plans: ['Keep the basket'] });
    assert.deepEqual(titleOf('# Implementation Plan\n\n## Overview\n\n## Round prices\n'), { plans: ['Round prices'] });
    assert.deepEqual(titleOf('# 计划：修复购物车\n'), { plans: ['修复购物车'] });
    assert.deepEqual(titleOf('# Umsetzungsplan: Preise runden'), { plans: ['Preise runden'] });
    assert.equal(titleOf('Do this, then that.'), undefined);
    assert.equal(titleOf('##\n\nWe will do it'), undefined);
  });

  it('is found in tools of MCP servers', () => {
    assert.deepEqual(workIn('mcp__github__create_pull_request', { title: 'Keep it' }), {
      work: { pullRequests: ['Keep it'] },
    });
    assert.deepEqual(workIn('mcp__git__git_commit', { message: 'Keep it\n\nBecause.' }), {
      work: { commits: ['Keep it'] },
    });
  });

  it('is empty for other tools and for unexpected input, however long', () => {
    for (const given of [null, 'git commit -m x', 3, [], { command: 4 }, { todos: [null, 3, ''] }, { plan: {} }]) {
      assert.deepEqual(workIn('TodoWrite', given), {});
    }
    assert.deepEqual(workIn('Read', { file_path: 'commit.ts' }), {});
    assert.deepEqual(workIn('shell', { command: [{ toString: 1 }, 'git commit', null] }), {});
    const started = cpuMs();
    workIn('Bash', { command: `git commit -m "${'$('.repeat(100_000)}` });
    workIn('Bash', { command: `git commit ${"@'\n".repeat(50_000)}` });
    workIn('Bash', { command: `git commit ${'<<A\n'.repeat(50_000)}` });
    assert.ok(cpuMs() - started < 1_000);
  });
});
