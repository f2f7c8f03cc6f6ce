import { describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { overviewPage } from '../../../testing/overviewPage'

const { server, attention, show, region, MACHINE, offline, refusedSignIns, thresholds } = overviewPage()
const sent = (): unknown => JSON.parse(server().writes().at(-1)?.body ?? 'null')

describe('what needs attention', () => {
  test('shows what, who and since when, with links to the panel and the report', async () => {
    show('/overview?view=attention')
    const list = within(await region('2 findings'))
    const [first, second] = await list.findAllByRole('listitem')
    expect(first).toHaveTextContent('Sign-ins refused 9 times')
    expect(second).toHaveTextContent('Offline for more than 2 min')
    expect(second).toHaveTextContent('Slot 1 of bea, since Nov 20, 2026, 11:00')
    expect(within(second!).getByRole('link', { name: 'Slot 1' })).toHaveAttribute(
      'href',
      expect.stringContaining(`open=machine:${MACHINE}`),
    )
    expect(
      within(second!).getByRole('link', { name: 'Report: Slot 1, Offline for more than 2 min' }),
    ).toHaveAttribute('href', expect.stringContaining(`machine=${MACHINE}&dateFrom=2026-11-20`))
    expect(within(first!).queryByRole('link', { name: /^Report/ })).not.toBeInTheDocument()
    // blocking a user asks first, in the user's panel
    expect(
      within(first!).getByRole('link', { name: 'Block...: bea, Sign-ins refused 9 times' }),
    ).toHaveAttribute('href', expect.stringContaining('open=user:6'))
  })

  test('Block is offered for machines that are neither blocked nor retired', async () => {
    const change = { ...offline, id: 9, kind: 'credit-change', figure: 1_500_000, limit: 100_000 }
    const blocked = { ...change, machine: { id: MACHINE, name: 'Slot 1', blockable: false } }
    attention([{ ...change, id: 10 }, blocked])
    show('/overview?view=attention')
    const [first, second] = await within(await region('2 findings')).findAllByRole('listitem')
    expect(
      within(first!).getByRole('button', { name: 'Block: Slot 1, Large credit change +$15,000.00' }),
    ).toBeVisible()
    expect(within(second!).getByRole('button', { name: /^Seen/ })).toBeVisible()
    expect(within(second!).queryByRole('button', { name: /^Block/ })).not.toBeInTheDocument()
  })

  test('there is no all-clear before the first check by the server, or long after the last one', async () => {
    attention([], { checkedAt: null })
    const { unmount } = show('/overview?view=attention')
    expect(await screen.findByText('Not looked at yet')).toBeVisible()
    unmount()
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    attention([], { checkedAt: ago(60) })
    const { unmount: leave } = show('/overview?view=attention')
    expect(await screen.findByText(/^As of .*: the server has not looked since\.$/)).toBeVisible()
    expect(screen.queryByText('Nothing needs attention')).not.toBeInTheDocument()
    leave()
    attention([offline], { checkedAt: ago(60) })
    const { unmount: close } = show('/overview?view=attention')
    expect(await screen.findByText(/^As of /)).toBeVisible()
    expect(screen.getByText(/^Offline/)).toBeVisible()
    close()
    attention([], { checkedAt: ago(1) })
    show('/overview?view=attention')
    expect(await screen.findByText('Nothing needs attention')).toBeVisible()
    expect(screen.queryByText(/^As of /)).not.toBeInTheDocument()
  })

  test('users cannot block themselves', async () => {
    attention([{ ...refusedSignIns, user: { userId: 1, userName: 'me' } }])
    show('/overview?view=attention')
    expect(await screen.findByRole('button', { name: /^Seen: me,/ })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Block/ })).not.toBeInTheDocument()
  })

  test('a machine is blocked from the list, with Undo for that change only', async () => {
    const path = `/api/Machines/${MACHINE}/toggle-block`
    server().on(path, { body: { blocked: true, version: '5' } })
    const { user } = show('/overview?view=attention')
    const block = await screen.findByRole('button', { name: /^Block: Slot 1,/ })
    attention([refusedSignIns])
    await user.click(block)
    await waitFor(() => expect(screen.queryByText(/^Offline/)).not.toBeInTheDocument())
    expect(sent()).toEqual({ blocked: true })
    expect(screen.getByRole('list')).toHaveFocus()
    server().on(path, { body: { blocked: false, version: '6' } })
    attention()
    await user.click(await screen.findByRole('button', { name: 'Undo block of Slot 1' }))
    await waitFor(() => expect(sent()).toEqual({ blocked: false }))
    expect(server().writes().at(-1)!.headers['if-match']).toBe('"5"')
    expect(await screen.findByText(/^Offline/)).toBeVisible()
  })

  test('a rejected mark is not reported as made', async () => {
    server().on('/api/attention/marks', { status: 503, body: { message: 'busy' } })
    const { user } = show('/overview?view=attention')
    await user.click(await screen.findByRole('button', { name: 'Seen: Slot 1, Offline for more than 2 min' }))
    expect(await screen.findByText('Error: busy')).toBeVisible()
    expect(screen.queryByText('Marked as seen.')).not.toBeInTheDocument()
    expect(screen.getByText(/^Offline/)).toBeVisible()
  })

  test.each([
    ['Seen: Slot 1, Offline for more than 2 min', 'seen'],
    ['Snooze until tomorrow: Slot 1, Offline for more than 2 min', 'tomorrow'],
  ])('%s hides it, with Undo', async (name, until) => {
    server().on('/api/attention/marks', { body: { marked: 1 } })
    const { user } = show('/overview?view=attention')
    const hide = await screen.findByRole('button', { name })
    attention([refusedSignIns])
    await user.click(hide)
    await waitFor(() => expect(screen.queryByText(/^Offline/)).not.toBeInTheDocument())
    expect(sent()).toEqual({ ids: [7], until })
    attention()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent()).toEqual({ ids: [7], until: 'none' }))
    expect(await screen.findByText(/^Offline/)).toBeVisible()
  })

  test('hidden findings can be shown again', async () => {
    server().on('/api/attention/marks', { body: { marked: 2 } })
    attention([], { hiddenIds: [7, 8] })
    const { user } = show('/overview?view=attention')
    const again = await screen.findByRole('button', { name: 'Show 2 hidden' })
    attention()
    await user.click(again)
    expect(await screen.findByText(/^Offline/)).toBeVisible()
    expect(sent()).toEqual({ ids: [7, 8], until: 'none' })
    expect(screen.queryByRole('button', { name: /hidden$/ })).not.toBeInTheDocument()
  })

  test('the user sets thresholds, never below those of the server', async () => {
    server().on('/api/attention/thresholds', { body: thresholds })
    const { user } = show('/overview?view=attention')
    await user.click(await screen.findByRole('button', { name: 'What is shown' }))
    const form = within(screen.getByRole('form', { name: 'What is shown' }))
    await user.click(form.getByRole('checkbox', { name: 'No credit' }))
    const payouts = form.getByLabelText('Payouts above (€)')
    await user.clear(payouts)
    await user.type(payouts, '99')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(payouts).toHaveFocus()
    expect(payouts).toBeInvalid()
    expect(form.getByText('100,00 € at least')).toBeVisible()
    expect(server().writes()).toEqual([])
    await user.clear(payouts)
    await user.type(payouts, '250.50')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(sent()).toEqual({ hidden: ['no-credit'], payoutCents: 25_050, creditChangeCents: 1_000_000 }),
    )
  })

  test('shows a message if it cannot be read, or if there is nothing', async () => {
    server().on('/api/attention', { status: 500, body: { message: 'broken' } })
    const { user } = show('/overview?view=attention')
    expect(
      await screen.findByText('Error loading what needs attention: broken', {}, { timeout: 9_000 }),
    ).toBeVisible()
    attention([])
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Nothing needs attention')).toBeVisible()
  }, 20_000)
})
