import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { REMOTES } from '@console/shared-kernel/ports'
import type { RemoteDefinition } from '@console/shared-kernel/remote'
import { filesOf, root } from './paths'

const remotes = REMOTES.map((name) => ({
  name,
  ...jest.requireActual<{ remote: RemoteDefinition }>(join(root, `remote-${name}`, 'remote.ts')),
}))
const screens = remotes.flatMap(({ remote }) =>
  remote.screens.map((screen) => ({ ...screen, remote: remote.name })),
)

test.each(remotes)('the remote $name has the name of its folder', ({ name, remote }) =>
  expect(remote.name).toBe(name),
)

/** Matches an import of a package or of a path in it, such as `@mui/material/Chip`. */
const IMPORT = /(?:from|import\(|import) ?'((?:@[\w-]+\/)?\w[\w-]*)/g

// knip counts a package's peer dependencies as used
test.each(remotes)('the remote $name depends on what its sources import', ({ name }) => {
  const sources = filesOf(`remote-${name}/src`).filter((file) => !/\.test\.tsx?$/.test(file))
  const imported = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].map(([, found]) => found!),
  )
  const { dependencies } = JSON.parse(readFileSync(join(root, `remote-${name}/package.json`), 'utf8')) as {
    dependencies: Record<string, string>
  }
  // JSX imports react
  expect(Object.keys(dependencies).sort()).toEqual([...new Set(['react', ...imported])].sort())
})

const SPECIFIED = ['Users', 'Machines', 'External', 'Internal', 'Settings', 'Activity']

describe('the screens of the remotes', () => {
  test.each([
    { requirements: '[SCREEN-2] [SHELL-1] [USERS-1]', path: '/', title: 'Managed Users', label: 'Users' },
    {
      requirements: '[SCREEN-3] [MACHINES-1]',
      path: '/machines',
      title: 'Managed Machines',
      label: 'Machines',
    },
    {
      requirements: '[SCREEN-4] [SHELL-1] [EXTERNAL-1]',
      path: '/external',
      title: 'External Data',
      label: 'External',
    },
    {
      requirements: '[SCREEN-5] [SHELL-1] [INTERNAL-1]',
      path: '/internal',
      title: 'Internal Data',
      label: 'Internal',
    },
    {
      requirements: '[SCREEN-6] [SHELL-1] [SETTINGS-1]',
      path: '/settings',
      title: 'Settings',
      label: 'Settings',
    },
    { requirements: '[SHELL-1]', path: '/activity', title: 'Activity', label: 'Activity' },
  ])('$requirements $path is $title, called $label in the navigation', ({ path, title, label }) => {
    const found = screens.filter((screen) => screen.path === path)
    expect(found).toMatchObject([{ title, nav: { label } }])
  })

  const labels = screens
    .flatMap(({ nav }) => nav ?? [])
    .sort((one, other) => one.order - other.order)
    .map(({ label }) => label)

  test('[SHELL-1] appear in the navigation in this order', () =>
    expect(labels.filter((label) => SPECIFIED.includes(label))).toEqual(SPECIFIED))

  test('have the overview last in the navigation', () => expect(labels.at(-1)).toBe('Overview'))

  test.each(screens)('$title is exposed by an existing file', ({ remote, file }) =>
    expect(existsSync(join(root, `remote-${remote}`, file))).toBe(true),
  )
})
