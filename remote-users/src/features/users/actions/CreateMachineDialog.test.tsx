import { describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { usersQuery } from '@console/shared-kernel/core'
import type { Rendered } from '@console/shared-kernel/testing/page'
import { rowDialogs } from '../../../../testing/rowDialogs'
import { CreateMachineDialog } from './CreateMachineDialog'

const { server, viewer, bea, show, openAlone, press, made } = rowDialogs()
const QUESTION =
  'Las máquinas normalmente se crean automáticamente con el usuario. ¿Estás seguro de que quieres crear una máquina manualmente para este usuario? Esto sólo debe hacerse si la máquina original se eliminó o dañó.'
const openDialog = async (user: Rendered['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Create machine bea' }))
  return screen.findByRole('dialog', { name: 'Create machine: bea' })
}

test('[CALL-12] [ERROR-20] [ERROR-21] a confirmation sends an empty call that creates a machine; a failure keeps the dialog open, and a user who is gone or has another level gets no call', async () => {
  const { user, queryClient } = show()
  const dialog = await openDialog(user)
  expect(within(dialog).getByText(QUESTION)).toBeVisible()
  await user.click(press('Cancel'))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(made('POST')).toEqual([])

  const again = await openDialog(user)
  const listed = async (users: object[]) => {
    server().on('/api/Users/children', { body: users })
    await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
  }
  const attempt = async (text: string) => {
    await user.click(press('Create machine'))
    await waitFor(() => expect(within(again).getByRole('alert').textContent).toBe(text))
  }
  server().on('/api/machines/auto-create/9', { status: 500, body: { message: 'broken' } })
  await attempt('Error al crear la máquina: broken')
  await listed([{ ...bea, level: 5 }])
  await attempt('Usuario inválido para crear máquina')
  await listed([bea])
  server().on('/api/machines/auto-create/9', { fault: 'reset' })
  await attempt(
    'Error al crear la máquina: no se ha recibido respuesta. No se sabe si se ha creado. Comprueba cuántas máquinas tiene antes de repetirlo.',
  )
  await listed([])
  await attempt('Usuario inválido para crear máquina')
  expect(made('POST')).toHaveLength(2)

  await listed([bea])
  server().on('/api/machines/auto-create/9', { body: {} })
  await user.click(press('Create machine'))
  expect(await screen.findByText('Máquina creada con éxito')).toBeVisible()
  expect(again).not.toBeInTheDocument()
  expect(made('POST').map(({ path, body }) => [path, body])).toEqual(
    Array(3).fill(['/api/machines/auto-create/9', '']),
  )
  // servers without versions may not allow the header
  for (const { headers } of made('POST')) expect(headers).not.toHaveProperty('idempotency-key')
})

describe('a machine whose creation got no answer', () => {
  const UNKNOWN =
    'Error al crear la máquina: no se ha recibido respuesta. No se sabe si se ha creado. Repetirlo es seguro: no se crea otra.'
  const keys = () => made('POST').map(({ headers }) => headers['idempotency-key'])

  test('is retried with the same key, even from another dialog, and a further machine has its own key', async () => {
    server().on('/api/machines/auto-create/9', { fault: 'reset' })
    const { user } = show([{ ...bea, version: '3' }])
    const first = await openDialog(user)
    expect(within(first).queryByRole('alert')).not.toBeInTheDocument()
    await user.click(press('Create machine'))
    await waitFor(() => expect(within(first).getByRole('alert').textContent).toBe(UNKNOWN))
    // a rejection before the change is processed leaves the earlier outcome unknown
    server().on('/api/machines/auto-create/9', { status: 503, body: { message: 'busy' } })
    await user.click(press('Create machine'))
    expect(await within(first).findByText('Error al crear la máquina: busy')).toBeVisible()
    await user.click(press('Cancel'))
    await waitFor(() => expect(first).not.toBeInTheDocument())

    const again = await openDialog(user)
    expect(within(again).getByRole('alert').textContent).toBe(UNKNOWN)
    server().on('/api/machines/auto-create/9', { body: {} })
    await user.click(press('Create machine'))
    expect(await screen.findByText('Máquina creada con éxito')).toBeVisible()
    await waitFor(() => expect(again).not.toBeInTheDocument())

    const further = await openDialog(user)
    expect(within(further).queryByRole('alert')).not.toBeInTheDocument()
    await user.click(press('Create machine'))
    await waitFor(() => expect(further).not.toBeInTheDocument())
    const [key, busy, repeated, other] = keys()
    expect(key).toMatch(/^[\da-f]{32}$/)
    expect([busy, repeated]).toEqual([key, key])
    expect(other).not.toBe(key)
  })

  test.each([
    [6, 'Máquinas de bea y de usuarios a su cargo: '],
    [7, 'Máquinas de bea: '],
  ])('shows the machine count from the reloaded list, for level %i', async (level, text) => {
    server().on('/api/machines/auto-create/9', { fault: 'reset' })
    server().on('/api/Users/children', { body: [{ ...bea, level, numeroMaquinas: 1 }] })
    const { user, dialog } = openAlone(CreateMachineDialog)
    expect(await within(dialog).findByText(`${text}1`)).toBeVisible()
    server().on('/api/Users/children', { body: [{ ...bea, level, numeroMaquinas: 2 }] })
    await user.click(press('Create machine'))
    expect(await within(dialog).findByText(`${text}2`)).toBeVisible()
  })
})
