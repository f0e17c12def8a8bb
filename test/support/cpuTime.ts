/** Milliseconds of processor time that this process used; unlike elapsed time, a busy machine does not extend it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
