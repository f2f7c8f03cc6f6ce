import { localAddress, type Ports, REMOTES } from '@console/shared-kernel/ports'
import { levelName } from '@console/shared-kernel/rules'
import { ACCOUNTS, PASSWORD } from '../../api/src/demo/accounts'

export function welcome(all: Ports): string {
  const accounts = ACCOUNTS.map((account, index) => [levelName(index + 1), account, PASSWORD])
  const remotes = REMOTES.map((name) => `${name} ${all.remotes[name]}`).join(', ')
  return `
The console is ready:  ${localAddress(all.host)}

${table([['Level', 'Account', 'Password'], ...accounts])}

  API ${localAddress(all.api)}, external reports ${localAddress(all.external)}
  Remotes: ${remotes}

  Ctrl-C stops everything and keeps the data; npm run reset removes it.
`
}

function table(rows: string[][]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd())
    .join('\n')
}
