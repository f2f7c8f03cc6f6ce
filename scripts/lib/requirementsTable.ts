import { areaOf, type NamedTest, type Requirement } from './requirements'

/** In the order of the document. */
const AREAS: Readonly<Record<string, string>> = {
  PRODUCT: 'The product',
  SCREEN: 'Screens and addresses',
  SHELL: 'The app shell',
  LOGIN: 'Login',
  USERS: 'Users',
  USERFORM: 'The form of a user',
  DELETE: 'Deleting a user',
  PARENT: 'Picking a parent',
  GAMECONFIG: "A user's games",
  ADDGAME: 'A new game',
  MACHINES: 'Machines',
  MACHINEDETAILS: 'Details of a machine',
  CREDIT: 'Credit of a machine',
  MACHINECONFIG: 'Configuration of a machine',
  EXTERNAL: 'External report',
  INTERNAL: 'Internal report',
  SETTINGS: 'Settings',
  NOTFOUND: 'Unknown addresses',
  ENTITY: 'What is stored and sent',
  STATE: 'States and what changes them',
  VALID: 'Validation',
  ROLE: 'Levels and rights',
  CALL: 'Calls',
  ERROR: 'Errors and messages',
  CONST: 'Constants',
}

const HEAD = `# What the console must do, and which tests show it

Made by \`npm run requirements\` from [requirements.tsv](../docs/requirements.tsv) and the titles of all tests: a test names
the requirements it shows, as in \`[USERS-4] sorts by level at first\`. To add a requirement, or to say why none can show
it, change that file. Tests marked * run in \`npm run test:all\` alone.
`

export function requirementsTable(requirements: readonly Requirement[], tests: readonly NamedTest[]): string {
  const areas = [...new Set(requirements.map(areaOf))]
  const byRequirement = grouped(
    tests.flatMap((test) => [...new Set(test.requirements)].map((number) => ({ number, test }))),
    ({ number }) => number,
  )
  const sections = areas.map((area) => {
    const rows = requirements
      .filter((requirement) => areaOf(requirement) === area)
      .map((requirement) =>
        row(
          requirement,
          (byRequirement.get(requirement.number) ?? []).map(({ test }) => test),
        ),
      )
    return [
      `## ${AREAS[area] ?? area}`,
      '',
      '| Number | Requirement | Tests |',
      '| --- | --- | --- |',
      ...rows,
    ].join('\n')
  })
  return `${[HEAD.trimEnd(), ...sections].join('\n\n')}\n`
}

function row({ number, words, reason }: Requirement, tests: readonly NamedTest[]): string {
  const shownBy = tests.length > 0 ? testsByFile(tests) : cell(reason) || '**none**'
  return `| ${number} | ${cell(words)} | ${shownBy} |`
}

function testsByFile(tests: readonly NamedTest[]): string {
  const files = grouped(tests, ({ file }) => file)
  return [...files]
    .map(([file, inFile]) => {
      const titles = inFile.map(({ text, onlyInAll }) => `${cell(text)}${onlyInAll ? ' \\*' : ''}`)
      return `[${baseName(file)}](../${file}): ${titles.join('; ')}`
    })
    .join('<br>')
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const baseName = (file: string): string => file.slice(file.lastIndexOf('/') + 1)

/** Escapes a cell of a Markdown table. */
const cell = (text: string): string => text.replace(/[\\|*_`<>[\]]/g, '\\$&').replace(/\s+/g, ' ')
