import { CommandError } from './errors'

/** Why a release may not go into an environment. */
export interface Problem {
  check: 'files' | 'compatibility' | 'screens' | 'budget' | 'container' | 'shared copy' | 'mount'
  /** In words, with the file or the value at fault. */
  what: string
}

export const problem =
  (check: Problem['check']) =>
  (what: string): Problem => ({ check, what })

/** @throws CommandError with a line a problem */
export function refuseIf(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new CommandError(...problems.map(({ check, what }) => `${check}: ${what}`))
}
