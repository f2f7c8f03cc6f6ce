import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { levelName } from '@console/shared-kernel/levels'
import { ACCOUNTS, PASSWORD } from '../../api/src/foundation/demoAccounts'
import { anchorsOf, blockLines, inlineCode, linkTargets } from '../testing/markdown'
import { filesOf, root } from './paths'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const documents = filesOf('*.md')

describe('the links', () => {
  test('are found', () => expect(linkTargets(read('README.md')).length).toBeGreaterThan(5))

  test.each(documents)('in %s lead to existing files and headings', (document) => {
    const broken = linkTargets(read(document))
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? document : relative(root, join(root, dirname(document), path))
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && !anchorsOf(read(file)).includes(anchor)
      })
    expect(broken).toEqual([])
  })
})

describe('paths of this repository', () => {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const isPath = (code: string): boolean =>
    /^[\w.-]+\/[\w./-]*$/.test(code) &&
    folders.some(({ name }) => code.startsWith(`${name}/`)) &&
    !/(^|\/)(dist|node_modules|\.console|\.delivery)\//.test(code)
  // decision records describe the repository as it was when they were written
  const named = documents
    .filter((document) => !/CHANGELOG|^docs\/adr\/|^\.changeset\//.test(document))
    .map((document) => [document, inlineCode(read(document)).filter(isPath)] as const)

  test('are found', () => expect(named.flatMap(([, paths]) => paths).length).toBeGreaterThan(50))

  test.each(named)('in %s exist', (_, paths) =>
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]),
  )
})

describe('npm scripts', () => {
  const scriptsOf = (folder: string): string[] =>
    Object.keys((JSON.parse(read(join(folder, 'package.json'))) as { scripts?: object }).scripts ?? {})
  const named = documents
    .filter((document) => !document.endsWith('CHANGELOG.md'))
    .flatMap((document) =>
      [...read(document).matchAll(/\bnpm run (?:-s )?([\w:-]+)(?: -w ([\w-]+))?/g)].map(
        ([command, script, folder]) => ({
          document,
          command,
          script,
          folder,
        }),
      ),
    )

  test('are found', () => expect(named.length).toBeGreaterThan(30))

  test.each(named)('in $document exist: $command', ({ document, script, folder }) => {
    // these are about a remote in a repository of its own
    const isOutside = document === 'docs/write-a-remote.md' || document.startsWith('packages/')
    const folders = isOutside ? ['.', 'packages/create-remote/template'] : [folder ?? '.']
    expect(folders.flatMap(scriptsOf)).toContain(script)
  })
})

describe('README.md', () => {
  const readme = read('README.md')

  /** Each command, with the line of a test or of CI that runs it. */
  const RUN_BY: Record<string, [file: string, line: RegExp]> = {
    'npm start': ['e2e/tests/start.spec.ts', /^const COMMAND = 'npm start'$/m],
    'npm test': ['.ci/run', /^npm test\b/m],
  }

  test('has only commands that tests or CI run', () => {
    const isCommand = (code: string): boolean =>
      /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node|git|docker|sh|bash)\b/.test(code)
    const commands = [...blockLines(readme), ...inlineCode(readme).filter(isCommand)]
    expect([...new Set(commands)].sort()).toEqual(Object.keys(RUN_BY).sort())
  })

  test.each(Object.entries(RUN_BY))('%s is run by %j', (_, [file, line]) => expect(read(file)).toMatch(line))

  test('lists the accounts of the demo data', () => {
    const rows = ACCOUNTS.map((name, at) => `| ${levelName(at + 1)} | \`${name}\` | \`${PASSWORD}\` |`)
    expect(readme).toContain(`\n${rows.join('\n')}\n`)
  })
})
