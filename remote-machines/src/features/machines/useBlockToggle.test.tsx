import { describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { machinesForTests } from '../../../testing/machines'

const { server, MACHINES, show } = machinesForTests()

describe('a block of a machine', () => {
  const TOGGLE = '/api/Machines/a/toggle-block'
  const block = async (creditVersion: string | undefined, answer: object) => {
    const { user } = show('/machines', { machines: { body: [{ ...MACHINES[0], creditVersion }] } })
    server().on(TOGGLE, { body: answer })
    await user.click(await screen.findByLabelText('Block ana', {}, { timeout: 10_000 }))
    expect(await screen.findByText('Machine blocked successfully')).toBeVisible()
    return user
  }
  const sent = () =>
    server()
      .writes()
      .map(({ body, headers }) => [body, headers['if-match']])
  const undo = () => screen.queryByRole('button', { name: /^Undo/ })

  test.each([
    [
      'on a server that counts changes, to what it was',
      '1',
      [
        ['{"blocked":true}', undefined],
        ['{"blocked":false}', '"2"'],
      ],
    ],
    [
      'on another one by turning it round again',
      undefined,
      [
        ['', undefined],
        ['', undefined],
      ],
    ],
  ])('can be undone %s', async (_, creditVersion, expected) => {
    const user = await block(creditVersion, { blocked: true, ...(creditVersion && { version: '2' }) })
    server().on(TOGGLE, { body: { blocked: false } })
    await user.click(screen.getByRole('button', { name: 'Undo block of ana' }))
    expect(await screen.findByText('Machine unblocked successfully')).toBeVisible()
    expect(await screen.findByLabelText('Block ana', {}, { timeout: 10_000 })).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual(expected)
  })

  test('that was followed by another change can no longer be undone', async () => {
    const user = await block('1', { blocked: true, version: '2' })
    server().on(TOGGLE, { body: { blocked: false, version: '3' } })
    await user.click(await screen.findByLabelText('Unblock ana', {}, { timeout: 10_000 }))
    expect(await screen.findByRole('button', { name: 'Undo unblock of ana' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo block of ana' })).not.toBeInTheDocument()
  })

  test('that another user has already made is not repeated', async () => {
    await block('1', { blocked: true })
    expect(await screen.findByLabelText('Unblock ana')).toBeVisible()
    expect(undo()).not.toBeInTheDocument()
    expect(sent()).toEqual([['{"blocked":true}', undefined]])
  })

  test('that another user has made again meanwhile is not undone', async () => {
    const user = await block('1', { blocked: true, version: '2' })
    server().on(TOGGLE, { status: 409, body: { message: 'changed' } })
    server().on('/api/Machines', { body: [{ ...MACHINES[0], creditVersion: '1', block: true }] })
    await user.click(undo()!)
    expect(await screen.findByText('Error: changed')).toBeVisible()
    expect(sent()).toHaveLength(2)
  })
})
