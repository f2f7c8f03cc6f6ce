import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import ts from 'typescript'
import { SHARED_ENTRIES } from '../../packages/remote-preset/src/kernelFacts'
import { builtPackages, filesOf, remotePackages, root } from './paths'

/* Rules for the repository as a whole, which no linter checks. */

const THIS_FILE = 'scripts/lib/safety.test.ts'

const tracked = filesOf()

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const readJson = (file: string) =>
  JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>

const sources = tracked.filter((file) => /\.(?:[cm]?[jt]s|tsx|html)$/.test(file) && file !== THIS_FILE)
const tests = sources.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
/** Sources that end up in a page, without those about ports, which are for developers' machines. */
const pages = sources.filter(
  (file) =>
    /^(?:host|remote-[a-z]+|shared-kernel)\/src\//.test(file) &&
    !tests.includes(file) &&
    !file.endsWith('/localPorts.ts'),
)

/** Each line of the files that the pattern matches, as 'file:line: text'. */
const findings = (files: string[], pattern: RegExp): string[] =>
  files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  )

test("the repository's files are found", () => {
  expect(sources.length).toBeGreaterThan(100)
  expect(tests.length).toBeGreaterThan(20)
  expect(pages.length).toBeGreaterThan(80)
})

interface Locked {
  link?: boolean
  integrity?: string
}

describe('every function that calls a server', () => {
  /** The functions and queries that a file exports, each with its text. */
  const givenBy = (file: string): [name: string, text: string][] =>
    read(file)
      .split(/^(?=(?:export )?(?:async )?(?:const|function|interface) )/m)
      .flatMap((text) => {
        const name = /^export (?:const|(?:async )?function) (\w+)/.exec(text)?.[1]
        return name === undefined ? [] : [[name, text]]
      })
  const callers = pages
    .filter((file) => /\/api\.ts$|client\/session\.ts$/.test(file))
    .flatMap((file) => givenBy(file).map(([name, text]) => ({ file, name, text })))
    .filter(({ text }) => /\bhttp\s*\.|\bhttp\b\n|\bfetch[A-Z]/.test(text))

  test.each(callers)('$name of $file is tested against a misbehaving server', ({ file, name }) => {
    const [home] = file.split('/')
    const tables = tests.filter((test) => test.startsWith(`${home}/`) && /calls\.test\.ts$/i.test(test))
    expect(tables.map(read).join()).toMatch(new RegExp(`\\b${name}\\b`))
  })
})

