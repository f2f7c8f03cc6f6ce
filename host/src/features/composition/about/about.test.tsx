import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { fetchCurrentUser } from '@console/shared-kernel/core'
import { deployed } from '@console/shared-kernel/testing/node'
import { connectedServer } from '@console/shared-kernel/testing/page'
import { composed, renderComposed } from '../../../../testing/compositions'
import type { Composition } from '../composition'
import type { RemoteEvent } from '../eventLog/eventLog'
import { AboutDialog, COLUMNS, factsOf } from './AboutDialog'

const ofUsers = { remote: 'users', version: '1.4.0', build: '3f9c2a1b', source: 'current' } as const
const times = { document: 12.4, entry: 30, module: 5.5, firstPaint: 16 }
const ready: RemoteEvent = { ...ofUsers, phase: 'mounted', code: 'OK', ms: 60, times }
const failed: RemoteEvent = { ...ofUsers, phase: 'load', code: 'RUNTIME-008', ms: 9, message: 'no llegó' }
const older: RemoteEvent = { ...failed, build: '00000000', version: '1.3.0' }

const remotes = [{ name: 'users', releases: [], inUse: { place: 'current', ...deployed() } as const }]
const usersAfter = (events: RemoteEvent[], loading = false) =>
  factsOf({ remotes, faults: [] }, events, () => loading)[0]!

describe('the facts about a remote', () => {
  test.each<{ title: string; events: RemoteEvent[]; loading: boolean; facts: object }>([
    {
      title: 'nothing yet',
      events: [],
      loading: false,
      facts: { state: 'Not opened', times: null, lastError: '' },
    },
    { title: 'loading', events: [], loading: true, facts: { state: 'Loading' } },
    { title: 'ready', events: [ready], loading: false, facts: { state: 'Ready', times, lastError: '' } },
    {
      title: 'failed',
      events: [failed],
      loading: false,
      facts: { state: 'Failed', lastError: '1.4.0 load RUNTIME-008: no llegó' },
    },
    {
      title: 'failed, then ready',
      events: [failed, ready],
      loading: false,
      facts: { state: 'Ready', lastError: '1.4.0 load RUNTIME-008: no llegó' },
    },
    {
      title: 'fallen back from another build',
      events: [older],
      loading: false,
      facts: { state: 'Not opened', lastError: '1.3.0 load RUNTIME-008: no llegó' },
    },
    {
      title: 'ready, with another build',
      events: [{ ...ready, build: '00000000' }],
      loading: false,
      facts: { state: 'Not opened', times: null },
    },
    {
      title: 'events of other remotes',
      events: [{ ...failed, remote: 'machines' }],
      loading: false,
      facts: { state: 'Not opened', lastError: '' },
    },
  ])('$title', ({ events, loading, facts }) => expect(usersAfter(events, loading)).toMatchObject(facts))

  test.each([
    [{ react: ['use'] }, '^2.0.0'],
    ['unknown' as const, '^2.0.0, names unknown'],
    [undefined, '^2.0.0, names unknown'],
  ])('with the imports %j show the kernel %s', (imports, expected) => {
    const release = deployed(imports && { imports })
    const [facts] = factsOf(
      {
        remotes: [{ name: 'users', releases: [], inUse: { place: 'current', ...release } }],
        faults: [],
      },
      [],
      () => false,
    )
    expect(COLUMNS.find(({ head }) => head === 'Kernel')!.text(facts!)).toBe(expected)
  })

  test('that is missing show the reason', () => {
    const faults = [{ remote: 'machines', reason: 'remotes.machines.baseUrl: is missing' }]
    expect(factsOf({ remotes: [], faults }, [], () => false)).toMatchObject([
      { remote: 'machines', state: 'Left out', lastError: 'remotes.machines.baseUrl: is missing' },
    ])
  })
})

describe('About this console', () => {
  const server = connectedServer()
  let composition: Composition
  let logged: jest.SpiedFunction<typeof console.info>
  beforeEach(() => {
    logged = jest.spyOn(console, 'info').mockImplementation(() => undefined)
    composition = composed({ remotes: { users: deployed({ imports: { react: ['use'] } }), machines: {} } })
  })
  afterEach(() => {
    logged.mockRestore()
    delete globalThis.consolePage
  })

  test('lists each remote, and copies the list', async () => {
    const { user } = renderComposed(composition, <AboutDialog onClose={() => undefined} />)
    const dialog = screen.getByRole('dialog', { name: 'About this console' })
    expect(dialog).toHaveTextContent('Environment production · revision 42 · host 2.3.0 (77aa01cd)')
    act(() => composition.events.report(ready))
    const cells = within(screen.getByRole('row', { name: /^users/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent)).toEqual([
      'users',
      '1.4.0',
      '3f9c2a1b',
      'current',
      'Ready',
      '^2.0.0',
      '12 ms',
      '30 ms',
      '6 ms',
      '16 ms',
      '',
    ])
    expect(screen.getByRole('row', { name: /^machines/ })).toHaveTextContent('Left out')
    await user.click(screen.getByRole('button', { name: 'Copy as text' }))
    const text = await navigator.clipboard.readText()
    expect(text.split('\n')).toHaveLength(4)
    expect(text).toContain('users\t1.4.0\t3f9c2a1b\tcurrent\tReady')
    expect(screen.getByText('Copied')).toBeVisible()
  })

  test('names the running host, even if the document names another', () => {
    globalThis.consolePage = { version: '2.4.0', build: 'cafe0001', source: 'canary' }
    renderComposed(composition, <AboutDialog onClose={() => undefined} />)
    expect(screen.getByRole('dialog')).toHaveTextContent('host 2.4.0 (cafe0001, canary)')
  })

  test('names the build of the API if the server offers it', async () => {
    server().on('/healthz', { body: { status: 'ok', version: '1.2.0', build: '0badcafe' } })
    server().on('/api/Users/current', { body: { userId: 1, features: { health: {} } } })
    await act(() => fetchCurrentUser())
    renderComposed(composition, <AboutDialog onClose={() => undefined} />)
    expect(await screen.findByText(/ · API 1\.2\.0 \(0badcafe\)$/)).toBeVisible()
  })

  test('does not request the build of the API from other servers', async () => {
    server().on('/api/Users/current', { body: { userId: 1 } })
    await act(() => fetchCurrentUser())
    renderComposed(composition, <AboutDialog onClose={() => undefined} />)
    expect(screen.getByRole('dialog')).not.toHaveTextContent('API')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(server().paths()).toEqual(['/api/Users/current'])
  })

  test('shows a failure to copy', async () => {
    const { user } = renderComposed(composition, <AboutDialog onClose={() => undefined} />)
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy as text' }))
    expect(await screen.findByText('No se pudo copiar')).toBeVisible()
  })
})
