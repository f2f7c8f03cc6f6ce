import { localAddress, type Ports } from '@console/shared-kernel/ports'
import { levelName } from '@console/shared-kernel/levels'
import { ACCOUNTS, PASSWORD } from '../../api/src/foundation/demoAccounts'
import { withDataDir } from './paths'

interface DevServer {
  answers: Promise<unknown>
  ended: Promise<unknown>
}

/**
 * Waits until all dev servers answer, except remotes whose server has ended: the console works without them,
 * but not without the host.
 */
export async function waitUntilUsable(
  hostAnswers: Promise<unknown>,
  remotes: readonly DevServer[],
): Promise<void> {
  await Promise.all([hostAnswers, ...remotes.map(({ answers, ended }) => Promise.race([answers, ended]))])
}

/** @param large whether for `npm start -- --large` */
export function welcome(all: Ports, env: NodeJS.ProcessEnv, large = false): string {
  const accounts = ACCOUNTS.map((account, index) => [levelName(index + 1), account, PASSWORD])
  return `
The console is ready:  ${localAddress(all.host)}

${table([['Level', 'Account', 'Password'], ...accounts])}

  ${ending(env, large)}
`
}

function ending({ DATA_DIR }: NodeJS.ProcessEnv, large: boolean): string {
  if (DATA_DIR?.includes('://')) return 'Ctrl-C stops everything. The data is lost then.'
  const reset = `${withDataDir({ DATA_DIR })}npm run reset${large && !DATA_DIR ? ' -- --large' : ''}`
  return `Ctrl-C stops everything and keeps the data; ${reset} removes it.`
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd())
    .join('\n')
}
