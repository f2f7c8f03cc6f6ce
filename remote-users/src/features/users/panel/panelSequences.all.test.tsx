import { expect, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import fc from 'fast-check'
import { normaliseUser } from '@console/shared-kernel/contracts'
import { usersQuery } from '@console/shared-kernel/core'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { type CloseFunctions, type OpenFunctions, useClose, useOpen } from '@console/shared-kernel/view'
import { UsersPage } from '../../../../testing/UsersPage'
import { offersAction } from '../actions/userActions'

const server = serverForTests()
const viewer = aUser({ userId: 1, userName: 'me', level: 2 })

const IDS = [5, 6, 7]
const ACTIONS = ['details', 'edit', 'create', 'drop'] as const
type Action = (typeof ACTIONS)[number]

const wireUser = (userId: number, level: number) => ({
  userId,
  userName: `user${userId}`,
  level,
  parentUserId: 1,
})
const titleOf = (action: Action, name: string, level: number): string =>
  ({
    details: `User Details: ${name}`,
    edit: 'Edit User',
    create: `Create New ${level === 4 ? 'Sub-Distributor' : 'Client'}`,
    drop: '',
  })[action]

type Step =
  | { do: 'open'; id: number; action: Action | null }
  | { do: 'close' }
  /** The list is reloaded with these users: their levels by id. */
  | { do: 'read'; levels: Record<number, number> }

const levels = fc.record(
  { 5: fc.constant(4), 6: fc.constantFrom(4, 6), 7: fc.constant(7) },
  { requiredKeys: [] },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('open' as const),
    id: fc.constantFrom(...IDS),
    action: fc.constantFrom(null, ...ACTIONS),
  }),
  fc.record({ do: fc.constant('close' as const) }),
  fc.record({ do: fc.constant('read' as const), levels: levels as fc.Arbitrary<Record<number, number>> }),
)

/** What must be on screen. */
class Model {
  levels: Record<number, number> = { 5: 4, 6: 6, 7: 7 }
  /** Hidden while a dialog about another user is open. */
  panel: number | null = null
  dialog: { id: number; title: string } | null = null

  apply(step: Step): void {
    if (step.do === 'read') this.levels = step.levels
    else if (step.do === 'close') this.close()
    else this.open(step.id, step.action)
    // another operator has deleted the user, and no form would be lost
    if (!this.dialog && this.panel !== null && this.levels[this.panel] === undefined) this.panel = null
  }

  private close(): void {
    if (this.dialog) this.dialog = null
    else this.panel = null
  }

  private open(id: number, action: Action | null): void {
    // a dialog covers what could open another one
    if (this.dialog) return
    const level = this.levels[id]
    const user = level === undefined ? null : normaliseUser(wireUser(id, level))
    if (!user || (action !== null && !offersAction(viewer, user, action))) {
      // the panel stays open under a dropped action
      if (!user) this.panel = null
      return
    }
    if (action === null) this.panel = id
    if (action !== null) this.dialog = { id, title: titleOf(action, user.userName, user.level) }
  }
}

let functions: OpenFunctions & CloseFunctions
function Functions() {
  functions = { ...useOpen(), ...useClose() }
  return null
}

const listOf = (byId: Record<number, number>) =>
  Object.entries(byId).map(([id, level]) => wireUser(Number(id), level))
const shown = () => ({
  panel: screen
    .queryAllByRole('region', { hidden: true })
    .map((region) => /^user\d$/.exec(region.querySelector('h2')?.textContent ?? '')?.[0])
    .filter(Boolean),
  dialogs: screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent),
})

test('after any sequence of opening, closing and reloading, the expected panel and dialog are shown', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const model = new Model()
      server().on('/api/Users/countries', { body: [] })
      server().on('/api/Users/children', { body: listOf(model.levels) })
      const page = (
        <>
          <UsersPage />
          <Functions />
        </>
      )
      const { queryClient } = renderAs(viewer, page)
      try {
        await screen.findByRole('row', { name: /^user5 / })
        for (const one of steps) {
          const wasOpen = model.dialog !== null
          model.apply(one)
          if (one.do === 'open' && !wasOpen)
            act(() => functions.open('user', one.id, one.action ?? undefined))
          if (one.do === 'close') act(() => functions.close())
          if (one.do === 'read') {
            server().on('/api/Users/children', { body: listOf(one.levels) })
            await act(() => queryClient.invalidateQueries({ queryKey: usersQuery(viewer).queryKey }))
          }
          const { dialog } = model
          const panel = dialog && dialog.id !== model.panel ? null : model.panel
          const open = dialog?.id ?? panel
          await waitFor(() => {
            expect([one, shown()]).toEqual([
              one,
              { panel: panel === null ? [] : [`user${panel}`], dialogs: dialog ? [dialog.title] : [] },
            ])
            // the address drops a missing user once the list is reloaded
            const search = new URLSearchParams(location.search)
            expect(search.get('open')).toBe(open === null ? null : `user:${open}`)
            expect(search.has('do')).toBe(dialog !== null)
          })
        }
        expect(server().writes()).toEqual([])
      } finally {
        cleanup()
      }
    }),
    { numRuns: 15 },
  )
}, 120_000)
