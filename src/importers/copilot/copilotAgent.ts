/** Other participants of VS Code's chat have their own names. */
export function copilotAgent(name: string | undefined): string {
  return name === undefined || /copilot/iu.test(name) ? 'GitHub Copilot' : name;
}
