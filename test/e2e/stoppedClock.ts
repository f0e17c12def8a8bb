/**
 * A browser in which it is always the same moment, so that "today" and "an hour ago" are the same in each run. Timers go
 * on. In VS Code only frames are stopped, which is where webviews are: the workbench waits for times that would never come.
 * It writes the document of a webview into a frame that is empty, so nothing can be told from that frame's address.
 */
export function stoppedClock(now: string, where: 'everywhere' | 'frames'): { content: string } {
  const content = `(() => {
    if (${where === 'frames' ? 'self === top' : 'false'}) return;
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given) {
        super(...(given.length === 0 ? [${JSON.stringify(now)}] : given));
      }
      static now() {
        return new RealDate(${JSON.stringify(now)}).getTime();
      }
    };
  })()`;
  return { content };
}
