import { join } from 'node:path'
import { overBudget } from '@console/delivery/budgets'
import { main } from './lib/main'
import { remotePackages, root } from './lib/paths'

/** `npm run budgets`: exits with 1 if a package exceeds its budget in bytes. */
async function run(): Promise<number> {
  const folders = ['host', ...remotePackages]
  const excesses = await Promise.all(folders.map((name) => overBudget(join(root, name, 'dist'))))
  const problems = excesses.flatMap((texts, index) => texts.map((text) => `${folders[index]}: ${text}`))
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}

void main(import.meta.url, run)
