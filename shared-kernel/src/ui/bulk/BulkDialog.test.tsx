import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { connectedServer } from '../../../testing/connectedServer'
import { mockLayout } from '../../../testing/layout'
import { renderAt } from '../../../testing/render'
import { heldBack } from '../../../testing/server'
import type { BulkCalls } from '../../client/bulkCalls'
import { http } from '../../client/http'
import { askForProofStore } from '../../client/proof'
import { BulkDialog } from './BulkDialog'

const BULK = '/api/Things/bulk'
const SINGLE = '/api/Things/one'
const server = connectedServer()
const items = Array.from({ length: 60 }, (_, index) => index + 1)
const onClose = jest.fn()
afterEach(() => void onClose.mockClear())

const changesOf = (
  items: readonly number[],
  sending: Partial<BulkCalls<number>> = {},
  doneText: string | null = null,
) => (
  <>
    <Link to="/other">Elsewhere</Link>
    <BulkDialog
      title={`Change ${items.length} things`}
      items={items}
      calls={{
        path: BULK,
        bodyOf: (some) => ({ items: some }),
        idOf: (item) => item,
        single: (item, key) => http.post(SINGLE, { item }, { headers: { 'Idempotency-Key': key } }),
        ...sending,
      }}
      columns={[{ key: 'thing', header: 'Thing', minWidth: 100, cell: (item) => item }]}
      summary={`${items.length} things will change.`}
      applyLabel="Apply"
      refetch={['things']}
      {...(doneText !== null && { doneText })}
      onClose={onClose}
    />
  </>
)
const goElsewhere = () => fireEvent.click(screen.getByText('Elsewhere'))
/** Starts a change; every call to `path` waits for `answer`. */
async function startOn(path: string, changed = items, doneText: string | null = null) {
  const { after, answer } = heldBack()
  server().on(path, { body: { results: changed.map((id) => ({ id, status: 200 })) }, after })
  mockLayout()
  const { user } = renderAt('/', { '/': changesOf(changed, {}, doneText), '/other': <p>another screen</p> })
  await user.click(screen.getByText('Apply'))
  return { user, answer: () => act(async () => answer()) }
}
const calls = (path: string) =>
  server()
    .writes()
    .filter((call) => call.path === path)
const aWhile = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))

describe('running bulk changes', () => {
  test('end after the calls in progress if the user goes to another screen', async () => {
    const { user, answer } = await startOn(BULK)
    await waitFor(() => expect(calls(BULK)).toHaveLength(1))
    goElsewhere()
    expect(await screen.findByRole('dialog', { name: 'Leave the changes?' })).toBeVisible()
    await user.click(screen.getByText('Leave'))
    expect(await screen.findByText('another screen')).toBeVisible()
    await answer()
    await aWhile()
    expect(calls(BULK)).toHaveLength(1)
  })

  test('move the focus to Close if the control that had it was removed', async () => {
    const { user, answer } = await startOn(BULK, items.slice(0, 30))
    expect(screen.getByText('Cancel')).toHaveFocus()
    await user.click(screen.getByText('Stop'))
    await answer()
    await user.click(await screen.findByText('Continue'))
    expect(await screen.findByText('30 done')).toBeVisible()
    expect(screen.getByText('Close')).toHaveFocus()
  })

  test('close nothing if they end after the user has left them', async () => {
    const { user, answer } = await startOn(BULK, items.slice(0, 2), 'All is done')
    await waitFor(() => expect(calls(BULK)).toHaveLength(1))
    await user.keyboard('{Escape}')
    await user.click(await screen.findByText('Leave'))
    expect(onClose).toHaveBeenCalledTimes(1)
    await answer()
    await aWhile()
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(screen.queryByText('All is done')).not.toBeInTheDocument()
  })

  test('continue while the user stays', async () => {
    const { user, answer } = await startOn(BULK)
    goElsewhere()
    await user.click(await screen.findByText('Stay'))
    await answer()
    expect(await screen.findByText('60 done')).toBeVisible()
    expect(calls(BULK)).toHaveLength(3)
  })

  test('stop after the current call on a server without bulk calls, and can be continued', async () => {
    // more than fit in one bulk call
    const some = items.slice(0, 30)
    const { user, answer } = await startOn(SINGLE, some)
    await waitFor(() => expect(calls(SINGLE)).toHaveLength(1))
    await user.click(screen.getByText('Stop'))
    await answer()
    expect(await screen.findByText('1 done, 29 not tried')).toBeVisible()
    await user.click(screen.getByText('Continue'))
    expect(await screen.findByText('30 done')).toBeVisible()
    expect(new Set(calls(SINGLE).map(({ body }) => body)).size).toBe(30)
    expect(calls(SINGLE)).toHaveLength(30)
    await user.click(screen.getByText('Close'))
    expect(onClose).toHaveBeenCalledWith(some)
  })
})

