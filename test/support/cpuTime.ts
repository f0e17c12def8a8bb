/** Milliseconds of processor time that this process has used, which a busy machine does not stretch as it does time. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
