import { expect, jest, test } from '@jest/globals'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { heldBack } from '@console/shared-kernel/testing/page'
import fc from 'fast-check'
import { reportScreens } from '../../../../testing/reports'

// jsdom has no layout: the browser tests cover the charts
jest.mock('@console/shared-kernel/charts', () => ({ AmountBars: () => null, AmountLine: () => null }))

const { server, show, asked, button, HIERARCHY } = reportScreens()

const UNKNOWN = 99
const STEPS = ['Yesterday', 'Search', 'hierarchy', 'Cancel search', 'Clear'] as const
type Step = (typeof STEPS)[number]

/** The expected searches, and what the screen must show. */
class Model {
  isChecked = false
  isWaiting = false
  hasResults = false
  searches = 0
  private distributor: number | null

  constructor(distributor: number | null) {
    this.distributor = distributor
  }

  get isInvalid() {
    return this.isChecked && this.distributor === UNKNOWN
  }

  get steps(): Step[] {
    const { isChecked, isWaiting, isInvalid } = this
    return STEPS.filter((step) => {
      if (step === 'Search') return !isWaiting && !isInvalid
      if (step === 'Cancel search') return isWaiting
      return step !== 'hierarchy' || !isChecked
    })
  }

  apply(step: Step): void {
    if (step === 'hierarchy') {
      this.isChecked = true
      if (this.isWaiting) this.search()
    } else if (step === 'Cancel search') this.isWaiting = false
    else if (step === 'Clear') Object.assign(this, { distributor: null, isWaiting: false, hasResults: false })
    else this.search()
  }

  private search(): void {
    this.isWaiting = !this.isChecked && this.distributor !== null
    if (this.isWaiting || this.isInvalid) return
    this.searches += 1
    this.hasResults = true
  }
}

test('whatever the user does before and after the hierarchy loads, no search has unchecked or invalid filters', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(null, 4, UNKNOWN),
      fc.array(fc.nat(), { minLength: 1, maxLength: 7 }),
      async (distributor, choices) => {
        const model = new Model(distributor)
        const before = asked().length
        const { after, answer } = heldBack()
        server().on('/api/Users/all-hierarchy', { body: HIERARCHY, after })
        show(distributor === null ? '/external' : `/external?distributor=${distributor}`)
        for (const choice of choices) {
          const step = model.steps[choice % model.steps.length]!
          model.apply(step)
          // a search for yesterday that is offered again below has the same name as the first button
          const buttons = screen.queryAllByRole('button', { name: step })
          act(() => (step === 'hierarchy' ? answer() : buttons[0]?.click()))
          await waitFor(() => {
            expect(asked()).toHaveLength(before + model.searches)
            // queries by role are slow if there are tables
            expect(screen.queryByText('Results') !== null).toBe(model.hasResults || model.isWaiting)
            if (model.isWaiting) expect(button('Cancel search')).toBeVisible()
            else expect((button('Search') as HTMLButtonElement).disabled).toBe(model.isInvalid)
          })
        }
        answer()
        // waits for the address to be written
        await act(() => new Promise((resolve) => setTimeout(resolve, 300)))
        cleanup()
      },
    ),
    { numRuns: 10 },
  )
}, 120_000)
