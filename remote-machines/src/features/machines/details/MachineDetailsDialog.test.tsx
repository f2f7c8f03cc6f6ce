import { describe, expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import { aUser, renderAs, serverForTests } from '@console/shared-kernel/testing/page'
import { ID, SLOT } from '../../../../testing/machines'
import { MachineDetailsDialog } from './MachineDetailsDialog'

serverForTests()
const whole = {
  ...SLOT,
  serviceMode: true,
  profit: -50.25,
  location: 'Bar Sol',
  ipAddress: '10.0.0.1',
  creationDate: '2026-01-02T03:04:05Z',
  lastConnection: 'yesterday',
  status: 'MAINTENANCE',
  isConnected: true,
  securityLevel: 'High',
  jackpotMega: 1000,
  jackpotMini: 0.5,
}

function show(wire: object) {
  const onClose = jest.fn()
  const [machine] = normaliseMachines([wire])
  return { onClose, ...renderAs(aUser(), <MachineDetailsDialog machine={machine!} onClose={onClose} />) }
}

/** The facts of each card, as `label: value`. */
function cards(): Record<string, string[]> {
  const sections = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.parentElement!)
  return Object.fromEntries(
    sections.map((section) => {
      const labels = within(section).getAllByRole('term')
      const values = within(section).getAllByRole('definition')
      const facts = labels.map((label, at) => `${label.textContent}: ${values[at]?.textContent}`)
      return [section.querySelector('h3')!.textContent, facts]
    }),
  )
}

describe('the details of a machine', () => {
  test('[MACHINEDETAILS-2] [MACHINEDETAILS-4] [CONST-20] appear in three cards', () => {
    show(whole)
    const dialog = screen.getByRole('dialog', { name: 'Slot 1' })
    expect(within(dialog).getByText('3f9c2a1b…').parentElement).toHaveTextContent('bea · 3f9c2a1b…')
    expect(within(dialog).getByRole('group', { name: 'Slot 1' })).toHaveAttribute('tabindex', '0')
    expect(within(dialog).getByText('MAINTENANCE')).toBeVisible()
    expect(cards()).toEqual({
      'Machine Information': [
        `Machine ID: ${ID}`,
        'Client Name: bea',
        'Location: Bar Sol',
        'IP Address: 10.0.0.1',
        'Creation Date: Jan 02, 2026, 04:04',
      ],
      'Technical Information': [
        'Connection Status: Connected',
        'Last Connection: Invalid date',
        'Service Status: Active',
        'Security Level: High',
      ],
      'Financial Information': [
        'Playing Credit: $1,234.50',
        'Jackpot Mega: $1,000.00',
        'Jackpot Mini: $0.50',
        'Profit: ▼ $50.25',
      ],
    })
  })

  test('[MACHINEDETAILS-1] [MACHINEDETAILS-3] [STATE-18] are shown for a machine with unknown values', () => {
    show({})
    const dialog = screen.getByRole('dialog', { name: 'Machine Details' })
    expect(within(dialog).getByText('Unknown')).toBeVisible()
    expect(cards()).toMatchObject({
      'Machine Information': [
        'Machine ID: N/A',
        'Client Name: N/A',
        'Location: N/A',
        'IP Address: N/A',
        'Creation Date: N/A',
      ],
      'Technical Information': [
        'Connection Status: Disconnected',
        'Last Connection: N/A',
        'Service Status: Inactive',
        'Security Level: Standard',
      ],
    })
  })

  test.each([
    ['running', 'Success'],
    ['Online', 'Success'],
    ['ACTIVE', 'Success'],
    ['stopped', 'Error'],
    ['Offline', 'Error'],
    ['INACTIVE', 'Error'],
    ['maintenance', 'Warning'],
    ['Service', 'Warning'],
    ['asleep', 'Default'],
    [undefined, 'Default'],
  ])('[STATE-18] [MACHINEDETAILS-1] show the status %p as a chip in the colour %s', (status, colour) => {
    show({ ...whole, status })
    const chip = within(screen.getByRole('dialog')).getByText(status ?? 'Unknown').parentElement
    expect(chip).toHaveClass(`MuiChip-color${colour}`)
  })

  test('[MACHINEDETAILS-5] close with Close; View History does nothing', async () => {
    const { user, onClose } = show(whole)
    await user.click(screen.getByRole('button', { name: 'View History' }))
    expect(onClose).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