describe("a remote's entry in the shared query cache", () => {
  const remotes = pages.filter((file) => file.startsWith('remote-'))

  test('has a key of its own or of the kernel', () => {
    expect(findings(remotes, /\bqueryKey: ownKey\(/).length).toBeGreaterThan(2)
    expect(
      findings(remotes, /\b(?:queryKey|mutationKey):\s*\[?\s*['"`]|[kK]ey\w* = [^(]*\[\s*['"`A-Z]/),
    ).toEqual([])
  })
})

describe('no source contains', () => {
  test.each<[string, string[], RegExp]>([
    // the lint rule itself contains the word
    [
      'markup from strings',
      sources.filter((file) => file !== 'eslint.config.js'),
      /dangerouslySetInnerHTML|\binsertAdjacentHTML\b|\.(?:inner|outer)HTML\s*=[^=]/,
    ],
    ['code from strings', sources, /\beval\s*\(|\bnew\s+Function\b|\bset(?:Timeout|Interval)\(\s*['"`]/],
    ['a calendar day cut from an instant', sources, /toISOString\(\)\s*\.(?:slice|substring|substr|split)/],
    ['a check of types switched off', sources, /@ts-(?:ignore|nocheck)/],
    ['a lint rule switched off without a reason', sources, /eslint-disable(?!.*\s--\s\S)/],
    [
      // the rule's own test contains them
      'a test that runs alone or not at all',
      tests.filter((file) => file !== 'scripts/lib/testTitles.test.ts'),
      // except if a command that the test needs is not installed
      /\b(?<!\? (?:test|describe) : )(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|todo|fixme)\b|\b(?:fit|xit|xtest|fdescribe|xdescribe)\(/,
    ],
    [
      // but not the text of an IPv6 address that is parsed
      'an address of a server in a page',
      pages,
      /['"`](?:https?|wss?):\/\/(?!www\.w3\.org|schemas\.openxmlformats\.org|\[\$\{)/,
    ],
    [
      'test support in a page',
      pages.filter((file) => !file.endsWith('.stub.ts')),
      /from\s+'[^']*(?:\/testing\/|\.stub|\.test)/,
    ],
  ])('%s', (_, files, pattern) => expect(findings(files, pattern)).toEqual([]))
})

describe('packages', () => {
  const manifests = tracked.filter((file) =>
    /^(?:(?:packages\/|scripts\/)?[a-z-]+\/)?package\.json$/.test(file),
  )

  test('have one exact version in all workspaces', () => {
    const versions = new Map<string, Set<string>>()
    for (const file of manifests) {
      const { dependencies, devDependencies, peerDependencies, private: isPrivate } = readJson(file)
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        // npm uses the workspace, whatever its version
        if (name.startsWith('@console/') && isPrivate)
          expect([file, name, version]).toEqual([file, name, '*'])
        else versions.set(name, (versions.get(name) ?? new Set()).add(version))
      }
      for (const version of Object.values(peerDependencies ?? {})) expect(version).toMatch(/^\^\d+\.0\.0$/)
    }
    expect(versions.get('react')?.size).toBe(1)
    const several = [...versions].filter(([, used]) => used.size > 1)
    expect(several.map(([name, used]) => `${name}: ${[...used].join(', ')}`)).toEqual([])
    const exact = /^(?:npm:[@\w/-]+@)?\d/
    const loose = [...versions].filter(([, used]) => ![...used].every((version) => exact.test(version)))
    expect(loose.map(([name, used]) => `${name}: ${[...used].join(', ')}`)).toEqual([])
  })

  test('have a reason in CONTRIBUTING.md for each overridden version', () => {
    const table = read('CONTRIBUTING.md')
    const overrides = manifests.flatMap((file) => Object.entries(readJson(file)['overrides'] ?? {}))
    for (const [name, version] of overrides) expect(table).toContain(`| \`${name}\` ${version} | `)
  })

  test.each(manifests)('%s has no open-source licence', (file) =>
    expect(readJson(file)).toHaveProperty('license', 'UNLICENSED'),
  )

  test('have all their sources checked by npm run types', () => {
    const filesOf = (name: string) => {
      const file = join(root, name)
      const folder = dirname(file)
      const { config } = ts.readConfigFile(file, (path) => readFileSync(path, 'utf8')) as { config: unknown }
      const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder)
      // tests create temporary packages there
      return fileNames.filter((path) => !path.includes('/dist/'))
    }
    const { references } = readJson('tsconfig.json') as unknown as { references: { path: string }[] }
    const configs = tracked.filter(
      // the bench checks the peer after it has installed its packages
      (file) => /(?:^|\/)tsconfig\.json$/.test(file) && !/\/(?:template|peer)\//.test(file),
    )
    const checked = new Set(
      references.flatMap(({ path }) => filesOf(path.endsWith('.json') ? path : `${path}/tsconfig.json`)),
    )
    expect(configs.length).toBeGreaterThan(10)
    expect(configs.flatMap(filesOf).filter((file) => !checked.has(file))).toEqual([])
  })

  test('are built by npm run build if they are served', () => {
    const { wireit } = readJson('package.json') as unknown as {
      wireit: { build: { dependencies: string[] } }
    }
    expect(wireit.build.dependencies).toEqual(
      builtPackages.map((name) => (remotePackages.includes(name) ? `./${name}:build` : `build:${name}`)),
    )
  })

  const lockFiles = tracked.filter((file) => file.endsWith('package-lock.json'))

  test('come from the configured registry: no lock file names one', () =>
    expect(findings(lockFiles, /"resolved":\s*"[a-z+]+:/)).toEqual([]))

  test('are the ones that were chosen: lock files have a hash for each', () => {
    const packages = lockFiles.flatMap((file) =>
      Object.entries((readJson(file) as unknown as { packages: Record<string, Locked> }).packages),
    )
    const fetched = packages.filter(([path, { link }]) => path.includes('node_modules/') && !link)
    expect(fetched.length).toBeGreaterThan(1_000)
    expect(
      fetched.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([path]) => path),
    ).toEqual([])
  })

  test('that only the bench uses are installed by no other command', () => {
    const { packages } = readJson('package-lock.json') as unknown as { packages: Record<string, Locked> }
    expect(Object.keys(packages)).not.toContain('node_modules/react-admin')
  })
})

describe('the modules that hosts share', () => {
  const entries = [...SHARED_ENTRIES].sort()
  /** Pure modules without state: each importer bundles a copy of what it uses. `host` is only for the host. */
  const BUNDLED = [
    'host',
    'contracts',
    'domain',
    'schemas',
    'remote',
    'ports',
    'build',
    'lock',
    'command',
    'sdk/data',
    'sdk/remote',
  ]

  test('are exactly the entries of the kernel', () => {
    const exported = Object.entries(readJson('shared-kernel/package.json')['exports'] ?? {})
    const ofEntries = exported.filter(([, target]) => target.startsWith('./src/entries/'))
    expect(ofEntries.map(([name]) => name.replace('./', '')).sort()).toEqual([...entries, ...BUNDLED].sort())
    const files = tracked.filter((file) => file.startsWith('shared-kernel/src/entries/'))
    expect(files.map((file) => file.replace(/^.*\/entries\/(.*)\.ts$/, '$1')).sort()).toEqual(
      [...entries, ...BUNDLED].sort(),
    )
  })
})
