import { describe, expect, test } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { normaliseMachines } from '@console/shared-kernel/contracts'
import {
  aUser,
  mockLayout,
  offerFeatures,
  renderAs,
  serverForTests,
} from '@console/shared-kernel/testing/page'
import MachinesScreen from '../MachinesScreen'
import { BulkConfigDialog } from './BulkConfigDialog'

const server = serverForTests()
const BULK = '/api/Machines/bulk/config'
const MACHINES = ['a', 'b', 'c'].map((id) => ({
  idMachine: id,
  machineName: `Slot ${id}`,
  userName: `owner ${id}`,
  creditVersion: '1',
}))
const configPath = (id: string) => `/api/Machines/${id}/config`
// by text: queries by role are slow with a table on the page
const button = (name: string) => screen.findByText(name, { selector: 'button' }, { timeout: 8000 })

async function open(machines: object[] = MACHINES) {
  server().on('/api/Machines', { body: machines })
  server().on('/api/Machines/available-games', { body: [] })
  server().on(configPath('a'), { body: { pingBrowser: 30, version: '1' } })
  server().on(configPath('b'), { body: { pingBrowser: 60, firmware: 2, version: '2' } })
  server().on(configPath('c'), { body: { pingBrowser: 45, serviceMode: true, version: '3' } })
  const shown = renderAs(aUser({ userId: 1, level: 1 }), <MachinesScreen />, '/machines')
  await shown.user.click(await button('Select'))
  await shown.user.click(await button('Select all 3 machines found'))
  await shown.user.click(await button('Configure...'))
  const ping = await screen.findByLabelText('Ping Browser Interval', {}, { timeout: 8000 })
  return {
    ...shown,
    ping,
    dialog: within(screen.getByText('Configure 3 machines').closest<HTMLElement>('[role=dialog]')!),
  }
}

