/**
 * Where a memory came from, which stays with it: a person wrote or confirmed it; a model asked for it to be kept; a rule
 * kept it from a conversation; or it was read on the web, where anybody may have written it.
 */
export const origins = ['person', 'agent', 'transcript', 'web'] as const;
export type Origin = (typeof origins)[number];
