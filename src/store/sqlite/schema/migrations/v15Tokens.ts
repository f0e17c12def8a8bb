/** Version 15 is reserved for the tokens of agents. */
import type { Migration } from './migration.ts';

export const v15Tokens: Migration = { version: 15, name: 'tokens', sql: '' };