describe('configuring several machines', () => {
  test('starts with the values of the first machine, and applies nothing until a field is changed', async () => {
    const { user, dialog } = await open()
    expect(
      dialog.getByText(
        'Fields that you do not change keep the value that each machine has. The values shown are those of owner a Slot a.',
      ),
    ).toBeVisible()
    expect(await dialog.findByText('Change a field to see what will change.')).toBeVisible()
    expect(dialog.getByText('Apply')).toBeDisabled()
    // a field that is turned on and off again counts as changed, and applies to all machines
    await user.click(dialog.getByLabelText('Service Mode'))
    expect(dialog.getAllByText('Service Mode: Off → On')).toHaveLength(2)
    await user.click(dialog.getByLabelText('Service Mode'))
    expect(dialog.getByText('1 machine will change. 2 left out: already the same.')).toBeVisible()
    expect(dialog.getByText('Service Mode: On → Off')).toBeVisible()
  })

  test('previews the changes, and sends only the changed fields with the versions', async () => {
    server().on(BULK, {
      body: {
        results: [
          { id: 'a', status: 200 },
          { id: 'b', status: 400, message: 'no' },
        ],
      },
    })
    const { user, ping, dialog } = await open()
    expect(ping).toHaveValue('30')
    fireEvent.change(ping, { target: { value: '' } })
    expect(await dialog.findByText('Correct the marked fields to see what will change.')).toBeVisible()
    await user.click(dialog.getByText('Apply'))
    await waitFor(() => expect(ping).toHaveFocus())
    expect(server().writes()).toEqual([])
    fireEvent.change(ping, { target: { value: '45' } })
    expect(await dialog.findByText('Ping Browser Interval: 60 s → 45 s')).toBeVisible()
    expect(dialog.getByText('2 machines will change. 1 left out: already the same.')).toBeVisible()
    await user.click(dialog.getByText('Apply'))
    expect(await screen.findByText('1 done, 1 failed')).toBeVisible()
    expect(JSON.parse(server().writes()[0]!.body)).toEqual({
      config: { pingBrowser: 45 },
      items: [
        { machineId: 'a', version: '1' },
        { machineId: 'b', version: '2' },
      ],
    })
  })

  test('saves each configuration separately on a server without the bulk call', async () => {
    const { user, ping, dialog } = await open(MACHINES.map(({ creditVersion: _, ...machine }) => machine))
    fireEvent.change(ping, { target: { value: '45' } })
    await dialog.findByText('2 machines will change. 1 left out: already the same.')
    for (const id of ['a', 'b']) server().on(configPath(id), { body: {} })
    await user.click(dialog.getByText('Apply'))
    expect(await screen.findByText('2 done')).toBeVisible()
    const sent = server().writes()
    expect(
      sent.map(({ method, body }) => [method, (JSON.parse(body) as { pingBrowser: number }).pingBrowser]),
    ).toEqual([
      ['PUT', 45],
      ['PUT', 45],
    ])
    expect(JSON.parse(sent[1]!.body)).toMatchObject({ firmware: 2 })
    // never overwrites a later change by another user
    expect(sent.map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"'])
    expect(sent[1]!.headers['idempotency-key']).toMatch(/^[\da-f]{32}:b$/)
  })

  test('accepts a decimal comma, and focuses an ambiguous number in another section', async () => {
    const [machine] = normaliseMachines(MACHINES)
    server().on(configPath('a'), { body: {} })
    const dialog = <BulkConfigDialog machines={[machine!]} onClose={() => undefined} />
    const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog, '/machines')
    const choose = async (section: string) => {
      await user.click(await screen.findByLabelText('Section'))
      await user.click(screen.getByRole('option', { name: section }))
    }
    const value = () => screen.getByLabelText('Credit Value')
    await choose('Payment')
    fireEvent.change(value(), { target: { value: '1,234' } })
    await choose('Security')
    await user.click(screen.getByText('Apply'))
    await waitFor(() => expect(value()).toHaveFocus())
    expect(value()).toBeInvalid()
    fireEvent.change(value(), { target: { value: '0,05' } })
    expect(await screen.findByText('Credit Value: 0.01 → 0.05')).toBeVisible()
    expect(server().writes()).toEqual([])
  })

  test('applies all values of another machine except its service mode to the machines that differ', async () => {
    mockLayout()
    server().on('/api/Machines', { body: MACHINES })
    server().on(configPath('a'), { body: { pingBrowser: 30 } })
    server().on(configPath('b'), { body: { pingBrowser: 60, serviceMode: true, maxApuestaPoker: 5 } })
    const [a, b] = normaliseMachines(MACHINES)
    const dialog = <BulkConfigDialog machines={[a!, b!]} onClose={() => undefined} />
    const { user } = renderAs(aUser({ userId: 1, level: 1 }), dialog, '/machines')
    await user.click(await screen.findByRole('button', { name: 'Copy from machine...' }))
    await user.click(await screen.findByRole('combobox', { name: 'Copy from machine' }))
    await user.click(await screen.findByRole('option', { name: /^owner b · Slot b/ }))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(
      await screen.findByText('Ping Browser Interval: 30 s → 60 s. Max Poker Bet: 100 → 5'),
    ).toBeVisible()
    expect(screen.getByText('1 machine will change. 1 left out: already the same.')).toBeVisible()
    expect(screen.getByText(/^Fields that you do not change/)).toHaveTextContent('those of owner b Slot b.')
    expect(server().writes()).toEqual([])
  })

  test.each([
    ['a setting', 'Ping Browser Interval', '45'],
    ['the reason', 'Reason', 'new lines'],
  ])('asks before the change of %s is lost', async (_, label, value) => {
    offerFeatures({ reason: {} })
    const { user, dialog } = await open()
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    await user.click(dialog.getByText('Cancel'))
    expect(await screen.findByText('Discard changes?')).toBeVisible()
    await user.click(screen.getByText('Discard'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
