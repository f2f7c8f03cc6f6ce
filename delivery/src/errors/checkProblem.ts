import { CommandError } from '@console/shared-kernel/command'

export interface Problem {
  check: 'files' | 'compatibility' | 'screens' | 'budget' | 'container' | 'shared copy' | 'mount'
  what: string
  /** The check ran out of time, which may be the machine's fault. */
  isDeadline?: boolean
}

export const problem =
  (check: Problem['check']) =>
  (what: string): Problem => ({ check, what })

export const inWords = ({ check, what }: Problem): string => `${check}: ${what}`

/** @throws CommandError with a line for each problem */
export function refuseIf(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new CommandError(problems.map(inWords))
}
