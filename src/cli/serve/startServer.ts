/**
 * Starts an MCP server as a client does and sends `initialize`, for the doctor on the command line. The server does
 * not open the store before its first call, so this has no side effects. The extension never does this, because the
 * entries of other clients may name any program.
 */
import { spawn } from 'node:child_process';
import type { StartFailure } from '../../clients/connectionFindings.ts';
import type { McpLaunch } from '../../clients/shared/launch.ts';

/** Milliseconds until a server must answer; some clients wait only one second. */
const startTimeoutMs = 3_000;
/** Characters of standard error to report when a server fails. */
const maxComplaint = 300;

/**
 * Starts the server with `inherited` below its own variables, sends `initialize`, and ends it. Resolves with
 * undefined if it answers, else with the failure. Never rejects.
 */
export function startOverStdio(
  { command, args, env }: McpLaunch,
  inherited: NodeJS.ProcessEnv,
  timeoutMs: number = startTimeoutMs,
): Promise<StartFailure | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...inherited, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let complaint = '';
    const done = (failure: StartFailure | undefined): void => {
      clearTimeout(timer);
      child.stdin.end();
      child.kill();
      resolve(failure);
    };
    const failed = (what: string): void => done({ status: 'problem', what });
    const late = `did not answer within ${String(timeoutMs / 1_000)} seconds`;
    const timer = setTimeout(() => done({ status: 'warning', what: late }), timeoutMs);
    child.on('error', (error) => failed(`could not be started: ${error.message}`));
    child.on('close', (code) =>
      failed(`exited with code ${String(code)}${complaint === '' ? '' : `: ${complaint.trim()}`}`),
    );
    // A server that already exited accepts no input; the `close` handler reports its exit.
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (piece: Buffer) => {
      complaint = `${complaint}${piece.toString()}`.slice(-maxComplaint);
    });
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
      if (answersInitialize(output)) done(undefined);
    });
    const clientInfo = { name: 'bigmind-doctor', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  });
}

function answersInitialize(output: string): boolean {
  return output.split('\n').some((line) => /"id":1\b/u.test(line) && line.includes('"serverInfo"'));
}
