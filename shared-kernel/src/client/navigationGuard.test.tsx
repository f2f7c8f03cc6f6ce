import { describe, expect, jest, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { type Call, navigationPages } from '../../testing/navigationPages'

const { drawn, start, seen, call, pause } = navigationPages()

const OPEN: Call = { do: 'open', id: '1', action: true }

test('Back closes a local dialog even before the dialog of the address is rendered', async () => {
  drawn.isSlow = true
  start()
  await act(async () => call(OPEN))
  await act(async () => drawn.page!.setLocal(() => ['plain']))
  await act(async () => history.back())
  await waitFor(() => expect(seen()).toMatchObject({ local: [], dialog: 'credit 1' }))
  await pause(50)
  expect(location.search).toBe('?do=credit&open=machine:1')
})

test.each<{ what: string; leave: Call; then: string }>([
  { what: 'is closed', leave: { do: 'close' }, then: '' },
  { what: 'shows another subject', leave: { do: 'step', id: '2' }, then: '?open=machine:2' },
])('a panel with unsaved text in a form asks before it $what', async ({ leave, then }) => {
  drawn.note = 'in panel'
  start()
  await act(async () => call({ ...OPEN, action: false }))
  await act(async () => call(leave))
  expect([location.search, drawn.form?.asked]).toEqual(['?open=machine:1', expect.any(Object)])
  await act(async () => drawn.form!.asked!.discard())
  expect([location.search, drawn.form?.asked ?? null]).toEqual([then, null])
})

test('a form in a panel stays, without a question, while an action on the same subject opens and closes', async () => {
  drawn.note = 'in panel'
  start()
  await act(async () => call({ ...OPEN, action: false }))
  await act(async () => call(OPEN))
  expect(location.search).toBe('?do=credit&open=machine:1')
  await act(async () => history.back())
  await waitFor(() => expect(seen()).toMatchObject({ panel: '1', dialog: null, asks: false }))
})

test('a form in a panel asks before Forward hides the panel below a dialog that was opened elsewhere', async () => {
  start()
  await act(async () => call({ ...OPEN, id: '2', action: false }))
  await act(async () => call(OPEN))
  await act(async () => history.back())
  await waitFor(() => expect(seen()).toMatchObject({ panel: '2', dialog: null }))
  drawn.note = 'in panel'
  await act(async () => call({ do: 'step', id: '1' }))
  await act(async () => history.forward())
  await waitFor(() => expect(drawn.form?.asked).toEqual(expect.any(Object)))
  // the address is put back by a navigation of its own
  await waitFor(() => expect(seen()).toMatchObject({ search: '?open=machine:1', panel: '1' }))
})

test('a form outside the panel does not keep the panel from closing', async () => {
  drawn.note = 'on screen'
  start()
  await act(async () => call({ ...OPEN, action: false }))
  await act(async () => call({ do: 'close' }))
  expect([location.search, drawn.form?.asked]).toEqual(['', null])
  await act(async () => drawn.page!.go('/b'))
  expect([location.pathname, drawn.form?.asked]).toEqual(['/a', expect.any(Object)])
})

describe('while the browser is on its way back', () => {
  /** Opens a local dialog over an entry between two others, goes Back, and holds the step that returns. */
  async function startReturn() {
    start()
    for (const path of ['/b', '/a']) await act(async () => drawn.page!.go(path))
    await act(async () => drawn.page!.setLocal(() => ['plain']))
    let step: number | undefined
    jest.spyOn(history, 'go').mockImplementation((delta) => {
      step = delta
    })
    await act(async () => history.back())
    await waitFor(() => expect(step).toBe(1))
    jest.restoreAllMocks()
    return () => act(async () => history.go(step))
  }

  test('only the last of two navigations is kept', async () => {
    const errors = jest.fn()
    window.addEventListener('error', errors)
    const arrive = await startReturn()
    await act(async () => drawn.page!.go('/c'))
    await act(async () => drawn.page!.go('/b?last=1'))
    await arrive()
    await waitFor(() => expect(location.search).toBe('?last=1'))
    await pause(50)
    expect([location.pathname, errors.mock.calls]).toEqual(['/b', []])
    window.removeEventListener('error', errors)
  })

  test('a returning step that never comes leaves the page where it is', async () => {
    await startReturn()
    await act(async () => drawn.page!.go('/c'))
    jest.spyOn(history, 'go').mockImplementation(() => undefined)
    await waitFor(() => expect(location.pathname).toBe('/c'))
    jest.restoreAllMocks()
    await act(async () => history.back())
    await waitFor(() => expect(seen()).toMatchObject({ path: '/a', local: [] }))
  })
})
