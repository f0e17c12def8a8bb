/** gemini with BigMind, against a scripted model: see suite.ts. */
import { clients } from './clients.ts';
import { describeClient } from './suite.ts';

describeClient(clients.gemini);
