import { postgresUrl } from '../../postgresSchemas.ts';

/** Without a server, which `npm run test:unit` starts, the suites are left out. */
export const describeWithDatabases = postgresUrl === undefined ? describe.skip : describe;
