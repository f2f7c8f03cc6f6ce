import { afterEach, beforeEach, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { CurrentUserContext, featuresStore, OfferedPanelsContext } from '@console/shared-kernel/host'
import { OPEN_KINDS, type OpenKind } from '@console/shared-kernel/remote'
import { aUser, clearStorage, connectedServer, renderAt } from '@console/shared-kernel/testing/page'
import type { NavEntry } from '../src/features/shell/model'
import { Shell } from '../src/features/shell/Shell'

export const MACHINE = '3f9c2a1b-0000-4000-8000-000000000001'
const prefetch = jest.fn()
export const NAVIGATION: NavEntry[] = [
  {
    ...{ path: '/', label: 'Users', icon: 'people', prefetch },
    ...{ lists: 'user', actions: ['create', 'export'], views: 'users' },
  },
  {
    ...{ path: '/machines', label: 'Machines', icon: 'machines', prefetch },
    ...{ lists: 'machine', actions: ['export'], views: 'machines' },
  },
  {
    ...{ path: '/activity', label: 'Activity', icon: 'activity', levels: [1, 2, 3, 4, 5], prefetch },
    ...{ actions: ['export'], views: 'activity' },
  },
]
export const USERS = [
  { userId: 1, userName: 'master', level: 1, parentUserId: null },
  { userId: 6, userName: 'joe', level: 6, parentUserId: 1, countryName: 'Spain' },
  { userId: 7, userName: 'anjoe', level: 6, parentUserId: 1 },
]

function show(
  level = 1,
  navigation = NAVIGATION,
  panels: readonly OpenKind[] = OPEN_KINDS,
  address = '/activity',
) {
  const area = (
    <CurrentUserContext value={aUser({ userId: 1, userName: 'master', level })}>
      <OfferedPanelsContext value={panels}>
        <Shell navigation={navigation} notices={null} panel={null} AboutDialog={() => <p>About is open</p>}>
          <input aria-label="Note" />
        </Shell>
      </OfferedPanelsContext>
    </CurrentUserContext>
  )
  return renderAt(address, { '*': area })
}
/** Opens the box with the keyboard and types. */
async function find(text: string, ...shown: Parameters<typeof show>) {
  const opened = show(...shown)
  await opened.user.keyboard('{Control>}k{/Control}')
  await opened.user.type(await box(), text)
  return opened
}
const box = () => screen.findByRole('combobox', { name: /^Find/ })
const labels = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

/** Sets up the tests of a file: the shell that has the find box, and a server that knows some users and a machine. */
export function findBox() {
  const server = connectedServer()
  beforeEach(() => {
    // jsdom has no layout
    Element.prototype.scrollIntoView = jest.fn<() => void>()
    server().on('/api/Users/all-hierarchy', { body: USERS })
    server().on('/api/Users/children', { body: USERS.slice(1) })
    server().on('/api/Machines', { body: [{ idMachine: MACHINE, machineName: 'Slot 9', userName: 'joe' }] })
  })

  afterEach(() => {
    clearStorage()
    featuresStore.set({})
  })

  return { server, show, find, box, labels }
}
