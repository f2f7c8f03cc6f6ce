import { expect, jest, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { renderAt } from '../../testing/render'
import { OfferedPanelsContext } from '../client/pageContext'
import { useOpened, type OpenKind } from '../client/opened'
import { toastStore } from '../client/toasts'
import { DialogLinks } from './DialogLinks'
import { OpenLink } from './OpenLink'
import { Screen } from './ScreenHeader'

const OWNER = { opens: { kind: 'user', id: 5 }, otherwise: '/?branch=5' } as const

function show(address: string, kinds: readonly OpenKind[] | null, onClick?: () => void) {
  return renderAt(address, {
    '*': (
      <OfferedPanelsContext value={kinds}>
        <OpenLink {...OWNER} onClick={onClick}>
          Owner
        </OpenLink>
      </OfferedPanelsContext>
    ),
  })
}
const link = () => screen.getByRole('link', { name: 'Owner' })
const address = () => decodeURIComponent(location.pathname + location.search)

test('a link to a user opens the panel over the unchanged screen, without a dialog', async () => {
  const onClick = jest.fn()
  const { user } = show('/machines?do=details&open=machine:m1&search=bar', null, onClick)
  expect(link()).toHaveAttribute('href', '/machines?open=user:5&search=bar')
  const { length } = history
  await user.click(link())
  await waitFor(() => expect(address()).toBe('/machines?open=user:5&search=bar'))
  expect(history.length).toBe(length + 1)
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('a click for a new tab is left to the browser', () => {
  show('/machines', ['user'])
  const taken: boolean[] = []
  const end = new AbortController()
  const last = (event: Event) => {
    taken.push(event.defaultPrevented)
    // jsdom cannot open a tab
    event.preventDefault()
  }
  addEventListener('click', last, { signal: end.signal })
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
    fireEvent.click(link(), how)
  end.abort()
  expect(taken).toEqual([false, false, false, false])
  expect(address()).toBe('/machines')
})

test('in a console without such a panel, the link leads to a screen', async () => {
  const { user } = show('/machines?search=bar', ['machine'])
  await user.click(link())
  await waitFor(() => expect(address()).toBe('/?branch=5'))
})

test.each<[readonly OpenKind[], string]>([
  [['user'], '/machines?open=user:5'],
  [[], '/?branch=5'],
])('links in a dialog do the same with panels for %j', (kinds, href) => {
  renderAt('/machines', {
    '*': (
      <OfferedPanelsContext value={kinds}>
        <DialogLinks links={[{ label: 'Owner', to: OWNER.otherwise, opens: OWNER.opens }]} />
      </OfferedPanelsContext>
    ),
  })
  expect(within(screen.getByRole('navigation', { name: 'Related' })).getByRole('link')).toHaveAttribute(
    'href',
    href,
  )
})

function Shown() {
  const { action } = useOpened()
  return <output>{action ?? 'nothing'}</output>
}

test.each([
  { at: '/?do=create', actions: ['create'], expected: 'create', messages: [] },
  { at: '/?do=create', actions: [], expected: 'nothing', messages: ['This cannot be done here.'] },
  { at: '/?open=game:7&search=a', actions: [], expected: 'nothing', messages: ['This cannot be done here.'] },
  {
    at: '/?do=drop&search=a',
    actions: ['create'],
    expected: 'nothing',
    messages: ['This cannot be done here.'],
  },
  // about a machine or user: the component that shows it decides
  { at: '/?do=edit&open=user:5', actions: [], expected: 'edit', messages: [] },
  // the screen's own action, as on another team's screen
  { at: '/?do=print&open=3', actions: undefined, expected: 'print', messages: [] },
])(
  'at $at, a screen that has only the actions $actions shows $expected',
  async ({ at, actions, expected, messages }) => {
    const entries = history.length
    renderAt(at, {
      '*': (
        <Screen actions={actions}>
          <Shown />
        </Screen>
      ),
    })
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(expected))
    expect(new URLSearchParams(location.search).get('do')).toBe(expected === 'nothing' ? null : expected)
    expect(new URLSearchParams(location.search).has('open')).toBe(/open=(user|3)/.test(at))
    expect(new URLSearchParams(location.search).get('search')).toBe(at.includes('search') ? 'a' : null)
    expect(history.length).toBe(entries)
    expect(toastStore.get().map(({ message }) => message)).toEqual(messages)
  },
)