test('only a single slow call is reported as slow, not many that take long together; the status region stays', async () => {
  mockLayout()
  jest.useFakeTimers()
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms))
  let duration = 3_000
  const single = () => new Promise<void>((resolve) => setTimeout(resolve, duration))
  // more than fit in one bulk call
  renderAt('/', { '/': changesOf(items.slice(0, 27), { isVersioned: () => false, single }) })
  fireEvent.click(screen.getByText('Apply'))
  await wait(0)
  const [counts] = screen.getAllByRole('status')
  for (let item = 1; item <= 26; item += 1) {
    // only the last call is slow
    if (item === 26) duration = 9_000
    await wait(3_000)
    expect(screen.queryByText(/Taking longer/)).not.toBeInTheDocument()
  }
  expect(counts).toBeInTheDocument()
  expect(counts).toHaveTextContent('25 done, 2 on the way')
  await wait(5_100)
  expect(screen.getByText(/^Taking longer than usual/)).toBeVisible()
  await wait(20_000)
  expect(counts).toHaveTextContent('27 done')
  expect(screen.queryByText(/Taking longer/)).not.toBeInTheDocument()
  jest.useRealTimers()
})

test.each(['isVersioned', 'isCounted'])('changes items without a version one by one (%s)', async (name) => {
  server().on(SINGLE, { body: {} })
  const { user } = renderAt('/', { '/': changesOf([1, 2], { [name]: () => false }) })
  await user.click(screen.getByText('Apply'))
  expect(await screen.findByText('2 done')).toBeVisible()
  expect(calls(SINGLE)).toHaveLength(2)
  expect(calls(BULK)).toHaveLength(0)
})

test.each([
  [true, Array.from({ length: 35 }, (_, index) => index + 26)],
  [undefined, undefined],
])(
  'sends the remaining items only with the first call, if the server adds them up (%j)',
  async (mayNeedProof, rest) => {
    server().on(BULK, { body: { results: items.map((id) => ({ id, status: 200 })) } })
    mockLayout()
    const { user } = renderAt('/', { '/': changesOf(items, { ...(mayNeedProof && { mayNeedProof }) }) })
    await user.click(screen.getByText('Apply'))
    expect(await screen.findByText('60 done')).toBeVisible()
    const sent = calls(BULK).map(({ body }) => JSON.parse(body) as { followedBy?: number[] })
    expect(sent.map(({ followedBy }) => followedBy)).toEqual([rest, undefined, undefined])
  },
)

describe('without a proof that the server requires', () => {
  const PROOF_REQUIRED = {
    status: 403,
    message: 'Confirma quién eres',
    code: 'proof-required',
    methods: ['totp'],
  }
  afterEach(() => askForProofStore.set(null))

  test.each([
    {
      title: 'for some rows',
      status: 200,
      body: {
        results: [
          { id: 1, status: 200 },
          { id: 2, ...PROOF_REQUIRED },
          { id: 3, ...PROOF_REQUIRED },
        ],
      },
      text: '1 done, 2 not tried',
    },
    { title: 'for the whole call', status: 403, body: PROOF_REQUIRED, text: '0 done, 3 not tried' },
  ])(
    '$title, shows which rows were not tried, and can continue with them in the same dialog',
    async ({ status, body, text }) => {
      askForProofStore.set(async () => false)
      server().on(BULK, { status, body })
      mockLayout()
      const { user } = renderAt('/', { '/': changesOf([1, 2, 3]) })
      await user.click(screen.getByText('Apply'))
      expect(await screen.findByText(text)).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent('Confirma quién eres')
      expect(screen.getAllByText('Not tried').length).toBeGreaterThanOrEqual(2)
      expect(screen.queryByText('Failed')).not.toBeInTheDocument()
      expect(calls(BULK)).toHaveLength(1)

      server().on(BULK, ({ body: sent }) => {
        const { items: some } = JSON.parse(sent) as { items: number[] }
        return { body: { results: some.map((id) => ({ id, status: 200 })) } }
      })
      await user.click(screen.getByText('Continue'))
      expect(await screen.findByText('3 done')).toBeVisible()
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      const [first, second] = calls(BULK).map(({ headers }) => headers['idempotency-key'])
      expect(second).toBe(first)
    },
  )
})
