/** What the doctor of the command line says about this process, other programs and how they start BigMind. */
import { existsSync } from 'node:fs';
import type { StartServer } from './clients/connectionFindings.ts';
import type { EnvironmentSettings } from './environment.ts';
import type { Finding } from './memory/shared/findings.ts';
import { nodeClientHost } from './nodeHostFacts.ts';

/** In the order of the report. */
export async function surroundings(settings: EnvironmentSettings, version: string): Promise<Finding[]> {
  return [
    ...thisProgram(settings, version),
    ...(await clientFindings(settings)),
    ...(await connectedClients(settings)),
  ];
}

function thisProgram({ databaseFile, databaseUrl }: EnvironmentSettings, version: string): Finding[] {
  const none = `There was no database at ${databaseFile} yet. This check creates an empty one.`;
  return [
    { status: 'ok', what: `bigmind ${version} on Node ${process.version}, ${process.platform} ${process.arch}.` },
    ...(databaseUrl !== undefined || existsSync(databaseFile) ? [] : [{ status: 'off' as const, what: none }]),
  ];
}

/** Loaded only by the doctor, because a server should not wait for the parsers of other programs' files. */
async function clientFindings(settings: EnvironmentSettings): Promise<Finding[]> {
  const [{ captureFindings }, { serverStartFindings }, { pinnedFindings }] = await Promise.all([
    import('./clients/hooks/captureFindings.ts'),
    import('./clients/serverStarts.ts'),
    import('./clients/userMemory/pinnedFindings.ts'),
  ]);
  return [
    ...captureFindings({ ...settings, host: nodeClientHost() }),
    ...serverStartFindings(settings.home),
    ...(await pinnedFindings(settings.home)),
  ];
}

/** Loaded only by the doctor, because a server should not wait for the parsers of other programs' files. */
async function connectedClients({ home, databaseFile }: EnvironmentSettings): Promise<Finding[]> {
  const [{ connectionFindings }, { startOverStdio }] = await Promise.all([
    import('./clients/connectionFindings.ts'),
    import('./cli/serve/startServer.ts'),
  ]);
  const start: StartServer = (launch) => startOverStdio(launch, process.env);
  return connectionFindings({ host: nodeClientHost(), home, databaseFile, start });
}
