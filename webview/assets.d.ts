/** Files that the bundler embeds unchanged. */
declare module '*.ttf' {
  const bytes: Uint8Array<ArrayBuffer>;
  export { bytes as default };
}
declare module '*.css' {
  const text: string;
  export { text as default };
}
