import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { remote as activity } from '../../remote-activity/remote'
import { remote as machines } from '../../remote-machines/remote'
import { remote as reports } from '../../remote-reports/remote'
import { remote as settings } from '../../remote-settings/remote'
import { remote as users } from '../../remote-users/remote'
import { root } from './paths'

const remotes = [users, machines, reports, settings, activity]
const screens = remotes.flatMap((remote) =>
  remote.screens.map((screen) => ({ ...screen, remote: remote.name })),
)

describe('the screens of the five remotes', () => {
  test.each([
    ['[SCREEN-2] [SHELL-1] [USERS-1]', '/', 'Managed Users', 'Users'],
    ['[SCREEN-3] [MACHINES-1]', '/machines', 'Managed Machines', 'Machines'],
    ['[SCREEN-4] [SHELL-1] [EXTERNAL-1]', '/external', 'External Data', 'External'],
    ['[SCREEN-5] [SHELL-1] [INTERNAL-1]', '/internal', 'Internal Data', 'Internal'],
    ['[SCREEN-6] [SHELL-1] [SETTINGS-1]', '/settings', 'Settings', 'Settings'],
    ['[SHELL-1]', '/activity', 'Activity', 'Activity'],
  ])('%s %s is %s, called %s in the navigation', (_, path, title, label) => {
    const found = screens.filter((screen) => screen.path === path)
    expect(found).toMatchObject([{ title, nav: { label } }])
  })

  test('[SHELL-1] appear in the navigation in this order', () => {
    const ordered = [...screens].sort((a, b) => a.nav!.order - b.nav!.order)
    expect(ordered.map(({ nav }) => nav!.label)).toEqual([
      'Users',
      'Machines',
      'External',
      'Internal',
      'Settings',
      'Activity',
    ])
  })

  test.each(screens)('$title is exposed by an existing file', ({ remote, file }) =>
    expect(existsSync(join(root, `remote-${remote}`, file))).toBe(true),
  )
})
