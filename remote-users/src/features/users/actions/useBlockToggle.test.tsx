import { describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { lists } from '@console/shared-kernel/core'
import { heldBack } from '@console/shared-kernel/testing/page'
import { rowDialogs } from '../../../../testing/rowDialogs'

const { server, bea, show, press, made } = rowDialogs()

describe('[STATE-7] [STATE-9] blocking', () => {
  test('sends the user once with the flag toggled; the row shows it, and the toast can undo it once', async () => {
    const { after, answer } = heldBack()
    server().on('/api/Users/9', { body: {}, after })
    const { user } = show()
    await user.dblClick(await screen.findByRole('button', { name: 'Block bea' }))
    await waitFor(() => expect(made('PUT')).toHaveLength(1))
    answer()
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(screen.getByText('Bloqueado')).toBeVisible()

    server().on('/api/Users/9', { body: {} })
    await user.click(press('Undo block of bea'))
    expect(await screen.findByRole('button', { name: 'Block bea' })).toBeVisible()
    expect(screen.getByText('Activo')).toBeVisible()
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()

    await user.click(press('Block bea'))
    await user.click(await screen.findByRole('button', { name: 'Unblock bea' }))
    expect(await screen.findByRole('button', { name: 'Block bea' })).toBeVisible()
    // only the last change can be undone
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^Undo/ })).toEqual([press('Undo unblock of bea')]),
    )
    const unchanged = {
      userId: 9,
      nameClient: 'Bea',
      countryId: 1,
      password: '',
      quitPass: false,
      botonBlockedDeshabilitado: false,
      listaClientesTecnico: '',
    }
    expect(made('PUT').map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      [true, false, true, false].map((isBlocked) => ({ ...unchanged, isBlocked })),
    )
  })

  test('[ERROR-12] leaves the row unchanged after a rejection; without an answer the state is unknown, and the list is reloaded', async () => {
    server().on('/api/Users/9', { status: 403, body: { message: 'Not yours' } })
    const { user, queryClient } = show()
    const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent)
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    await screen.findByRole('alert')
    expect(alerts()).toEqual(['Error: Not yours'])
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByText('Activo')).toBeVisible()

    server().on('/api/Users/9', { fault: 'reset' })
    server().on('/api/Users/children', { body: [{ ...bea, isBlocked: true }] })
    await user.click(press('Block bea'))
    expect(await screen.findByText('Bloqueado')).toBeVisible()
    expect(alerts()).toEqual([
      'Error: No answer was received. It is not known whether bea was blocked. The list is read again.',
    ])
  })

  test('[ENTITY-1] is disabled for a user whose button is disabled', async () => {
    const { user } = show([{ ...bea, botonBlockedDeshabilitado: true }])
    const button = await screen.findByRole('button', { name: 'Block bea' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAttribute('aria-description', 'Blocking is disabled for this user')
    await user.click(button)
    expect(made('PUT')).toEqual([])
  })
})

describe('blocking with users below', () => {
  const dad = { userId: 5, userName: 'dad', level: 5, NumeroMaquinas: 2 }
  const BRANCH = [dad, { ...bea, parentUserId: 5, NumeroMaquinas: 2 }]
  const bodies = () => made('PUT').map(({ body }) => (JSON.parse(body) as { isBlocked: boolean }).isBlocked)

  test('asks first with the counts; Cancel changes nothing, and users below are marked in the list, details and tree', async () => {
    server().on('/api/Users/5', { body: {} })
    const { user } = show(BRANCH)
    await user.click(await screen.findByRole('button', { name: 'Block dad' }))
    const question = await screen.findByRole('dialog', { name: 'Block user: dad' })
    expect(within(question).getByText('1 user and 2 machines lose access.')).toBeVisible()
    expect(press('Cancel')).toHaveFocus()
    await user.click(press('Cancel'))
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(made('PUT')).toEqual([])
    await user.click(press('Block dad'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }))
    expect(await screen.findByRole('button', { name: 'Unblock dad' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(bodies()).toEqual([true])

    const row = within(screen.getByRole('row', { name: /^bea/ }))
    expect(row.getByText('Activo')).toBeVisible()
    expect(row.getByText('blocked through dad')).toBeVisible()
    await user.click(press('View details bea'))
    const dialog = await screen.findByRole('dialog', { name: 'User Details: bea' })
    expect(within(dialog).getByText('blocked through dad')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    await user.click(press('Tree'))
    await screen.findByRole('treegrid')
    const inTree = await screen.findByRole('row', { name: /bea/ })
    expect(within(inTree).getByText('blocked through dad')).toBeVisible()
  })

  test('does not ask over a dialog that was opened while the users below were counted', async () => {
    show(BRANCH)
    await screen.findByRole('button', { name: 'Block dad' })
    const count = jest.spyOn(lists, 'find')
    fireEvent.click(press('Block dad'))
    fireEvent.click(press('View details dad'))
    expect(count).toHaveBeenCalledWith(expect.anything(), { filter: { below: 5 } })
    await act(() => Promise.all(count.mock.results.map(({ value }) => value)))
    count.mockRestore()
    expect(await screen.findByRole('dialog', { name: 'User Details: dad' })).toBeVisible()
    expect(made('PUT')).toEqual([])
  })

  test("after another user's change blocks, and keeps that change", async () => {
    const there = { ...bea, quitPass: true, nameClient: 'Bea S.L.', version: '4' }
    server().on('/api/Users/9', ({ headers, body }) =>
      headers['if-match'] === '"4"'
        ? { body: { ...there, ...(JSON.parse(body) as object), version: '5' } }
        : { status: 409, body: { message: 'changed', current: there } },
    )
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(JSON.parse(made('PUT').at(-1)!.body)).toMatchObject({
      isBlocked: true,
      quitPass: true,
      nameClient: 'Bea S.L.',
    })
    expect(made('PUT').map(({ headers }) => headers['if-match'])).toEqual(['"3"', '"4"'])
  })

  test('already done by another user is not repeated', async () => {
    const there = { ...bea, isBlocked: true, version: '4' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed', current: there } })
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    expect(await screen.findByText('Usuario actualizado con éxito')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).not.toBeInTheDocument()
    expect(bodies()).toEqual([true])
  })

  test('done again by another user meanwhile is not undone', async () => {
    server().on('/api/Users/9', { body: { ...bea, isBlocked: true, version: '4' } })
    const { user } = show([{ ...bea, version: '3' }])
    await user.click(await screen.findByRole('button', { name: 'Block bea' }))
    const undo = await screen.findByRole('button', { name: /^Undo/ })
    const there = { ...bea, isBlocked: true, version: '6' }
    server().on('/api/Users/9', { status: 409, body: { message: 'changed', current: there } })
    server().on('/api/Users/children', { body: [there] })
    await user.click(undo)
    expect(await screen.findByText(/changed/)).toBeVisible()
    expect(bodies()).toEqual([true, false])
    expect(await screen.findByRole('button', { name: 'Unblock bea' })).toBeVisible()
  })
})
