/** The first line of a request to learn. A chat that begins with it is ours, and is neither recorded nor imported. */
export const learnRequestMark = 'BigMind: notes from a recorded conversation';
