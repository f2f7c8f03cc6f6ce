import { StrictMode, useEffect, useState } from 'react'
import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { Link, useNavigate } from 'react-router-dom'
import { renderAt } from '../../testing/render'
import { type CloseFunctions, type OpenFunctions, useClose, useOpen, useOpened } from './opened'
import { OfferedPanelsContext, useOffersPanel } from './pageContext'
import { toastStore } from './toasts'
import { textPart, useViewState, useVisit } from './useViewState'

const VIEW = { search: textPart('search') }
let functions: OpenFunctions & CloseFunctions
let ofDialog: CloseFunctions

/** Shown as long as the address names it. */
function Shown() {
  ofDialog = useClose()
  return <p>dialog</p>
}

function Page() {
  const { kind, id, action, showsPanel } = useOpened()
  functions = { ...useOpen(), ...useClose() }
  const [{ search }, set] = useViewState(VIEW)
  const visit = useVisit()
  const [first] = useState(visit)
  const navigate = useNavigate()
  return (
    <>
      <output>{`${kind}|${id}|${action}|${showsPanel}`}</output>
      {action !== null && <Shown key={action} />}
      <p>{first === visit ? 'same visit' : 'another visit'}</p>
      <input aria-label="Search" value={search} onChange={(event) => set.search(event.target.value)} />
      <button onClick={() => void navigate(-1)}>Back</button>
      <button onClick={() => void navigate(1)}>Forward</button>
      <Link to="/elsewhere">Leave</Link>
    </>
  )
}

const show = (address: string, state?: unknown) =>
  renderAt(address, { '/elsewhere': <p>elsewhere</p>, '*': <Page /> }, state)
const call = (run: () => void) => act(async () => run())
const isOpen = async (expected: string, address: string) => {
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(expected))
  expect(decodeURIComponent(location.search)).toBe(address)
}
const toasts = () => toastStore.get().map(({ severity, message }) => `${severity}: ${message}`)

describe('what is open is read from the address', () => {
  test.each([
    ['/', 'null|null|null|false'],
    ['/?open=machine:7', 'machine|7|null|true'],
    ['/?open=machine%3A7&search=a', 'machine|7|null|true'],
    ['/?open=user:a%3Ab', 'user|a:b|null|true'],
    ['/?open=user:7&do=edit', 'user|7|edit|true'],
    ['/?do=create', 'null|null|create|false'],
    ['/?open=game:7', 'null|null|null|false'],
    ['/?open=machine:&do=', 'null|null|null|false'],
  ])('%s', async (address, expected) => {
    show(address)
    expect(screen.getByRole('status').textContent).toBe(expected)
    expect(location.pathname + location.search).toBe(address)
  })
})

describe('opening', () => {
  test('adds an entry of the same visit, which Back closes and Forward opens', async () => {
    const { user } = show('/?search=a')
    const entries = history.length
    await call(() => functions.open('machine', 7))
    await isOpen('machine|7|null|true', '?open=machine:7&search=a')
    expect(history.length).toBe(entries + 1)
    expect(screen.getByText('same visit')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await isOpen('null|null|null|false', '?search=a')
    await user.click(screen.getByRole('button', { name: 'Forward' }))
    await isOpen('machine|7|null|true', '?open=machine:7&search=a')
  })

  test('what is open already adds no entry', async () => {
    show('/')
    await call(() => functions.open('machine', 7))
    const entries = history.length
    await call(() => functions.open('machine', 7))
    expect(history.length).toBe(entries)
  })

  test('keeps what was filtered while it was open', async () => {
    const { user } = show('/')
    await call(() => functions.open('user', 7))
    await user.type(screen.getByRole('textbox'), 'ana')
    await waitFor(() => expect(location.search).toBe('?open=user:7&search=ana'))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(location.search).toBe('?search=ana'))
    expect(screen.getByRole('textbox')).toHaveValue('ana')
  })

  test('and closing many times adds one entry, so that the second Back leaves the screen', async () => {
    show('/?search=%C3%B1 b')
    await call(() => functions.open('user', 1))
    const entries = history.length
    for (const id of [2, 3, 4]) {
      await call(() => functions.close())
      await call(() => functions.open('user', id, 'edit'))
    }
    expect(history.length).toBe(entries)
    await isOpen('user|4|edit|false', '?do=edit&open=user:4&search=ñ+b')
  })

  test('another row by a step keeps the same entry', async () => {
    show('/')
    await call(() => functions.open('machine', 7))
    const entries = history.length
    await call(() => functions.step('machine', 8))
    await isOpen('machine|8|null|true', '?open=machine:8')
    expect(history.length).toBe(entries)
  })
})

