import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { root } from './paths'

/* A wrong pattern in eslint.config.js would not fail: imports that match no pattern are allowed. */

/** A file that need not exist, what it imports, and whether lint allows it. */
const IMPORTS: [file: string, imported: string, allowed: boolean][] = [
  ['api/src/services/users/one.ts', '../../db/engine', true],
  ['api/src/services/users/one.ts', '@console/shared-kernel/schemas', true],
  ['api/src/db/one.ts', '../services/lists', false],
  ['api/src/unnamed/one.ts', '../db/engine', false],
  ['api/src/db/pglite/one.ts', '../../services/lists', false],
  ['api/src/foundation/one.ts', '../db/engine', false],
  ['api/src/services/users/one.ts', '../machines/changes', true],
  ['api/src/services/users/one.ts', '../../http/accessRules', false],
  ['api/src/http/one.ts', '../routes/machines', false],
  ['api/src/routes/one.ts', '../server', false],
  ['api/src/db/one.ts', '@console/shared-kernel/core', false],
  ['api/src/db/one.ts', '../../../delivery/src/site/history', false],
  ['delivery/src/service/one.ts', '../site/history', true],
  ['delivery/src/site/one.ts', '../service/app', false],
  ['delivery/src/site/one.ts', '../verify/checks', false],
  ['delivery/src/service/one.ts', '../commands/releases', false],
  ['delivery/src/commands/one.ts', '../consoleDelivery', false],
  ['delivery/src/site/one.test.ts', '../service/app', true],
  ['delivery/src/site/one.ts', '../../../api/src/db/engine', false],
  ['shared-kernel/src/ui/one.ts', '../domain/instants', true],
  ['shared-kernel/src/contracts/one.ts', '../domain/instants', false],
  ['shared-kernel/src/domain/one.ts', '../ui/theme', false],
  ['shared-kernel/src/client/one.ts', '../lists/useListRows', false],
  ['shared-kernel/src/lists/one.ts', '../ui/theme', false],
  ['shared-kernel/src/ui/one.ts', '../entries/table', false],
  ['packages/emulator/src/one.ts', '../../../delivery/src/localServers/serveBuilds', true],
  ['packages/emulator/src/one.ts', '../../../delivery/src/site/history', false],
  ['packages/emulator/src/one.ts', '@console/shared-kernel/core', false],
  ['packages/remote-preset/src/one.ts', '../../../delivery/src/localServers/serveBuilds', false],
  ['packages/remote-preset/src/one.ts', '../../emulator/src/options', false],
  ['host/src/app/one.ts', '../features/login/LoginScreen', true],
  ['remote-users/src/features/other/one.ts', '../users/api', false],
  ['host/src/features/login/one.ts', '../../app/ConsoleArea', false],
  ['remote-users/src/features/users/api.ts', './UsersScreen', false],
  ['remote-users/src/features/users/model.ts', './UsersScreen', false],
  ['remote-users/src/features/users/one.ts', '@console/shared-kernel/ports', false],
  ['remote-users/src/features/users/one.ts', '@console/shared-kernel/testing/page', false],
  ['remote-users/src/features/users/one.test.ts', '@console/shared-kernel/testing/page', true],
  ['remote-users/src/features/users/one.ts', '@console/shared-kernel/host', false],
  ['remote-users/src/features/users/one.test.ts', '@console/shared-kernel/host', true],
  ['host/src/app/one.ts', '@console/shared-kernel/host', true],
]

/**
 * Lint runs once for all cases, because reading the configuration takes most of the time. jest itself cannot
 * import the configuration.
 */
const LINT = `
  import { ESLint } from 'eslint'
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId.startsWith('boundaries/'),
    // there are no types of files that do not exist
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  })
  const refused = []
  for (const [filePath, imported] of JSON.parse(process.argv[1])) {
    const [{ messages }] = await eslint.lintText("import '" + imported + "'", { filePath })
    refused.push(messages.length > 0)
  }
  console.log(JSON.stringify(refused))`

test.each(IMPORTS.filter(([, imported]) => imported.startsWith('.')))('%s: %s exists', (file, imported) => {
  const path = join(root, dirname(file), imported)
  expect(['.ts', '.tsx'].some((ending) => existsSync(path + ending))).toBe(true)
})

test('lint rejects imports between layers, features and packages that the architecture does not allow', () => {
  const args = ['--input-type=module', '-e', LINT, JSON.stringify(IMPORTS)]
  const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const rejected = JSON.parse(output) as boolean[]
  expect(IMPORTS.map(([file, imported], index) => [file, imported, !rejected[index]])).toEqual(IMPORTS)
}, 60_000)
