/** Runs statements on a server. Arguments: its address, and the statements. */
import { query } from '../exchange/transfer/server.ts';

const [url = '', sql = ''] = process.argv.slice(2);
await query(url, sql);