describe('a dialog', () => {
  test('from a row hides the panel, and closes with its subject', async () => {
    show('/')
    await call(() => functions.open('machine', 7, 'credit'))
    await isOpen('machine|7|credit|false', '?do=credit&open=machine:7')
    await call(() => functions.close())
    await isOpen('null|null|null|false', '')
  })

  test('from the panel is over it, and leaves it open', async () => {
    show('/')
    await call(() => functions.open('machine', 7))
    await call(() => functions.open('machine', 7, 'credit'))
    await isOpen('machine|7|credit|true', '?do=credit&open=machine:7')
    await call(() => functions.close())
    await isOpen('machine|7|null|true', '?open=machine:7')
    await call(() => functions.close())
    await isOpen('null|null|null|false', '')
  })

  test('from a link is over its panel', async () => {
    show('/?open=machine:7&do=credit')
    await isOpen('machine|7|credit|true', '?open=machine:7&do=credit')
    await call(() => functions.close())
    await isOpen('machine|7|null|true', '?open=machine:7')
  })

  test('from a row, over the panel of another subject, leaves that panel open', async () => {
    show('/?search=a')
    await call(() => functions.open('machine', 1))
    await call(() => functions.open('machine', 2, 'credit'))
    await isOpen('machine|2|credit|false', '?do=credit&open=machine:2&search=a')
    await call(() => functions.close())
    await isOpen('machine|1|null|true', '?open=machine:1&search=a')
  })

  test('without a subject takes the place of the panel until it is closed', async () => {
    show('/')
    await call(() => functions.open('user', 7))
    await call(() => functions.openAction('create'))
    await isOpen('null|null|create|false', '?do=create')
    await call(() => functions.close())
    await isOpen('user|7|null|true', '?open=user:7')
  })
})

describe('closing', () => {
  test('a dialog twice leaves its panel open', async () => {
    show('/?open=machine:7&do=credit')
    await call(() => {
      ofDialog.close()
      ofDialog.close()
    })
    await isOpen('machine|7|null|true', '?open=machine:7')
  })

  test('late, by its earlier owner, leaves a reopened dialog open', async () => {
    show('/?open=machine:7&do=credit')
    const late = ofDialog.close
    await call(() => late())
    await isOpen('machine|7|null|true', '?open=machine:7')
    await call(() => functions.open('machine', 7, 'credit'))
    await isOpen('machine|7|credit|true', '?do=credit&open=machine:7')
    await call(() => late())
    await isOpen('machine|7|credit|true', '?do=credit&open=machine:7')
  })

  test('removes the dialog at once', async () => {
    show('/?open=machine:7&do=credit')
    await call(() => {
      ofDialog.close()
      expect(screen.queryByText('dialog')).not.toBeInTheDocument()
    })
  })

  test('by a panel leaves a dialog open that was opened in the same task', async () => {
    show('/')
    await call(() => functions.open('machine', 7))
    await call(() => {
      functions.open('machine', 7, 'credit')
      functions.close()
    })
    await isOpen('machine|7|credit|true', '?do=credit&open=machine:7')
  })

  test('works right after opening, before anything is rendered', async () => {
    show('/')
    await call(() => {
      functions.open('machine', 7)
      functions.close()
    })
    await isOpen('null|null|null|false', '')
  })

  test('after leaving closes nothing', async () => {
    const { user } = show('/?do=create')
    const { close } = functions
    await user.click(screen.getByRole('link', { name: 'Leave' }))
    await screen.findByText('elsewhere')
    history.replaceState(history.state, '', '/elsewhere?open=machine:1')
    await call(close)
    expect(location.search).toBe('?open=machine:1')
  })

  test('never goes back', async () => {
    show('/')
    await call(() => functions.open('machine', 7))
    const { idx } = history.state as { idx: number }
    await call(() => functions.close())
    expect(history.state).toMatchObject({ idx, usr: { under: '' } })
  })
})

describe('dropping', () => {
  function Unknown({ what }: { what?: 'do' }) {
    const { kind, action } = useOpened()
    const { drop } = useClose()
    const isUnknown = what ? action !== null : kind !== null
    useEffect(() => {
      if (isUnknown) drop('This cannot be done here.', what)
    }, [isUnknown, drop, what])
    return null
  }

  test.each([
    [undefined, ''],
    ['do', '?open=machine:7'],
  ] as const)('%p shows one message, even if the effect runs twice', async (what, address) => {
    renderAt('/?open=machine:7&do=fly', {
      '*': (
        <StrictMode>
          <Page />
          <Unknown {...(what && { what })} />
        </StrictMode>
      ),
    })
    await waitFor(() => expect(location.search).toBe(address))
    expect(toasts()).toEqual(['error: This cannot be done here.'])
  })
})

test('the host decides which panels exist; without it, all do', () => {
  const offers: string[] = []
  function Offers() {
    const offersPanel = useOffersPanel()
    offers.push(`${offersPanel('machine')} ${offersPanel('user')}`)
    return null
  }
  renderAt('/', {
    '*': (
      <>
        <Offers />
        <OfferedPanelsContext value={['user']}>
          <Offers />
        </OfferedPanelsContext>
      </>
    ),
  })
  expect([...new Set(offers)]).toEqual(['true true', 'false true'])
})
