/** Files that the bundler puts into a program as they are. */
declare module '*.ttf' {
  const bytes: Uint8Array<ArrayBuffer>;
  export { bytes as default };
}
declare module '*.css' {
  const text: string;
  export { text as default };
}
